// Lines and zones of eigenvalues that are known functions of the place: crossing lines keep their
// identity, edges and peaks of zones agree with the functions, a zone between two samples is found,
// and a zone at the last sample ends there.
#include "engines/stability/growth_zones.h"
#include "base/log.h"
#include "engines/stability/eigen_lines.h"
#include "tests/check.h"

enum { LINES = 4, SAMPLES = 101 };

static const double tolerance = 1e-7;

// Parabolas of growth with peaks at `top` and zeros at `top` ± `half`; lines 0 and 1 cross at x =
// 0.5, line 2 crosses both; line 3 grows at the end.
static const struct {
  double height, top, half, frequency, slope;
} line[LINES] = {{50, 0.4034, 0.0123, 1000, 400},
                 {20, 0.2553, 0.0011, 1200, 0},
                 {5, 0.6, 0.1, 1600, -900},
                 {7, 1, 0.05, 3000, 0}};

static double complex exact(int l, double x) {
  const double aside = (x - line[l].top) / line[l].half;
  return CMPLX(line[l].height * (1 - aside * aside), line[l].frequency + line[l].slope * x);
}

static chatter_status at(void *context, int thread, double x, int wanted, double complex *value, int *n) {
  (void)context, (void)thread;
  *n = 0;
  for (int l = 0; l < LINES; l++) { // in ascending order of Im
    double complex v = exact(l, x);
    int i = (*n)++;
    for (; i > 0 && cimag(value[i - 1]) > cimag(v); i--) value[i] = value[i - 1];
    value[i] = v;
  }
  for (; *n < wanted; ++*n) value[*n] = CMPLX(-100, 1e4 * (1 + *n)); // others far above
  return CHATTER_OK;
}

int main(void) {
  const eigen_source source = {at, NULL, 2};
  double place[SAMPLES];
  arena *memory = arena_create();
  eigen_lines lines;
  growth_zone *zone;
  int n;
  for (int i = 0; i < SAMPLES; i++) place[i] = 0.01 * i;
  CHECK_OK(eigen_lines_follow(&source, LINES, SAMPLES, place, memory, &lines));
  TEST_CHECK(lines.n_lines == LINES);
  for (int i = 0; i < SAMPLES; i++)
    for (int l = 0; l < LINES; l++)
      CHECK_NEAR(cabs(lines.value[i * LINES + l] - exact(l, place[i])), 0, 0,
                 0); // copies of the same numbers
  CHECK_OK(growth_zones(&source, &lines, 0, tolerance, memory, &zone, &n));
  TEST_CHECK(n == LINES);
  for (int z = 0; z < n; z++) {
    const int l = zone[z].line;
    TEST_CHECK(l == z);
    CHECK_NEAR(zone[z].from, line[l].top - line[l].half, tolerance, 0);
    CHECK_NEAR(zone[z].to, l == 3 ? 1 : line[l].top + line[l].half, tolerance, 0);
    CHECK_NEAR(creal(zone[z].highest), line[l].height, 0, 1e-6); // (tolerance / half)²: below 1e-8
    CHECK_NEAR(zone[z].peak, line[l].top, 2e-6, 0); // flat peak: values differ by rounding only at
                                                    // √2e-16 · 100
    CHECK_NEAR(cimag(zone[z].highest), line[l].frequency + line[l].slope * line[l].top, 2e-3, 0);
  }
  arena_destroy(memory);
  return TEST_END();
}
