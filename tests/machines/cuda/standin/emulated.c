// GPU entry points of one kernel for the emulator: kernel_cuda.h with KERNEL_NAME, KERNEL_PREFIX,
// KERNEL_HEADER, TEAM (and KERNEL_SINGLE), without fixed sizes.
#include <stddef.h>

#define EMULATE_CUDA
#include "emulator.h"

#define KERNEL_THREADS 128
#define KERNEL_ENTRY EMULATED_NAME
#include KERNEL_HEADER

#include "kernel_cuda.h"

#define RUN_(name) name##_run
#define RUN(name) RUN_(name)

void RUN(EMULATED_NAME)(const void *arguments) {
  void *const *list = arguments;
  EMULATED_NAME(*(const kernel_batch *)list[0], *(const real *const *)list[1]);
}

void RUN(KERNEL_PASTE(EMULATED_NAME, _uniform))(const void *arguments) {
  void *const *list = arguments;
  KERNEL_PASTE(EMULATED_NAME, _uniform)
  (*(const kernel_batch *)list[0], *(const real *const *)list[1], *(real *const *)list[2]);
}
