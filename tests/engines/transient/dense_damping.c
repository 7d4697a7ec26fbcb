// A dense modal damping matrix in both steppers. With a contact that stays closed the model of the
// leapfrog is a linear oscillator, integrated here by Runge–Kutta with a much smaller step; without
// contact Moreau's scheme has the same solution. The error must decrease with the second order of
// the scheme.
#include "transient_case.h"

enum { MODES = 3 };
static const double OMEGA2[MODES] = {4, 25, 90}, PHI[MODES] = {0.8, -0.5, 0.3},
                    LOAD[MODES] = {0.7, 1.1, -0.4};
static const double DAMPING[MODES][MODES] = {{0.5, 0.3, -0.2}, {0.3, 1.1, 0.4}, {-0.2, 0.4, 1.7}};
static double START[MODES] = {2.2, -0.1, 0.1};
static const double SPEED[MODES] = {-0.5, 1.5, 0.6};
static const double FLEXIBILITY = 0.2, PRESS = -20, FORCE = 3, HERTZ = 0.6;

// y = p, p': p'' = -ω² p - D p' + Φ_f sin(2π f t) + Φ_b λ, λ = -(Φ_b p + F press)/F in contact.
static void slope(int contact, double t, const double *y, double *rate) {
  double q = 0;
  for (int k = 0; k < MODES; k++) q += PHI[k] * y[k];
  const double lambda = contact ? -(q / FLEXIBILITY + PRESS) : 0;
  for (int k = 0; k < MODES; k++) {
    rate[k] = y[MODES + k];
    rate[MODES + k] = -OMEGA2[k] * y[k] + LOAD[k] * FORCE * sin(2 * M_PI * HERTZ * t) + PHI[k] * lambda;
    for (int l = 0; l < MODES; l++) rate[MODES + k] -= DAMPING[k][l] * y[MODES + l];
  }
}

static void runge_kutta(int contact, double end, double *p) {
  enum { STEPS = 20000 };
  const double h = end / STEPS, part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double y[2 * MODES];
  for (int k = 0; k < MODES; k++) y[k] = START[k], y[MODES + k] = SPEED[k];
  for (int n = 0; n < STEPS; n++) {
    double rate[2 * MODES] = {0}, sum[2 * MODES] = {0}, x[2 * MODES];
    for (int stage = 0; stage < 4; stage++) {
      for (int i = 0; i < 2 * MODES; i++) x[i] = y[i] + part[stage] * h * rate[i];
      slope(contact, h * (n + part[stage]), x, rate);
      for (int i = 0; i < 2 * MODES; i++) sum[i] += weight[stage] * rate[i];
    }
    for (int i = 0; i < 2 * MODES; i++) y[i] += h / 6 * sum[i];
  }
  memcpy(p, y, MODES * sizeof *p);
}

// Returns the largest error of p after 4 s: the state holds p of the next step.
static double error(int massless, double dt) {
  transient_case c;
  const double end = 4;
  double exact[MODES], worst = 0;
  case_open(&c, MODES, massless, 1 + massless, massless);
  case_load(&c, EXCITATION_HARMONIC, FORCE, HERTZ, 0);
  if (massless) {
    case_contacts(&c, 1, LAW_UNILATERAL, 0);
    case_load(&c, EXCITATION_CONSTANT, PRESS, 0, 0);
    c.r.flexibility[0] = c.r.f_f[1] = FLEXIBILITY,
    c.r.stiffness[0] = 1 / FLEXIBILITY; // presses on the boundary itself
  }
  c.r.damping = arena_allocate(c.memory, sizeof DAMPING);
  memcpy(c.r.damping, DAMPING, sizeof DAMPING);
  for (int k = 0; k < MODES; k++) {
    c.r.omega2[k] = OMEGA2[k], c.r.phi_f[k] = LOAD[k], c.r.phi_y[k] = k == 0;
    if (massless) c.r.phi_b[k] = PHI[k];
    c.r.translation[k] = SPEED[k];
  }
  c.s.initial.modal = (number_list){MODES, START}, c.s.initial.velocity = 1;
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = end,
  integrator_writable(&c.s)->half_step = 1;
  if (massless) case_output(&c, "contact", "contact_fraction", REDUCE_FINAL);
  case_bind(&c, 1, NULL);
  if (massless) { // the start-up neglects contact forces: sets the half step before the start with
                  // it
    double y[2 * MODES], rate[2 * MODES];
    for (int k = 0; k < MODES; k++) y[k] = START[k], y[MODES + k] = SPEED[k];
    slope(1, 0, y, rate);
    for (int k = 0; k < MODES; k++)
      c.batch.state[(transient_row_u(c.batch.sizes.dim) + k) * c.batch.stride] =
          SPEED[k] - 0.5 * dt * rate[MODES + k];
  }
  case_launch(&c, "cpu");
  if (massless) CHECK_NEAR(case_value(&c, "contact", 0), 1, 0, 0);
  runge_kutta(massless, end, exact);
  for (int k = 0; k < MODES; k++)
    worst = fmax(worst, fabs(case_state(&c, transient_row_p(c.batch.sizes.dim) + k, 0) - exact[k]));
  case_close(&c);
  return worst;
}

int main(void) {
  for (int massless = 0; massless < 2; massless++) {
    const double coarse = error(massless, 4e-3), fine = error(massless, 1e-3);
    TEST_CHECK(fine > 1e-9);                // far above the error of the reference
    CHECK_NEAR(coarse / fine, 16, 0, 0.05); // second order; the next term is about (ω Δt)² = 3e-3
  }
  return TEST_END();
}
