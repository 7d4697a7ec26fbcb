// Parameters and initial state of one trajectory.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_BIND_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_BIND_H

#include "engines/beams/beams_engine.h"

chatter_status beams_estimate(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, trajectory_estimate *estimate);
chatter_status beams_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                          double *parameter, double *state, trajectory_estimate *estimate);

#endif
