// Collects and measures the lines of a chart.
#include "plot/curves/chart_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics/interval.h"
#include "statistics/order.h"

enum { MAX_SAMPLES_PER_PLACE = 5, MAX_GROUPS = 24, MIN_SAMPLES_PER_GROUP = 10 };

typedef struct sample {
  double x, y;
} sample;

static chatter_status find_parting_parameter(const figure *self, const result_variable *x,
                                             const result_variable **by) {
  const double *value;
  *by = NULL;
  TRY(figure_pick_trajectory_variable(self, "plot.colour", self->wanted->colour, by));
  for (int i = 0; i < self->n_parameters && !*by; i++)
    if (self->parameter[i] != x &&
        figure_distinct_values(self, self->parameter[i]->data, self->n, &value) <= CHART_MAX_PARTING_VALUES)
      *by = self->parameter[i];
  return CHATTER_OK;
}

chatter_status chart_choose_variables(const figure *self, const result_variable **x,
                                      const result_variable *y[CHART_MAX_PANELS], int *n_y,
                                      const result_variable **by) {
  const double *value;
  size_t most = 0;
  *x = NULL, *n_y = 1;
  for (int i = 0; i < self->n_parameters; i++) { // the parameter with the most values
    const size_t n = figure_distinct_values(self, self->parameter[i]->data, self->n, &value);
    if (n > most) *x = self->parameter[i], most = n;
  }
  y[0] = figure_first_output(self);
  TRY(figure_pick_trajectory_variable(self, "plot.x", self->wanted->x, x));
  TRY(figure_pick_y_variables(self, figure_is_per_trajectory, "with a value per trajectory", CHART_MAX_PANELS,
                              y, n_y));
  if (!*x || !y[0])
    return figure_raise_missing(
        self, "a chart needs a parameter that varies and an output with a value per trajectory");
  return find_parting_parameter(self, *x, by);
}

