// Least squares from many starts, compared with closed forms.
#include "tests/check.h"

#include "base/log.h"
#include "inference/least_squares.h"
#include "tests/inference/targets.h"

enum { STARTS = 5 };

static void make_starts(int d, double *z) {
  for (int s = 0; s < STARTS; s++)
    for (int k = 0; k < d; k++) z[s * d + k] = cos(1.0 + 3 * s + 2 * k) * (s ? 1.5 : 0);
}

// A linear model is fitted at once from every start; with the prior as data, the result is its
// posterior.
static void linear(const unsigned char *is_datum, double prior, double deviation) {
  linear_model l = linear_example(deviation);
  const inference_target t = linear_target(&l, is_datum, target_none);
  double start[STARTS * LINEAR_D], x[3], inverse[3][3];
  arena *memory = arena_create();
  fit found;
  make_starts(LINEAR_D, start);
  CHECK_OK(fit_from_starts(&t, STARTS, start, 30, memory, &found));
  linear_solution(&l, prior, x, inverse);
  TEST_CHECK(found.agreeing == STARTS);
  // The last step is at most 1e-5 long, and damping leaves a tenth of its error.
  for (int s = 0; s < STARTS; s++)
    for (int k = 0; k < LINEAR_D; k++) CHECK_NEAR(found.z[s * LINEAR_D + k], x[k], 1e-5, 0);
  linear_solution(&l, 1, x, inverse);
  for (int k = 0; k < LINEAR_D; k++)
    for (int j = 0; j < LINEAR_D; j++) {
      double sum = 0;
      for (int i = 0; i < LINEAR_D; i++)
        sum += found.factor[k * LINEAR_D + i] * found.factor[j * LINEAR_D + i];
      CHECK_NEAR(sum, inverse[k][j], 0, 1e-9); // differences of a linear model: rounding over step
    }
  arena_destroy(memory);
}

// Rosenbrock's valley: residuals 10 (y − x²), 1 − x; and a start without an answer.
static chatter_status rosenbrock(void *self, long n, const double *z, double *r, unsigned char *ok) {
  long *rows = self;
  *rows += n;
  for (long i = 0; i < n; i++) {
    ok[i] = z[2 * i] > -1.3;
    r[2 * i] = 10 * (z[2 * i + 1] - z[2 * i] * z[2 * i]);
    r[2 * i + 1] = 1 - z[2 * i];
  }
  return CHATTER_OK;
}

static void valley(void) {
  static const int count[] = {2};
  long rows = 0;
  const inference_target t = {.d = 2,
                              .m = 2,
                              .n_columns = 1,
                              .count = count,
                              .is_inferred = target_none,
                              .is_datum = target_none,
                              .self = &rows,
                              .residuals = rosenbrock};
  const double start[STARTS * 2] = {-1.2, 1, 0, 0, 1.5, -1, -2, 0, 0.5, 2};
  arena *memory = arena_create();
  fit found;
  CHECK_OK(fit_from_starts(&t, STARTS, start, 200, memory, &found));
  TEST_CHECK(found.agreeing == STARTS - 1 && found.likelihood[3] == -INFINITY);
  for (int s = 0; s < STARTS; s++)
    for (int k = 0; k < 2 && s != 3; k++) CHECK_NEAR(found.z[2 * s + k], 1, 1e-4, 0); // steps below 1e-5
  TEST_CHECK(rows < 200 * STARTS * 5);
  arena_destroy(memory);
}

// Data with unknown noise: the fit is the same for any noise. Then a case in which no start has an
// answer.
static void unknown_noise(void) {
  linear_model l = linear_example(1);
  inference_target t = linear_target(&l, target_none, target_all);
  double start[STARTS * LINEAR_D], x[3], inverse[3][3];
  arena *memory = arena_create();
  fit found;
  make_starts(LINEAR_D, start);
  CHECK_OK(fit_from_starts(&t, STARTS, start, 50, memory, &found));
  linear_solution(&l, 0, x, inverse);
  for (int k = 0; k < LINEAR_D; k++) CHECK_NEAR(found.z[found.best * LINEAR_D + k], x[k], 1e-5, 0);
  l.holes = 1;
  for (int s = 0; s < STARTS; s++) start[s * LINEAR_D] = 3;
  CHECK_OK(fit_from_starts(&t, STARTS, start, 50, memory, &found));
  TEST_CHECK(found.best == -1);
  arena_destroy(memory);
}

int main(void) {
  linear(target_none, 0, 0.3);
  linear(target_all, 1, 0.3);
  linear(target_all, 1, 2);
  valley();
  unknown_noise();
  return TEST_END();
}
