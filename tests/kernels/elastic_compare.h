// Comparison of the elastic friction element with the second method (elastic_oracle.h).
#ifndef CHATTER_TESTS_ELASTIC_COMPARE_H
#define CHATTER_TESTS_ELASTIC_COMPARE_H

#include "tests/check.h"
#include "tests/kernels/elastic_oracle.h"

// Integrates with steps short enough for every phase that the element has found; no event may skip
// a phase.
static inline int elastic_resolve(oracle *o, const elastic_case *c) {
  for (int steps = ORACLE_STEPS; steps <= ORACLE_MOST_STEPS; steps *= 16) {
    o->c = c;
    oracle_march(o, steps);
    int resolved = o->stuck == c->is_stuck && (o->stuck || o->events == c->events);
    for (int k = 0; k < o->events; k++) {
      const int reverses = o->before[k] != ORACLE_STICK && o->after[k] != ORACLE_STICK &&
                           o->before[k] != ORACLE_OPEN && o->after[k] != ORACLE_OPEN;
      if (reverses || (o->before[k] == ORACLE_STICK && o->after[k] == ORACLE_OPEN)) resolved = 0;
    }
    if (resolved) return 1;
  }
  return 0;
}

// Compares the results of an element with the second method; counts the kinds of its events.
static inline void elastic_compare(const elastic_case *c, int seen[6]) {
  static oracle o;
  static dual force[ELASTIC_WIDTH], time[ORACLE_EVENTS];
  static double f[ELASTIC_WIDTH], k[ELASTIC_WIDTH * ELASTIC_WIDTH], curvature[ELASTIC_WIDTH];
  const int n = elastic_count(c);
  const double tiny = 1e-100; // complex step: its square vanishes
  TEST_CHECK(!c->failed);
  if (!elastic_resolve(&o, c)) {
    fprintf(stderr, "case with %d harmonics, %d events: marching finds %d\n", c->harmonics, c->events,
            o.events);
    check_failures++;
    return;
  }
  for (int e = 0; e < c->events; e++) seen[c->change[e]]++;
  for (int b = 0; b < n; b++) {
    for (int i = 0; i < n; i++) o.q[i] = (dual){c->q[i] + (i == b ? tiny * I : 0), c->v[i]};
    oracle_force(&o, force, time);
    curvature[b] = 0;
    for (int i = 0; i < n; i++) {
      f[i] = creal(force[i].a), k[i * n + b] = cimag(force[i].a) / tiny;
      curvature[b] += c->lambda[i] * cimag(force[i].b) / tiny;
    }
  }
  // Rounding, relative to the largest entry and to the cancelled terms. The second derivatives
  // divide by the slope of a limit where it meets c, which is small if slip lasts for a hundredth
  // of the period; few digits are left then.
  const double size = elastic_largest(f, n) + fabs(c->law[3]),
               stiffness = elastic_largest(k, n * n) + c->law[0];
  CHECK_NEAR(elastic_distance(c->force, f, n), 0, 1e-13 * size, 0);
  CHECK_NEAR(elastic_distance(c->stiffness, k, n * n), 0, 1e-12 * stiffness, 0);
  CHECK_NEAR(elastic_distance(c->curvature, curvature, n), 0,
             1e-10 * elastic_largest(curvature, n) + 1e-13 * stiffness, 0);
  // Marching: contact that begins within a step of 1/4096 period is late by a part of it.
  CHECK_NEAR(elastic_distance(c->force, o.force, n), 0, 1e-3 * size, 0);
}

#endif
