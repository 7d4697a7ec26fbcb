// Estimate of the neglected harmonics of a balance: the response of the linear system to the
// harmonics of the contact forces above those retained.
#ifndef CHATTER_ENGINES_RESPONSE_STABILITY_FLOQUET_TRUNCATION_H
#define CHATTER_ENGINES_RESPONSE_STABILITY_FLOQUET_TRUNCATION_H

#include "engines/response/stability/floquet_flow.h"

// Finds the motion with up to three times as many harmonics, in `memory`. `size`: the largest added
// fraction of a coordinate's motion. `flow`: of the original motion.
chatter_status floquet_add_truncated(const motion_system *system, const motion_orbit *orbit,
                                     const floquet_flow *flow, arena *memory, motion_orbit *out,
                                     double *size);

#endif
