// tests/kernels/linear_case.h for the emulator: TEAM, KERNEL_SINGLE, TEAM_ENTRY.
#include <stddef.h>

#define EMULATE_CUDA
#include "emulator.h"

#include "tests/kernels/linear_case.h"

#define RUN_(name) name##_run
#define RUN(name) RUN_(name)

void RUN(TEAM_ENTRY)(const void *arguments) {
  void *const *list = arguments;
  TEAM_ENTRY(*(const int *)list[0], *(const int *)list[1], *(double *const *)list[2],
             *(double *const *)list[3], *(double *const *)list[4], *(double *const *)list[5]);
}
