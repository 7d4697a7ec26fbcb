// What holds the means of rigid-body modes, which contacts alone hold: a stiffness at the contacts, which the
// model of the static harmonic has and the contact forces give back.
#ifndef CHATTER_ENGINES_RESPONSE_BIND_MEAN_STIFFNESS_H
#define CHATTER_ENGINES_RESPONSE_BIND_MEAN_STIFFNESS_H

#include "engines/response/bind/response_plan.h"

// Finds setup->hold; NULL where all modes are held.
chatter_status response_plan_mean_stiffness(const study *config, const reduced_model *reduced, arena *memory,
                                            response_setup *setup);

// Writes it and what it makes of the static harmonic into a packed model.
chatter_status response_pack_mean_stiffness(const study *config, const response_setup *setup, const int *dim,
                                            arena *memory, double *model);

#endif
