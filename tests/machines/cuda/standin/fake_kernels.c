// The table of emulated kernels. One build per mapping and precision serves every stepper: it reads the
// sizes.
#include "fake_kernels.h"

#define BUILDS(X)                                                                                            \
  X(1, double, 1) X(32, double, 0) X(128, double, 0) X(1, single, 1) X(32, single, 0) X(128, single, 0)

#define X(team, precision, work)                                                                             \
  void emulated_t##team##_##precision##_run(const void *arguments);                                          \
  void emulated_t##team##_##precision##_uniform_run(const void *arguments);
BUILDS(X)
#undef X

const fake_kernel fake_kernels[] = {
#define NAMED(kernel, team, precision, work)                                                                 \
  {"chatter_" #kernel "_t" #team "_" #precision, emulated_t##team##_##precision##_run, work},                \
      {"chatter_" #kernel "_t" #team "_" #precision "_uniform",                                              \
       emulated_t##team##_##precision##_uniform_run, 0},
#define X(team, precision, work)                                                                             \
  NAMED(generic, team, precision, work)                                                                      \
  NAMED(leapfrog, team, precision, work)                                                                     \
  NAMED(moreau, team, precision, work)                                                                       \
  NAMED(coulomb, team, precision, work)
    BUILDS(X)
#undef X
};
const int fake_kernel_count = sizeof fake_kernels / sizeof *fake_kernels;
