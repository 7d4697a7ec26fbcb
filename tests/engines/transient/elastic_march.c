// The elastic friction element under a varying normal load with separation: three driven modes,
// compared with an integration with 16 times finer steps written from the definition of the
// element. Checks the order of convergence, and the energy: the loss of the free motion is the
// dissipation of friction.
#include "transient_case.h"

enum { MODES = 3, SAMPLES = 160 };
static const double PI = 3.14159265358979323846;
static const double omega2[MODES] = {4, 9, 12}, damping[MODES] = {0.1, 0.15, 0.2};
static const double phi[3][MODES] = {{1, 0.4, -0.3}, {0.3, 1, 0.5}, {-0.4, 0.2, 1}}; // normal, tangents
static const double drive[MODES] = {4, 5, 3}, circular = 1.6, k_n = 6, k_t = 5, friction = 0.5, preload = 1.5,
                    gap = 0.05, every = 0.25;

typedef struct element {
  double place[2]; // relaxed position of the springs
  int n_open, n_stick, n_slip;
} element;

// Computes the forces on the modes at p; the slider follows if `moves`.
static void element_force(element *e, int tangents, const double *p, int moves, double *force) {
  double q[3] = {0}, f[2] = {0};
  for (int b = 0; b <= tangents; b++)
    for (int k = 0; k < MODES; k++) q[b] += phi[b][k] * p[k];
  const double load = fmax(preload - k_n * (q[0] + gap), 0);
  for (int i = 0; i < tangents; i++) f[i] = k_t * (q[1 + i] - e->place[i]);
  const double size = hypot(f[0], f[1]), cut = size > friction * load ? friction * load / size : 1;
  for (int i = 0; i < tangents; i++) {
    f[i] *= cut;
    if (moves) e->place[i] = q[1 + i] - f[i] / k_t;
  }
  if (moves) ++*(load <= 0 ? &e->n_open : cut < 1 ? &e->n_slip : &e->n_stick);
  for (int k = 0; k < MODES; k++) {
    force[k] = phi[0][k] * (load - preload);
    for (int i = 0; i < tangents; i++) force[k] -= phi[1 + i][k] * f[i];
  }
}

static void acceleration(element *e, int tangents, double t, const double *p, const double *v, double *a) {
  element_force(e, tangents, p, 0, a);
  for (int k = 0; k < MODES; k++) a[k] += drive[k] * sin(circular * t) - omega2[k] * p[k] - damping[k] * v[k];
}

// Heun's method with the slider moved at the end of each step, from rest. Writes the first mode at
// multiples of `every`.
static element march(int tangents, double dt, double *to) {
  element e = {{0, 0}, 0, 0, 0};
  double p[MODES] = {0}, v[MODES] = {0}, a[MODES], b[MODES], next[MODES], fast[MODES];
  const long steps = lround(every / dt);
  for (long step = 0; step < SAMPLES * steps; step++) {
    const double t = (double)step * dt;
    if (step % steps == 0) to[step / steps] = p[0];
    acceleration(&e, tangents, t, p, v, a);
    for (int k = 0; k < MODES; k++)
      next[k] = p[k] + dt * v[k] + 0.5 * dt * dt * a[k], fast[k] = v[k] + dt * a[k];
    acceleration(&e, tangents, t + dt, next, fast, b);
    for (int k = 0; k < MODES; k++) p[k] = next[k], v[k] += 0.5 * dt * (a[k] + b[k]);
    element_force(&e, tangents, p, 1, a);
  }
  return e;
}

