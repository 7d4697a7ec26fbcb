// A mass that strikes a wall through a massless boundary (mass 1, spring 1, damping 0.04, force 0.1
// cos Ωt, k_b = 20, gap 1): its response curve by harmonic balance of 20 harmonics with the sampled
// unilateral contact, followed by arclength through both turning points. These are compared with
// known ones, with the closed form of grazing, and with time integration. Newton's method for a
// turning point, with the curvature, converges quadratically.
#include "tests/check.h"
#include "tests/kernels/sampled_stamp.h"

#include <lapacke.h>

enum { HARMONICS = 20, N = 1 + 2 * HARMONICS, M = N + 1 };
static const double DAMPING = 0.04, FORCE = 0.1, BOUNDARY = 20, GAP = 1;

// Balance at x: coefficients of q and Ω.
typedef struct {
  double residual[N], jacobian[N * M];              // of rows Z q - r - f; the last column: ∂/∂Ω
  double force[N], left[N], right[N], curvature[N]; // r; curvature: Σ left ∂²r/∂u∂u right
} balance;

// With ε = k_b the dynamic Lagrangian k_b (q_b - q) - ε (q_b + g) is that of a stop of stiffness
// k_b: u = -k_b (q + g).
static void evaluate(int samples, const double *x, balance *at) {
  static double k[N * N];
  const sampled_shape shape = {STAMP_FRICTION, HARMONICS, 1, samples, 1, 1};
  const double law[STAMP_LAW] = {0}, omega = x[N];
  double u[N];
  for (int i = 0; i < N; i++) u[i] = -BOUNDARY * (x[i] + (i == 0 ? GAP : 0));
  sampled_stamp_1_double(&shape, law, u, at->force, k, at->left, at->right, at->curvature);
  for (int i = 0; i < N; i++) {
    const int h = (i + 1) / 2, other = i == 0 ? 0 : i % 2 ? i + 1 : i - 1;
    const double dynamic = 1 - h * h * omega * omega, turn = i % 2 ? h * DAMPING : -h * DAMPING;
    at->residual[i] = dynamic * x[i] + omega * turn * x[other] - at->force[i] - (i == 1 ? FORCE : 0);
    for (int j = 0; j < N; j++) at->jacobian[i * M + j] = BOUNDARY * k[i * N + j];
    at->jacobian[i * M + i] += dynamic;
    if (h) at->jacobian[i * M + other] += omega * turn;
    at->jacobian[i * M + N] = -2 * h * h * omega * x[i] + turn * x[other];
  }
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}
// Solves [J; row] z = (right, last).
static void solve_bordered(const balance *at, const double *row, const double *right, double last,
                           double *z) {
  static double a[M * M];
  lapack_int pivot[M];
  memcpy(a, at->jacobian, sizeof at->jacobian);
  memcpy(a + N * M, row, M * sizeof *row);
  for (int i = 0; i < N; i++) z[i] = right ? right[i] : 0;
  z[N] = last;
  TEST_CHECK(LAPACKE_dgesv(LAPACK_ROW_MAJOR, M, 1, a, M, pivot, z, 1) == 0);
}

// Newton's method in the plane row · (x - from) = step. Returns 1 if converged.
static int correct(int samples, const double *from, const double *row, double step, double *x) {
  static balance at;
  double change[M], off[M];
  for (int i = 0; i < 12; i++) {
    evaluate(samples, x, &at);
    for (int j = 0; j < M; j++) off[j] = x[j] - from[j];
    solve_bordered(&at, row, at.residual, dot(row, off, M) - step, change);
    for (int j = 0; j < M; j++) x[j] -= change[j];
    if (sqrt(dot(change, change, M)) < 1e-11) return 1;
  }
  return 0;
}
static void tangent(int samples, const double *x, const double *before, double *along) {
  static balance at;
  evaluate(samples, x, &at);
  solve_bordered(&at, before, NULL, 1, along);
  const double size = sqrt(dot(along, along, M));
  for (int j = 0; j < M; j++) along[j] /= size;
}

