// Added stiffness for the means of rigid-body modes, which only contacts hold. The model of the
// static harmonic contains it, and the contact forces compensate for it.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_MEAN_STIFFNESS_H
#define CHATTER_ENGINES_RESPONSE_BIND_MEAN_STIFFNESS_H

#include "engines/response/bind/response_plan.h"

// Finds setup->hold; NULL if all modes have stiffness.
chatter_status response_plan_mean_stiffness(const study *config, const reduced_model *reduced, arena *memory,
                                            response_setup *setup);

// Writes the added stiffness and the static harmonic that results from it into a packed model.
chatter_status response_pack_mean_stiffness(const study *config, const response_setup *setup, const int *dim,
                                            arena *memory, double *model);

#endif
