// Fills the samples of designs.
#include "study/samples/design.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kernels/random.h"
#include "statistics/normal.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"
#include "study/samples/copula.h"
#include "study/samples/quantile.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"
#include "study/samples/samples_hdf5.h"
#include "study/samples/sobol_sequence.h"

static long count_grid_values(const parameter_config *q) {
  return q->spread == SPREAD_VALUES ? q->values.n : (long)q->count;
}

// Returns value i of a grid axis: ends included; for distributions the middles of cells of equal
// probability.
static double find_grid_value(const parameter_config *q, long i) {
  long n = count_grid_values(q);
  if (q->spread == SPREAD_VALUES) return q->values.value[i];
  if (q->spread != SPREAD_LINEAR && q->spread != SPREAD_LOGARITHMIC)
    return quantile_parameter(q, ((double)i + 0.5) / (double)n);
  if (i == 0) return q->from;
  return i == n - 1 ? q->to : quantile_parameter(q, (double)i / (double)(n - 1));
}

// Removes the rounding of a grid's steps from whole numbers.
static double round_grid_value(double value) {
  return fabs(value - rint(value)) <= 1e-12 * fmax(1, fabs(value)) ? rint(value) : value;
}

static void fill_grid(const ensemble_config *e, samples *out) {
  long repeat = out->n; // how often an axis value repeats: the first axis is the slowest
  for (int j = 0; j < e->n_parameters; j++) {
    const parameter_config *q = &e->parameters[j];
    long n = count_grid_values(q);
    repeat /= n;
    for (long i = 0; i < out->n; i++) {
      const double value = find_grid_value(q, i / repeat % n);
      out->value[i * e->n_parameters + j] = out->parameters[j].whole ? round_grid_value(value) : value;
    }
  }
}

// Fills numbers of (0, 1), which fill_values transforms into the distributions.
static void fill_random(const ensemble_config *e, samples *out) {
  for (long i = 0; i < out->n; i++)
    for (int j = 0; j < e->n_parameters; j++)
      out->value[i * e->n_parameters + j] =
          random_uniform((uint64_t)e->seed, (uint64_t)i, RANDOM_STREAM_DESIGN + (unsigned)j, 0);
}

// Puts one point into each of n cells of equal probability per axis; cells are shuffled
// (Fisher-Yates) per axis (McKay et al. 1979).
static chatter_status fill_latin_hypercube(const ensemble_config *e, samples *out) {
  uint64_t seed = (uint64_t)e->seed;
  long *cell = NULL;
  ALLOCATE(cell, out->n);
  for (int j = 0; j < e->n_parameters; j++) {
    for (long i = 0; i < out->n; i++) cell[i] = i;
    for (long i = out->n - 1; i > 0; i--) {
      double u = random_uniform(seed, (uint64_t)i, RANDOM_STREAM_PERMUTATION + (unsigned)j, 0);
      long k = (long)(u * (double)(i + 1)), swapped = cell[i];
      cell[i] = cell[k];
      cell[k] = swapped;
    }
    for (long i = 0; i < out->n; i++) {
      double u = random_uniform(seed, (uint64_t)i, RANDOM_STREAM_DESIGN + (unsigned)j, 0);
      out->value[i * e->n_parameters + j] = ((double)cell[i] + u) / (double)out->n;
    }
  }
  memory_free(cell);
  return CHATTER_OK;
}

// Fills coordinate j of the sequence for i = 0 ... n - 1, `stride` numbers apart, with a digital
// shift by the seed: the net keeps its strata, and no point lies at 0, where a normal distribution
// has no quantile.
static void fill_sequence(uint64_t seed, int j, long n, double *to, long stride) {
  uint32_t direction[32], shift = (uint32_t)random_bits(seed, 0, RANDOM_STREAM_SHIFT + (unsigned)j, 0);
  sobol_directions(j, direction);
  for (long i = 0; i < n; i++)
    to[i * stride] = ((double)(sobol_coordinate(direction, (uint32_t)i) ^ shift) + 0.5) / 4294967296.0;
}

