// The inclusion solvers, compared with an enumeration of all 2^n open/closed patterns: exact
// elimination (up to 4 points) and relaxation (more), with and without preload.
#include "transient_case.h"

enum { MOST = 7 };
static double random_unit(void) {
  return 2 * drand48() - 1;
}

// Gauss elimination with pivoting: a [n][n] x = b.
static int solve(int n, double a[MOST][MOST], double *b) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
    for (int j = 0; j < n; j++) {
      const double t = a[k][j];
      a[k][j] = a[pivot][j], a[pivot][j] = t;
    }
    const double t = b[k];
    b[k] = b[pivot], b[pivot] = t;
    if (a[k][k] == 0) return 0;
    for (int i = k + 1; i < n; i++) {
      const double l = a[i][k] / a[k][k];
      for (int j = k; j < n; j++) a[i][j] -= l * a[k][j];
      b[i] -= l * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return 1;
}

// λ with g = F λ + c >= 0, s = λ + λ0 >= 0, g·s = 0: tries every pattern; for positive definite F
// there is one solution.
static int enumerate(int n, const double *f, const double *c, double preload, double *force) {
  for (int pattern = 0; pattern < 1 << n; pattern++) {
    double a[MOST][MOST], x[MOST];
    for (int i = 0; i < n; i++) {
      const int closed = pattern >> i & 1;
      for (int j = 0; j < n; j++) a[i][j] = closed ? f[i * n + j] : i == j;
      x[i] = closed ? -c[i] : -preload;
    }
    int good = solve(n, a, x);
    for (int i = 0; i < n && good; i++) {
      double gap = c[i];
      for (int j = 0; j < n; j++) gap += f[i * n + j] * x[j];
      good = x[i] >= -preload - 1e-12 && gap >= -1e-12;
    }
    if (good) return memcpy(force, x, (size_t)n * sizeof *x), 1;
  }
  return 0;
}

static void positive_definite(int n, double *f) {
  double root[MOST][MOST];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) root[i][j] = random_unit();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      f[i * n + j] = i == j ? 0.3 : 0;
      for (int k = 0; k < n; k++) f[i * n + j] += root[i][k] * root[j][k];
    }
}

// K = F⁻¹, column by column.
static void invert(int n, const double *f, double *k) {
  for (int j = 0; j < n; j++) {
    double a[MOST][MOST], x[MOST];
    for (int i = 0; i < n; i++) {
      memcpy(a[i], f + i * n, (size_t)n * sizeof *f);
      x[i] = i == j;
    }
    TEST_CHECK(solve(n, a, x));
    for (int i = 0; i < n; i++) k[i * n + j] = x[i];
  }
}

static double displacement[64][MOST];
static void vary(study *s, long i) {
  s->initial.displacement = (double)i;
}

// The model has as many modes as points and Φ_b = 1: p is the gap. After one step λ is in the state.
static void check(int points, double preload) {
  transient_case c;
  case_open(&c, points, points, 0, 1);
  case_contacts(&c, points, LAW_UNILATERAL, 0);
  c.s.contacts[0].preload = preload;
  integrator_writable(&c.s)->step = 1e-6, integrator_writable(&c.s)->duration = 1e-6;
  positive_definite(points, c.r.flexibility);
  invert(points, c.r.flexibility, c.r.stiffness);
  for (int k = 0; k < points; k++) c.r.phi_b[k * points + k] = 1, c.r.omega2[k] = 1;
  case_bind(&c, 64, vary);
  int some_closed = 0, some_open = 0;
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < points; k++)
      c.batch.state[(transient_row_p(c.batch.sizes.dim) + k) * c.batch.stride + i] = displacement[i][k] =
          random_unit();
  case_launch(&c, "cpu");
  for (int i = 0; i < 64; i++) {
    double force[MOST];
    TEST_CHECK(case_state(&c, STATE_STATUS, i) == TRAJECTORY_OK);
    TEST_CHECK(enumerate(points, c.r.flexibility, displacement[i], preload, force));
    for (int k = 0; k < points; k++) {
      // Solver tolerance 1e-13, divided by 1 - its contraction factor.
      CHECK_NEAR(case_state(&c, transient_row_force(c.batch.sizes.dim) + k, i), force[k], 2e-10, 2e-10);
      some_closed += force[k] > -preload, some_open += force[k] == -preload;
    }
  }
  TEST_CHECK(some_closed > 20 && some_open > 20);
  case_close(&c);
}

int main(void) {
  srand48(11);
  for (int points = 1; points <= MOST; points++)
    for (int again = 0; again < 5; again++) {
      check(points, 0);
      check(points, 0.4);
    }
  return TEST_END();
}
