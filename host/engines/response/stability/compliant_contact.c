#include "engines/response/stability/compliant_contact.h"

#include <math.h>

void compliant_motion(const motion_contact *c, const motion_orbit *orbit, motion_instant at, double move[2]) {
  motion_at(orbit, c->first, at, move);
  if (compliant_has(c, LAW_HAS_GAP)) move[0] += c->gap;
  move[1] *= orbit->omega;
}

law_result compliant_force(const motion_contact *c, const motion_orbit *orbit, motion_instant at) {
  double move[2];
  compliant_motion(c, orbit, at, move);
  return law_force(c->compliant_law, c->number, c->numbers, move[0], move[1]);
}

void compliant_settle(const motion_contact *c, const double *q, int n, double *state) {
  enum { MOST_PERIODS = 100 };
  static const double enough = 1e-10; // of the largest of a state
  for (int i = 0; i < c->states; i++) {
    double now = law_update(c->compliant_law, c->number, i, 0, q[0]).value, change = 1, most = 0;
    for (int period = 0; period < MOST_PERIODS && change > enough * most; period++) {
      const double before = now;
      for (int t = 1; t <= n; t++) {
        now = law_update(c->compliant_law, c->number, i, now, q[t] - q[t - 1]).value;
        most = fmax(most, fabs(now));
      }
      change = fabs(now - before);
    }
    state[i] = now;
  }
}

void compliant_update(const motion_contact *c, double move, double *state) {
  for (int i = 0; i < c->states; i++)
    state[i] = law_update(c->compliant_law, c->number, i, state[i], move).value;
}

double compliant_store(const motion_contact *c, double move, double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) {
    const law_state now = law_update(c->compliant_law, c->number, i, state[i], move);
    state[i] = now.value;
    sum += now.energy;
  }
  return sum;
}

double compliant_state_force(const motion_contact *c, const double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) sum += state[i];
  return c->states > 0 ? law_state_factor(c->compliant_law, c->number) * sum : 0;
}
