#include "engines/sliding/bind/roughness_bind.h"

#include <math.h>

#include "base/csv.h"
#include "ensemble/observe/filter_design.h"
#include "kernels/random.h"

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

// The memory is drawn from the distribution that it would have after for ever; then come the first four
// knots.
void roughness_bind(const roughness_noise_spec *noise, double *parameter, double *state) {
  const unsigned long long seed = (unsigned long long)noise->seed;
  roughness_design design;
  roughness_make(noise->from / noise->to, &design);
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
  double *x = out->model; // quadratics through the three samples at either end go on by one sample
  x[0] = 3 * (x[1] - x[2]) + x[3];
  x[n + 1] = 3 * (x[n] - x[n - 1]) + x[n - 2];
  return CHATTER_OK;
}

void roughness_bind_samples(const roughness_samples *samples, double factor, double *parameter,
                            double *state) {
  parameter[ROUGHNESS_KNOT_RATE] = 1 / samples->distance;
  parameter[ROUGHNESS_START_TIME] = samples->start;
  parameter[ROUGHNESS_GAIN] = factor;
  state[ROUGHNESS_CELL] = 0;
  for (int i = 0; i < 4; i++) state[ROUGHNESS_KNOTS + i] = samples->model[i] * factor;
}
