// When a stop closes and opens while its coordinate moves along a periodic motion: where the argument of its
// law, the dynamic Lagrangian, passes the normal force at rest (kernels/laws/lagrangian.h).
#ifndef CHATTER_ENGINES_RESPONSE_STOP_PATH_H
#define CHATTER_ENGINES_RESPONSE_STOP_PATH_H

#include "engines/response/stability/element_path.h"

// 1: a unilateral contact without friction behind a flexibility of its own, the massless boundary: one that
// takes up what would be an impact.
int stop_is(const motion_system *system, int index);

// The path of contact `index` as element_follow's: ELEMENT_STICK is closed.
chatter_status stop_follow(const motion_system *system, const motion_orbit *orbit, int index, double *scratch,
                           element_event *event, element_path *out);

#endif
