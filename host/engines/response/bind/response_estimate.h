// Estimates of the number of points and steps of a trajectory, for limits, time and file sizes.
// Benchmarks and tests hold them to a factor of three.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_ESTIMATE_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_ESTIMATE_H

#include "engines/response/bind/response_bind.h"

// Checks a trajectory's numbers and estimates its response curve; TRAJECTORY_STUCK without a
// harmonic load.
chatter_status response_estimate(const engine_layout *layout, const study *config, long trajectory,
                                 void *scratch, trajectory_estimate *estimate);

// Increases the step limit for the response curves of possible restarts.
void response_estimate_restarts(const response_program *program, trajectory_estimate *estimate);

// Adds the points of backbones between two load factors.
void response_expect_backbones(const engine_layout *layout, const study *config, double from, double to,
                               trajectory_estimate *estimate);

#endif
