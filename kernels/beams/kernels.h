// The kernel of this folder (kernels/batch.h).
#include "beams_layout.h"

// clang-format off
KERNEL(beams, "beams/beams.h", beams, N_DIM_BEAMS, 128)
