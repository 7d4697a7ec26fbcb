// Limits of the event-exact stepper: growth at resonance, friction equal to the force, no friction,
// the event budget, and extremes of monitored coordinates.
#include "coulomb_cases.h"

static coulomb_batch run(const coulomb_case *c, double cycles, double window) {
  coulomb_batch b;
  coulomb_open(&b, "cpu", backend_default(), 1, c, cycles, window, 0);
  coulomb_advance(&b, 1e9);
  return b;
}

// Returns the amplitude of one mass at r = 1: x'' + x = cos τ − β s, with the exact x = −βs + a cos
// τ + b sin τ + τ/2 sin τ between reversals.
static double resonant_amplitude(double beta, int cycles) {
  double a = beta, b = 0, s = 1, tau = 0, least = 1e300, most = -1e300, x = 0;
  for (;;) {
    double low = tau + 1e-3, high = low;
#define RATE(t) (-a * sin(t) + b * cos(t) + 0.5 * sin(t) + 0.5 * (t)*cos(t))
    while (s * RATE(high) > 0) high += 0.05;
    for (int i = 0; i < 80; i++) {
      const double middle = 0.5 * (low + high);
      if (s * RATE(middle) > 0)
        low = middle;
      else
        high = middle;
    }
    if (high > 2 * M_PI * cycles) return 0.5 * (most - least);
    tau = high;
    x = -beta * s + a * cos(tau) + b * sin(tau) + 0.5 * tau * sin(tau);
    if (tau > 2 * M_PI * (cycles - 1)) least = fmin(least, x), most = fmax(most, x);
    // The reversed friction shifts the static offset by 2βs: (a, b) change so that x stays and x' =
    // 0.
    const double offset = -2 * beta * s;
    a += offset * cos(tau), b += offset * sin(tau);
    s = -s;
  }
}

static void check_resonance(void) {
  coulomb_case c = {.n = 1, .wall = WALL_GROUND, .contact = 1, .r1 = 1, .beta = 0.5};
  coulomb_batch b = run(&c, 200, 1);
  const double amplitude = coulomb_amplitude(&b, 0);
  TEST_CHECK(coulomb_regime(&b, 0) == REGIME_CONTINUOUS);
  // The stepper drives it 1e-7 (of Ω²) beside resonance: (1e-7 · 400 π)²/24 of the growth, below
  // 1e-9. The rest is cancellation of the free and the forced motion, 1e7 each.
  CHECK_NEAR(amplitude, resonant_amplitude(0.5, 200), 0, 1e-6);
  // Den Hartog 1931: π − 4β per cycle for β < π/4.
  CHECK_NEAR(amplitude / 200, M_PI - 2, 0, 0.02);
  coulomb_close(&b);
  c.beta = 0.8; // above π/4: bounded
  b = run(&c, 200, 1);
  TEST_CHECK(coulomb_amplitude(&b, 0) < 2 && coulomb_regime(&b, 0) == REGIME_STICK_SLIP);
  coulomb_close(&b);
}

// Returns half the range of u over the window without friction: sampled modes of an undamped
// ground-fixed chain that start at rest; the error is below step²/8 times u''.
static double linear_amplitude(const coulomb_case *c, int cycles, int window, int points) {
  static friction_modes m;
  coulomb_case_modes(c, &m);
  double least = 1e300, most = -1e300;
  for (int k = 0; k <= window * points; k++) { // both ends of the window count
    const double tau = 2 * M_PI * (cycles - window + (double)k / points);
    double u = 0;
    for (int i = 0; i < c->n; i++)
      u += m.contact[i] * m.load[i] / (m.omega[i] * m.omega[i] - c->r1 * c->r1) *
           (cos(tau) - cos(m.omega[i] / c->r1 * tau));
    least = fmin(least, u), most = fmax(most, u);
  }
  return 0.5 * (most - least);
}

// No friction, or nearly none: the linear system, also if the contact starts at rest without a
// force and rounding decides the sign of its velocity (a chain of five driven at its base, contact
// on the fourth mass).
static void check_frictionless(void) {
  const double r1[8] = {0.5, 0.7, 1.1, 1.36, 1.54, 2.08, 2.26, 2.3};
  const double beta[9] = {0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10};
  coulomb_case cases[72];
  for (int i = 0; i < 72; i++)
    cases[i] = (coulomb_case){.n = 5,
                              .wall = WALL_GROUND,
                              .contact = 4,
                              .gamma = 1,
                              .kappa = 1,
                              .r1 = r1[i / 9],
                              .beta = beta[i % 9]};
  coulomb_batch b;
  coulomb_open(&b, "cpu", backend_default(), 72, cases, 20, 5, 0);
  coulomb_advance(&b, 1e9);
  double exact = 0;
  for (int i = 0; i < 72; i++) {
    TEST_CHECK(coulomb_state(&b, STATE_STATUS, i) == TRAJECTORY_OK);
    if (i % 9 == 0) exact = linear_amplitude(&cases[i], 20, 5, 12000); // u'' up to 20: 7e-7
    CHECK_NEAR(coulomb_amplitude(&b, i), exact, 1e-6, 0);
    if (cases[i].beta > 0) continue;
    TEST_CHECK(coulomb_regime(&b, i) == REGIME_CONTINUOUS && coulomb_state(&b, COULOMB_STOPS, i) == 0 &&
               coulomb_state(&b, COULOMB_STICK_TIME, i) == 0);
  }
  coulomb_close(&b);
}

static void check_edges(void) {
  coulomb_case c = {.n = 2, .wall = WALL_GROUND, .contact = 1, .gamma = 1, .kappa = 1, .r1 = 0.9, .beta = 1};
  coulomb_batch b = run(&c, 50, 10); // friction equals the force exactly at τ = 0
  TEST_CHECK(coulomb_regime(&b, 0) == REGIME_NO_MOTION && coulomb_amplitude(&b, 0) == 0);
  CHECK_NEAR(coulomb_state(&b, COULOMB_STICK_TIME, 0), 20 * M_PI, 1e-9, 0);
  coulomb_close(&b);
  c.beta = 0; // no friction: x1 is the sum of modes started from rest; bounded, continuous,
              // lossless
  b = run(&c, 50, 50);
  TEST_CHECK(coulomb_regime(&b, 0) == REGIME_CONTINUOUS && coulomb_state(&b, COULOMB_STICK_TIME, 0) == 0);
  CHECK_NEAR(coulomb_amplitude(&b, 0), linear_amplitude(&c, 50, 50, 60000), 1e-7, 0); // (1e-4)² u''/8
  coulomb_close(&b);
  c.r1 = 0.05, c.beta = 0.01; // dozens of reversals per cycle
  coulomb_open(&b, "cpu", backend_default(), 1, &c, 50, 10, 0);
  const int few[COULOMB_TABLE_WATCH] = {[COULOMB_TABLE_MAX_EVENTS] = 5};
  if (b.machine.upload(&b.machine, b.device_own.tables, few, sizeof few) != BACKEND_OK) exit(1);
  coulomb_advance(&b, 1e9);
  TEST_CHECK(coulomb_state(&b, STATE_STATUS, 0) == TRAJECTORY_EVENT_OVERFLOW);
  coulomb_close(&b);
}

int main(void) {
  check_resonance();
  check_frictionless();
  check_edges();
  return TEST_END();
}
