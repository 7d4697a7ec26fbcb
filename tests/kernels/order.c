// Maximum, minimum and absolute value in all lanes and both precisions: the bits of a < b ? b : a,
// of b < a ? b : a and of a < -a ? -a : a, also for signed zeros and NaN. The instructions of
// processors select between the operands by different rules.
#include "tests/check.h"
#include "tests/kernels/order_stamp.h"
#include "tests/processor.h"

static const struct {
  const char *name;
  int lanes;
  order_stamp *stamp;
} BUILD[] = {
#define X(lanes, precision) {#lanes " lanes, " #precision, lanes, order_stamp_##lanes##_##precision},
    ORDER_STAMPS(X)
#undef X
};
enum { MOST_LANES = 8 };

// The same numbers in single precision.
static const double NUMBER[] = {0,         -0.,     1,        -1,        1.5, -1.5, 0x1p-126,
                                -0x1p-126, 0x1p100, INFINITY, -INFINITY, NAN, -NAN};
enum { N_NUMBERS = sizeof NUMBER / sizeof *NUMBER };

static int same(double x, double y) {
  return isnan(x) ? isnan(y) : x == y && signbit(x) == signbit(y);
}

static void check(const char *name, const char *what, double a, double b, double is, double wanted) {
  if (same(is, wanted)) return;
  fprintf(stderr, "%s: %s of %g and %g is %g, not %g\n", name, what, a, b, is, wanted);
  check_failures++;
}

// Compares every number with the one `shift` places later, each in another lane.
static void check_numbers(int build, int from, int shift) {
  const int lanes = BUILD[build].lanes;
  double a[MOST_LANES] = {0}, b[MOST_LANES] = {0}, most[MOST_LANES], least[MOST_LANES], size[MOST_LANES];
  for (int i = 0; i < lanes; i++)
    a[i] = NUMBER[(from + i) % N_NUMBERS], b[i] = NUMBER[(from + i + shift) % N_NUMBERS];
  BUILD[build].stamp(a, b, most, least, size);
  for (int i = 0; i < lanes; i++) {
    check(BUILD[build].name, "larger", a[i], b[i], most[i], a[i] < b[i] ? b[i] : a[i]);
    check(BUILD[build].name, "smaller", a[i], b[i], least[i], b[i] < a[i] ? b[i] : a[i]);
    check(BUILD[build].name, "size", a[i], a[i], size[i], a[i] < -a[i] ? -a[i] : a[i]);
  }
}

int main(void) {
  for (int build = 0; build < (int)(sizeof BUILD / sizeof *BUILD); build++)
    for (int from = 0; processor_has(BUILD[build].lanes) && from < N_NUMBERS; from++)
      for (int shift = 0; shift < N_NUMBERS; shift++) check_numbers(build, from, shift);
  return TEST_END();
}
