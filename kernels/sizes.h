// How much memory a kernel wants: for the launchers.
#ifndef CHATTER_KERNELS_SIZES_H
#define CHATTER_KERNELS_SIZES_H

#include "transient/transient.h"

// Reals in kernel_run.uniform.
KERNEL_INDEX long kernel_n_uniform(const kernel_sizes *sizes) {
  switch (sizes->kernel) {
  case KERNEL_LEAPFROG:
  case KERNEL_MOREAU:
    return transient_n_uniform(sizes->dim);
  default:
    return 0;
  }
}
// Bytes of `work` of one group of lanes; lane_bytes = sizeof(lane_t), wide_bytes = sizeof(wide_t).
KERNEL_INDEX long kernel_work_bytes(const kernel_sizes *sizes, long lane_bytes, long wide_bytes) {
  switch (sizes->kernel) {
  case KERNEL_LEAPFROG:
  case KERNEL_MOREAU:
    return transient_work(sizes->dim, lane_bytes, wide_bytes);
  default:
    return 0;
  }
}
// Numbers in kernel_batch.model.
KERNEL_INDEX long kernel_n_model(const kernel_sizes *sizes) {
  switch (sizes->kernel) {
  case KERNEL_LEAPFROG:
  case KERNEL_MOREAU:
    return transient_model(sizes->dim, MODEL_END);
  default:
    return 0;
  }
}

#endif
