// Computes the statistics of an output.
#include "results/statistics/output_statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/result_set.h"
#include "statistics/histogram.h"
#include "statistics/moments.h"
#include "statistics/order.h"
#include "statistics/share.h"
#include "statistics/sobol_indices.h"

// One output while its statistics are computed.
typedef struct statistics_maker {
  const statistics_wanted *wanted;
  const double *value;
  const unsigned char *is_ok;
  size_t n; // number of trajectories
  arena *memory;
  output_statistics *out;
  double *sample, *scratch; // [n] valid values in the order of trajectories, and sorted
  size_t n_sample, n_failed;
  double *group;                      // [n] complete groups
  statistics_estimate *first, *total; // [inputs]
} statistics_maker;

// Indices of the statistics in out->list that every output has.
enum { COUNT, FAILURES, FAILURE_SHARE, MEAN, DEVIATION, SKEWNESS, KURTOSIS, QUANTILE };

static void *allocate_zeroed(statistics_maker *m, size_t n, size_t size) {
  void *room = arena_allocate(m->memory, n * size + 1);
  if (!room) error_raise(CHATTER_DEVICE, "out of memory for the statistics of '%s'", m->out->output->name);
  return room;
}

static chatter_status add_statistic(statistics_maker *m, const char *name, const char *words,
                                    const char *axis, size_t n, int has_interval, int is_share,
                                    statistic **out) {
  output_statistics *all = m->out;
  const size_t size = all->n_counts * n * all->items;
  CHECK(all->n < STATISTICS_MAX, "an output has too many statistics");
  statistic *s = *out = &all->list[all->n++];
  *s = (statistic){.name = name, .words = words, .axis = axis, .n = n, .is_share = is_share};
  double **parts[] = {&s->value, &s->low, &s->high};
  for (int i = 0; i < (has_interval ? 3 : 1); i++)
    if (!(*parts[i] = allocate_zeroed(m, size, sizeof(double)))) return CHATTER_DEVICE;
  return CHATTER_OK;
}

static void set_value(const statistics_maker *m, statistic *s, size_t count, size_t along, size_t item,
                      double value, double low, double high) {
  const size_t place = (count * s->n + along) * m->out->items + item;
  s->value[place] = value;
  if (s->low) s->low[place] = low, s->high[place] = high;
}

static double value_at(const statistics_maker *m, size_t trajectory, size_t item) {
  return m->is_ok[trajectory] ? m->value[trajectory * m->out->items + item] : NAN;
}

// Returns 1 for the two independent points of a group.
static int is_independent(const statistics_maker *m, size_t trajectory) {
  const size_t place = trajectory % m->wanted->group;
  return place == 0 || place == m->wanted->group - 1;
}

static void collect_sorted_values(statistics_maker *m, size_t count, size_t item) {
  m->n_sample = m->n_failed = 0;
  for (size_t t = 0; t < count; t++) {
    if (!is_independent(m, t)) continue;
    const double x = value_at(m, t, item);
    if (isfinite(x))
      m->sample[m->n_sample++] = x;
    else
      m->n_failed++;
  }
}

static void set_share(const statistics_maker *m, statistic *s, size_t count, size_t along, size_t item,
                      size_t k, size_t n) {
  const statistics_share share = {.n = n, .above = k};
  double interval[2];
  statistics_share_exact_interval(&share, m->wanted->level, interval);
  set_value(m, s, count, along, item, statistics_share_value(&share), interval[0], interval[1]);
}

