// Stamps the kernel body: one group of LANES trajectories of whatever stepper the batch names. A new stepper
// is its header and one line in each of the lists here.
#ifndef CHATTER_KERNELS_INSTANCE_H
#define CHATTER_KERNELS_INSTANCE_H

#include "transient/leapfrog.h"
#include "transient/moreau.h"
#if KERNEL_CUDA && TEAM == 1
#include "regimes/coulomb_stepper.h"
#endif

#define STEPPER leapfrog
#include "trajectory.h"
#undef STEPPER
#define STEPPER moreau
#include "trajectory.h"
#undef STEPPER

// Which kernel: a constant in sized builds.
#ifdef KERNEL_SIZED
#define KERNEL_OF(run) KERNEL_SIZED_KERNEL
#else
#define KERNEL_OF(run) ((run)->sizes.kernel)
#endif

// Fills run->uniform, every size-th number by each of `size` workers.
KERNEL_FN void kernel_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  switch (KERNEL_OF(run)) {
  case KERNEL_LEAPFROG:
  case KERNEL_MOREAU:
    transient_uniform(run, uniform, rank, size);
    break;
  default:
    break;
  }
}

KERNEL_FN void kernel_group(const kernel_run *run, char *work) {
  switch (KERNEL_OF(run)) {
  case KERNEL_LEAPFROG:
    leapfrog_trajectory(run, work);
    break;
  case KERNEL_MOREAU:
    moreau_trajectory(run, work);
    break;
#if KERNEL_CUDA && TEAM == 1 // on the CPU it is a translation unit of its own, cpu/coulomb.c
  case KERNEL_COULOMB:
    coulomb_trajectory(run, work);
    break;
#endif
  default:
    break;
  }
}

#endif
