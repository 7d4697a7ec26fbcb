// Displacements and velocities of the linear steady state at t = 0, and its bytes of scratch.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STEADY_START_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STEADY_START_H

#include "engines/transient/transient_engine.h"

size_t transient_steady_scratch(const reduced_model *reduced);
chatter_status transient_steady_start(const engine_layout *layout, const study *config,
                                      const double *parameter, void *scratch, double *p, double *v);

#endif
