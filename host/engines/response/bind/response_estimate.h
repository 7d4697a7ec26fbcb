// How many points and steps a trajectory may take and is likely to take, for estimates of time and of files:
// no more than guesses, which bench and tests hold to a factor of three.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_ESTIMATE_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_ESTIMATE_H

#include "engines/response/bind/response_bind.h"

// Checks a trajectory's numbers and estimates its response curve; TRAJECTORY_STUCK without a harmonic load.
chatter_status response_estimate(const engine_layout *layout, const study *config, long trajectory,
                                 void *scratch, trajectory_estimate *estimate);

// Allows steps for as many response curves as there may be restarts.
void response_estimate_restarts(const response_program *program, trajectory_estimate *estimate);

// Adds the points of backbones from one factor on the loads to another.
void response_expect_backbones(const engine_layout *layout, const study *config, double from, double to,
                               trajectory_estimate *estimate);

#endif
