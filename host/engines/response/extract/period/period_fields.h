// Fields over one period of a motion: at the peak of the curve (event: maximum), or in the state at
// response.at.
#ifndef CHATTER_ENGINES_RESPONSE_CYCLE_H
#define CHATTER_ENGINES_RESPONSE_CYCLE_H

#include "ensemble/engine.h"

// Plans the fields in the layout.
chatter_status response_fields_plan(const study *config, engine_layout *layout);
// Adds the fields of the chosen trajectories to the results.
chatter_status response_fields_add(const engine_layout *layout, long n, const kernel_batch *host,
                                   result_set *out);

#endif