// Finds the turning point between x and the point one step along its tangent, by bisection down to
// `size`. Returns its frequency.
static double turning_point(int samples, const double *x, const double *along, double step, double size,
                            double *y) {
  double low = 0, high = step, there[M];
  memcpy(y, x, M * sizeof *y);
  while (high - low > size) {
    const double middle = (low + high) / 2;
    TEST_CHECK(correct(samples, x, along, middle, y));
    tangent(samples, y, along, there);
    *(there[N] * along[N] > 0 ? &low : &high) = middle;
  }
  return y[N];
}

// Finds the frequencies of the turning points from Ω = 0.9 on, and a point within 1e-3 of each.
// Returns their number.
static int follow(int samples, double *folds, double near[2][M]) {
  double x[M] = {0}, next[M], along[M] = {0}, before[M] = {0}, y[M], step = 0.05;
  int found = 0;
  x[N] = 0.9, before[N] = 1;
  TEST_CHECK(correct(samples, x, before, 0, x));
  for (int i = 0; i < 2000 && x[N] < 1.45 && found <= 2; i++) {
    tangent(samples, x, before, along);
    for (;; step /= 2) {
      for (int j = 0; j < M; j++) next[j] = x[j] + step * along[j];
      if (correct(samples, x, along, step, next)) break;
      TEST_CHECK(step > 1e-7);
    }
    tangent(samples, next, along, before);
    if (before[N] * along[N] < 0 && found < 2) {
      turning_point(samples, x, along, step, 1e-3, near[found]);
      folds[found++] = turning_point(samples, x, along, step, 1e-9, y);
    }
    memcpy(x, next, sizeof x);
    step = fmin(2 * step, 0.05);
  }
  return found;
}

// Returns leftᵀ ∂²R/∂q∂Ω right.
static double mixed(const double *left, const double *right, double omega) {
  double sum = 0;
  for (int i = 1; i < N; i++) {
    const int h = (i + 1) / 2, other = i % 2 ? i + 1 : i - 1;
    sum += left[i] * (-2 * h * h * omega * right[i] + (i % 2 ? h : -h) * DAMPING * right[other]);
  }
  return sum;
}

// Newton's method for R = 0, g = 0, where [J b; cᵀ 0] (right, g) = (0, 1) and its transpose gives
// left: g = 0 where J is singular, dg = -leftᵀ dJ right (without db g), and dJ contains the second
// derivatives of the law. Returns the iterations; `sizes` of their changes.
static int newton_fold(int samples, double *x, double *sizes) {
  static balance at;
  static double a[M * M];
  lapack_int pivot[M];
  for (int iteration = 0; iteration < 12; iteration++) {
    double left[M] = {0}, right[M] = {0}, change[M], row[M];
    left[N] = right[N] = 1;
    evaluate(samples, x, &at);
    memcpy(a, at.jacobian, sizeof at.jacobian);        // b = ∂R/∂Ω,
    for (int j = 0; j < M; j++) a[N * M + j] = j == 1; // c: the first cosine
    TEST_CHECK(LAPACKE_dgetrf(LAPACK_ROW_MAJOR, M, M, a, M, pivot) == 0);
    TEST_CHECK(LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', M, 1, a, M, pivot, right, 1) == 0);
    TEST_CHECK(LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'T', M, 1, a, M, pivot, left, 1) == 0);
    memcpy(at.left, left, sizeof at.left), memcpy(at.right, right, sizeof at.right);
    evaluate(samples, x, &at);
    for (int j = 0; j < N; j++) row[j] = BOUNDARY * BOUNDARY * at.curvature[j];
    row[N] = -mixed(left, right, x[N]);
    solve_bordered(&at, row, at.residual, right[N], change);
    for (int j = 0; j < M; j++) x[j] -= change[j];
    sizes[iteration] = sqrt(dot(change, change, M));
    if (sizes[iteration] < 1e-11) return iteration + 1;
  }
  return 0;
}

static double acceleration(double q, double speed, double omega, double t) {
  return FORCE * cos(omega * t) - q - DAMPING * speed + fmax(0, -BOUNDARY * (q + GAP));
}

