// The signals that the kernel evaluates; transient_extract.c makes the results of them.
#ifndef CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_OUTPUTS_H
#define CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_OUTPUTS_H

#include "engines/transient/transient_engine.h"

chatter_status transient_plan_outputs(const study *config, const engine_layout *layout,
                                      transient_setup *setup);

#endif
