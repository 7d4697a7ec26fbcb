// Computes and describes the results of an identification.
#include "inference/identified.h"

#include <math.h>
#include <string.h>

#include "kernels/random.h"
#include "statistics/chains.h"
#include "statistics/moments.h"
#include "statistics/normal.h"
#include "statistics/order.h"
#include "statistics/tree_sum.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"

enum { STREAM_MEASUREMENT_NOISE = 60000 };    // of random numbers, in addition to those of stretch.c
static const double tail_probability = 0.025; // on either side of an interval

static void *allocate_doubles(identified *self, size_t n) {
  return arena_allocate(self->memory, n * sizeof(double) + 1);
}

static chatter_status copy_parameter_values(identified *self, const stretch_chain *chain) {
  samples values;
  TRY(samples_from_normal(self->config, self->steps * self->walkers, chain->kept, &values));
  memcpy(self->value, values.value, sizeof *values.value * (size_t)(values.n * self->d));
  samples_destroy(&values);
  return CHATTER_OK;
}

static void find_parameter_moments(identified *self, int k, double *scratch) {
  const size_t n = (size_t)(self->steps * self->walkers), d = (size_t)self->d;
  identified_parameter *p = &self->parameter[k];
  const double *value = self->value + k;
  for (size_t i = 0; i < n; i++) scratch[i] = value[i * d];
  const statistics_moments moments = statistics_moments_of(scratch, n, STATISTICS_LEVEL, scratch + n);
  p->mean = moments.mean.value, p->deviation = moments.deviation.value;
  p->rhat = statistics_split_rhat(scratch, (size_t)self->steps, (size_t)self->walkers, scratch + n);
  p->samples = (double)n / statistics_autocorrelation_time(scratch, (size_t)self->steps,
                                                           (size_t)self->walkers, scratch + n);
  statistics_sort(scratch, n);
  p->median = statistics_quantile(scratch, n, 0.5);
  p->low = statistics_quantile(scratch, n, tail_probability);
  p->high = statistics_quantile(scratch, n, 1 - tail_probability);
}

static void find_correlations(identified *self, double *scratch) {
  const size_t n = (size_t)(self->steps * self->walkers), d = (size_t)self->d;
  for (size_t k = 0; k < d; k++)
    for (size_t l = 0; l <= k; l++) {
      const identified_parameter *a = &self->parameter[k], *b = &self->parameter[l];
      for (size_t i = 0; i < n; i++)
        scratch[i] = (self->value[i * d + k] - a->mean) * (self->value[i * d + l] - b->mean);
      self->correlation[k * d + l] = self->correlation[l * d + k] =
          statistics_sum(scratch, n, 1) / ((double)n - 1) / (a->deviation * b->deviation);
    }
}

static chatter_status summarise_parameters(identified *self) {
  double *scratch;
  ALLOCATE(scratch, 2 * self->steps * self->walkers); // at least four steps, as R̂ needs
  for (int k = 0; k < self->d; k++) find_parameter_moments(self, k, scratch);
  find_correlations(self, scratch);
  memory_free(scratch);
  return CHATTER_OK;
}

// Finds the noise of a column: root mean square of the residuals at the best fit over the
// deviation; it becomes the deviation if that was unknown.
static void find_noise(identified *self, int c, int first) {
  const measured_column *column = &self->data->column[c];
  double square = 0;
  for (int i = 0; i < column->n; i++) {
    const double r = (self->best[first + i] - column->value[i]) / column->deviation[i];
    square += r * r;
  }
  self->noise[c] = sqrt(square / column->n);
  for (int i = 0; i < column->n; i++)
    self->deviation[first + i] = column->deviation[i] * (column->is_inferred ? self->noise[c] : 1);
}

static chatter_status evaluate_best(identified *self, curves *of_model, const double *z) {
  samples values;
  unsigned char ok;
  TRY(samples_from_normal(self->config, 1, z, &values));
  for (int k = 0; k < self->d; k++) {
    self->parameter[k].best = values.value[k];
    snprintf(self->parameter[k].unit, sizeof self->parameter[k].unit, "%s", values.parameters[k].unit);
  }
  samples_destroy(&values);
  TRY(curves_evaluate(of_model, 1, z, self->best, &ok));
  for (int c = 0, first = 0; c < self->data->n_columns; first += self->data->column[c++].n)
    find_noise(self, c, first);
  return CHATTER_OK;
}

long identified_draws(const identify_config *config) {
  return (long)fmin(config->draws, config->steps * config->walkers);
}

// Chooses draws evenly from all samples.
static void choose_draws(identified *self, const stretch_chain *chain) {
  const long n = self->steps * self->walkers;
  for (long i = 0; i < self->n_draws; i++)
    memcpy(self->draw + i * self->d, chain->kept + i * n / self->n_draws * self->d,
           sizeof *self->draw * (size_t)self->d);
}

