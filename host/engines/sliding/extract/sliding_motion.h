// The motion of both bodies at a step, for fields on the mesh.
#ifndef CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_MOTION_H
#define CHATTER_ENGINES_SLIDING_EXTRACT_SLIDING_MOTION_H

#include "engines/sliding/sliding_engine.h"

void sliding_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                    const double *after, engine_motion *to);

#endif
