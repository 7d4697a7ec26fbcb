// The table of emulated kernels: one build per kernel, mapping and precision, without fixed sizes.
#include "fake_kernels.h"

#include "kernels/batch.h"

// kernel, team, precision, and 1 if its arrays lie in shared memory although a build of fixed sizes
// keeps them in registers.
#define ONE_THREAD(X, kernel) X(kernel, 1, double, 1) X(kernel, 1, single, 1)
#define BUILDS_OF(X, kernel, team) X(kernel, team, double, 0) X(kernel, team, single, 0)
#define BUILDS_1(X, kernel) ONE_THREAD(X, kernel)
#define BUILDS_128(X, kernel)                                                                                \
  ONE_THREAD(X, kernel)                                                                                      \
  BUILDS_OF(X, kernel, 4)                                                                                    \
  BUILDS_OF(X, kernel, 8) BUILDS_OF(X, kernel, 16) BUILDS_OF(X, kernel, 32) BUILDS_OF(X, kernel, 128)

#define X(kernel, team, precision, work)                                                                     \
  void emulated_##kernel##_t##team##_##precision##_run(const void *arguments);                               \
  void emulated_##kernel##_t##team##_##precision##_uniform_run(const void *arguments);
#define KERNEL(kernel, header, prefix, dims, team) BUILDS_##team(X, kernel)
#include "machines/kernel_list.h"
#undef X

const fake_kernel fake_kernels[] = {
#define X(kernel, team, precision, work)                                                                     \
  {"chatter_" #kernel "_t" #team "_" #precision, emulated_##kernel##_t##team##_##precision##_run, work},     \
      {"chatter_" #kernel "_t" #team "_" #precision "_uniform",                                              \
       emulated_##kernel##_t##team##_##precision##_uniform_run, 0},
#include "machines/kernel_list.h"
#undef X
};
const int fake_kernel_count = sizeof fake_kernels / sizeof *fake_kernels;
