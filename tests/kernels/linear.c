// Factorisation and solution of kernels/linear.h, compared with LAPACK, from 3 to 130 rows: random,
// ill-conditioned, pivoted, indefinite, definite and quasi-definite matrices. Singular matrices are
// reported per lane and never give a NaN. Lanes with different matrices give the same bits as each
// alone.
#include "tests/check.h"
#include "tests/kernels/linear_stamp.h"
#include "tests/processor.h"

#include <float.h>
#include <lapacke.h>

static const struct {
  int lanes, single;
  linear_stamp *run;
} SPECIALISED_SIZES[] = {
#define X(lanes, precision, single) {lanes, single, linear_stamp_##lanes##_##precision},
    LINEAR_STAMPS(X)
#undef X
};
enum { N_STAMPS = sizeof SPECIALISED_SIZES / sizeof *SPECIALISED_SIZES, LANES_TOGETHER = 8 };

typedef enum { RANDOM, NO_DIAGONAL, ILL, INDEFINITE, DEFINITE, QUASI, DOMINANT, KINDS } matrix_kind;
static const char *const NAMES[] = {"random",   "no diagonal",    "ill-conditioned",    "indefinite",
                                    "definite", "quasi-definite", "diagonally dominant"};

typedef struct {
  double a[STAMP_ROWS * STAMP_ROWS], b[STAMP_ROWS]; // the system
  double factors[STAMP_ROWS * (STAMP_ROWS + STAMP_MORE)], pivot[STAMP_ROWS], x[STAMP_ROWS], singular;
} linear_system;

static int solver(matrix_kind kind) {
  return kind == DOMINANT ? STAMP_ELIMINATE : kind == DEFINITE || kind == QUASI ? STAMP_LDL : STAMP_LU;
}

static int numbers(int solve, int n) {
  return n * (solve == STAMP_ELIMINATE ? n + STAMP_MORE : n);
}

static void make(matrix_kind kind, int n, int single, unsigned long long *seed, linear_system *s) {
  if (kind == ILL || kind == INDEFINITE || kind == DEFINITE)
    stamp_matrix(n,
                 kind == INDEFINITE ? 10
                 : single           ? 1e4
                                    : 1e12,
                 kind != ILL, kind == INDEFINITE ? n / 2 : 0, seed, s->a);
  else
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        s->a[i * n + j] = kind == QUASI && j < i ? s->a[j * n + i] : stamp_random(seed) / 2;
        // H and C of [H Bᵀ; B -C] are definite because they are diagonally dominant.
        if (kind == QUASI && i == j) s->a[i * n + j] = i < n / 2 ? n : -n;
        if (kind == DOMINANT && i == j) s->a[i * n + j] = n;
        if (kind == NO_DIAGONAL && i == j) s->a[i * n + j] = 0;
      }
  for (int e = 0; e < n * n && single; e++) s->a[e] = (double)(float)s->a[e];
  for (int i = 0; i < n; i++) s->b[i] = stamp_random(seed);
}

// Solves `list`, as many systems as the stamp has lanes.
static void solve(int stamp, int how, int n, linear_system *list) {
  static double a[LANES_TOGETHER * STAMP_ROWS * (STAMP_ROWS + STAMP_MORE)],
      pivot[LANES_TOGETHER * STAMP_ROWS], x[LANES_TOGETHER * STAMP_ROWS], singular[LANES_TOGETHER];
  const int lanes = SPECIALISED_SIZES[stamp].lanes, more = how == STAMP_ELIMINATE ? STAMP_MORE : 0;
  memset(a, 0, sizeof a);
  for (int l = 0; l < lanes; l++)
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) a[(i * (n + more) + j) * lanes + l] = list[l].a[i * n + j];
      x[i * lanes + l] = list[l].b[i];
      if (more) a[(i * (n + more) + n) * lanes + l] = list[l].b[i];
    }
  SPECIALISED_SIZES[stamp].run(how, n, a, pivot, x, singular);
  for (int l = 0; l < lanes; l++) {
    for (int e = 0; e < numbers(how, n); e++) list[l].factors[e] = a[e * lanes + l];
    for (int i = 0; i < n; i++) list[l].pivot[i] = pivot[i * lanes + l], list[l].x[i] = x[i * lanes + l];
    list[l].singular = singular[l];
  }
}

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static double norm(const linear_system *s, int n) { // largest row sum
  double most = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += fabs(s->a[i * n + j]);
    most = fmax(most, sum);
  }
  return most;
}

