#include "engines/sliding/bind/roughness_bind.h"

#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "ensemble/observe/filter_design.h"
#include "kernels/random.h"
#include "drives/noise_filter.h"

enum { N = ROUGHNESS_STATES, DOUBLINGS = 60 };
static const double RIPPLE = 0.1; // dB, passband ripple of both filters
typedef double square[N][N];

// Passes one sample e through all sections and returns the output.
static double run(const roughness_design *self, double *memory, double e) {
  for (int i = 0; i < ROUGHNESS_SECTIONS; i++)
    e = filter_run(self->section[i], memory + i * N_SECTION_MEMORY, e);
  return e;
}

// Computes to = a bᵀ or a b, plus the present value if `add`.
static void multiply(square a, square b, int transposed, int add, square to) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = add ? to[i][j] : 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * (transposed ? b[j][k] : b[k][j]);
      to[i][j] = sum;
    }
}

// Computes the covariance P of x' = A x + b e by P_2m = P_m + A^m P_m A^mᵀ until it is converged.
static void covariance(square a, const double *b, square p) {
  square power, next, half, before = {{0}};
  memcpy(power, a, sizeof power);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) p[i][j] = b[i] * b[j];
  for (int step = 0; step < DOUBLINGS && memcmp(before, p, sizeof before) != 0; step++) {
    memcpy(before, p, sizeof before);
    multiply(power, p, 0, 0, half);
    multiply(half, power, 1, 1, p);
    multiply(power, power, 0, 0, next);
    memcpy(power, next, sizeof power);
  }
}

// Factorises L Lᵀ = P; if a pivot is at rounding level, that memory number depends on earlier ones.
static void factor(square p, square l) {
  memset(l, 0, sizeof(square));
  for (int j = 0; j < N; j++) {
    double pivot = p[j][j];
    for (int k = 0; k < j; k++) pivot -= l[j][k] * l[j][k];
    if (!(pivot > 1e-13 * p[j][j])) continue;
    l[j][j] = sqrt(pivot);
    for (int i = j + 1; i < N; i++) {
      double sum = p[i][j];
      for (int k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
      l[i][j] = sum / l[j][j];
    }
  }
}

static void apply(square a, const double *x, double *to) {
  for (int i = 0; i < N; i++) {
    to[i] = 0;
    for (int j = 0; j < N; j++) to[i] += a[i][j] * x[j];
  }
}

static double mean_square(square a, const double *b, const double *c, double d, square p) {
  double part[4], v[N], next[N]; // v = P cᵀ, then A^(m-1) (A P cᵀ + b d)
  knots_mean_square(part);
  apply(p, c, v);
  double sum = part[0] * d * d;
  for (int m = 0; m < 4; m++) {
    for (int i = 0; i < N; i++) sum += part[m] * c[i] * v[i];
    apply(a, v, next);
    for (int i = 0; i < N; i++) v[i] = next[i] + (m == 0 ? b[i] * d : 0);
  }
  return sum;
}

void roughness_design_make(double ratio, roughness_design *self) {
  const double edge = 1.0 / ROUGHNESS_KNOTS_PER_PERIOD;
  filter_chebyshev_low(ROUGHNESS_LOW_PASS_SECTIONS, RIPPLE, edge, self->section);
  if (ratio > 0)
    filter_chebyshev_high(ROUGHNESS_HIGH_PASS_SECTIONS, RIPPLE, ratio * edge,
                          self->section + ROUGHNESS_LOW_PASS_SECTIONS);
  for (int i = ROUGHNESS_LOW_PASS_SECTIONS; ratio <= 0 && i < ROUGHNESS_SECTIONS; i++)
    filter_nothing(self->section[i]);
  square a, p;
  double b[N] = {0}, c[N];
  const double d = run(self, b, 1);
  for (int j = 0; j < N; j++) {
    double memory[N] = {0};
    memory[j] = 1;
    c[j] = run(self, memory, 0);
    for (int i = 0; i < N; i++) a[i][j] = memory[i];
  }
  covariance(a, b, p);
  factor(p, self->begin);
  self->mean_square = mean_square(a, b, c, d, p);
}

chatter_status roughness_check(const roughness_noise_spec *noise, double step, const char *place) {
  const double highest = 1 / (ROUGHNESS_KNOTS_PER_PERIOD * step);
  if (!(noise->from < noise->to))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: a band of roughness from %g Hz to %g Hz (allowed: [from, to], from less than to)",
                       place, noise->from, noise->to);
  if (!(noise->to <= highest))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: roughness up to %g Hz is too fast for steps of %g s (allowed: at most %.6g Hz, "
                       "%d steps per period)",
                       place, noise->to, step, highest, ROUGHNESS_KNOTS_PER_PERIOD);
  return CHATTER_OK;
}

