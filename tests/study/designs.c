// Random numbers and designs: Philox against the vectors of Random123, Sobol' points against Joe
// and Kuo's and SciPy's, strata, order of the grid, independence of the number of points.
#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"
#include "kernels/random.h"
#include "study/samples/sobol_sequence.h"
#include "study/study.h"

static void test_philox(void) {
  // The vectors "philox4x32 10" of Random123's kat_vectors.
  const struct {
    unsigned counter[4], key[2], result[4];
  } table[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (int i = 0; i < 3; i++) {
    unsigned c[4];
    memcpy(c, table[i].counter, sizeof c);
    random_philox(c, table[i].key[0], table[i].key[1]);
    TEST_CHECK(!memcmp(c, table[i].result, sizeof c));
  }
}

static void test_sobol(void) {
  // The points printed in Joe and Kuo's notes, in the order of the Gray code.
  const double point[10][3] = {{0, 0, 0},
                               {.5, .5, .5},
                               {.75, .25, .25},
                               {.25, .75, .75},
                               {.375, .375, .625},
                               {.875, .875, .125},
                               {.625, .125, .875},
                               {.125, .625, .375},
                               {.1875, .3125, .9375},
                               {.6875, .8125, .4375}};
  uint32_t direction[SOBOL_DIMENSIONS][32];
  for (int d = 0; d < SOBOL_DIMENSIONS; d++) sobol_directions(d, direction[d]);
  for (unsigned i = 0; i < 10; i++)
    for (int d = 0; d < 3; d++)
      TEST_CHECK(sobol_coordinate(direction[d], i ^ i >> 1) / 4294967296.0 == point[i][d]);
  // Point 777 of scipy.stats.qmc.Sobol(64, scramble=False, bits=32), SciPy 1.10.1.
  const uint32_t scipy[SOBOL_DIMENSIONS] = {
      2973761536u, 4022337536u, 700448768u,  1178599424u, 2730491904u, 1530920960u, 817889280u,  3275751424u,
      1497366528u, 1388314624u, 3200253952u, 2990538752u, 1648361472u, 2034237440u, 2445279232u, 2210398208u,
      1732247552u, 3711959040u, 1589641216u, 3233808384u, 1019215872u, 1170210816u, 4064280576u, 2067791872u,
      1480589312u, 624951296u,  255852544u,  3351248896u, 272629760u,  473956352u,  2327838720u, 3862953984u,
      482344960u,  12582912u,   3460300800u, 4064280576u, 1983905792u, 1505755136u, 1472200704u, 1539309568u,
      3099590656u, 1145044992u, 4072669184u, 1723858944u, 1379926016u, 650117120u,  1614807040u, 138412032u,
      3334471680u, 4089446400u, 356515840u,  155189248u,  2646605824u, 3040870400u, 2973761536u, 3913285632u,
      1530920960u, 2772434944u, 3443523584u, 2369781760u, 2202009600u, 2101346304u, 591396864u,  1832910848u};
  for (int d = 0; d < SOBOL_DIMENSIONS; d++)
    TEST_CHECK(sobol_coordinate(direction[d], 777 ^ 777 >> 1) == scipy[d]);
}

static study s;
static samples x;

static void design(const char *text) {
  char yaml[2000];
  snprintf(yaml, sizeof yaml,
           "study: regimes\nregimes: {gamma: 1, kappa: 1}\nensemble: {seed: 7, design: {%s}}\n", text);
  CHECK_OK(study_parse(yaml, strlen(yaml), "design.yaml", 0, NULL, &s));
  CHECK_OK(samples_from_design(&s, &x));
}

static void release(void) {
  samples_destroy(&x);
  study_destroy(&s);
}

#define TWO "parameters: {regimes.r1: {from: 1, to: 2}, regimes.beta: {from: 0, to: 1}}"

// Each of n equal cells of every axis contains exactly one of the n points.
static void check_strata(long n) {
  for (int j = 0; j < 2; j++) {
    char *seen = calloc((size_t)n, 1);
    for (long i = 0; i < n; i++) {
      long cell = (long)((x.value[2 * i + j] - (j ? 0 : 1)) * (double)n);
      TEST_CHECK(cell >= 0 && cell < n && !seen[cell]);
      if (cell >= 0 && cell < n) seen[cell] = 1;
    }
    free(seen);
  }
}

// L2 star discrepancy of points in the unit square (Warnock's formula).
static double discrepancy(void) {
  double n = (double)x.n, sum1 = 0, sum2 = 0;
  for (long i = 0; i < x.n; i++) {
    double a = x.value[2 * i] - 1, b = x.value[2 * i + 1];
    sum1 += (1 - a * a) * (1 - b * b) / 4;
    for (long k = 0; k < x.n; k++)
      sum2 += (1 - fmax(a, x.value[2 * k] - 1)) * (1 - fmax(b, x.value[2 * k + 1]));
  }
  return sqrt(1.0 / 9 - 2 * sum1 / n + sum2 / (n * n));
}

static void test_designs(void) {
  double first[20];
  design("type: random, count: 256, " TWO);
  TEST_CHECK(x.n == 256 && x.n_parameters == 2 && !x.id);
  double random = discrepancy();
  memcpy(first, x.value, sizeof first);
  release();
  design("type: random, count: 10, " TWO);
  TEST_CHECK(!memcmp(first, x.value, sizeof first)); // the values do not depend on the number of
                                                     // trajectories
  release();
  design("type: latin_hypercube, count: 1000, " TWO);
  check_strata(1000);
  release();
  design("type: sobol, count: 256, " TWO);
  check_strata(256);
  // Uniform random points have sqrt((1/4 - 1/9) / n) = 0.023 on average, a net of base 2 about
  // log(n)/n.
  TEST_CHECK(discrepancy() < 0.005);
  CHECK_NEAR(random, 0.023, 0.015, 0);
  memcpy(first, x.value, sizeof first);
  release();
  design("type: sobol, count: 10, " TWO);
  TEST_CHECK(!memcmp(first, x.value, sizeof first));
  release();
}

static void test_grid(void) {
  design(
      "type: grid, parameters: {regimes.r1: {values: [3, 1]}, regimes.beta: {from: 0.5, to: 0.1, count: 3},"
      " regimes.gamma: {from: 0.01, to: 100, count: 3, spacing: logarithmic}}");
  TEST_CHECK(x.n == 18);
  CHECK_EQUAL_TEXT(x.parameters[2].path, "regimes.gamma");
  const double expected[5][3] = {{3, 0.5, 0.01}, {3, 0.5, 1}, {3, 0.5, 100}, {3, 0.3, 0.01}, {3, 0.3, 1}};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 3; j++)
      CHECK_NEAR(x.value[3 * i + j], expected[i][j], 0, 1e-15); // rounding of one interpolation
  TEST_CHECK(x.value[3 * 17] == 1 && x.value[3 * 17 + 1] == 0.1 &&
             x.value[3 * 17 + 2] == 100); // the ends are exact
  release();
  CHECK_OK(study_parse("study: regimes", 14, "none.yaml", 0, NULL, &s));
  CHECK_OK(samples_from_design(&s, &x));
  TEST_CHECK(x.n == 1 && x.n_parameters == 0);
  release();
}

int main(void) {
  test_philox();
  test_sobol();
  test_designs();
  test_grid();
  return TEST_END();
}
