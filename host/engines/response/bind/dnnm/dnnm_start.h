// Start of a damped nonlinear normal mode (dNNM): the mode of the linear system with all contacts
// stuck, at a small amplitude.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_DNNM_START_H
#define CHATTER_ENGINES_RESPONSE_BIND_DNNM_START_H

#include "ensemble/engine.h"

// Returns the bytes of scratch that dnnm_start_bind needs.
size_t dnnm_start_bytes(const int *dim);

// Writes the start of the mode into the state, and its largest amplitude into the parameters.
chatter_status dnnm_start_bind(const engine_layout *layout, const study *config, long trajectory,
                               double *parameter, void *scratch, double *state);

#endif
