// The frictional inclusion with several coupled points, one step of the leapfrog each for random F
// and c. The conditions that define it are checked for the forces themselves; with one tangent the
// forces are also found among all patterns of open, sticking and slipping points. Newton's method,
// with one system for all lanes, or (as with many rows) one per lane by F or F⁻¹, and relaxation
// alone; equal and mixed layouts. New random numbers every run; `friction_inclusion SEED` repeats
// one.
#include <time.h>

#include "transient_case.h"

enum { ROWS = 12, POINTS = 6, SAMPLES = 64 };
typedef struct problem {
  int points, rows, normal[POINTS], tangent[POINTS][2]; // rows, -1: none
  double f[ROWS][ROWS], friction, preload;
} problem;
static int n_open, n_stick, n_slip;

static double random_unit(void) {
  return 2 * drand48() - 1;
}

// Kinds of points: n normal only, f normal and one tangent, F normal and two, c one tangent under
// the constant load.
static problem problem_make(const char *kinds, double friction, double preload) {
  problem p = {.points = (int)strlen(kinds), .friction = friction, .preload = preload};
  double root[ROWS][ROWS];
  for (int j = 0; j < p.points; j++) {
    p.normal[j] = kinds[j] == 'c' ? -1 : p.rows++;
    p.tangent[j][0] = kinds[j] == 'n' ? -1 : p.rows++;
    p.tangent[j][1] = kinds[j] == 'F' ? p.rows++ : -1;
  }
  for (int i = 0; i < p.rows; i++)
    for (int j = 0; j < p.rows; j++) root[i][j] = random_unit();
  for (int i = 0; i < p.rows; i++)
    for (int j = 0; j < p.rows; j++) {
      p.f[i][j] = i == j ? 0.5 : 0;
      for (int k = 0; k < p.rows; k++) p.f[i][j] += root[i][k] * root[j][k] / p.rows;
    }
  return p;
}

// Gauss–Jordan elimination with pivoting: a x = b for m right-hand sides in the columns after a.
// Returns 0 if singular.
static int solve(int n, int m, double a[ROWS][2 * ROWS]) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
    if (fabs(a[pivot][k]) < 1e-12) return 0;
    for (int j = 0; j < n + m; j++) {
      const double t = a[k][j];
      a[k][j] = a[pivot][j], a[pivot][j] = t;
    }
    for (int i = 0; i < n; i++) {
      const double l = i == k ? 1 - 1 / a[k][k] : a[i][k] / a[k][k];
      for (int j = k; j < n + m; j++) a[i][j] -= l * a[k][j];
    }
  }
  return 1;
}

// Returns Σ F λ + c of a row.
static double motion(const problem *p, const double *c, const double *force, int row) {
  double sum = c[row];
  for (int j = 0; j < p->rows; j++) sum += p->f[row][j] * force[j];
  return sum;
}

// Returns the largest violation of the definition: gap >= 0, λ_n + λ0 >= 0, one of them zero; |λ_t|
// <= μ N; the work of λ_t is the smallest in the disc, λ_t·v = -μ N |v|.
static double violation(const problem *p, const double *c, const double *force) {
  double worst = 0;
  for (int j = 0; j < p->points; j++) {
    double load = p->preload, size = 0, speed = 0, power = 0;
    if (p->normal[j] >= 0) {
      const double gap = motion(p, c, force, p->normal[j]);
      load += force[p->normal[j]];
      worst = fmax(worst, fmax(-gap, -load));
      worst = fmax(worst, fabs(gap * load));
    }
    for (int i = 0; i < 2 && p->tangent[j][i] >= 0; i++) {
      const double v = motion(p, c, force, p->tangent[j][i]), t = force[p->tangent[j][i]];
      size = hypot(size, t), speed = hypot(speed, v), power += t * v;
    }
    worst = fmax(worst, size - p->friction * load);
    worst = fmax(worst, fabs(power + p->friction * load * speed));
  }
  return worst;
}

// Computes the forces of one pattern, two bits per point: 0 open, 1 stick, 2 and 3 slip in either
// direction.
static int pattern_force(const problem *p, const double *c, int pattern, double *force) {
  double a[ROWS][2 * ROWS] = {{0}};
  for (int j = 0; j < p->points; j++) {
    const int state = pattern >> 2 * j & 3, normal = p->normal[j], tangent = p->tangent[j][0];
    if ((state == 0 && normal < 0) || (state > 1 && tangent < 0)) return 0;
    for (int i = 0; i < 2; i++) {
      const int row = i ? tangent : normal;
      if (row < 0) continue;
      if (i ? state == 1 : state > 0) {
        memcpy(a[row], p->f[row], (size_t)p->rows * sizeof **p->f);
        a[row][p->rows] = -c[row];
      } else {
        const double along = state == 2 ? p->friction : -p->friction;
        a[row][row] = 1;
        a[row][p->rows] = i == 0 ? -p->preload : state == 0 ? 0 : along * p->preload;
        if (i && state > 1 && normal >= 0) a[row][normal] = -along;
      }
    }
  }
  if (!solve(p->rows, 1, a)) return 0;
  for (int i = 0; i < p->rows; i++) force[i] = a[i][p->rows];
  return 1;
}

// Returns the distance of `force` from the nearest solution among all patterns.
static double enumerate(const problem *p, const double *c, const double *force) {
  double nearest = INFINITY;
  for (int pattern = 0; pattern < 1 << 2 * p->points; pattern++) {
    double x[ROWS], distance = 0;
    if (!pattern_force(p, c, pattern, x) || violation(p, c, x) > 1e-9) continue;
    for (int i = 0; i < p->rows; i++) distance = fmax(distance, fabs(x[i] - force[i]));
    nearest = fmin(nearest, distance);
  }
  return nearest;
}

