// Final state of a run of beams, and the start of another run from it.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_START_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_START_H

#include "engines/beams/beams_engine.h"

int beams_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
// load factor
double beams_first_factor(const engine_layout *layout, const trajectory_estimate *estimate);

#endif
