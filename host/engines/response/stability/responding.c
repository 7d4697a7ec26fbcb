#include "engines/response/stability/responding.h"

#include <math.h>

void responding_motion(const motion_contact *c, const motion_orbit *orbit, motion_instant at,
                       double move[2]) {
  motion_at(orbit, c->first, at, move);
  if (responding_has(c, LAW_HAS_GAP)) move[0] += c->gap;
  move[1] *= orbit->omega;
}

law_answer responding_answer(const motion_contact *c, const motion_orbit *orbit, motion_instant at) {
  double move[2];
  responding_motion(c, orbit, at, move);
  return law_respond(c->answers, c->number, c->numbers, move[0], move[1]);
}

void responding_settle(const motion_contact *c, const double *q, int n, double *state) {
  enum { MOST_PERIODS = 100 };
  static const double enough = 1e-10; // of the largest of a state
  for (int i = 0; i < c->states; i++) {
    double now = law_remember(c->answers, c->number, i, 0, q[0]).state, change = 1, most = 0;
    for (int period = 0; period < MOST_PERIODS && change > enough * most; period++) {
      const double before = now;
      for (int t = 1; t <= n; t++) {
        now = law_remember(c->answers, c->number, i, now, q[t] - q[t - 1]).state;
        most = fmax(most, fabs(now));
      }
      change = fabs(now - before);
    }
    state[i] = now;
  }
}

void responding_remember(const motion_contact *c, double move, double *state) {
  for (int i = 0; i < c->states; i++) state[i] = law_remember(c->answers, c->number, i, state[i], move).state;
}

double responding_store(const motion_contact *c, double move, double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) {
    const law_memory now = law_remember(c->answers, c->number, i, state[i], move);
    state[i] = now.state;
    sum += now.energy;
  }
  return sum;
}

double responding_pull(const motion_contact *c, const double *state) {
  double sum = 0;
  for (int i = 0; i < c->states; i++) sum += state[i];
  return c->states > 0 ? law_pull(c->answers, c->number) * sum : 0;
}
