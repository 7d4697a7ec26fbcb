// Coverage of 95 % intervals of friction, contact stiffness and preload from noisy backbones of the
// cantilever: 500 synthetic measurements with 1 % and with 5 % noise, of known and of unknown
// deviation. The true values are drawn from the prior, so that 95 of 100 is exact for the posterior
// itself. The measurements are computed by the program; the samplers use a table of backbones,
// whose error is checked.
#include "tests/check.h"

#include <stdlib.h>

#include "base/log.h"
#include "inference/evaluated_curves.h"
#include "inference/least_squares.h"
#include "inference/stretch.h"
#include "kernels/random.h"
#include "statistics/normal.h"
#include "statistics/order.h"
#include "study/file/parse.h"
#include "study/file/storage.h"

enum { D = 3, LEVELS = 16, M = 2 * LEVELS, SETS = 500, ROWS = 160, COLUMNS = 48 };
enum { WALKERS = 32, STEPS = 5000, WARMUP = 1000, STARTS = 8 };

static const char text[] =
    "study: backbone\n"
    "model: {type: beam, youngs_modulus: 210.0e+9, density: 7830.0, length: 0.2, width: 0.01, height: 0.01,\n"
    "  elements: 20, clamped: left}\n"
    "reduction: {method: modal, rayleigh: {stiffness: 5.0e-6}}\n"
    "contact: {node: 5, law: elastic, tangential_stiffness: 2.0e+8, friction: 0.3, preload: 40.0}\n"
    "excitation: {node: RIGHT, amplitude: 1.0, phase: cos}\n"
    "response: {from: 190.0, to: 340.0, harmonics: 3}\n"
    "backbone: {from: 0.005, to: 3.0, grid: [0.02, 2.5, 125]}\n"
    "ensemble: {design: {type: sobol, count: 1, parameters: {\n"
    "  contact.preload: {distribution: normal, mean: 40, deviation: 2},\n"
    "  contact.friction: {distribution: uniform, from: 0.1, to: 0.6},\n"
    "  contact.tangential_stiffness: {distribution: logarithmic, from: 1.0e+8, to: 3.0e+8}}}}\n"
    "outputs: {tip: {node: RIGHT}}\n";

// A backbone determines only the product of friction and preload: rows are its logarithm, columns
// that of the stiffness.
static struct { double low[2], step[2], value[ROWS][COLUMNS][M]; } table;

typedef struct measurement {
  double data[M], deviation[M];
} measurement;

static double friction_of(double z) {
  return 0.2 + 0.2 * statistics_normal_below(z);
}
static double stiffness_of(double z) {
  return exp(log(1e8) + log(3.0) * statistics_normal_below(z));
}

// Returns 0 beyond the table.
static int look_up(const double *z, double *to) {
  const double at[2] = {log(friction_of(z[1]) * (40 + 2 * z[0])), log(stiffness_of(z[2]))};
  int cell[2];
  double part[2];
  for (int k = 0; k < 2; k++) {
    const double place = (at[k] - table.low[k]) / table.step[k];
    const int most = (k ? COLUMNS : ROWS) - 2;
    if (!(place >= 0 && place <= most + 1)) return 0;
    cell[k] = (int)place < most ? (int)place : most;
    part[k] = place - cell[k];
  }
  const double *a = table.value[cell[0]][cell[1]], *b = a + (long)COLUMNS * M;
  const double weight[4] = {(1 - part[0]) * (1 - part[1]), (1 - part[0]) * part[1], part[0] * (1 - part[1]),
                            part[0] * part[1]};
  for (int i = 0; i < M; i++)
    to[i] = weight[0] * a[i] + weight[1] * a[i + M] + weight[2] * b[i] + weight[3] * b[i + M];
  return 1;
}

static chatter_status residuals(void *self, long n, const double *z, double *r, unsigned char *ok) {
  const measurement *of = self;
  for (long row = 0; row < n; row++, z += D, r += M) {
    ok[row] = (unsigned char)look_up(z, r);
    for (int i = 0; i < M && ok[row]; i++) r[i] = (r[i] - of->data[i]) / of->deviation[i];
  }
  return CHATTER_OK;
}

