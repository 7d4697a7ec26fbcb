// Initial state of a trajectory, from its parameters.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_START_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_START_H

#include "engines/transient/transient_engine.h"

size_t transient_start_scratch(const engine_layout *layout,
                               const initial_config *of); // bytes of scratch
chatter_status transient_start(const engine_layout *layout, const study *config, long trajectory,
                               const double *parameter, void *scratch, double *state,
                               trajectory_estimate *estimate);
// Sets the first step of a trajectory that continues another.
chatter_status transient_estimate_start(const engine_layout *layout, const study *config, long trajectory,
                                        double dt, trajectory_estimate *estimate);
int transient_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);

#endif
