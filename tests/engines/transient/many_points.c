// Inclusions of 1 to 230 points with two tangents each, 3 to 690 rows
// (kernels/transient/newton_batched.h, newton_system.h): one step of the leapfrog for random F and
// c, from random forces, with friction up to 1.5. F is well conditioned, or of rank 6 plus a
// hundredth or a thousandth of it, as for a stiff surface of a soft body. The conditions that
// define the inclusion are checked for the forces themselves. With much friction a few stall
// although a solution exists: from two starts Newton's method did not find it. New random numbers
// every run; `many_points SEED` repeats one, `many_points SEED FILE` writes them and the forces for
// second_solver.py.
#include <time.h>

#include "transient_case.h"

enum { SAMPLES = 9, RANK = 6 };
static long n_open, n_stick, n_slip, n_stalled;
static FILE *told; // NULL: not written

static double random_unit(void) {
  return 2 * drand48() - 1;
}

// F = small 1 + Σ v vᵀ over `rank` vectors, mean diagonal about 1/3, and F⁻¹ by the inverse of its
// Gram matrix: F⁻¹ = (1 - V (small 1 + Vᵀ V)⁻¹ Vᵀ) / small.
static void model_make(transient_case *c, int n, int rank, double small) {
  double *v = arena_allocate(c->memory, (size_t)n * (size_t)rank * sizeof *v);
  double *gram = arena_allocate(c->memory, (size_t)rank * (size_t)(2 * rank) * sizeof *gram);
  for (int i = 0; i < n * rank; i++) v[i] = random_unit() / sqrt(rank);
  for (int a = 0; a < rank; a++)
    for (int b = 0; b < rank; b++) {
      double sum = a == b ? small : 0;
      for (int i = 0; i < n; i++) sum += v[i * rank + a] * v[i * rank + b];
      gram[a * 2 * rank + b] = sum, gram[a * 2 * rank + rank + b] = a == b;
    }
  for (int k = 0; k < rank; k++) { // positive definite: Gauss–Jordan elimination without pivoting
    const double pivot = gram[k * 2 * rank + k];
    for (int j = 0; j < 2 * rank; j++) gram[k * 2 * rank + j] /= pivot;
    for (int i = 0; i < rank; i++) {
      const double l = gram[i * 2 * rank + k];
      for (int j = 0; i != k && j < 2 * rank; j++) gram[i * 2 * rank + j] -= l * gram[k * 2 * rank + j];
    }
  }
  double *half = arena_allocate(c->memory, (size_t)n * (size_t)rank * sizeof *half);
  for (int i = 0; i < n; i++)
    for (int b = 0; b < rank; b++)
      for (int a = 0; a < rank; a++) half[i * rank + b] += v[i * rank + a] * gram[a * 2 * rank + rank + b];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double f = i == j ? small : 0, k = i == j;
      for (int a = 0; a < rank; a++)
        f += v[i * rank + a] * v[j * rank + a], k -= half[i * rank + a] * v[j * rank + a];
      c->r.flexibility[i * n + j] = f, c->r.stiffness[i * n + j] = k / small;
    }
  for (int i = 0; i < n; i++) c->r.phi_b[i * n + i] = c->r.omega2[i] = 1;
}

// Returns the largest violation of gap >= 0, λ_n >= 0, one of them zero; |λ_t| <= μ λ_n; λ_t·v = -μ
// λ_n |v|, relative to the size of c (about 1) and of the largest force.
static double violation(const transient_case *c, int n, double friction, const double *rest,
                        const double *force) {
  double worst = 0, most = 1;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(force[i]));
  for (int j = 0; j < n; j += 3) {
    double w[3];
    for (int i = 0; i < 3; i++) {
      w[i] = rest[j + i];
      for (int k = 0; k < n; k++) w[i] += c->r.flexibility[(j + i) * n + k] * force[k];
    }
    const double load = force[j], size = hypot(force[j + 1], force[j + 2]), speed = hypot(w[1], w[2]);
    const double power = force[j + 1] * w[1] + force[j + 2] * w[2];
    worst = fmax(worst, fmax(-w[0], -load / most));
    worst = fmax(worst, fabs(w[0] * load) / most);
    worst = fmax(worst, (size - friction * load) / most);
    worst = fmax(worst, fabs(power + friction * load * speed) / most);
    if (load <= 0)
      n_open++;
    else
      size < friction *load *(1 - 1e-9) ? n_stick++ : n_slip++;
  }
  return worst;
}

// Writes for second_solver.py: points, friction, the small eigenvalue of F, samples; F; then c, λ
// and success of each sample.
static void tell_model(const transient_case *c, int points, int rank, double small, double friction) {
  const double head[] = {points, friction, rank ? small : 1, SAMPLES};
  const size_t n = 3 * (size_t)points;
  if (!told) return;
  TEST_CHECK(fwrite(head, sizeof head, 1, told) == 1);
  TEST_CHECK(fwrite(c->r.flexibility, sizeof(double), n * n, told) == n * n);
}
static void tell(int points, const double *rest, const double *force, double solved) {
  const size_t n = 3 * (size_t)points;
  if (!told) return;
  TEST_CHECK(fwrite(rest, sizeof *rest, n, told) == n && fwrite(force, sizeof *force, n, told) == n);
  TEST_CHECK(fwrite(&solved, sizeof solved, 1, told) == 1);
}

