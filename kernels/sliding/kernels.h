// The kernel of this folder (kernels/batch.h).
#include "sliding_layout.h"

// clang-format off
KERNEL(sliding, "sliding/sliding.h", sliding, DIM_SLIDING, 128)
