// Description of a kernel for the launchers. Each kernel is a line in kernels/ENGINE/kernels.h (see
// kernels/batch.h); kernel_kind.c makes `const kernel_kind kernel_NAME` of it. The list of an
// engine's kernels declares them by
//    #define KERNEL KERNEL_DECLARE
//    #include "kernels/ENGINE/kernels.h"
//    #undef KERNEL
#ifndef CHATTER_MACHINES_KERNEL_KIND_H
#define CHATTER_MACHINES_KERNEL_KIND_H

#include "kernels/batch.h"

// A kernel in one CPU build.
typedef struct cpu_kernel {
  // Fills `uniform`, the numbers that all trajectories share.
  void (*uniform)(const kernel_batch *batch, const void *model, void *uniform);
  // Steps trajectories column ... column + lanes - 1.
  void (*group)(const kernel_batch *batch, const void *model, const void *uniform, long column, char *work);
} cpu_kernel;

struct kernel_kind {
  const char *name, *header, *prefix; // header: path below kernels/
  int most_team;                      // most GPU threads per trajectory: 1 or 128
  // Sizes, as functions of kernel_sizes.dim.
  long (*n_model)(const int *dim);                                // numbers in kernel_batch.model
  long (*n_uniform)(const int *dim);                              // reals in kernel_run.uniform
  long (*work)(const int *dim, long lane_bytes, long wide_bytes); // bytes of one group of lanes
  int (*fixed_tables)(const int *dim); // entries of kernel_batch.tables worth compiling in
  int (*n_persistent)(const int *dim); // numbers of a trajectory kept between steps
  int (*n_parallel)(const int *dim);   // independent pieces of the work of a step
  const cpu_kernel *const *cpu;        // by CPU build, in the order of cpu_instances.h
};

extern const kernel_kind *const kernel_kinds[]; // all of this program; ends with NULL

#endif
