// The kernel of this folder (kernels/batch.h).
#include "noisy_layout.h"

// clang-format off
KERNEL(noisy, "noisy/noisy.h", noisy, DIM_NOISY, 128)