// Returns ‖A x - b‖ / (‖A‖ ‖x‖) with largest entries and row sums.
static double residual(const linear_system *s, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    long double sum = -s->b[i];
    for (int j = 0; j < n; j++) sum += (long double)s->a[i * n + j] * s->x[j];
    most = fmax(most, (double)fabsl(sum));
  }
  return most / (norm(s, n) * largest(s->x, n));
}

// Every entry of the factors and of the solution is a sum of up to n products, each rounded by ε/2:
// in total at most 3 n ε/2 of |L| |U| (Higham, Accuracy and Stability, 9.4), which is of the size
// of A with the largest pivots, or where none are needed. The tolerance is a third of that; random
// signs leave a third of this again.
static double bound(int n, double epsilon) {
  return n * epsilon / 2;
}

static void check_lapack(matrix_kind kind, int n, const linear_system *s) {
  static double a[STAMP_ROWS * STAMP_ROWS], x[STAMP_ROWS], values[STAMP_ROWS];
  lapack_int pivot[STAMP_ROWS];
  double reciprocal = 0;
  memcpy(a, s->a, sizeof a), memcpy(x, s->b, sizeof x);
  TEST_CHECK(LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, 1, a, n, pivot, x, 1) == 0);
  TEST_CHECK(LAPACKE_dgecon(LAPACK_ROW_MAJOR, 'I', n, a, n, norm(s, n), &reciprocal) == 0);
  // Both have the error of their residual times the condition number, which LAPACK estimates within
  // a factor of 3.
  const double error = 2 * 3 * bound(n, DBL_EPSILON) / reciprocal * largest(x, n);
  for (int i = 0; i < n; i++) CHECK_NEAR(s->x[i], x[i], error, 0);
  for (int k = 0; k < n && kind == RANDOM; k++) TEST_CHECK((int)s->pivot[k] + 1 == pivot[k]);
  if (solver(kind) != STAMP_LDL) return;
  int negative = 0, expected = 0; // signs of D: those of the eigenvalues (Sylvester)
  memcpy(a, s->a, sizeof a);
  TEST_CHECK(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n, a, n, values) == 0);
  for (int k = 0; k < n; k++) negative += s->factors[k * n + k] < 0, expected += values[k] < 0;
  TEST_CHECK(negative == expected && (kind == DEFINITE ? negative == 0 : negative == n - n / 2));
}

static void check_accuracy(int stamp) {
  static linear_system s;
  const int single = SPECIALISED_SIZES[stamp].single;
  unsigned long long seed = 2024;
  for (int n = 3; n <= STAMP_ROWS; n++)
    for (matrix_kind kind = 0; kind < KINDS; kind++) {
      make(kind, n, single, &seed, &s);
      solve(stamp, solver(kind), n, &s);
      const double r = residual(&s, n);
      if (!(r <= bound(n, single ? FLT_EPSILON : DBL_EPSILON)) || s.singular != 0) {
        fprintf(stderr, "%s, %d rows, %s: residual %.3g, singular %g\n", NAMES[kind], n,
                single ? "single" : "double", r, s.singular);
        check_failures++;
      }
      if (!single) check_lapack(kind, n, &s);
    }
}