static void make_moments_and_quantiles(statistics_maker *m, size_t count, size_t item) {
  statistic *list = m->out->list;
  const double level = m->wanted->level;
  set_value(m, &list[COUNT], count, 0, item, (double)m->n_sample, 0, 0);
  set_value(m, &list[FAILURES], count, 0, item, (double)m->n_failed, 0, 0);
  set_share(m, &list[FAILURE_SHARE], count, 0, item, m->n_failed, m->n_sample + m->n_failed);
  const statistics_moments of = statistics_moments_of(m->sample, m->n_sample, level, m->scratch);
  set_value(m, &list[MEAN], count, 0, item, of.mean.value, of.mean.low, of.mean.high);
  set_value(m, &list[DEVIATION], count, 0, item, of.deviation.value, of.deviation.low, of.deviation.high);
  set_value(m, &list[SKEWNESS], count, 0, item, of.skewness.value, of.skewness.low, of.skewness.high);
  set_value(m, &list[KURTOSIS], count, 0, item, of.kurtosis.value, of.kurtosis.low, of.kurtosis.high);
  statistics_sort(m->sample, m->n_sample);
  for (int q = 0; q < m->wanted->n_quantiles; q++) {
    double x = NAN, interval[2] = {NAN, NAN};
    if (m->n_sample > 0) {
      x = statistics_quantile(m->sample, m->n_sample, m->wanted->quantiles[q]);
      statistics_quantile_interval(m->sample, m->n_sample, m->wanted->quantiles[q], level, interval);
    }
    set_value(m, &list[QUANTILE], count, (size_t)q, item, x, interval[0], interval[1]);
  }
}

