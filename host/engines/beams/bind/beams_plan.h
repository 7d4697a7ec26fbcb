// Sizes and tables of an assembly: free, held and driven freedoms, the order of the unknowns, and
// the signals of outputs.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_PLAN_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_PLAN_H

#include "engines/beams/beams_engine.h"

int beams_legs_count(const study *config);
double beams_increments(const study *config); // over all legs
double beams_recorded(const study *config);
chatter_status beams_prepare(const study *config, const reduced_model *reduced, engine_layout *layout);

#endif