// Makes c of every sample and the state that leads to it: random, or, if F is nearly singular, F
// times random numbers, as for points that move together. `pressed`: mean penetration of the
// points, relative to a spread of 1.
static void constants_make(transient_case *c, int n, int reachable, double pressed, double *rest) {
  const int *dim = c->batch.sizes.dim;
  double *own = arena_allocate(c->memory, (size_t)n * sizeof *own);
  for (int i = 0; i < SAMPLES; i++) {
    for (int b = 0; b < n; b++) own[b] = random_unit() - (b % 3 ? 0 : pressed) - (b % 3 ? random_unit() : 0);
    for (int b = 0; b < n; b++) {
      double sum = 0;
      for (int k = 0; reachable && k < n; k++) sum += c->r.flexibility[b * n + k] * own[k];
      rest[i * n + b] = reachable ? sum : own[b];
      const double before = b % 3 ? random_unit() : 0;
      double *state = c->batch.state + i;
      state[(transient_row_p(dim) + b) * c->batch.stride] = rest[i * n + b] + before;
      state[(transient_row_boundary(dim) + b) * c->batch.stride] = before;
      state[(transient_row_force(dim) + b) * c->batch.stride] = random_unit();
      rest[i * n + b] = rest[i * n + b] + before - before; // rounded as in the step
    }
  }
}

static void check(int points, int rank, double small, double friction, double pressed) {
  const int n = 3 * points;
  transient_case c;
  case_open(&c, n, n, 0, 1);
  case_contacts(&c, points, LAW_FRICTION, 2);
  model_make(&c, n, rank ? rank : n, small);
  c.s.contacts[0].friction = friction;
  integrator_writable(&c.s)->step = integrator_writable(&c.s)->duration = 1e-6;
  integrator_writable(&c.s)->tolerance = 1e-12;
  case_bind(&c, SAMPLES, NULL);
  const int *dim = c.batch.sizes.dim;
  double *rest = arena_allocate(c.memory, (size_t)(n * SAMPLES) * sizeof *rest);
  double *force = arena_allocate(c.memory, (size_t)n * sizeof *force);
  TEST_CHECK(dim[DIM_NEWTON_KIND] == (n > BATCHED_MAX_ROWS ? NEWTON_DUAL : NEWTON_BATCHED));
  constants_make(&c, n, small < 5e-3, pressed, rest);
  case_launch(&c, "cpu");
  tell_model(&c, points, rank, small, friction);
  for (int i = 0; i < SAMPLES; i++) {
    for (int b = 0; b < n; b++) force[b] = case_state(&c, transient_row_force(dim) + b, i);
    const int solved = case_state(&c, STATE_STATUS, i) == TRAJECTORY_OK;
    n_stalled += !solved;
    tell(points, rest + i * n, force, solved);
    TEST_CHECK(solved || friction > 0.5);
    if (!solved)
      fprintf(stderr, "%d points, F from %g on, friction %g, pressed %g: sample %d stalled\n", points, small,
              friction, pressed, i);
    if (!solved) continue;
    // Tolerance 1e-12 of the change of forces over a relaxation step, whose gain is above 1e-5
    // here.
    CHECK_NEAR(violation(&c, n, friction, rest + i * n, force), 0, 1e-6, 0);
  }
  case_close(&c);
}

int main(int argc, char **argv) {
  static const int POINTS[] = {1, 2, 4, 8, 9, 16, 26, 44};
  const long seed = argc > 1 ? atol(argv[1]) : (long)time(NULL);
  if (argc > 2 && !(told = fopen(argv[2], "wb"))) return 1;
  srand48(seed);
  for (size_t k = 0; k < sizeof POINTS / sizeof *POINTS; k++)
    for (double friction = 0.1; friction < 1.6; friction += 0.7)
      for (double pressed = -0.5; pressed <= 1.5; pressed += 0.5) {
        check(POINTS[k], 0, 0.3, friction, pressed);
        check(POINTS[k], RANK, 0.01, friction, pressed);
        check(POINTS[k], RANK, 1e-3, friction, pressed);
      }
  check(230, RANK, 0.1, 0.3, -0.3);
  if (told) TEST_CHECK(fclose(told) == 0);
  if (check_failures) fprintf(stderr, "seed %ld\n", seed);
  // In 40 runs 0 to 3 of the 2160 with friction 0.8 and 1.5 stalled.
  TEST_CHECK(n_stalled <= 8);
  TEST_CHECK(n_open > 1000 && n_stick > 1000 && n_slip > 1000);
  return TEST_END();
}
