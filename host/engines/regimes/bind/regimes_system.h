// Modal friction model of a study; `reduced` is NULL for chains.
#ifndef CHATTER_ENGINES_REGIMES_BIND_REGIMES_SYSTEM_H
#define CHATTER_ENGINES_REGIMES_BIND_REGIMES_SYSTEM_H

#include "engines/regimes/regimes_engine.h"

// Returns 1 for a chain: no excitation entry; contact and excitation as in Marino and Cicirello
// 2021. Returns 0 for the reduced model under one harmonic load.
int regimes_is_chain(const study *study);
extern const study_law_use regimes_law_uses[];
// Refuses contact laws that a map does not support.
chatter_status regimes_check_laws(const study *study, const reduced_model *reduced);
chatter_status regimes_check(const study *study, const reduced_model *reduced);
chatter_status regimes_check_load(const study *study);
// `load`: the study's excitation in the reduced model. *system: zeros, or the result of an earlier
// call. Errors name the place in the study.
chatter_status regimes_system_of(const study *study, const reduced_model *reduced, int load, int damped,
                                 regimes_system *system);
const regime_boundaries *regimes_boundaries_of(regimes_system *system);
int regimes_n_modes(const study *study, const reduced_model *reduced);
int regimes_damped(const study *study, const reduced_model *reduced);

#endif
