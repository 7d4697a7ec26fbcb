// The kernel of this folder (kernels/batch.h).
#include "beams_layout.h"

// clang-format off
KERNEL(beams, "beams/beams.h", beams, DIM_BEAM_ROOM, 128)