// Makes a system without a unique solution, or with values that are not finite. A consistent one
// (row 0 twice, with its right-hand side) is solved nevertheless: the unknown of the last pivot is
// zero.
static void spoil(int which, int n, linear_system *s) {
  if (which == 0) memcpy(s->a + (n - 1) * n, s->a, (size_t)n * sizeof *s->a), s->b[n - 1] = s->b[0];
  if (which == 1)
    for (int i = 0; i < n; i++) s->a[i * n + n / 2] = 0;
  if (which == 2) memset(s->a, 0, sizeof s->a);
  if (which == 3) s->a[n + 2] = NAN;
  if (which == 4) s->a[2 * n + 1] = INFINITY;
}

static void check_singular(int stamp, int n) {
  static linear_system s;
  const int single = SPECIALISED_SIZES[stamp].single;
  unsigned long long seed = 7;
  for (int which = 0; which < 5; which++) {
    make(RANDOM, n, single, &seed, &s);
    spoil(which, n, &s);
    solve(stamp, STAMP_LU, n, &s);
    TEST_CHECK(s.singular == 1);
    for (int i = 0; i < n && which < 3; i++) TEST_CHECK(isfinite(s.x[i]));
    if (which == 0) TEST_CHECK(residual(&s, n) <= bound(n, single ? FLT_EPSILON : DBL_EPSILON));
  }
  // Symmetric, of rank n - 1: v vᵀ of a free mode is subtracted from a definite matrix.
  make(DEFINITE, n, single, &seed, &s);
  for (int i = 0; i < n; i++)
    // the vector of ones is in its kernel
    for (int j = 0; j < n; j++) s.a[i * n + j] = i == j ? n - 1 : -1;
  solve(stamp, STAMP_LDL, n, &s);
  TEST_CHECK(s.singular == 1);
  for (int i = 0; i < n; i++) TEST_CHECK(isfinite(s.x[i]));
}

static int same(double a, double b) { // the bits of a NaN depend on the machine
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// Eight different systems, three of them singular or not finite, side by side and each alone.
static void check_lanes(int stamp, int alone, int how, int n) {
  static linear_system together[LANES_TOGETHER], one;
  const int lanes = SPECIALISED_SIZES[stamp].lanes, single = SPECIALISED_SIZES[stamp].single;
  unsigned long long seed = 99 + (unsigned)n;
  for (int l = 0; l < LANES_TOGETHER; l++) {
    const matrix_kind kind = how == STAMP_LDL  ? (l % 2 ? DEFINITE : QUASI)
                             : how == STAMP_LU ? (matrix_kind)(l % 4)
                                               : DOMINANT;
    make(kind, n, single, &seed, &together[l]);
    if (l >= 5 && how != STAMP_ELIMINATE) spoil(l - 3, n, &together[l]);
  }
  for (int first = 0; first < LANES_TOGETHER; first += lanes) solve(stamp, how, n, together + first);
  for (int l = 0; l < LANES_TOGETHER; l++) {
    int differ = 0;
    one = together[l];
    solve(alone, how, n, &one);
    for (int e = 0; e < numbers(how, n); e++) differ += !same(one.factors[e], together[l].factors[e]);
    for (int i = 0; i < n; i++)
      differ += !same(one.x[i], together[l].x[i]) + !same(one.pivot[i], together[l].pivot[i]);
    differ += one.singular != together[l].singular;
    if (differ == 0) continue;
    fprintf(stderr, "%d lanes, solver %d, %d rows, lane %d: %d numbers differ from one lane\n", lanes, how, n,
            l, differ);
    check_failures++;
  }
}

int main(void) {
  static const int ROWS[] = {3, 4, 17, 64, 130};
  for (int stamp = 0; stamp < N_STAMPS; stamp++) {
    const int lanes = SPECIALISED_SIZES[stamp].lanes;
    if (lanes == 1) {
      check_accuracy(stamp);
      check_singular(stamp, 3), check_singular(stamp, 40);
    } else if (processor_has(lanes))
      for (int i = 0; i < 5; i++)
        for (int how = STAMP_LU; how <= STAMP_ELIMINATE; how++)
          check_lanes(stamp, SPECIALISED_SIZES[stamp].single ? 3 : 0, how, ROWS[i]);
  }
  return TEST_END();
}
