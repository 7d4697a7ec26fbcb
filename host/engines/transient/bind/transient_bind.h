// Parameters of one trajectory.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_BIND_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_BIND_H

#include "engines/transient/transient_engine.h"

chatter_status transient_estimate(const engine_layout *layout, const study *config, long trajectory,
                                  void *scratch, trajectory_estimate *estimate);
chatter_status transient_bind(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, double *parameter, double *state, trajectory_estimate *estimate);
void transient_specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);

#endif
