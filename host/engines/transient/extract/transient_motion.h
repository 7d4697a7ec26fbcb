// The motion of a trajectory at a step, for fields on the mesh.
#ifndef CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_MOTION_H
#define CHATTER_ENGINES_TRANSIENT_EXTRACT_TRANSIENT_MOTION_H

#include "engines/transient/transient_engine.h"

void transient_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                      const double *after, engine_motion *to);

#endif
