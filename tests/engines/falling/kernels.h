// The kernel of this folder (kernels/batch.h).
#include "falling_layout.h"

// clang-format off
KERNEL(falling, "falling/falling.h", falling, DIM_FALLING, 1)
