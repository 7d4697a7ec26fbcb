// List of the kernels of this folder (kernels/batch.h).
#include "transient_layout.h"

// clang-format off
KERNEL(leapfrog, "transient/leapfrog.h", transient, N_DIM_TRANSIENT, 128)
KERNEL(moreau, "transient/moreau.h", transient, N_DIM_TRANSIENT, 128)