// Draws the memory from its stationary distribution, then computes the first four knots.
void roughness_bind(const roughness_noise_spec *noise, double *parameter, double *state) {
  const unsigned long long seed = (unsigned long long)noise->seed;
  roughness_design design;
  roughness_design_make(noise->from / noise->to, &design);
  const double gain = noise->deviation / sqrt(design.mean_square);
  double *memory = state + ROUGHNESS_FILTER_MEMORY;
  parameter[ROUGHNESS_KNOT_RATE] = ROUGHNESS_KNOTS_PER_PERIOD * noise->to;
  parameter[ROUGHNESS_START_TIME] = 0;
  parameter[ROUGHNESS_GAIN] = gain;
  parameter[ROUGHNESS_SEED] = noise->seed;
  for (int i = 0; i < ROUGHNESS_SECTIONS * N_SECTION_COEFFICIENTS; i++)
    parameter[ROUGHNESS_FILTER + i] = design.section[i / N_SECTION_COEFFICIENTS][i % N_SECTION_COEFFICIENTS];
  for (int i = 0; i < ROUGHNESS_STATES; i++) {
    memory[i] = 0;
    for (int j = 0; j <= i; j++)
      memory[i] += gain * design.begin[i][j] *
                   random_white_noise(seed, RANDOM_STREAM_ROUGHNESS + 1, (unsigned long long)j);
  }
  state[ROUGHNESS_CELL] = 0;
  for (int knot = 0; knot < 4; knot++) {
    double x = random_white_noise(seed, RANDOM_STREAM_ROUGHNESS, (unsigned long long)knot) * gain;
    for (int i = 0; i < ROUGHNESS_SECTIONS; i++)
      x = filter_run(design.section[i], memory + i * N_SECTION_MEMORY, x);
    state[ROUGHNESS_KNOTS + knot] = x;
  }
}

static chatter_status read_samples(const csv_table *table, arena *memory, roughness_samples *out) {
  int time, force;
  TRY(csv_require(table, "time", &time));
  TRY(csv_require(table, "force", &force));
  out->n = table->n_rows;
  if (table->n_columns != 2)
    return csv_raise(table, &table->header[0], "%d columns (allowed: the two columns time, force)",
                     table->n_columns);
  if (out->n < 4)
    return csv_raise(table, &table->header[0], "%ld samples of the force (allowed: at least 4)", out->n);
  double end;
  TRY(csv_number(table, 0, time, &out->start));
  TRY(csv_number(table, out->n - 1, time, &end));
  out->distance = (end - out->start) / (double)(out->n - 1);
  if (!(out->distance > 0))
    return csv_raise(table, csv_at(table, out->n - 1, time),
                     "the last time, %.10g s, is not behind the first, %.10g s", end, out->start);
  out->model = arena_allocate(memory, ((size_t)out->n + 2) * sizeof *out->model);
  if (!out->model) return error_raise(CHATTER_DEVICE, "out of memory");
  for (long i = 0; i < out->n; i++) {
    const double expected = out->start + (double)i * out->distance;
    double t;
    TRY(csv_number(table, i, time, &t));
    TRY(csv_number(table, i, force, &out->model[i + 1]));
    if (!(fabs(t - expected) <= 0.01 * out->distance))
      return csv_raise(table, csv_at(table, i, time),
                       "time %.10g s where equal distances from the first sample to the last put %.10g s "
                       "(allowed: samples %.6g s apart, to a hundredth of that)",
                       t, expected, out->distance);
  }
  return CHATTER_OK;
}

chatter_status roughness_read(const char *path, double duration, const char *place, arena *memory,
                              roughness_samples *out) {
  csv_table table;
  chatter_status status = csv_read(path, CHATTER_BAD_STUDY, CHATTER_BAD_STUDY, &table);
  if (status == CHATTER_OK) status = read_samples(&table, memory, out);
  csv_destroy(&table);
  TRY(status);
  const double end = out->start + (double)(out->n - 1) * out->distance;
  if (out->start > 0 || end < duration * (1 - 1e-12))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: the force of %s lasts from %.10g s to %.10g s, the run from 0 to %.10g s", place,
                       path, out->start, end, duration);
  const long n = out->n;
  // extrapolated by one sample at either end, by the quadratic through the three last ones
  double *x = out->model;
  x[0] = 3 * (x[1] - x[2]) + x[3];
  x[n + 1] = 3 * (x[n] - x[n - 1]) + x[n - 2];
  return CHATTER_OK;
}

void roughness_bind_samples(const roughness_samples *force, double factor, double *parameter, double *state) {
  parameter[ROUGHNESS_KNOT_RATE] = 1 / force->distance;
  parameter[ROUGHNESS_START_TIME] = force->start;
  parameter[ROUGHNESS_GAIN] = factor;
  state[ROUGHNESS_CELL] = 0;
  for (int i = 0; i < 4; i++) state[ROUGHNESS_KNOTS + i] = force->model[i] * factor;
}
