// Variables of every point of curves that do not depend on the outputs.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_POINT_VALUES_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_POINT_VALUES_H

#include "ensemble/engine.h"
#include "engines/response/stability/stability.h"

// Adds the variables of `total` points of n trajectories.
chatter_status response_points_add(const engine_layout *layout, const study *config, long n,
                                   const kernel_batch *host, size_t total, result_set *out);
// Adds the stability of the points, once it is known, and the multipliers.
chatter_status response_points_stability(const response_stability *stability, result_set *out);

#endif
