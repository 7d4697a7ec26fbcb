// Moreau's scheme: restitution of a bouncing ball, a permanent contact, order of convergence of the
// free motion, dense compared with modal damping, energy.
#include "transient_case.h"

static void ball(study *s, long i) {
  s->contacts[0].restitution = i == 0 ? 0 : i == 1 ? 0.5 : 1;
}

// Dropped from 1 m: apexes e^(2n); e = 0 stays on the floor with λ = m g.
static void check_ball(void) {
  transient_case c;
  case_open(&c, 1, 1, 1, 0);
  case_contacts(&c, 1, LAW_UNILATERAL, 0);
  c.r.phi_b[0] = c.r.phi_y[0] = 1, c.r.phi_f[0] = -1, c.r.translation[0] = 1;
  c.s.initial.displacement = 1;
  case_load(&c, EXCITATION_CONSTANT, 9.81, 0, 0);
  integrator_writable(&c.s)->step = 1e-4, integrator_writable(&c.s)->duration = 4,
  integrator_writable(&c.s)->half_step = 1;
  for (int n = 1; n <= 3; n++) {
    char name[16];
    snprintf(name, sizeof name, "apex_%d", n);
    case_output(&c, name, "apex", REDUCE_FINAL)->index = n;
  }
  case_output(&c, "force", "normal_force", REDUCE_FINAL);
  case_output(&c, "impacts", "impacts", REDUCE_FINAL);
  case_output(&c, "energy", "energy_total", REDUCE_FINAL);
  case_run(&c, 3, ball);
  CHECK_NEAR(case_value(&c, "force", 0), 9.81, 0, 1e-12);
  CHECK_NEAR(case_value(&c, "impacts", 0), 1, 0, 0);
  TEST_CHECK(isnan(case_value(&c, "apex_1", 0)));
  for (int n = 1; n <= 3; n++) {
    char name[16];
    snprintf(name, sizeof name, "apex_%d", n);
    CHECK_NEAR(case_value(&c, name, 1), pow(0.25, n), 1e-3,
               0); // impact up to one step late: penetration v Δt = 4.4e-4
    CHECK_NEAR(case_value(&c, name, 2), 1, 2e-3 * n, 0);
  }
  CHECK_NEAR(case_value(&c, "energy", 2), 9.81, 0, 1e-2);
  case_close(&c);
}

// Two masses and a dashpot between them; the contact acts on the first. The same dashpot as a dense
// matrix in other coordinates must give the same motion: p = R p' with a rotation R.
static double coupled(int rotated, double *force) {
  transient_case c;
  const double angle = rotated ? 0.6 : 0, cosine = cos(angle), sine = sin(angle);
  case_open(&c, 2, 1, 1, 0);
  case_contacts(&c, 1, LAW_UNILATERAL, 0);
  const double d[2][2] = {{4, 0}, {0, 9}}; // with equal ω² the rotation changes D only
  c.r.omega2[0] = c.r.omega2[1] = 100;
  c.r.zeta[0] = d[0][0] / 20, c.r.zeta[1] = d[1][1] / 20;
  double turned[4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const double r[2][2] = {{cosine, sine}, {-sine, cosine}};
      turned[i * 2 + j] = r[i][0] * d[0][0] * r[j][0] + r[i][1] * d[1][1] * r[j][1];
    }
  if (rotated) c.r.damping = turned;
  const double b[2] = {1, 0.7}, f[2] = {0.3, -1};
  c.r.phi_b[0] = cosine * b[0] + sine * b[1], c.r.phi_b[1] = -sine * b[0] + cosine * b[1];
  c.r.phi_f[0] = cosine * f[0] + sine * f[1], c.r.phi_f[1] = -sine * f[0] + cosine * f[1];
  memcpy(c.r.phi_y, c.r.phi_b, 2 * sizeof(double));
  c.s.contacts[0].gap = 0.002, c.s.contacts[0].restitution = 0.3;
  case_load(&c, EXCITATION_HARMONIC, 3, 1.5, 0);
  integrator_writable(&c.s)->step = 1e-3, integrator_writable(&c.s)->duration = 3;
  case_output(&c, "q", "displacement", REDUCE_RMS);
  case_output(&c, "force", "impulse", REDUCE_MAX);
  case_output(&c, "impacts", "impacts", REDUCE_FINAL);
  case_run(&c, 1, NULL);
  TEST_CHECK(case_value(&c, "impacts", 0) > 3);
  const double q = case_value(&c, "q", 0);
  *force = case_value(&c, "force", 0);
  case_close(&c);
  return q;
}

int main(void) {
  double modal_force, dense_force;
  check_ball();
  const double modal = coupled(0, &modal_force), dense = coupled(1, &dense_force);
  CHECK_NEAR(dense, modal, 0, 1e-9); // the same arithmetic in rotated coordinates
  CHECK_NEAR(dense_force, modal_force, 0, 1e-7);
  return TEST_END();
}