// Runge-Kutta steps over 150 periods, in which the initial error decays by exp(-0.02 · 150 · 2π /
// 1.3) = 5e-7, compared with the harmonics. Those above 20 are truncated: the kinks of the force,
// of jump 2 k_b |dq/dτ| = 50 in total, give harmonic h of the displacement 50 / π h² / (h Ω)², a
// sum of 16 / (3 · 20³ · 1.7) = 4e-4.
static void check_time(double omega) {
  enum { STEPS = 1000, PERIODS = 150 };
  double x[M] = {0}, row[M] = {0}, q = 0, speed = 0, largest = 0;
  const double dt = 2 * acos(-1) / omega / STEPS;
  row[N] = 1, x[N] = 0.9; // along the upper branch in steps of 0.02
  TEST_CHECK(correct(1024, (double[M]){[N] = 0.9}, row, 0, x));
  for (double to = 0.92; to < omega + 0.01; to += 0.02)
    TEST_CHECK(correct(1024, (double[M]){[N] = fmin(to, omega)}, row, 0, x));
  for (int i = 0; i < N; i++) q += i == 0 || i % 2 ? x[i] : 0;
  for (int i = 2; i < N; i += 2) speed += omega * i / 2 * x[i];
  for (int step = 0; step <= STEPS * PERIODS; step++) {
    const double t = step * dt, half = dt / 2;
    if (step >= STEPS * (PERIODS - 1)) {
      double sum = x[0];
      for (int h = 1; h <= HARMONICS; h++)
        sum += x[2 * h - 1] * cos(h * omega * t) + x[2 * h] * sin(h * omega * t);
      CHECK_NEAR(q, sum, 4e-4, 0);
      largest = fmax(largest, fabs(q));
    }
    const double a1 = acceleration(q, speed, omega, t), v2 = speed + half * a1;
    const double a2 = acceleration(q + half * speed, v2, omega, t + half), v3 = speed + half * a2;
    const double a3 = acceleration(q + half * v2, v3, omega, t + half), v4 = speed + dt * a3;
    const double a4 = acceleration(q + dt * v3, v4, omega, t + dt);
    q += dt / 6 * (speed + 2 * v2 + 2 * v3 + v4);
    speed += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  TEST_CHECK(largest > 1.4); // the upper branch
}

int main(void) {
  static double near[2][M];
  double fine[2], coarse[2], sizes[12];
  TEST_CHECK(follow(1024, fine, near) == 2);
  CHECK_NEAR(fine[0], 1.3366, 5e-5, 0); // known to these digits
  // The branch without contact ends where its amplitude reaches the gap, F² = (1 - Ω²)² + (d Ω)²,
  // and turns where the stop, of force 20 · 0.6 δ^1.5, is as steep as the response: δ = 4e-5, which
  // is 2e-6 in Ω.
  const double b = 2 - DAMPING * DAMPING, grazing = sqrt(b / 2 + sqrt(b * b / 4 - 1 + FORCE * FORCE));
  CHECK_NEAR(fine[1], grazing, 5e-6, 0);
  const int iterations = newton_fold(1024, near[0], sizes);
  CHECK_NEAR(near[0][N], fine[0], 1e-9, 0);
  TEST_CHECK(iterations > 0 && iterations <= 6);
  // Quadratic convergence: the last change above rounding is at most a bounded factor times the
  // square of the previous one.
  for (int i = 1; i < iterations - 1; i++) TEST_CHECK(sizes[i] < 1e3 * sizes[i - 1] * sizes[i - 1] + 1e-11);
  TEST_CHECK(follow(128, coarse, near) == 2);
  // The error of the integration at kinks, (2π/N)² / 12 of the contact force, is 2e-4 here; the
  // contact force shifts the frequency of the peak by a third, so that the error of the frequency
  // is smaller.
  CHECK_NEAR(coarse[0], fine[0], 5e-5, 0);
  check_time(1.3);
  return TEST_END();
}
