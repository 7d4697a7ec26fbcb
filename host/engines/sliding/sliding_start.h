// Sliding that goes on from the end of another run (initial.from).
#ifndef CHATTER_ENGINES_SLIDING_START_H
#define CHATTER_ENGINES_SLIDING_START_H

#include "engines/sliding/sliding_engine.h"
#include "ensemble/state/start.h"

typedef struct sliding_begin {
  start_point from;
  double offset; // SLIDE_OFFSET: x_A at step 0 of the clock, m
  double now;    // x_A where it goes on, m
} sliding_begin;

// Where a trajectory goes on: *status not_run, where that did not end well. The step h is the same: d = h
// dp/dt.
chatter_status sliding_find_start(const engine_layout *layout, const study *config, long trajectory,
                                  sliding_begin *out, trajectory_status *status);
// The state and the guide's way. What acts over the first step is still the forces of the run before: those
// of this one come with the next.
chatter_status sliding_go_on(const engine_layout *layout, const study *config, long trajectory,
                             double *parameter, double *state);
int sliding_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
double sliding_step_of(const engine_layout *layout, const kernel_batch *host, long i);

#endif
