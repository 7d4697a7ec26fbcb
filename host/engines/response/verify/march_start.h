// The state that a motion of the harmonic balance has at τ = 0, as the steppers of the transient engine keep
// theirs: displacements of modes now, velocities half a step ago, contacts a step ago.
#ifndef CHATTER_ENGINES_RESPONSE_MARCH_START_H
#define CHATTER_ENGINES_RESPONSE_MARCH_START_H

#include "engines/response/verify/march.h"

chatter_status march_start(march *self, arena *memory);

#endif
