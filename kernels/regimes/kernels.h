// The kernels of this folder (kernels/batch.h).
#include "coulomb_layout.h"

// clang-format off
KERNEL(coulomb, "regimes/coulomb_stepper.h", coulomb, N_DIM_COULOMB, 1)
