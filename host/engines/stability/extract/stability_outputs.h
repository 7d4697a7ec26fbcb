// Outputs of a stability study: their requirements, and reading them.
#ifndef CHATTER_ENGINES_STABILITY_EXTRACT_STABILITY_OUTPUTS_H
#define CHATTER_ENGINES_STABILITY_EXTRACT_STABILITY_OUTPUTS_H

#include "engines/stability/stability_engine.h"

chatter_status stability_plan_outputs(const study *config, const reduced_model *joined, arena *memory,
                                      stability_setup *setup);
chatter_status stability_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out);

#endif
