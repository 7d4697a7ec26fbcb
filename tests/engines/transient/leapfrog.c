// Leapfrog, compared with exact solutions: one bouncing coordinate with static flexibility, order
// of convergence under permanent contact, energy, start-up, sweep and hold.
#include "transient_case.h"

static const double PI = 3.14159265358979323846;

// One mode ω, Φ_b = 1, flexibility F: it oscillates with ω if open and with sqrt(ω² + 1/F) if
// closed (gap = 0). It is dropped from p = a > 0 onto a wall at q = 0. Period: half an oscillation
// of each kind; the exact motion conserves energy.
static double exact_period(double omega, double f) {
  return PI / omega + PI / sqrt(omega * omega + 1 / f);
}

static void bounce(transient_case *c, double dt, double periods) {
  const double omega = 2, f = 0.01;
  case_open(c, 1, 1, 0, 1);
  case_contacts(c, 1, LAW_UNILATERAL, 0);
  c->r.omega2[0] = omega * omega, c->r.phi_b[0] = c->r.phi_y[0] = 1;
  c->r.flexibility[0] = f, c->r.stiffness[0] = 1 / f;
  c->r.translation[0] = 1, c->s.initial.displacement = 1;
  c->r.limit_open = 1, c->r.limit_stuck = 2 / sqrt(omega * omega + 1 / f);
  integrator_writable(&c->s)->step = dt, integrator_writable(&c->s)->half_step = 1;
  integrator_writable(&c->s)->duration = periods * exact_period(omega, f);
  case_output(c, "apex", "apex", REDUCE_FINAL);
  case_output(c, "time", "apex_time", REDUCE_FINAL)->index = 10;
  case_output(c, "deepest", "boundary", REDUCE_MIN);
  case_output(c, "force", "normal_force", REDUCE_MAX);
  case_output(c, "impacts", "impacts", REDUCE_FINAL);
  case_output(c, "contact", "contact_fraction", REDUCE_FINAL);
  case_output(c, "drift", "energy_total", REDUCE_DRIFT);
  case_run(c, 1, NULL);
}

static void check_bounce(void) {
  transient_case c;
  const double period = exact_period(2, 0.01), dt = 1e-4, stiff = sqrt(104.0);
  bounce(&c, dt, 12.25);
  CHECK_NEAR(case_value(&c, "apex", 0), 1, 1e-6, 0); // second order: (ωΔt)²
  // First contact after a quarter oscillation and half a stiff one, then whole periods: apex 10 at
  // 10 periods.
  CHECK_NEAR(case_value(&c, "time", 0), 10 * period, 4 * dt + 1e-4, 0); // a flat peak, sampled
  CHECK_NEAR(case_value(&c, "deepest", 0), 0, 1e-12, 0);                // no penetration
  // Energy 2 at the wall: p = u/stiff below it, force p/F.
  CHECK_NEAR(case_value(&c, "force", 0), 2 / stiff / 0.01, 0, 1e-4);
  CHECK_NEAR(case_value(&c, "impacts", 0), 12, 0, 0);
  CHECK_NEAR(case_value(&c, "contact", 0), 12 * PI / stiff / (12.25 * period), 0, 1e-3);
  CHECK_NEAR(case_value(&c, "drift", 0), 0, 2e-3, 0); // of 2 J: (stiff Δt)² and the partial contact
                                                      // steps
  case_close(&c);
}

// Always closed (pressed by a constant load), struck in its equilibrium: p'' + ω² p = λ = -(p +
// load)/F.
static double closed_error(double dt) {
  transient_case c;
  const double omega = 3, f = 0.05, load = -1e3, stiff = sqrt(omega * omega + 1 / f);
  case_open(&c, 1, 1, 1, 1);
  case_contacts(&c, 1, LAW_UNILATERAL, 0);
  c.r.omega2[0] = omega * omega, c.r.phi_b[0] = c.r.phi_y[0] = 1;
  c.r.flexibility[0] = f, c.r.stiffness[0] = 1 / f;
  c.r.f_f[0] = 1; // the load acts on the boundary only: q_b = p + F λ + load
  case_load(&c, EXCITATION_CONSTANT, load, 0, 0);
  const double rest = -load / f / (stiff * stiff);
  c.r.translation[0] = 1;
  c.s.initial.displacement = rest, c.s.initial.velocity = 2;
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = 2 + dt;
  case_output(&c, "p", "displacement", REDUCE_FINAL);
  case_run(&c, 1, NULL);
  const double error = fabs(case_value(&c, "p", 0) - rest - 2 / stiff * sin(stiff * 2));
  case_close(&c);
  return error;
}