static double uniform(long set, unsigned number) {
  return random_uniform(11, (unsigned long long)set, 70000 + number, 0);
}
static double normal(long set, unsigned number) {
  return statistics_normal_quantile(uniform(set, number));
}

// Returns z of the study for a friction coefficient; the study's distribution is wider than the
// prior here.
static double study_friction(double friction) {
  return statistics_normal_quantile((friction - 0.1) / 0.5);
}

// Fills the table by the program: friction carries the whole product, at a preload of 40 N. All
// products but 1e-6 of the prior lie inside; z of the stiffness ends at eight deviations.
static void fill_table(curves *solver) {
  static double z[ROWS * COLUMNS][D], value[ROWS * COLUMNS * M];
  static unsigned char ok[ROWS * COLUMNS];
  const double edge = 1e-12;
  table.low[0] = log(40 * 0.145), table.step[0] = log(0.52 / 0.145) / (ROWS - 1);
  table.low[1] = log(1e8) + edge * log(3.0), table.step[1] = (1 - 2 * edge) * log(3.0) / (COLUMNS - 1);
  for (int k = 0; k < ROWS * COLUMNS; k++) {
    z[k][1] = study_friction(exp(table.low[0] + k / COLUMNS * table.step[0]) / 40);
    z[k][2] = statistics_normal_quantile(edge + (1 - 2 * edge) * (k % COLUMNS) / (COLUMNS - 1));
  }
  CHECK_OK(curves_evaluate(solver, ROWS * COLUMNS, &z[0][0], value, ok));
  for (int k = 0; k < ROWS * COLUMNS; k++) {
    TEST_CHECK(ok[k]);
    for (int i = 0; i < M; i++) table.value[k / COLUMNS][k % COLUMNS][i] = value[(long)k * M + i];
  }
}

// Draws the true values by a Latin hypercube: each part of the prior of each parameter has its
// exact number of values, so that only the measurements are random.
static void draw_truths(unsigned k, double z[SETS][D]) {
  long cell[SETS];
  for (long s = 0; s < SETS; s++) cell[s] = s;
  for (long s = SETS - 1; s > 0; s--) {
    const long other = (long)(uniform(s, k) * (double)(s + 1)), kept = cell[s];
    cell[s] = cell[other], cell[other] = kept;
  }
  for (long s = 0; s < SETS; s++)
    z[s][k] = statistics_normal_quantile(((double)cell[s] + uniform(s, 10 + k)) / SETS);
}

// Returns the deviation of datum i relative to its value: frequencies are measured more precisely.
static double share_of(int i, double noise) {
  return i < LEVELS ? noise : 0.1 * noise;
}

// Draws true values from the prior and computes their backbones. The error of the table is at most
// 1/20 of the smallest noise; only at the kink of a frequency is one number of a set off by as much
// as its noise.
static void make_truths(curves *solver, double z[SETS][D], double value[SETS][M]) {
  static double row[SETS][D];
  static unsigned char ok[SETS];
  double largest = 0, square = 0;
  for (unsigned k = 0; k < D; k++) draw_truths(k, z);
  for (long s = 0; s < SETS; s++) {
    memcpy(row[s], z[s], sizeof row[s]);
    row[s][1] = study_friction(friction_of(z[s][1]));
  }
  CHECK_OK(curves_evaluate(solver, SETS, &row[0][0], &value[0][0], ok));
  for (long s = 0; s < SETS; s++) {
    double near[M];
    TEST_CHECK(ok[s] && look_up(z[s], near));
    for (int i = 0; i < M; i++) {
      const double off = fabs(near[i] / value[s][i] - 1) / share_of(i, 0.01);
      largest = fmax(largest, off), square += off * off;
    }
  }
  const double usual = sqrt(square / (SETS * M));
  printf("table: off by %.2g of noise of 1 %% at most, %.2g in the root mean square\n", largest, usual);
  TEST_CHECK(largest < 2.5 && usual < 0.05);
}

