// A law that answers with its force (kernels/laws/respond.h) while its coordinate moves along a periodic
// motion.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONDING_H
#define CHATTER_ENGINES_RESPONSE_RESPONDING_H

#include "engines/response/stability/motion.h"
#include "kernels/laws/respond.h"

static inline int responding_has(const motion_contact *contact, int need) {
  return (law_needs(contact->answers) & need) != 0;
}
// Its q, m, and v, m/s.
void responding_motion(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                       double move[2]);
// Without the part of internal states.
law_answer responding_answer(const motion_contact *contact, const motion_orbit *orbit, motion_instant at);

// The internal states at the beginning of a period of moves q[0] … q[n] = q[0], once they are periodic; they
// begin at rest at q = 0.
void responding_settle(const motion_contact *contact, const double *q, int n, double *state);
// After a move.
void responding_remember(const motion_contact *contact, double move, double *state);
// What they add to the force.
double responding_pull(const motion_contact *contact, const double *state);
// Moves the states along and returns the energy in them, J.
double responding_store(const motion_contact *contact, double move, double *state);

#endif
