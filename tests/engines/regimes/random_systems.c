// Random systems, new in every run, with and without (Rayleigh) damping: the event-exact stepper is
// compared with a slow integrator of the physical equations (classical Runge–Kutta, events by
// bisection) that shares no formula with it. The slow integrator runs with two steps; the
// difference of its results is its error estimate.
#include <time.h>

#include "coulomb_cases.h"

enum { CYCLES = 30, WINDOW = 5 };

typedef struct slow {
  int n, kind; // −1, 0, +1
  double k[5][5], m[5], w[5], p[5], beta, mass_damping, stiffness_damping, r;
  double x[5], v[5], tau;
  double least, most, stick_time;
  int stops;
} slow;

// Computes accelerations in τ. Returns the force that keeps w·x'' = 0 (its friction force in
// stick).
static double accelerate(const slow *s, const double *x, const double *v, double tau, double *a) {
  double drive = 0, give = 0;
  for (int i = 0; i < s->n; i++) {
    double f = s->p[i] * cos(tau) - s->r * s->mass_damping * s->m[i] * v[i];
    for (int j = 0; j < s->n; j++) f -= s->k[i][j] * (x[j] + s->r * s->stiffness_damping * v[j]);
    a[i] = f / (s->m[i] * s->r * s->r);
    drive += s->w[i] * a[i], give += s->w[i] * s->w[i] / (s->m[i] * s->r * s->r);
  }
  const double hold = drive / give, friction = s->kind == 0 ? hold : s->kind * s->beta;
  for (int i = 0; i < s->n; i++) a[i] -= s->w[i] * friction / (s->m[i] * s->r * s->r);
  return hold;
}

static slow moved(const slow *s, double h) {
  slow to = *s;
  double a[4][5], x[5], v[4][5];
  memcpy(v[0], s->v, sizeof v[0]);
  accelerate(s, s->x, v[0], s->tau, a[0]);
  for (int stage = 1; stage < 4; stage++) {
    const double part = stage == 3 ? h : h / 2;
    for (int i = 0; i < s->n; i++)
      x[i] = s->x[i] + part * v[stage - 1][i], v[stage][i] = s->v[i] + part * a[stage - 1][i];
    accelerate(s, x, v[stage], s->tau + part, a[stage]);
  }
  for (int i = 0; i < s->n; i++) {
    to.x[i] += h / 6 * (v[0][i] + 2 * v[1][i] + 2 * v[2][i] + v[3][i]);
    to.v[i] += h / 6 * (a[0][i] + 2 * a[1][i] + 2 * a[2][i] + a[3][i]);
  }
  to.tau += h;
  return to;
}

// Returns a value that is positive while the phase lasts.
static double margin(const slow *s) {
  double a[5], u = 0;
  const double hold = accelerate(s, s->x, s->v, s->tau, a);
  for (int i = 0; i < s->n; i++) u += s->w[i] * s->v[i];
  return s->kind == 0 ? s->beta - fabs(hold) : s->kind * u;
}

static double contact(const slow *s) {
  double u = 0;
  for (int i = 0; i < s->n; i++) u += s->w[i] * s->x[i];
  return u;
}

static void look(slow *s, const slow *before, int recording) {
  if (!recording) return;
  s->least = fmin(s->least, fmin(contact(before), contact(s)));
  s->most = fmax(s->most, fmax(contact(before), contact(s)));
  if (s->kind == 0) s->stick_time += s->tau - before->tau;
}

