// Where the slopes of a compliant law jump while its coordinate moves along a periodic
// motion: where a gap closes and opens, where the motion turns, where sliders begin to slip.
#ifndef CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H
#define CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H

#include "engines/response/stability/element_path.h"
#include "engines/response/stability/compliant_contact.h"

// Events of contact `index` in event[room], in the order of time; its internal states at τ = 0 in
// state[states], and which of them no move of the period wears off, stuck[states]. CHATTER_BAD_MODEL: there
// are more events than that.
chatter_status compliant_follow(const motion_system *system, const motion_orbit *orbit, int index, int room,
                                arena *memory, element_event *event, int *n, double *state, int *stuck);

#endif