static chatter_status add_lines_of_file(const figure *self, chart_line out[CHART_MAX_LINES], int *n) {
  const result_variable *y[CHART_MAX_PANELS], *x, *by;
  const double *value = NULL, *all = NULL;
  size_t n_values = 1;
  int n_y;
  TRY(chart_choose_variables(self, &x, y, &n_y, &by));
  if (by) {
    all = figure_values(self, by);
    if (!all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
    n_values = figure_distinct_values(self, all, self->n, &value);
  }
  for (size_t k = 0; k < n_values; k++) {
    char text[FIGURE_TEXT] = "", place[STUDY_PATH];
    if (*n == CHART_MAX_LINES)
      return error_raise(CHATTER_BAD_STUDY, "%splot.colour: the chart would have more than %d lines",
                         figure_key_place(self, "plot.colour", place), CHART_MAX_LINES);
    chart_line *line = &out[(*n)++];
    *line = (chart_line){.of = self, .x = x, .by = by, .by_value = all, .value = by ? value[k] : 0};
    if (by) figure_parameter_text(by, line->value, text);
    snprintf(line->name, sizeof line->name, "%.100s%s%.120s", self->name ? self->name : "",
             self->name && text[0] ? ", " : "", text);
  }
  return CHATTER_OK;
}

chatter_status chart_find_lines(const figure *self, chart_line out[CHART_MAX_LINES], int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) TRY(add_lines_of_file(file, out, n));
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

static int compare_x(const void *a, const void *b) {
  const sample *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

// Collects the line's trajectories in the order of x; returns how many.
static size_t collect_samples(const chart_line *self, const double *x, const double *y, sample *out) {
  const figure *of = self->of;
  size_t n = 0;
  for (size_t i = 0; i < of->n; i++) {
    if (!figure_trajectory_is_ok(of, i) || !isfinite(x[i]) || !isfinite(y[i])) continue;
    if (self->by && self->by_value[i] != self->value) continue;
    out[n++] = (sample){x[i], y[i]};
  }
  qsort(out, n, sizeof *out, compare_x);
  return n;
}

static size_t count_places(const sample *sorted, size_t n) {
  size_t count = n > 0;
  for (size_t i = 1; i < n; i++) count += sorted[i].x != sorted[i - 1].x;
  return count;
}

// Returns 1 if a parameter varies other than x and that of the lines: neighbouring samples are then
// no line.
static int has_distinct_x_values(const chart_line *self) {
  for (int i = 0; i < self->of->n_parameters; i++)
    if (self->of->parameter[i] != self->x && self->of->parameter[i] != self->by) return 1;
  return 0;
}

// Returns the end of the group that begins at a sample: all of one x, or the next equal share of
// all.
static size_t group_end(const sample *sorted, size_t n, size_t begin, size_t n_groups, size_t group) {
  size_t end = n_groups ? (group + 1) * n / n_groups : begin + 1;
  while (end < n && sorted[end].x == sorted[end - 1].x) end++;
  return end > begin ? end : begin + 1;
}

static void add_place(chart_line *self, const sample *sorted, size_t n, double quantile, double *scratch) {
  chart_place *place = &self->places[self->n++];
  for (size_t i = 0; i < n; i++) scratch[i] = sorted[i].x;
  place->x = statistics_quantile(scratch, n, 0.5); // samples are sorted, so the median is read off
  for (size_t i = 0; i < n; i++) scratch[i] = sorted[i].y;
  statistics_sort(scratch, n);
  place->low = statistics_quantile(scratch, n, 0.05);
  place->middle = statistics_quantile(scratch, n, 0.5);
  place->high = statistics_quantile(scratch, n, 0.95);
  place->quantile = statistics_quantile(scratch, n, quantile);
  statistics_quantile_interval(scratch, n, quantile, STATISTICS_LEVEL, place->sure);
  self->has_spread |= n > 1;
}

// Collects the line's samples of an output in the order of x, [*n].
static chatter_status sort_samples(const chart_line *self, const char *output, sample **out, size_t *n) {
  const figure *of = self->of;
  const result_variable *found = result_set_find(of->results, output);
  if (!found || !figure_is_per_trajectory(found))
    return error_raise(CHATTER_IO, "%s: holds no values per trajectory of '%s'",
                       of->name ? of->name : "the results", output);
  const double *x = figure_values(of, self->x), *y = figure_values(of, found);
  *out = arena_allocate(of->memory, (of->n + 1) * sizeof **out);
  if (!x || !y || !*out) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  *n = collect_samples(self, x, y, *out);
  return CHATTER_OK;
}

// Returns the number of groups of about equal size if hardly two samples have the same x; 0: one
// group for each x.
static size_t count_groups(const sample *sorted, size_t n) {
  if (n >= MAX_SAMPLES_PER_PLACE * count_places(sorted, n)) return 0;
  const size_t groups = n / MIN_SAMPLES_PER_GROUP < MAX_GROUPS ? n / MIN_SAMPLES_PER_GROUP : MAX_GROUPS;
  return groups ? groups : 1;
}

chatter_status chart_measure_quantiles(chart_line *self, const char *output, double quantile) {
  sample *sorted;
  size_t n;
  TRY(sort_samples(self, output, &sorted, &n));
  double *scratch = arena_allocate(self->of->memory, (self->of->n + 1) * sizeof *scratch);
  self->places = arena_allocate(self->of->memory, (self->of->n + 1) * sizeof *self->places);
  self->n = 0, self->has_spread = 0;
  if (!scratch || !self->places) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  const size_t n_groups = has_distinct_x_values(self) ? count_groups(sorted, n) : 0;
  for (size_t begin = 0, end, group = 0; begin < n; begin = end, group++) {
    end = group_end(sorted, n, begin, n_groups, group);
    add_place(self, &sorted[begin], end - begin, quantile, scratch);
  }
  return CHATTER_OK;
}

chatter_status chart_count_exceedances(const chart_line *self, const char *output, double level,
                                       chart_shares *out) {
  sample *sorted;
  size_t n;
  TRY(sort_samples(self, output, &sorted, &n));
  arena *memory = self->of->memory;
  *out = (chart_shares){.n_samples = n};
  out->share = arena_allocate(memory, (n + 1) * sizeof *out->share);
  out->x = arena_allocate(memory, (n + 1) * sizeof *out->x);
  out->is_beyond = arena_allocate(memory, n + 1);
  if (!out->share || !out->x || !out->is_beyond)
    return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t i = 0; i < n; i++) out->x[i] = sorted[i].x, out->is_beyond[i] = sorted[i].y > level;
  const size_t n_groups = count_groups(sorted, n);
  for (size_t begin = 0, end, group = 0; begin < n; begin = end, group++) {
    end = group_end(sorted, n, begin, n_groups, group);
    chart_share *share = &out->share[out->n++];
    share->x = statistics_quantile(&out->x[begin], end - begin, 0.5);
    share->beyond.n = end - begin;
    for (size_t i = begin; i < end; i++) share->beyond.above += out->is_beyond[i];
  }
  return CHATTER_OK;
}

const chart_place *chart_lowest_quantile(const chart_line *self) {
  const chart_place *least = NULL;
  for (size_t i = 0; i < self->n; i++)
    if (!least || self->places[i].quantile < least->quantile) least = &self->places[i];
  return least;
}

int chart_lowest_quantile_range(const chart_line *self, const chart_place *least, double range[2]) {
  range[0] = range[1] = least->x;
  if (!isfinite(least->sure[1])) return 0;
  for (size_t i = 0; i < self->n; i++) {
    if (!(self->places[i].sure[0] <= least->sure[1])) continue;
    range[0] = fmin(range[0], self->places[i].x), range[1] = fmax(range[1], self->places[i].x);
  }
  return 1;
}
