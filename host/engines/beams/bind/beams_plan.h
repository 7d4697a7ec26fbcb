// Sizes and tables of an assembly: which freedoms are free, held or moved, in which order the
// unknowns stand, and which signals the outputs want.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_PLAN_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_PLAN_H

#include "engines/beams/beams_engine.h"

int beams_legs_count(const study *config);
double beams_increments(const study *config); // of all legs
double beams_recorded(const study *config);
chatter_status beams_prepare(const study *config, const reduced_model *reduced, engine_layout *layout);

#endif