static void count(const problem *p, const double *force) {
  for (int j = 0; j < p->points; j++) {
    const double load = p->preload + (p->normal[j] >= 0 ? force[p->normal[j]] : 0);
    double size = 0;
    if (load <= 0) n_open++;
    if (load <= 0 || p->tangent[j][0] < 0) continue;
    for (int i = 0; i < 2 && p->tangent[j][i] >= 0; i++) size = hypot(size, force[p->tangent[j][i]]);
    size < p->friction *load *(1 - 1e-9) ? n_stick++ : n_slip++;
  }
}

// Binds a model with as many modes as rows and Φ_b = 1: c is p - q of the previous step in the
// tangents, p in the normals.
static void bind(transient_case *c, const problem *p, int solver) {
  double a[ROWS][2 * ROWS] = {{0}};
  case_open(c, p->rows, p->rows, 0, 1);
  case_contacts(c, p->points, LAW_FRICTION, 1);
  for (int j = 0; j < p->points; j++) {
    c->r.contacts[j].row_normal = p->normal[j];
    memcpy(c->r.contacts[j].row_tangent, p->tangent[j], sizeof p->tangent[j]);
  }
  for (int i = 0; i < p->rows; i++) {
    memcpy(a[i], p->f[i], sizeof p->f[i]);
    a[i][p->rows + i] = 1;
  }
  TEST_CHECK(solve(p->rows, p->rows, a));
  for (int i = 0; i < p->rows; i++) {
    memcpy(c->r.flexibility + i * p->rows, p->f[i], (size_t)p->rows * sizeof **p->f);
    memcpy(c->r.stiffness + i * p->rows, a[i] + p->rows, (size_t)p->rows * sizeof **p->f);
    c->r.phi_b[i * p->rows + i] = c->r.omega2[i] = 1;
  }
  c->s.contacts[0].preload = p->preload, c->s.contacts[0].friction = p->friction;
  integrator_writable(&c->s)->contact_solver = solver;
  integrator_writable(&c->s)->step = integrator_writable(&c->s)->duration = 1e-6;
  case_bind(c, SAMPLES, NULL);
}

// newton: NEWTON_NONE leaves the choice for so few rows.
static void check(const char *kinds, double friction, double preload, int solver, int newton) {
  const problem p = problem_make(kinds, friction, preload);
  transient_case c;
  double rest[SAMPLES][ROWS];
  bind(&c, &p, solver);
  if (newton) case_newton(&c, newton);
  const int *dim = c.batch.sizes.dim;
  for (int i = 0; i < SAMPLES; i++) {
    for (int b = 0; b < p.rows; b++) {
      const double shift = random_unit();
      rest[i][b] = random_unit();
      c.batch.state[(transient_row_p(dim) + b) * c.batch.stride + i] = rest[i][b];
      c.batch.state[(transient_row_boundary(dim) + b) * c.batch.stride + i] = shift;
      c.batch.state[(transient_row_force(dim) + b) * c.batch.stride + i] =
          random_unit(); // of the previous step
      for (int j = 0; j < p.points; j++)
        if (p.normal[j] != b && (p.tangent[j][0] == b || p.tangent[j][1] == b)) rest[i][b] -= shift;
    }
  }
  case_launch(&c, "cpu");
  for (int i = 0; i < SAMPLES; i++) {
    double force[ROWS];
    for (int b = 0; b < p.rows; b++) force[b] = case_state(&c, transient_row_force(dim) + b, i);
    TEST_CHECK(case_state(&c, STATE_STATUS, i) == TRAJECTORY_OK);
    // Solver tolerance 1e-13, divided by 1 - contraction factor of the relaxation (above 1e-3
    // here).
    CHECK_NEAR(violation(&p, rest[i], force), 0, 1e-9, 0);
    if (!strchr(kinds, 'F')) CHECK_NEAR(enumerate(&p, rest[i], force), 0, 1e-9, 0);
    count(&p, force);
  }
  case_close(&c);
}

int main(int argc, char **argv) {
  static const char *const KINDS[] = {"f",    "ff", "fff", "ffff", "F",    "FF",  "FFF",
                                      "FFFF", "c",  "cc",  "nfc",  "cnff", "Fnc", "FfnF"};
  const long seed = argc > 1 ? atol(argv[1]) : (long)time(NULL);
  srand48(seed);
  for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
    for (int again = 0; again < 3; again++) {
      for (int solver = SOLVER_NEWTON; solver <= SOLVER_RELAXATION; solver++) {
        check(KINDS[k], 0.4, 0, solver, NEWTON_NONE);
        check(KINDS[k], 0.2 + 0.4 * drand48(), 0.5, solver, NEWTON_NONE);
      }
      for (int newton = NEWTON_PRIMAL; newton <= NEWTON_DUAL; newton++) {
        check(KINDS[k], 0.4, 0, SOLVER_NEWTON, newton);
        check(KINDS[k], 0.2 + 0.4 * drand48(), 0.5, SOLVER_NEWTON, newton);
      }
    }
  TEST_CHECK(n_open > 1000 && n_stick > 1000 && n_slip > 1000);
  if (check_failures) fprintf(stderr, "seed %ld\n", seed);
  return TEST_END();
}
