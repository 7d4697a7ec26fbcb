// Variables of every point of curves, whatever the outputs are.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_POINT_VALUES_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_POINT_VALUES_H

#include "ensemble/engine.h"
#include "engines/response/stability/stability.h"

// `total` points of n trajectories.
chatter_status response_points_add(const engine_layout *layout, const study *config, long n,
                                   const kernel_batch *host, size_t total, result_set *out);
// Into `stable`, once it is known; adds the multipliers.
chatter_status response_points_stability(const response_stability *stability, result_set *out);

#endif
