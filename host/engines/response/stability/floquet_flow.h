// Linear map of small deviations of displacements, velocities and sliders from a periodic motion
// over one period. Between transitions of contacts the deviations satisfy smooth equations, solved
// by steps of equal length (motion_system.h). The error of a map is a series in even powers of the
// step length, so maps of ever shorter steps are extrapolated.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_FLOW_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_FLOW_H

#include "engines/response/stability/element_path.h"

typedef struct floquet_flow floquet_flow;

// Returns the number of states: displacements, velocities, sliders, internal states, and
// displacements of velocity-dependent laws at massless coordinates.
int floquet_size(const motion_system *system);

// Finds the transitions of all contacts. CHATTER_BAD_MODEL: too many. The flow lives in `memory`;
// what the orbit points to must outlive it.
chatter_status floquet_flow_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                                   floquet_flow **out);
// Computes map[size][size]: column j is the image of unit state j. Uses 2^finer times the steps of
// the coarsest map.
chatter_status floquet_flow_map(floquet_flow *self, int finer, double *map);

// Returns the number of transitions of all contacts, in the order of time, and the contact states
// at τ = 0, [n_contacts].
int floquet_flow_events(const floquet_flow *self, const element_event **event, const element_path **path);

#endif
