// Jumps of the slopes of a compliant law while its coordinate moves along a periodic motion: a gap
// closes or opens, the motion reverses, sliders begin to slip.
#ifndef CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H
#define CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H

#include "engines/response/stability/element_path.h"
#include "engines/response/stability/motion_system.h"
#include "kernels/laws/compliant.h"

static inline int compliant_has(const motion_contact *contact, int need) {
  return (law_force_arguments(contact->compliant_law) & need) != 0;
}

// Returns q, m, and v, m/s, of the contact.
void compliant_motion(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                      double move[2]);

// Evaluates the force without the part of internal states.
law_result compliant_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at);

// Finds the periodic internal states at the beginning of a period of moves q[0] … q[n] = q[0]. The
// first period starts at rest with q = 0.
void compliant_periodic_states(const motion_contact *contact, const double *q, int n, double *state);

// Updates the internal states after a move.
void compliant_update(const motion_contact *contact, double move, double *state);

// Returns the part of the force due to the internal states, N.
double compliant_state_force(const motion_contact *contact, const double *state);

// Updates the internal states and returns their energy, J.
double compliant_stored_energy(const motion_contact *contact, double move, double *state);

// Finds the events of contact `index`, event[room], in the order of time; its internal states at τ
// = 0, state[states]; and stuck[states], 1 for states that no move of the period changes.
// CHATTER_BAD_MODEL: more than `room` events.
chatter_status compliant_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                   int room, arena *memory, element_event *event, int *n, double *state,
                                   int *stuck);

#endif