// Computes the interval of datum i over the draws with an answer; noise: standard deviation of a
// measurement to be included.
static void find_band(const identified *self, long n, const double *value, const unsigned char *ok, int i,
                      double noise, double *scratch, double *low, double *high) {
  size_t used = 0;
  for (long row = 0; row < n; row++) {
    if (!ok[row]) continue;
    const double u = random_uniform((uint64_t)self->config->ensemble.seed, (uint64_t)row,
                                    STREAM_MEASUREMENT_NOISE, (unsigned)i);
    scratch[used++] = value[row * self->m + i] + (noise > 0 ? noise * statistics_normal_quantile(u) : 0);
  }
  *low = *high = NAN;
  if (used == 0) return;
  statistics_sort(scratch, used);
  *low = statistics_quantile(scratch, used, tail_probability),
  *high = statistics_quantile(scratch, used, 1 - tail_probability);
}

static chatter_status evaluate_bands(identified *self, curves *of_model) {
  double *value, *scratch;
  unsigned char *ok;
  ALLOCATE(value, self->n_draws * self->m + 1);
  ALLOCATE(scratch, self->n_draws + 1);
  ALLOCATE(ok, self->n_draws + 1);
  const chatter_status status = curves_evaluate(of_model, self->n_draws, self->draw, value, ok);
  for (int i = 0; i < self->m && status == CHATTER_OK; i++) {
    find_band(self, self->n_draws, value, ok, i, 0, scratch, &self->low[i], &self->high[i]);
    find_band(self, self->n_draws, value, ok, i, self->deviation[i], scratch, &self->least[i],
              &self->most[i]);
  }
  memory_free(value);
  memory_free(scratch);
  memory_free(ok);
  return status;
}

static int allocate_identified(identified *self) {
  const size_t n = (size_t)(self->steps * self->walkers), d = (size_t)self->d, m = (size_t)self->m;
  return (self->value = allocate_doubles(self, n * d)) && (self->density = allocate_doubles(self, n)) &&
         (self->parameter = arena_allocate(self->memory, d * sizeof *self->parameter)) &&
         (self->correlation = allocate_doubles(self, d * d)) &&
         (self->noise = allocate_doubles(self, (size_t)self->data->n_columns)) &&
         (self->best = allocate_doubles(self, m)) && (self->low = allocate_doubles(self, m)) &&
         (self->high = allocate_doubles(self, m)) && (self->least = allocate_doubles(self, m)) &&
         (self->most = allocate_doubles(self, m)) &&
         (self->draw = allocate_doubles(self, (size_t)self->n_draws * d)) &&
         (self->deviation = allocate_doubles(self, m));
}

chatter_status identified_create(const study *config, curves *of_model, const fit *found,
                                 const stretch_chain *chain, arena *memory, identified *out) {
  *out = (identified){.config = config,
                      .of_model = of_model,
                      .data = of_model->data,
                      .memory = memory,
                      .d = chain->d,
                      .m = of_model->m,
                      .walkers = chain->walkers,
                      .steps = chain->room,
                      .n_draws = identified_draws(&config->identify)};
  if (!allocate_identified(out)) return error_raise(CHATTER_DEVICE, "out of memory for what was found");
  memcpy(out->density, chain->kept_density, sizeof *out->density * (size_t)(out->steps * out->walkers));
  out->acceptance = (double)chain->accepted / (double)(out->steps * out->walkers);
  TRY(copy_parameter_values(out, chain));
  TRY(summarise_parameters(out));
  TRY(evaluate_best(out, of_model, found->z + (long)found->best * out->d));
  choose_draws(out, chain);
  return evaluate_bands(out, of_model);
}

static const char *parameter_name(const identified *self, int k) {
  return self->config->ensemble.parameters[k].path;
}

static int find_name_width(const identified *self) {
  size_t width = strlen("parameter");
  for (int k = 0; k < self->d; k++)
    width = strlen(parameter_name(self, k)) > width ? strlen(parameter_name(self, k)) : width;
  return (int)width;
}

void identified_print(const identified *self, FILE *stream) {
  const int width = find_name_width(self);
  fprintf(stream, "%-*s %12s %12s %12s %12s %12s %8s %8s  %s\n", width, "parameter", "best", "mean",
          "deviation", "2.5 %", "97.5 %", "R^", "samples", "unit");
  for (int k = 0; k < self->d; k++) {
    const identified_parameter *p = &self->parameter[k];
    fprintf(stream, "%-*s %12.6g %12.6g %12.4g %12.6g %12.6g %8.4f %8.0f  %s\n", width,
            parameter_name(self, k), p->best, p->mean, p->deviation, p->low, p->high, p->rhat, p->samples,
            *p->unit ? p->unit : "1");
  }
  for (int k = 0; k < self->d; k++)
    for (int l = 0; l < k; l++)
      fprintf(stream, "correlation of %s and %s: %.3f\n", parameter_name(self, l), parameter_name(self, k),
              self->correlation[k * self->d + l]);
  for (int c = 0; c < self->data->n_columns; c++)
    fprintf(stream, "%s: residuals are %.4g of %s\n", self->data->column[c].name, self->noise[c],
            self->data->column[c].is_inferred ? "the values (noise not given)" : "the given deviation");
}

