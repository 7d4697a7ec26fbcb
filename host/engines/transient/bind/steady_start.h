// p and velocities at t = 0 of the linear steady state, and the bytes that it works in.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STEADY_START_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STEADY_START_H

#include "engines/transient/transient_engine.h"

size_t transient_steady_scratch(const reduced_model *reduced);
chatter_status transient_steady_start(const engine_layout *layout, const study *config,
                                      const double *parameter, void *scratch, double *p, double *v);

#endif
