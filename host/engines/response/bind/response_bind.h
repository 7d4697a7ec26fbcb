// Parameters and initial state of one trajectory.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_BIND_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_BIND_H

#include "ensemble/engine.h"

// The stages of one trajectory and their limits.
typedef struct response_program {
  int stages;               // bit mask of 1 << hb_stage
  double factor, factor_to; // load factors: of the response curve, and at the end of backbones
  double amplitude_to;      // m, at the end of a damped nonlinear normal mode; 0: chosen
  double restart;           // factor increment at a restart of a backbone of maxima; 0: no restarts
} response_program;

// Fills the parameters and the initial state of a trajectory with the stages of `program`.
chatter_status response_bind_program(const engine_layout *layout, const study *config, long trajectory,
                                     const response_program *program, const trajectory_estimate *estimate,
                                     void *scratch, double *parameter, double *state);

#endif
