// One CPU build of the kernels: an instruction set, a number of lanes, a precision. instance.c is compiled
// once for each (cmake/kernels.cmake) and exports one of these.
#ifndef CHATTER_MACHINES_CPU_INSTANCE_H
#define CHATTER_MACHINES_CPU_INSTANCE_H

#include "kernels/batch.h"

enum { CPU_BASELINE, CPU_V3, CPU_V4 }; // x86-64 levels

typedef struct cpu_instance {
  int level, lanes, single;
  long real_bytes, lane_bytes, wide_bytes;
  void (*convert)(const double *from, void *to, long n); // model to `real`
  // Numbers that all trajectories share, into `uniform`.
  void (*uniform)(const kernel_batch *batch, const void *model, void *uniform);
  // Steps trajectories column … column + lanes - 1.
  void (*group)(const kernel_batch *batch, const void *model, const void *uniform, long column, char *work);
} cpu_instance;

#define CPU_INSTANCES(X)                                                                                     \
  X(v4_8) X(v4_8_single) X(v3_4) X(v3_4_single) X(v3_1) X(v3_1_single) X(baseline_1) X(baseline_1_single)

#endif