static void run_slow(slow *s, int per_cycle) {
  double a[5];
  s->kind = 0;
  const double hold = accelerate(s, s->x, s->v, 0, a);
  s->kind = fabs(hold) <= s->beta ? 0 : hold < 0 ? -1 : 1;
  s->least = 1e300, s->most = -1e300;
  for (long step = 0; step < (long)CYCLES * per_cycle; step++) {
    const double end = 2 * M_PI * (double)(step + 1) / per_cycle;
    const int recording = step >= (long)(CYCLES - WINDOW) * per_cycle;
    for (int events = 0; s->tau < end && events < 50; events++) {
      slow to = moved(s, end - s->tau);
      if (margin(&to) >= 0) {
        look(&to, s, recording);
        *s = to;
        break;
      }
      double low = 0, high = end - s->tau;
      for (int i = 0; i < 60; i++) {
        const slow middle = moved(s, 0.5 * (low + high));
        if (margin(&middle) >= 0)
          low = 0.5 * (low + high);
        else
          high = 0.5 * (low + high);
      }
      to = moved(s, high);
      look(&to, s, recording);
      *s = to;
      const int was = s->kind;
      s->kind = 0;
      const double force = accelerate(s, s->x, s->v, s->tau, a);
      if (was == 0 || fabs(force) > s->beta)
        s->kind = force < 0 ? -1 : 1;
      else
        s->stops += recording;
    }
  }
}

static slow slow_of(const coulomb_case *c) {
  slow s = {.n = c->n,
            .beta = c->beta,
            .r = c->r1,
            .mass_damping = c->mass_damping,
            .stiffness_damping = c->stiffness_damping};
  for (int i = 0; i < c->n; i++) {
    const double below = i == 1 ? c->kappa : 1, above = i + 1 == c->n ? 0 : i == 0 ? c->kappa : 1;
    s.m[i] = i == 1 ? c->gamma : 1;
    s.k[i][i] = below + above;
    if (i > 0) s.k[i][i - 1] = s.k[i - 1][i] = -below;
    s.p[i] = c->wall == WALL_BASE ? s.m[i] * c->r1 * c->r1 : i == 0;
  }
  s.w[c->contact - 1] = c->wall == WALL_MASS ? -1 : 1;
  if (c->wall == WALL_MASS) s.w[c->contact] = 1;
  return s;
}

static double uniform(double low, double high) {
  return low + (high - low) * drand48();
}

static void check_one(int n, int damped) {
  const int wall = (int)uniform(0, 3), last = wall == WALL_MASS ? n - 1 : n;
  coulomb_case c = {.n = n, .wall = n == 1 && wall == WALL_MASS ? WALL_GROUND : wall};
  c.contact = n == 1 ? 1 : 1 + (int)uniform(0, last);
  c.gamma = uniform(0.3, 3), c.kappa = uniform(0.3, 3), c.r1 = uniform(0.15, 2.5), c.beta = uniform(0.02, 1);
  if (damped) c.mass_damping = uniform(0, 0.05), c.stiffness_damping = uniform(1e-3, 0.05);
  coulomb_batch batch;
  coulomb_open(&batch, "cpu", backend_default(), 1, &c, CYCLES, WINDOW, 0);
  coulomb_advance(&batch, 1e9);
  slow coarse = slow_of(&c), fine = coarse;
  run_slow(&coarse, 600), run_slow(&fine, 1200);
  const double amplitude = 0.5 * (fine.most - fine.least),
               error = fabs(amplitude - 0.5 * (coarse.most - coarse.least));
  // Fourth order: the finer result is off by about 1/15 of the difference; the sampling of extremes
  // in steps (second order between them) adds up to a quarter.
  const int before = check_failures;
  TEST_CHECK(coulomb_state(&batch, STATE_STATUS, 0) == TRAJECTORY_OK);
  CHECK_NEAR(coulomb_amplitude(&batch, 0), amplitude, 3 * error + 1e-8, 0);
  const double stick = coulomb_state(&batch, COULOMB_STICK_TIME, 0);
  CHECK_NEAR(stick, fine.stick_time, 10 * fabs(fine.stick_time - coarse.stick_time) + 1e-6, 0);
  if (check_failures > before)
    fprintf(
        stderr,
        "%d masses, wall %d, contact %d, gamma %.17g kappa %.17g r1 %.17g beta %.17g damping %.17g %.17g\n",
        n, c.wall, c.contact, c.gamma, c.kappa, c.r1, c.beta, c.mass_damping, c.stiffness_damping);
  coulomb_close(&batch);
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : (long)time(NULL);
  srand48(seed);
  for (int i = 0; i < 24; i++) check_one(1 + i % 3, i / 3 % 2);
  if (check_failures) fprintf(stderr, "seed %ld\n", seed);
  return TEST_END();
}
