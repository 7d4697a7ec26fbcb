// Initial state of one trajectory at τ = 0, from the section `initial`.
#ifndef CHATTER_ENGINES_REGIMES_BIND_REGIMES_START_H
#define CHATTER_ENGINES_REGIMES_BIND_REGIMES_START_H

#include "engines/regimes/regimes_engine.h"

chatter_status regimes_check_start(const study *study, const reduced_model *reduced);
void regimes_start(const study *study, const reduced_model *reduced, const regimes_system *system,
                   const int *dim, const double *parameter, double *state);

#endif
