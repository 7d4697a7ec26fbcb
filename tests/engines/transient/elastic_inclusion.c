// Elastic friction elements on a massless boundary, several coupled points with rigid ones among
// them, one step of the leapfrog each for random F, c and springs. The forces are inserted into the
// return map that defines the element and into the conditions of the rigid laws. Newton's method
// and relaxation alone, equal and mixed layouts. New random numbers every run; `elastic_inclusion
// SEED` repeats one.
#include <time.h>

#include "transient_case.h"

enum { ROWS = 12, POINTS = 6, SAMPLES = 64 };
typedef struct problem {
  const char *kinds; // see problem_make
  int points, rows, normal[POINTS], tangent[POINTS][2];
  double f[ROWS][ROWS], k_n, k_t, friction, preload;
} problem;
static int n_open, n_stick, n_slip;

static double random_unit(void) {
  return 2 * drand48() - 1;
}
static int is_elastic(const problem *p, int j) {
  return strchr("nf", p->kinds[j]) == NULL;
}

// Kinds of points: e elastic with a normal and a tangent, E with two tangents, s elastic with a
// normal only, c and C elastic under a constant load with one and two tangents; n, f: rigid,
// without and with friction.
static problem problem_make(const char *kinds) {
  problem p = {.kinds = kinds, .points = (int)strlen(kinds), .k_n = exp(2 * random_unit())};
  double root[ROWS][ROWS];
  p.k_t = exp(2 * random_unit()), p.friction = 0.2 + 0.4 * drand48(), p.preload = 0.6 * drand48();
  for (int j = 0; j < p.points; j++) {
    p.normal[j] = strchr("cC", kinds[j]) ? -1 : p.rows++;
    p.tangent[j][0] = strchr("sn", kinds[j]) ? -1 : p.rows++;
    p.tangent[j][1] = strchr("EC", kinds[j]) ? p.rows++ : -1;
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

// Returns Σ F λ + c of a row.
static double motion(const problem *p, const double *c, const double *force, int row) {
  double sum = c[row];
  for (int j = 0; j < p->rows; j++) sum += p->f[row][j] * force[j];
  return sum;
}

// Returns the largest difference of the forces from the definition of the element: N = max(N0 - k_n
// gap, 0), and the tangential force of the spring projected onto the disc.
static double element_error(const problem *p, const double *c, const double *before, const double *force,
                            int j) {
  double worst = 0, load = p->preload, trial[2] = {0, 0};
  if (p->normal[j] >= 0) {
    load = fmax(p->preload - p->k_n * motion(p, c, force, p->normal[j]), 0);
    worst = fabs(force[p->normal[j]] - (load - p->preload));
  }
  for (int i = 0; i < 2 && p->tangent[j][i] >= 0; i++)
    trial[i] = before[p->tangent[j][i]] - p->k_t * motion(p, c, force, p->tangent[j][i]);
  const double size = hypot(trial[0], trial[1]), most = p->friction * load;
  for (int i = 0; i < 2 && p->tangent[j][i] >= 0; i++)
    worst = fmax(worst, fabs(force[p->tangent[j][i]] - trial[i] * (size > most ? most / size : 1)));
  if (p->tangent[j][0] >= 0) ++*(load <= 0 ? &n_open : size > most ? &n_slip : &n_stick);
  return worst;
}

// Returns the violation at a rigid point: gap and load not negative and one of them zero; |λ_t| <=
// μ N, and λ_t v = -μ N |v|.
static double rigid_error(const problem *p, const double *c, const double *force, int j) {
  const double gap = motion(p, c, force, p->normal[j]), load = force[p->normal[j]] + p->preload;
  double worst = fmax(fmax(-gap, -load), fmin(gap, load));
  if (p->tangent[j][0] < 0) return worst;
  const double size = force[p->tangent[j][0]], speed = motion(p, c, force, p->tangent[j][0]);
  worst = fmax(worst, fabs(size) - p->friction * load);
  return fmax(worst, fabs(size * speed + p->friction * load * fabs(speed)));
}

// Binds a model with as many modes as rows and Φ_b = 1: c is p - q of the previous step in the
// tangents, p in the normals.
static void bind(transient_case *c, const problem *p, int solver) {
  case_open(c, p->rows, p->rows, 0, 1);
  case_contacts(c, p->points, LAW_ELASTIC, 1);
  c->s.n_contacts = 2;
  for (int j = 0; j < p->points; j++) {
    c->r.contacts[j].row_normal = p->normal[j];
    memcpy(c->r.contacts[j].row_tangent, p->tangent[j], sizeof p->tangent[j]);
    c->r.contacts[j].entry = !is_elastic(p, j);
  }
  for (int i = 0; i < p->rows; i++) {
    memcpy(c->r.flexibility + i * p->rows, p->f[i], (size_t)p->rows * sizeof **p->f);
    c->r.phi_b[i * p->rows + i] = c->r.omega2[i] = 1;
  }
  c->s.contacts[0].preload = p->preload, c->s.contacts[0].friction = p->friction;
  c->s.contacts[1] = c->s.contacts[0], c->s.contacts[1].law = LAW_FRICTION;
  c->s.contacts[0].normal_stiffness = p->k_n, c->s.contacts[0].tangential_stiffness = p->k_t;
  integrator_writable(&c->s)->contact_solver = solver;
  integrator_writable(&c->s)->step = integrator_writable(&c->s)->duration = 1e-6;
  case_bind(c, SAMPLES, NULL);
}

// is_apart: each lane has its own system, as with many rows.
static void check(const char *kinds, int solver, int is_apart) {
  const problem p = problem_make(kinds);
  transient_case c;
  double rest[SAMPLES][ROWS], before[SAMPLES][ROWS];
  bind(&c, &p, solver);
  if (is_apart) case_newton(&c, NEWTON_PRIMAL);
  const int *dim = c.batch.sizes.dim;
  for (int i = 0; i < SAMPLES; i++) {
    for (int b = 0; b < p.rows; b++) {
      const double shift = random_unit();
      rest[i][b] = random_unit(), before[i][b] = 0.3 * random_unit();
      c.batch.state[(transient_row_p(dim) + b) * c.batch.stride + i] = rest[i][b];
      c.batch.state[(transient_row_boundary(dim) + b) * c.batch.stride + i] = shift;
      c.batch.state[(transient_row_force(dim) + b) * c.batch.stride + i] = before[i][b];
      for (int j = 0; j < p.points; j++)
        if (p.normal[j] != b && (p.tangent[j][0] == b || p.tangent[j][1] == b)) rest[i][b] -= shift;
    }
  }
  case_launch(&c, "cpu");
  for (int i = 0; i < SAMPLES; i++) {
    double force[ROWS];
    for (int b = 0; b < p.rows; b++) force[b] = case_state(&c, transient_row_force(dim) + b, i);
    TEST_CHECK(case_state(&c, STATE_STATUS, i) == TRAJECTORY_OK);
    for (int j = 0; j < p.points; j++) {
      const double error = is_elastic(&p, j) ? element_error(&p, rest[i], before[i], force, j)
                                             : rigid_error(&p, rest[i], force, j);
      // Solver tolerance 1e-13, divided by 1 - contraction factor of the relaxation (above 1e-3
      // here), times k F below 30.
      CHECK_NEAR(error, 0, 1e-8, 0);
    }
  }
  case_close(&c);
}

int main(int argc, char **argv) {
  static const char *const KINDS[] = {"e",    "E",   "s",  "c",  "C",    "eee", "EEE",
                                      "ssss", "CCC", "ef", "sn", "cEfs", "nEcC"};
  const long seed = argc > 1 ? atol(argv[1]) : (long)time(NULL);
  srand48(seed);
  for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
    for (int again = 0; again < 8; again++) {
      for (int solver = SOLVER_NEWTON; solver <= SOLVER_RELAXATION; solver++) check(KINDS[k], solver, 0);
      check(KINDS[k], SOLVER_NEWTON, 1);
    }
  TEST_CHECK(n_open > 1000 && n_stick > 1000 && n_slip > 1000);
  if (check_failures) fprintf(stderr, "seed %ld\n", seed);
  return TEST_END();
}