static void check_order(void) {
  const double coarse = closed_error(0.01), fine = closed_error(0.0025);
  CHECK_NEAR(coarse / fine, 16, 0, 0.02); // second order; the next term is (stiff Δt)² = 3e-3 of it
}

// Sweep up, then hold: the driven undamped oscillator far from resonance follows the force at every
// instant.
static void check_sweep(void) {
  transient_case c;
  case_open(&c, 1, 0, 1, 1);
  c.r.omega2[0] = 1e8, c.r.phi_y[0] = 1e8, c.r.phi_f[0] = 1; // y = f(t), quasi-static; Δt = 1e-4 is stable
  c.r.zeta[0] = 0.9;
  case_load(&c, EXCITATION_HARMONIC, 2, 8, 0.3);
  c.s.excitations[0].sweep_from = 4, c.s.excitations[0].sweep_rate = 2; // 2 s of sweep
  integrator_writable(&c.s)->step = 1e-4, integrator_writable(&c.s)->duration = 0.5;
  output_config *series = case_output(&c, "y", "displacement", REDUCE_SERIES);
  series->every = 100;
  case_run(&c, 1, NULL);
  const result_variable *y = result_set_find(c.results, "y");
  TEST_CHECK(y && y->n_dims == 2 && y->size[1] == 250);
  for (int k = 10; y && k < 250; k++) {
    const double t = k * 0.01, f = t < 2 ? 4 * t + t * t : 12 + 8 * (t - 2);
    // Lag 2ζ/ω = 1.8e-4 s of a force with slope below 2·2π·8.
    CHECK_NEAR(((const double *)y->data)[k], 2 * sin(2 * PI * f + 0.3), 0.025, 0);
  }
  case_close(&c);
}

// Harmonic response of one mode with damping, compared with the closed form, in windows.
static void check_steady(void) {
  transient_case c;
  const double f = 10, omega = 2 * PI * 12, zeta = 0.05, drive = 2 * PI * f;
  case_open(&c, 1, 0, 1, 1);
  c.r.omega2[0] = omega * omega, c.r.zeta[0] = zeta, c.r.phi_y[0] = 2, c.r.phi_f[0] = 3;
  case_load(&c, EXCITATION_HARMONIC, 5, f, 0);
  integrator_writable(&c.s)->steps_per_period = 400, integrator_writable(&c.s)->periods = 60,
  integrator_writable(&c.s)->window = 10, integrator_writable(&c.s)->windows = 5;
  case_output(&c, "amplitude", "displacement", REDUCE_HALF_PEAK_TO_PEAK);
  case_output(&c, "rms", "displacement", REDUCE_RMS);
  case_output(&c, "mean", "displacement", REDUCE_MEAN);
  case_output(&c, "windows", "displacement", REDUCE_WINDOWS);
  case_output(&c, "window_rms", "displacement", REDUCE_WINDOW_RMS);
  case_output(&c, "speed", "velocity", REDUCE_MAX);
  case_run(&c, 1, NULL);
  const double exact = 30 / hypot(omega * omega - drive * drive, 2 * zeta * omega * drive);
  const double coarse = 3e-4; // (ωΔt)²/12 amplified by ω²/(ω² - Ω²) = 3.3
  CHECK_NEAR(case_value(&c, "amplitude", 0), exact, 0, coarse);
  CHECK_NEAR(case_value(&c, "rms", 0), exact / sqrt(2), 0, coarse);
  CHECK_NEAR(case_value(&c, "mean", 0), 0, 1e-6 * exact, 0); // transient e^{-ζω 5 s} = 7e-9, whole periods
  CHECK_NEAR(case_value(&c, "speed", 0), exact * drive, 0, coarse);
  for (int w = 0; w < 5; w++) {
    CHECK_NEAR(case_value(&c, "windows", w), exact, 0, coarse);
    CHECK_NEAR(case_value(&c, "window_rms", w), exact / sqrt(2), 0, coarse);
  }
  case_close(&c);
}

int main(void) {
  check_bounce();
  check_order();
  check_sweep();
  check_steady();
  return TEST_END();
}
