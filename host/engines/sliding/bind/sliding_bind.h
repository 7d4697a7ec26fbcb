// Parameters and initial state of one trajectory: the quasi-static sliding equilibrium, in position
// and velocity.
#ifndef CHATTER_ENGINES_SLIDING_BIND_SLIDING_BIND_H
#define CHATTER_ENGINES_SLIDING_BIND_SLIDING_BIND_H

#include "engines/sliding/sliding_engine.h"

drive_use sliding_roughness_use(const study *config); // if it is a drive
chatter_status sliding_estimate(const engine_layout *layout, const study *config, long trajectory,
                                void *scratch, trajectory_estimate *estimate);
chatter_status sliding_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                            double *parameter, double *state, trajectory_estimate *estimate);

#endif