static void open_model(transient_case *c, int tangents, int loads) {
  case_open(c, MODES, 1 + tangents, loads, 0);
  case_contacts(c, 1, LAW_ELASTIC, tangents);
  for (int k = 0; k < MODES; k++) {
    c->r.omega2[k] = omega2[k], c->r.zeta[k] = loads ? 0.5 * damping[k] / sqrt(omega2[k]) : 0;
    for (int b = 0; b <= tangents; b++) c->r.phi_b[b * MODES + k] = phi[b][k];
    if (loads) c->r.phi_f[k] = drive[k];
  }
  c->r.phi_y[0] = 1;
  contact_config *contact = &c->s.contacts[0];
  contact->normal_stiffness = k_n, contact->tangential_stiffness = k_t, contact->friction = friction;
  contact->preload = preload, contact->gap = gap;
  integrator_writable(&c->s)->scheme = SCHEME_LEAPFROG, integrator_writable(&c->s)->half_step = 1;
}

static double error_of(int tangents, double dt, const double *exact) {
  transient_case c;
  open_model(&c, tangents, 1);
  case_load(&c, EXCITATION_HARMONIC, 1, circular / (2 * PI), 0);
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = SAMPLES * every;
  case_output(&c, "p", "displacement", REDUCE_SERIES)->every = every / dt;
  case_run(&c, 1, NULL);
  const result_variable *p = result_set_find(c.results, "p");
  double most = 0;
  TEST_CHECK(p && p->n_dims == 2 && p->size[1] == SAMPLES);
  for (int i = 0; p && i < SAMPLES; i++) most = fmax(most, fabs(((const double *)p->data)[i] - exact[i]));
  case_close(&c);
  return most;
}

static void check_march(int tangents) {
  double fine[SAMPLES], finer[SAMPLES], own = 0;
  const double dt = every / 64;
  const element e = march(tangents, dt / 128, finer);
  march(tangents, dt / 64, fine);
  for (int i = 0; i < SAMPLES; i++) own = fmax(own, fabs(fine[i] - finer[i]));
  TEST_CHECK(e.n_open > 10000 && e.n_slip > 10000 && e.n_stick > 10000);
  const double coarse = error_of(tangents, dt, finer), half = error_of(tangents, dt / 8, finer);
  // Relative to p up to 2. With one tangent the return map is exact between two steps and the whole
  // is of second order; with two it uses the direction of the force at the end of the step
  // (implicit Euler), which is of first order.
  CHECK_NEAR(own, 0, tangents > 1 ? 1e-5 : 1e-7, 0);
  CHECK_NEAR(coarse / half, tangents > 1 ? 8 : 64, 0, 0.15);
  CHECK_NEAR(half, 0, tangents > 1 ? 2e-4 : 3e-6, 0);
}

// Released with a velocity, without damping and load.
static double energy_error(int tangents, double dt, double *lost) {
  transient_case c;
  open_model(&c, tangents, 0);
  for (int k = 0; k < MODES; k++) c.r.translation[k] = 1;
  c.s.initial.velocity = 3;
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = 10;
  case_output(&c, "energy", "energy_total", REDUCE_SERIES)->every = 0.5 / dt;
  case_output(&c, "work", "dissipation", REDUCE_SERIES)->every = 0.5 / dt;
  case_run(&c, 1, NULL);
  const double *energy = result_set_find(c.results, "energy")->data,
               *work = result_set_find(c.results, "work")->data;
  double most = 0;
  for (int i = 1; i < 20; i++) {
    most = fmax(most, fabs(energy[0] - energy[i] - (work[i] - work[0])));
    TEST_CHECK(work[i] >= work[i - 1]);
  }
  *lost = work[19] / energy[0], most /= energy[0];
  case_close(&c);
  return most;
}

static void check_energy(int tangents) {
  double lost;
  const double coarse = energy_error(tangents, 0.01, &lost), fine = energy_error(tangents, 0.00125, &lost);
  // Relative to the initial energy; the work is summed with the force at the end of each step:
  // first order.
  TEST_CHECK(lost > 0.5);
  CHECK_NEAR(coarse / fine, 8, 0, 0.1);
  CHECK_NEAR(fine, 0, 2e-3, 0);
}

int main(void) {
  for (int tangents = 1; tangents <= 2; tangents++) {
    check_march(tangents);
    check_energy(tangents);
  }
  return TEST_END();
}
