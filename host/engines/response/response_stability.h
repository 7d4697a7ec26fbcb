// The stability of the points of response curves and backbones.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_STABILITY_H

#include "engines/response/response_engine.h"

enum { POINT_UNSTABLE, POINT_STABLE, POINT_UNKNOWN };

// Of all kept points of n trajectories, one after the other, by response.stability: stable[] 0, 1 or 2 (not
// known); with Floquet multipliers multiplier[] too, the largest modulus (NaN: not known), and kind[]
// (floquet_kind, N_FLOQUET: not known).
chatter_status response_find_stability(const engine_layout *layout, const study *config, long n,
                                       const kernel_batch *host, int *stable, double *multiplier, int *kind);

#endif
