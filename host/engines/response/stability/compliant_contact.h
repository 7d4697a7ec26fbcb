// A compliant law (kernels/laws/compliant.h) while its coordinate moves along a periodic
// motion.
#ifndef CHATTER_ENGINES_RESPONSE_COMPLIANT_CONTACT_H
#define CHATTER_ENGINES_RESPONSE_COMPLIANT_CONTACT_H

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
void compliant_settle(const motion_contact *contact, const double *q, int n, double *state);
// After a move.
void compliant_update(const motion_contact *contact, double move, double *state);
// Returns the part of the force that the states make, N.
double compliant_state_force(const motion_contact *contact, const double *state);
// Moves the states along and returns the energy in them, J.
double compliant_store(const motion_contact *contact, double move, double *state);

#endif
