// Continuation of sliding from the end of another run (initial.from).
#ifndef CHATTER_ENGINES_SLIDING_START_H
#define CHATTER_ENGINES_SLIDING_START_H

#include "engines/sliding/sliding_engine.h"
#include "ensemble/state/start_states.h"

typedef struct guide_begin {
  double offset; // SLIDE_GUIDE_OFFSET: x_A at step 0 of the clock, m
  double now;    // present x_A, m
} guide_begin;

// Finds the state and guide position where a trajectory continues. The step h must be the same: d =
// h dp/dt.
chatter_status sliding_estimate_start(const engine_layout *layout, const study *config, long trajectory,
                                      trajectory_estimate *estimate, guide_begin *guide);
// Sets the state and the guide's position. During the first step the forces of the earlier run
// still act; those of this one begin with the next.
void sliding_go_on(const engine_layout *layout, const study *config, const start_point *from,
                   double *parameter, double *state);
int sliding_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);

#endif