static void fill_sobol(const ensemble_config *e, samples *out) {
  for (int j = 0; j < e->n_parameters; j++)
    fill_sequence((uint64_t)e->seed, j, out->n, out->value + j, e->n_parameters);
}

// Fills groups of d + 2 rows: A, A with column 0, 1 ... d - 1 of B, and B, where (A, B) is a point
// of the sequence in 2 d dimensions (Saltelli et al. 2010, in SALib's order).
static void fill_saltelli(const ensemble_config *e, samples *out) {
  const int d = e->n_parameters;
  const long rows = samples_group_size(e), n = out->n / rows, stride = rows * d;
  for (int j = 0; j < d; j++) {
    fill_sequence((uint64_t)e->seed, j, n, out->value + j, stride);
    fill_sequence((uint64_t)e->seed, d + j, n, out->value + (rows - 1) * d + j, stride);
  }
  for (long k = 0; k < n; k++) {
    double *a = out->value + k * stride;
    const double *b = a + (rows - 1) * d;
    for (int j = 0; j < d; j++) {
      double *mixed = a + (j + 1) * d;
      memcpy(mixed, a, sizeof *a * (size_t)d);
      mixed[j] = b[j];
    }
  }
}

// Returns the whole number at quantile p of (0, 1); each from `from` to `to` is equally likely.
static double find_whole_quantile(const parameter_config *q, double p) {
  const double low = ceil(q->from), high = floor(q->to);
  return fmin(high, low + floor(p * (high - low + 1)));
}

static void fill_values(const ensemble_config *e, samples *out) {
  for (int j = 0; j < e->n_parameters; j++) {
    const parameter_config *q = &e->parameters[j];
    const int whole = out->parameters[j].whole && (q->spread == SPREAD_UNIFORM || q->spread == SPREAD_LINEAR);
    for (long i = 0; i < out->n; i++) {
      double *x = &out->value[i * e->n_parameters + j];
      *x = whole ? find_whole_quantile(q, *x) : quantile_parameter(q, *x);
    }
  }
}

// Checks that a distribution stays in its parameter's range; reports the first trajectory outside
// and their number.
static chatter_status check_parameter(const study *self, const samples *out, int j) {
  const parameter_config *parameter = &self->ensemble.parameters[j];
  const study_scalar *s = &out->parameters[j];
  const int is_normal = parameter->spread == SPREAD_NORMAL || parameter->spread == SPREAD_LOGNORMAL;
  const int is_grid = self->ensemble.design == DESIGN_GRID;
  const int fractions = s->whole && (is_normal || parameter->spread == SPREAD_TRUNCATED_NORMAL ||
                                     (!is_grid && parameter->spread == SPREAD_LOGARITHMIC));
  const int steps = is_grid && s->whole && !fractions;
  char where[STUDY_PATH * 3], path[STUDY_PATH * 2];
  long n = 0, first = 0;
  for (long i = out->n - 1; i >= 0; i--)
    if (!study_scalar_fits(s, out->value[i * out->n_parameters + j])) n++, first = i;
  if (n == 0) return CHATTER_OK;
  snprintf(path, sizeof path, "ensemble.design.parameters.%s", parameter->path);
  snprintf(where, sizeof where, "%s: trajectory %ld", study_place(self, path), first);
  study_scalar_check(s, where, out->value[first * out->n_parameters + j]);
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: %ld of %ld trajectories have numbers of %s that are out of range%s",
                     study_place(self, path), n, out->n, s->path,
                     fractions   ? " (whole numbers: 'from' and 'to' without 'distribution', or 'values')"
                     : is_normal ? " (distribution: truncated_normal has ends, from and to)"
                     : steps     ? " (take a 'count' whose steps are whole, or a list of 'values')"
                                 : "");
}

static chatter_status check_range(const study *self, const samples *out) {
  chatter_status status = CHATTER_OK;
  for (int j = 0; j < out->n_parameters; j++) {
    const chatter_status one = check_parameter(self, out, j);
    if (one != CHATTER_OK) status = one;
  }
  return status;
}

