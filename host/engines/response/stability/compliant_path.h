// Where the slopes of a compliant law jump while its coordinate moves along a periodic
// motion: where a gap closes and opens, where the motion turns, where sliders begin to slip.
#ifndef CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H
#define CHATTER_ENGINES_RESPONSE_COMPLIANT_PATH_H

#include "engines/response/stability/element_path.h"
#include "engines/response/stability/motion_system.h"
#include "kernels/laws/compliant.h"

static inline int compliant_has(const motion_contact *contact, int need) {
  return (law_force_arguments(contact->compliant_law) & need) != 0;
}

// Its q, m, and v, m/s.
void compliant_motion(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                      double move[2]);

// Without the part of internal states.
law_result compliant_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at);

// The internal states at the beginning of a period of moves q[0] … q[n] = q[0], once they are periodic; they
// begin at rest at q = 0.
void compliant_periodic_states(const motion_contact *contact, const double *q, int n, double *state);

// After a move.
void compliant_update(const motion_contact *contact, double move, double *state);

// Returns the part of the force that the states make, N.
double compliant_state_force(const motion_contact *contact, const double *state);

// Moves the states along and returns the energy in them, J.
double compliant_stored_energy(const motion_contact *contact, double move, double *state);

// Events of contact `index` in event[room], in the order of time; its internal states at τ = 0 in
// state[states], and which of them no move of the period wears off, stuck[states]. CHATTER_BAD_MODEL: there
// are more events than that.
chatter_status compliant_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                   int room, arena *memory, element_event *event, int *n, double *state,
                                   int *stuck);

#endif
