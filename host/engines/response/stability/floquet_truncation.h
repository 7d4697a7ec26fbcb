// What the harmonics that a balance leaves out would add to its motion: the forces of the contact laws along
// the motion have them, and the linear system answers to those.
#ifndef CHATTER_ENGINES_RESPONSE_STABILITY_FLOQUET_TRUNCATION_H
#define CHATTER_ENGINES_RESPONSE_STABILITY_FLOQUET_TRUNCATION_H

#include "engines/response/stability/floquet_flow.h"

// The motion with up to three times as many harmonics, in `memory`; what is added to coordinates is `size` of
// their motion at most. `flow`: of the motion itself.
chatter_status floquet_add_truncated(const motion_system *system, const motion_orbit *orbit,
                                     const floquet_flow *flow, arena *memory, motion_orbit *out,
                                     double *size);

#endif