static chatter_status fill_design(const study *self, samples *out) {
  const ensemble_config *e = &self->ensemble;
  for (int j = 0; j < e->n_parameters; j++)
    TRY(study_find_scalar(self, e->parameters[j].path, NULL, &out->parameters[j]));
  switch ((design_type)e->design) {
  case DESIGN_GRID:
    fill_grid(e, out);
    break;
  case DESIGN_RANDOM:
    fill_random(e, out);
    break;
  case DESIGN_LATIN_HYPERCUBE:
    TRY(fill_latin_hypercube(e, out));
    break;
  case DESIGN_SOBOL:
    fill_sobol(e, out);
    break;
  case DESIGN_SALTELLI:
    fill_saltelli(e, out);
    break;
  case DESIGN_NONE:
  case DESIGN_FILE:
    break;
  }
  if (e->correlation.n > 0) TRY(copula_apply(e, out));
  if (e->design != DESIGN_GRID && e->design != DESIGN_NONE) fill_values(e, out);
  return check_range(self, out);
}

// Transforms normal numbers z into values of the distributions.
static chatter_status fill_from_normal(const ensemble_config *e, const double *z, samples *out) {
  const int d = e->n_parameters;
  double *factor, *row;
  ALLOCATE(factor, d * d + 1);
  ALLOCATE(row, d + 1);
  for (int j = 0; j < d; j++) factor[j * d + j] = 1;
  if (e->correlation.n > 0) copula_factor_correlation(d, e->correlation.value, factor);
  for (long i = 0; i < out->n; i++) {
    memcpy(row, z + i * d, sizeof *row * (size_t)d);
    copula_correlate_row(d, factor, row);
    for (int j = 0; j < d; j++)
      out->value[i * d + j] =
          quantile_parameter(&e->parameters[j], copula_clamp_probability(statistics_normal_below(row[j])));
  }
  memory_free(factor);
  memory_free(row);
  return CHATTER_OK;
}

chatter_status samples_from_normal(const study *self, long n, const double *z, samples *out) {
  const ensemble_config *e = &self->ensemble;
  chatter_status status = samples_allocate(n, e->n_parameters, out);
  for (int j = 0; j < e->n_parameters && status == CHATTER_OK; j++)
    status = study_find_scalar(self, e->parameters[j].path, NULL, &out->parameters[j]);
  if (status == CHATTER_OK) status = fill_from_normal(&self->ensemble, z, out);
  if (status != CHATTER_OK) samples_destroy(out);
  return status;
}

static chatter_status read_design_file(const study *self, samples *out) {
  const char *file = self->ensemble.file, *slash = strrchr(self->path, '/'), *dot = strrchr(file, '.');
  char path[2 * STUDY_PATH];
  int folder = *file != '/' && slash ? (int)(slash - self->path) + 1 : 0;
  snprintf(path, sizeof path, "%.*s%s", folder, self->path, file);
  if (dot && (!strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"))) return samples_read_hdf5(self, path, out);
  return samples_read_csv(self, path, 0, out);
}

long samples_group_size(const ensemble_config *ensemble) {
  return ensemble->design == DESIGN_SALTELLI ? ensemble->n_parameters + 2 : 1;
}

chatter_status samples_from_design(const study *self, samples *out) {
  const ensemble_config *e = &self->ensemble;
  long n = 1;
  *out = (samples){0};
  if (e->design == DESIGN_FILE) return read_design_file(self, out);
  if (e->design == DESIGN_GRID)
    for (int j = 0; j < e->n_parameters; j++) n *= count_grid_values(&e->parameters[j]);
  else if (e->design != DESIGN_NONE)
    n = (long)e->count * samples_group_size(e);
  chatter_status status = samples_allocate(n, e->n_parameters, out);
  if (status == CHATTER_OK) status = fill_design(self, out);
  if (status == CHATTER_OK) status = samples_spread_inputs(self, out);
  if (status != CHATTER_OK) samples_destroy(out);
  return status;
}
