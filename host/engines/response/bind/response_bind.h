// Parameters and initial state of one trajectory.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_BIND_H
#define CHATTER_ENGINES_RESPONSE_BIND_RESPONSE_BIND_H

#include "ensemble/engine.h"

// What a trajectory goes through.
typedef struct response_program {
  int stages;               // 1 << hb_stage, of each
  double factor, factor_to; // on the loads: of the response curve, and where backbones end
  double amplitude_to;      // m, where a damped nonlinear normal mode ends; 0: chosen
  double restart;           // what is added to it where a backbone of maxima begins anew; 0: it never does
} response_program;

// Fills the parameters and the initial state of a trajectory that goes through `program`.
chatter_status response_bind_program(const engine_layout *layout, const study *config, long trajectory,
                                     const response_program *program, const trajectory_estimate *estimate,
                                     void *scratch, double *parameter, double *state);

#endif