// Counts whether the intervals contain the true values of one set.
static void count(long set, const double truth[D], const double value[M], double noise, int is_given,
                  int held[D]) {
  static const int columns[] = {LEVELS, LEVELS};
  static const unsigned char inferred[] = {1, 1}, given[] = {0, 0}, datum[] = {1, 0, 0};
  static double sorted[STEPS * WALKERS];
  measurement of;
  const inference_target target = {.d = D,
                                   .m = M,
                                   .n_columns = 2,
                                   .count = columns,
                                   .is_datum = datum,
                                   .is_inferred = is_given ? given : inferred,
                                   .self = &of,
                                   .residuals = residuals};
  double start[STARTS * D];
  arena *memory = arena_create();
  fit found;
  stretch_chain chain;
  for (unsigned i = 0; i < M; i++) {
    const double share = share_of((int)i, noise);
    of.data[i] = value[i] * (1 + share * normal(set, 100 + i));
    of.deviation[i] = value[i] * (is_given ? share : 1);
  }
  for (unsigned k = 0; k < STARTS * D; k++) start[k] = k < D ? 0 : normal(set, 1000 + k);
  CHECK_OK(fit_from_starts(&target, STARTS, start, 40, memory, &found));
  TEST_CHECK(found.best >= 0);
  CHECK_OK(stretch_create(&target, WALKERS, WARMUP, STEPS, (uint64_t)set, memory, &chain));
  stretch_place(&chain, found.z + (long)found.best * D, found.factor);
  for (int i = 0; i < WARMUP + STEPS; i++) CHECK_OK(stretch_step(&chain, &target));
  for (int k = 0; k < D; k++) {
    for (long i = 0; i < STEPS * WALKERS; i++) sorted[i] = chain.kept[i * D + k];
    statistics_sort(sorted, STEPS * WALKERS);
    held[k] += statistics_quantile(sorted, STEPS * WALKERS, 0.025) <= truth[k] &&
               truth[k] <= statistics_quantile(sorted, STEPS * WALKERS, 0.975);
  }
  arena_destroy(memory);
}

static void check_coverage(double noise, int is_given, double truth[SETS][D], double value[SETS][M]) {
  int held[D] = {0};
  for (long s = 0; s < SETS; s++) count(s, truth[s], value[s], noise, is_given, held);
  printf("noise %.0f %%, %s: preload %.3f, friction %.3f, stiffness %.3f\n", 100 * noise,
         is_given ? "given" : "found", (double)held[0] / SETS, (double)held[1] / SETS,
         (double)held[2] / SETS);
  for (int k = 0; k < D; k++) // with 500 sets, 95 % has an error of 1 %
    TEST_CHECK(held[k] >= 0.92 * SETS && held[k] <= 0.98 * SETS);
}

static void read_levels(measured *out) {
  const identify_config how = {.noise = 0.01};
  FILE *file = fopen("levels.csv", "w");
  if (!file) exit(1);
  fputs("load_factor,tip_by_extremum,frequency_by_extremum\n", file);
  for (int i = 0; i < LEVELS; i++) fprintf(file, "%g,1,1\n", 0.06 + 0.16 * i);
  fclose(file);
  CHECK_OK(measured_read("levels.csv", &how, out));
  remove("levels.csv");
}

int main(void) {
  static double truth[SETS][D], value[SETS][M];
  const device_choice choice = {.device = "cpu"};
  study config;
  measured levels;
  device_set devices;
  curves solver;
  read_levels(&levels);
  CHECK_OK(study_parse(text, strlen(text), "backbone.yaml", 0, NULL, &config));
  CHECK_OK(devices_open(&choice, &devices));
  CHECK_OK(curves_open(&config, &levels, &devices, &solver));
  fill_table(&solver);
  make_truths(&solver, truth, value);
  check_coverage(0.01, 1, truth, value);
  check_coverage(0.05, 1, truth, value);
  check_coverage(0.05, 0, truth, value);
  curves_close(&solver);
  devices_close(&devices);
  measured_destroy(&levels);
  study_destroy(&config);
  return TEST_END();
}
