// The state that a trajectory begins with, from its parameters.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_START_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_START_H

#include "engines/transient/transient_engine.h"

size_t transient_start_scratch(const engine_layout *layout,
                               const initial_config *of); // bytes that it works in
chatter_status transient_start(const engine_layout *layout, const study *config, long trajectory,
                               const double *parameter, void *scratch, double *state,
                               trajectory_estimate *estimate);
// Sets the first step of a trajectory that goes on from another.
chatter_status transient_estimate_start(const engine_layout *layout, const study *config, long trajectory,
                                        double dt, trajectory_estimate *estimate);
int transient_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);

#endif
