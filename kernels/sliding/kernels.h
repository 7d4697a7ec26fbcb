// The kernel of this folder (kernels/batch.h).
#include "sliding_layout.h"

// clang-format off
KERNEL(sliding, "sliding/sliding.h", sliding, N_DIM_SLIDING, 128)
