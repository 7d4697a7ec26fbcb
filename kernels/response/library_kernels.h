// List of kernels that engines launch themselves, on the CPU with one lane (kernels/library.h).
#include "response_layout.h"

// clang-format off
KERNEL(response_library, "response/response_library.h", response, N_DIM_RESPONSE, 1)
