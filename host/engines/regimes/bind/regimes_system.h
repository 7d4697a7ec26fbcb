// `reduced` is NULL for chains.
#ifndef CHATTER_ENGINES_REGIMES_BIND_REGIMES_SYSTEM_H
#define CHATTER_ENGINES_REGIMES_BIND_REGIMES_SYSTEM_H

#include "engines/regimes/regimes_engine.h"

// Returns 1 for a chain: no excitation entry, contact and excitation as in the paper. 0: the
// reduced model under one harmonic load.
int regimes_is_chain(const study *study);
extern const study_law_use regimes_law_uses[];
// Refuses contacts whose laws a map does not take.
chatter_status regimes_check_laws(const study *study, const reduced_model *reduced);
chatter_status regimes_check(const study *study, const reduced_model *reduced);
chatter_status regimes_check_load(const study *study);
// `load`: of the reduced model, the study's excitation. *system: all zeros, or what an earlier call
// left there. Raises with the study's place.
chatter_status regimes_system_of(const study *study, const reduced_model *reduced, int load, int damped,
                                 regimes_system *system);
const regime_boundaries *regimes_boundaries_of(regimes_system *system);
int regimes_n_modes(const study *study, const reduced_model *reduced);
int regimes_damped(const study *study, const reduced_model *reduced);

#endif
