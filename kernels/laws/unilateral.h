// Unilateral contact (Signorini) with normal preload: g >= 0 ⟂ λ + λ0 >= 0. The projection of
// Monjaraz-Tec et al. 2022, equation C.3, is shifted by the preload (docs/theory/inclusions.md).
#ifndef CHATTER_KERNELS_LAW_UNILATERAL_H
#define CHATTER_KERNELS_LAW_UNILATERAL_H

#include "../lane.h"

KERNEL_FN lane_t law_unilateral(lane_t force, lane_t preload) {
  return lane_max(force, -preload);
}

#endif
