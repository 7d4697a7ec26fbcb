// tests/kernels/projection_case.h for the emulator: TEAM, KERNEL_SINGLE, TEAM_ENTRY.
#include <stddef.h>

#define EMULATE_CUDA
#include "emulator.h"

#include "tests/kernels/projection_case.h"

#define RUN_(name) name##_run
#define RUN(name) RUN_(name)

void RUN(TEAM_ENTRY)(const void *arguments) {
  void *const *list = arguments;
  TEAM_ENTRY(list[0], *(const int *)list[1], list[2], list[3], list[4], list[5], list[6], list[7], list[8]);
}
