// The kernel of this folder (kernels/batch.h).
#include "ending_layout.h"

// clang-format off
KERNEL(ending, "ending/ending.h", ending, DIM_ENDING, 128)