typedef struct number_row {
  const char *name, *words;
  size_t offset;
} number_row;
static const number_row summary_numbers[] = {
    {"identified_best", "best fit", offsetof(identified_parameter, best)},
    {"identified_mean", "mean of the samples", offsetof(identified_parameter, mean)},
    {"identified_deviation", "deviation of the samples", offsetof(identified_parameter, deviation)},
    {"identified_median", "median of the samples", offsetof(identified_parameter, median)},
    {"identified_low", "2.5 % quantile of the samples", offsetof(identified_parameter, low)},
    {"identified_high", "97.5 % quantile of the samples", offsetof(identified_parameter, high)},
    {"identified_rhat", "split R-hat of the walkers", offsetof(identified_parameter, rhat)},
    {"identified_samples", "independent samples that the chain is worth",
     offsetof(identified_parameter, samples)},
};

// Adds a variable whose numbers stay as long as `self`, which outlives the parts.
static chatter_status add_variable(result_set *part, const char *name, const char *dims, const size_t *size,
                                   const char *units, const char *words, const double *value) {
  if (!result_set_add_view(part, name, RESULT_DOUBLE, dims, size, units, words, value)) return CHATTER_DEVICE;
  result_set_role(part, name, RESULT_DETAIL);
  return CHATTER_OK;
}

static chatter_status add_parameters(const identified *self, result_set *part) {
  const size_t d = (size_t)self->d;
  const char **names =
      result_set_add(part, "identified", RESULT_STRING, "identified", &d, "", "what was sought");
  char **units =
      result_set_add(part, "identified_unit", RESULT_STRING, "identified", &d, "", "unit of what was sought");
  if (!names || !units) return CHATTER_DEVICE;
  for (int k = 0; k < self->d; k++) {
    names[k] = parameter_name(self, k);
    units[k] = self->parameter[k].unit;
  }
  for (size_t i = 0; i < sizeof summary_numbers / sizeof *summary_numbers; i++) {
    double *value = result_set_add(part, summary_numbers[i].name, RESULT_DOUBLE, "identified", &d, "1",
                                   summary_numbers[i].words);
    if (!value) return CHATTER_DEVICE;
    result_set_role(part, summary_numbers[i].name, RESULT_DETAIL);
    for (size_t k = 0; k < d; k++)
      value[k] =
          *(const double *)(const void *)((const char *)&self->parameter[k] + summary_numbers[i].offset);
  }
  return add_variable(part, "identified_correlation", "identified,identified_with", (size_t[]){d, d}, "1",
                      "correlation of the samples", self->correlation);
}

static chatter_status add_chain(const identified *self, result_set *part) {
  const size_t size[] = {(size_t)self->steps, (size_t)self->walkers, (size_t)self->d};
  TRY(add_variable(part, "chain", "chain_step,walker,identified", size, "1", "samples of the posterior",
                   self->value));
  return add_variable(part, "chain_density", "chain_step,walker", size, "1",
                      "logarithm of the posterior density of normal scores, up to a constant", self->density);
}

static chatter_status add_column(const identified *self, result_set *part, int c, int first) {
  const measured_column *column = &self->data->column[c];
  const char *units = self->of_model->units[c]; // a part may lack the output itself
  const struct {
    const char *end, *words;
    const double *value;
  } rows[] = {
      {"measured_at", "abscissa of what was measured", column->at},
      {"measured", "measured", column->value},
      {"measured_deviation", "deviation of its noise: given, or found at the best fit",
       self->deviation + first},
      {"fitted", "the model at the best fit", self->best + first},
      {"band_low", "2.5 % quantile of the samples' models", self->low + first},
      {"band_high", "97.5 % quantile of the samples' models", self->high + first},
      {"predicted_low", "2.5 % quantile of what would be measured", self->least + first},
      {"predicted_high", "97.5 % quantile of what would be measured", self->most + first},
  };
  char dim[2 * RESULT_NAME], name[2 * RESULT_NAME];
  const size_t n = (size_t)column->n;
  snprintf(dim, sizeof dim, "%s_datum", column->name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(name, sizeof name, "%s_%s", column->name, rows[i].end);
    TRY(add_variable(part, name, dim, &n, i ? units : "1", rows[i].words, rows[i].value));
  }
  snprintf(name, sizeof name, "%s_residual", column->name);
  result_set_number(part, name, self->noise[c]);
  return CHATTER_OK;
}

chatter_status identified_describe(void *context, result_set *part) {
  const identified *self = context;
  TRY(add_parameters(self, part));
  TRY(add_chain(self, part));
  for (int c = 0, first = 0; c < self->data->n_columns; first += self->data->column[c++].n)
    TRY(add_column(self, part, c, first));
  result_set_text(part, "identified_from", self->data->table.path);
  result_set_number(part, "acceptance", self->acceptance);
  return CHATTER_OK;
}
