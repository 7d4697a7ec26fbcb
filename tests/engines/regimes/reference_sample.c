// The event-exact stepper, compared with the reference sample: class, stops and amplitude, in the
// widest lanes, with and without early exit.
#include "coulomb_cases.h"

static int class_of(const char *word) {
  return !strcmp(word, "no-motion")    ? REGIME_NO_MOTION
         : !strcmp(word, "stick-slip") ? REGIME_STICK_SLIP
                                       : REGIME_CONTINUOUS;
}

static void compare(const coulomb_case *cases, int n, int early_exit) {
  coulomb_batch batch;
  coulomb_open(&batch, "cpu", backend_default(), n, cases, 400, 20, early_exit);
  coulomb_advance(&batch, 1e9);
  for (int i = 0; i < n; i++) {
    const coulomb_case *c = &cases[i];
    TEST_CHECK(coulomb_state(&batch, STATE_STATUS, i) == TRAJECTORY_OK);
    if (c->robust) TEST_CHECK(coulomb_regime(&batch, i) == class_of(c->regime));

    if (!c->converged) continue;
    CHECK_NEAR(coulomb_amplitude(&batch, i), c->amplitude, 1e-12,
               1e-9); // micro-slip of 1e-7 Y has no more digits
    const double stops = coulomb_state(&batch, COULOMB_STOPS, i) / coulomb_state(&batch, COULOMB_RECORDED, i);
    CHECK_NEAR(stops, c->stops, 1e-12, 0);
  }
  coulomb_close(&batch);
}

int main(void) {
  int n, first = 0;
  coulomb_case *cases = coulomb_cases_read(&n);
  TEST_CHECK(n == 324);
  while (first < n) { // one batch per number of masses
    int last = first;
    while (last < n && cases[last].n == cases[first].n) last++;
    compare(cases + first, last - first, 0);
    compare(cases + first, last - first, 1);
    first = last;
  }
  free(cases);
  return TEST_END();
}
