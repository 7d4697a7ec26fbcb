// Coulomb friction under a constant normal load N = λ0: radius μ N, independent of the normal
// motion.
#ifndef CHATTER_KERNELS_LAW_COULOMB_H
#define CHATTER_KERNELS_LAW_COULOMB_H

#include "../lane.h"

KERNEL_FN lane_t law_coulomb_radius(lane_t friction, lane_t load) {
  return friction * load;
}

#endif
