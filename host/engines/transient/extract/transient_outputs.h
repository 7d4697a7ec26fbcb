// Signals that the kernel evaluates for outputs; transient_extract.c turns them into results.
#ifndef CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_OUTPUTS_H
#define CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_OUTPUTS_H

#include "engines/transient/transient_engine.h"

chatter_status transient_plan_outputs(const study *config, const engine_layout *layout,
                                      transient_setup *setup);

#endif
