// What small deviations from a periodic motion become in one period: a linear map of displacements,
// velocities and sliders. Between transitions of contacts the deviations follow smooth equations, which steps
// of equal length go through (motion_system.h); a map's error is then a series in the even powers of the
// steps' length, so that maps of ever shorter steps are extrapolated.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_FLOW_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_FLOW_H

#include "engines/response/stability/element_path.h"

typedef struct floquet_flow floquet_flow;

// Displacements, velocities, sliders, internal states, and displacements of laws of the velocity without
// mass.
int floquet_size(const motion_system *system);

// Finds the transitions of all contacts. CHATTER_BAD_MODEL: there are too many. Belongs to `memory`, as what
// the orbit points to must outlive it.
chatter_status floquet_flow_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                                   floquet_flow **out);
// map[size][size]: column j is what a unit of state j becomes. 2^finer times as many steps as the coarsest
// map has.
chatter_status floquet_flow_map(floquet_flow *self, int finer, double *map);

// What the flow knows of the motion: transitions of all contacts in the order of time, and their states at τ
// = 0, [n_contacts].
int floquet_flow_events(const floquet_flow *self, const element_event **event, const element_path **path);

#endif