// Returns how many values of the sorted sample are less than x, or at most x.
static size_t count_below(const statistics_maker *m, double x, int or_equal) {
  size_t low = 0, high = m->n_sample;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (m->sample[middle] < x || (or_equal && m->sample[middle] == x))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void make_histogram(statistics_maker *m, statistic *s, size_t count, size_t item) {
  for (size_t b = 0; b < s->n; b++) {
    const size_t from = count_below(m, m->out->edges[b], 0),
                 to = count_below(m, m->out->edges[b + 1], b + 1 == s->n);
    set_share(m, s, count, b, item, to - from, m->n_sample);
  }
}

// Computes exceedance shares, with bounds for the cases that no failure or every failure exceeded
// the limit.
static void make_exceedance(statistics_maker *m, statistic *s, size_t count, size_t item) {
  const size_t all = m->n_sample + m->n_failed;
  for (size_t i = 0; i < s->n; i++) {
    const size_t above = m->n_sample - count_below(m, s->at[i], 1);
    set_share(m, &s[0], count, i, item, above, m->n_sample);
    set_share(m, &s[1], count, i, item, above, all);
    set_share(m, &s[2], count, i, item, above + m->n_failed, all);
  }
}

// Computes Sobol' indices. Groups with a missing value are left out completely.
static chatter_status make_sobol(statistics_maker *m, statistic *s, size_t count, size_t item) {
  const size_t size = m->wanted->group, n_groups = m->out->counts[count] / size;
  const int d = m->wanted->n_inputs;
  size_t n = 0;
  for (size_t g = 0; g < n_groups; g++) {
    int is_whole = 1;
    for (size_t i = 0; i < size; i++) {
      m->group[n * size + i] = value_at(m, g * size + i, item);
      is_whole &= isfinite(m->group[n * size + i]);
    }
    n += (size_t)is_whole;
  }
  TRY(statistics_sobol(n, d, m->group, m->wanted->level, m->wanted->seed, m->first, m->total));
  set_value(m, &s[0], count, 0, item, (double)n, 0, 0);
  for (size_t j = 0; j < (size_t)d; j++) {
    set_value(m, &s[1], count, j, item, m->first[j].value, m->first[j].low, m->first[j].high);
    set_value(m, &s[2], count, j, item, m->total[j].value, m->total[j].low, m->total[j].high);
  }
  return CHATTER_OK;
}

// Chooses the bins: those of the study, else for an output of one number those of Freedman and
// Diaconis 1981.
static chatter_status choose_edges(statistics_maker *m, const statistics_output *of) {
  output_statistics *out = m->out;
  statistics_histogram bins;
  if (of && of->edges.n > 1) {
    out->n_edges = (size_t)of->edges.n, out->edges = of->edges.value;
    return CHATTER_OK;
  }
  collect_sorted_values(m, out->counts[out->n_counts - 1], 0);
  if (out->items > 1 || m->n_sample == 0) return CHATTER_OK;
  statistics_sort(m->sample, m->n_sample);
  statistics_histogram_make(m->sample, m->n_sample, &bins);
  double *edges = allocate_zeroed(m, bins.bins + 1, sizeof *edges);
  if (!edges) return CHATTER_DEVICE;
  for (size_t b = 0; b <= bins.bins; b++) edges[b] = bins.low + (double)b * bins.width;
  // Rounding must not exclude the largest value.
  if (bins.count[bins.bins - 1] > 0 && edges[bins.bins] < m->sample[m->n_sample - 1])
    edges[bins.bins] = m->sample[m->n_sample - 1];
  out->n_edges = bins.bins + 1, out->edges = edges;
  return CHATTER_OK;
}

static chatter_status declare_moments_and_quantiles(statistics_maker *m) {
  statistic *s;
  TRY(add_statistic(m, "count", "trajectories that count of", NULL, 1, 0, 1, &s));
  TRY(add_statistic(m, "failures", "trajectories without a value of", NULL, 1, 0, 1, &s));
  TRY(add_statistic(m, "failure_share", "share of trajectories without a value of", NULL, 1, 1, 1, &s));
  TRY(add_statistic(m, "mean", "mean of", NULL, 1, 1, 0, &s));
  TRY(add_statistic(m, "deviation", "standard deviation of", NULL, 1, 1, 0, &s));
  TRY(add_statistic(m, "skewness", "skewness of", NULL, 1, 1, 1, &s));
  TRY(add_statistic(m, "kurtosis", "excess kurtosis of", NULL, 1, 1, 1, &s));
  TRY(add_statistic(m, "quantile", "quantile of", "statistics_probability", (size_t)m->wanted->n_quantiles, 1,
                    0, &s));
  s->at = m->wanted->quantiles, s->axis_words = "probability of the quantile";
  return CHATTER_OK;
}

static chatter_status declare_histogram(statistics_maker *m, statistic **out) {
  const double *edges = m->out->edges;
  if (m->out->n_edges == 0) return CHATTER_OK;
  const size_t n = m->out->n_edges - 1;
  double *middle = allocate_zeroed(m, n, sizeof *middle);
  if (!middle) return CHATTER_DEVICE;
  for (size_t b = 0; b < n; b++) middle[b] = edges[b] + (edges[b + 1] - edges[b]) / 2;
  TRY(add_statistic(m, "histogram", "share in the bin of", "bin", n, 1, 1, out));
  (*out)->at = middle, (*out)->axis_words = "middle of the bin";
  return CHATTER_OK;
}

static chatter_status declare_exceedance(statistics_maker *m, const statistics_output *of, statistic **out) {
  static const char *const names[][2] = {
      {"exceedance", "probability to exceed the limit of"},
      {"exceedance_least", "probability to exceed the limit if no failure does of"},
      {"exceedance_most", "probability to exceed the limit if every failure does of"}};
  if (!of || of->limits.n == 0) return CHATTER_OK;
  for (int i = 0; i < 3; i++) {
    statistic *s;
    TRY(add_statistic(m, names[i][0], names[i][1], "limit", (size_t)of->limits.n, 1, 1, &s));
    s->at = of->limits.value, s->axis_words = "limit";
    if (i == 0) *out = s;
  }
  return CHATTER_OK;
}

static chatter_status declare_sobol(statistics_maker *m, statistic **out) {
  static const char *const names[][2] = {{"sobol_first", "first-order Sobol' index of the input for"},
                                         {"sobol_total", "total Sobol' index of the input for"}};
  if (m->wanted->n_inputs == 0) return CHATTER_OK;
  TRY(add_statistic(m, "sobol_count", "whole groups that Sobol' indices are made of, for", NULL, 1, 0, 1,
                    out));
  for (int i = 0; i < 2; i++) {
    statistic *s;
    TRY(add_statistic(m, names[i][0], names[i][1], "statistics_input", (size_t)m->wanted->n_inputs, 1, 1,
                      &s));
    s->input = m->wanted->inputs, s->axis_words = "input that varies";
  }
  const size_t d = (size_t)m->wanted->n_inputs;
  m->group = allocate_zeroed(m, m->n + m->wanted->group, sizeof *m->group);
  m->first = allocate_zeroed(m, d, sizeof *m->first), m->total = allocate_zeroed(m, d, sizeof *m->total);
  return m->group && m->first && m->total ? CHATTER_OK : CHATTER_DEVICE;
}

static chatter_status make_statistics(statistics_maker *m) {
  output_statistics *out = m->out;
  const statistics_output *of = statistics_section_of_output(m->wanted, out->output->name);
  statistic *histogram = NULL, *exceedance = NULL, *sobol = NULL;
  m->sample = allocate_zeroed(m, m->n, sizeof *m->sample),
  m->scratch = allocate_zeroed(m, m->n, sizeof *m->scratch);
  if (!m->sample || !m->scratch) return CHATTER_DEVICE;
  TRY(choose_edges(m, of));
  TRY(declare_moments_and_quantiles(m));
  TRY(declare_histogram(m, &histogram));
  TRY(declare_exceedance(m, of, &exceedance));
  TRY(declare_sobol(m, &sobol));
  for (size_t c = 0; c < out->n_counts; c++)
    for (size_t item = 0; item < out->items; item++) {
      collect_sorted_values(m, out->counts[c], item);
      make_moments_and_quantiles(m, c, item);
      if (histogram) make_histogram(m, histogram, c, item);
      if (exceedance) make_exceedance(m, exceedance, c, item);
      if (sobol) TRY(make_sobol(m, sobol, c, item));
    }
  return CHATTER_OK;
}

chatter_status output_statistics_make_after(const statistics_wanted *wanted, const result_variable *output,
                                            size_t n, const double *value, const unsigned char *is_ok,
                                            size_t n_counts, const size_t *counts, arena *memory,
                                            output_statistics *out) {
  statistics_maker m = {
      .wanted = wanted, .value = value, .is_ok = is_ok, .n = n, .memory = memory, .out = out};
  CHECK(n_counts > 0 && n_counts <= STATISTICS_MAX_CHECKS, "statistics of no trajectory");
  *out = (output_statistics){.output = output, .items = result_row_items(output), .n_counts = n_counts};
  memcpy(out->counts, counts, n_counts * sizeof *counts);
  return make_statistics(&m);
}

chatter_status output_statistics_make(const statistics_wanted *wanted, const result_variable *output,
                                      size_t n, const double *value, const unsigned char *is_ok,
                                      arena *memory, output_statistics *out) {
  size_t counts[STATISTICS_MAX_FRACTIONS];
  const size_t n_counts = statistics_fractions(wanted, n, counts);
  return output_statistics_make_after(wanted, output, n, value, is_ok, n_counts, counts, memory, out);
}

const statistic *output_statistics_find(const output_statistics *self, const char *name) {
  for (int i = 0; i < self->n; i++)
    if (strcmp(self->list[i].name, name) == 0) return &self->list[i];
  return NULL;
}

double output_statistics_half_width(const output_statistics *self, const char *name) {
  const statistic *s = output_statistics_find(self, name);
  double widest = 0;
  if (!s || !s->low) return NAN;
  const size_t size = s->n * self->items, last = (self->n_counts - 1) * size;
  for (size_t i = last; i < last + size; i++) {
    const double half = (s->high[i] - s->low[i]) / 2;
    if (isnan(half)) return NAN; // not known yet
    widest = fmax(widest, half);
  }
  return widest;
}

// Names of variables in results: NAME_mean, NAME_mean_low, NAME_mean_high over statistics_count,
// the axis of the statistic, and the output's own dimensions.

#define COUNTS "statistics_count"

// Names the axis of a statistic; "limit" and "bin" belong to one output.
static void name_axis(const output_statistics *self, const char *axis, char *text, size_t size) {
  const int is_common = strncmp(axis, "statistics_", 11) == 0;
  snprintf(text, size, "%s%s%s", is_common ? "" : self->output->name, is_common ? "" : "_", axis);
}

static chatter_status add_counts(const output_statistics *self, result_set *to) {
  if (result_set_find(to, COUNTS)) return CHATTER_OK;
  int *count = result_set_add(to, COUNTS, RESULT_INT, COUNTS, &self->n_counts, "1",
                              "trajectories that statistics are made of, from the first on");
  if (!count) return CHATTER_DEVICE;
  for (size_t i = 0; i < self->n_counts; i++) count[i] = (int)self->counts[i];
  result_set_role(to, COUNTS, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_places(const char *name, size_t n, const double *at, const char *unit,
                                 const char *words, result_set *to) {
  if (result_set_find(to, name)) return CHATTER_OK;
  double *place = result_set_add(to, name, RESULT_DOUBLE, name, &n, unit, words);
  if (!place) return CHATTER_DEVICE;
  memcpy(place, at, n * sizeof *at);
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_inputs(const statistic *s, const char *name, result_set *to) {
  if (result_set_find(to, name)) return CHATTER_OK;
  char **text = result_set_add(to, name, RESULT_STRING, name, &s->n, "", s->axis_words);
  if (!text) return CHATTER_DEVICE;
  for (size_t i = 0; i < s->n; i++)
    if (!(text[i] = arena_string(to->memory, s->input[i].path)))
      return error_raise(CHATTER_DEVICE, "out of memory for the names of inputs");
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

static chatter_status add_axis(const output_statistics *self, const statistic *s, result_set *to) {
  char name[2 * RESULT_NAME];
  const char *const unit = self->output->units;
  if (!s->axis) return CHATTER_OK;
  name_axis(self, s->axis, name, sizeof name);
  if (s->input) return add_inputs(s, name, to);
  TRY(add_places(name, s->n, s->at, strcmp(s->axis, "statistics_probability") == 0 ? "1" : unit,
                 s->axis_words, to));
  if (strcmp(s->axis, "bin") != 0) return CHATTER_OK;
  name_axis(self, "edge", name, sizeof name);
  return add_places(name, self->n_edges, self->edges, unit, "edges of the bins", to);
}

// Adds one of value, low and high.
static chatter_status add_part(const output_statistics *self, const statistic *s, const char *end,
                               const double *data, const char *words, result_set *to) {
  const result_variable *of = self->output;
  char name[2 * RESULT_NAME], dims[(RESULT_DIMS + 1) * RESULT_NAME] = COUNTS, axis[2 * RESULT_NAME],
                                                       long_name[400];
  size_t sizes[RESULT_DIMS + 1] = {self->n_counts}, n = 1, used = strlen(dims);
  if (s->axis) {
    name_axis(self, s->axis, axis, sizeof axis);
    used += (size_t)snprintf(dims + used, sizeof dims - used, ",%s", axis);
    sizes[n++] = s->n;
  }
  for (int i = 1; i < of->n_dims; i++) {
    used += (size_t)snprintf(dims + used, sizeof dims - used, ",%s", of->dim[i]);
    sizes[n++] = of->size[i];
  }
  snprintf(name, sizeof name, "%s_%s%s", of->name, s->name, end);
  snprintf(long_name, sizeof long_name, "%s%s %s", words, s->words,
           of->long_name[0] ? of->long_name : of->name);
  double *room =
      result_set_add(to, name, RESULT_DOUBLE, dims, sizes, s->is_share ? "1" : of->units, long_name);
  if (!room) return CHATTER_DEVICE;
  memcpy(room, data, self->n_counts * s->n * self->items * sizeof *data);
  result_set_role(to, name, RESULT_STATISTIC);
  return CHATTER_OK;
}

chatter_status output_statistics_add_to_results(const output_statistics *self, result_set *to) {
  TRY(add_counts(self, to));
  for (int i = 0; i < self->n; i++) {
    const statistic *s = &self->list[i];
    TRY(add_axis(self, s, to));
    TRY(add_part(self, s, "", s->value, "", to));
    if (!s->low) continue;
    TRY(add_part(self, s, "_low", s->low, "lower end of the interval of the ", to));
    TRY(add_part(self, s, "_high", s->high, "upper end of the interval of the ", to));
  }
  return CHATTER_OK;
}
