// The kernels of this folder (kernels/batch.h).
#include "response_layout.h"

// clang-format off
KERNEL(response, "response/response.h", response, N_DIM_RESPONSE, 128)
