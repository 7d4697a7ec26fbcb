// Results of response curves and backbones, from the kernel's records.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_EXTRACT_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_RESPONSE_EXTRACT_H

#include "ensemble/engine.h"

// Adds the variables of n trajectories: outputs, points, peaks, ends, stability, truncation error.
chatter_status response_extract(const engine_layout *layout, const study *config, long n,
                                const kernel_batch *host, result_set *out);

#endif
