// Time histories of the chosen trajectories, one panel per output.
#include <math.h>
#include <string.h>

#include "plot/figure.h"

enum { MOST_PANELS = 4, MOST_LINES = 7 };

static int is_series(const result_variable *variable) {
  return !figure_is_time(variable) && variable->n_dims == 2 && strcmp(variable->dim[0], "series") == 0 &&
         variable->type == RESULT_DOUBLE && variable->size[0] > 0 && variable->size[1] > 0;
}

static int find_series(const figure *self, const result_variable *out[MOST_PANELS]) {
  int n = 0;
  for (int i = 0; i < self->results->n_variables && n < MOST_PANELS; i++)
    if (is_series(&self->results->variables[i])) out[n++] = &self->results->variables[i];
  return n;
}

static int fits(const figure *self) {
  const result_variable *found[MOST_PANELS];
  return find_series(self, found) > 0;
}

// Writes the lines of one output over its times, or over the number of the sample in files without; gives
// the block of the first and how many values each line has.
static int write_lines(figure *self, const result_variable *y, const result_variable *time, double factor,
                       size_t n_values[MOST_LINES]) {
  const result_variable *key = result_set_find(self->results, "series");
  int first = self->n_blocks;
  for (size_t row = 0; row < y->size[0] && row < MOST_LINES; row++) {
    size_t trajectory = key && key->type == RESULT_INT ? (size_t)((const int *)key->data)[row] : row;
    char comment[RESULT_NAME + 64];
    snprintf(comment, sizeof comment, "%s of trajectory %zu", y->name, trajectory);
    figure_begin_block(self, comment);
    n_values[row] = 0;
    for (size_t k = 0; k < y->size[1]; k++) {
      const size_t at = row * y->size[1] + k;
      const double value = ((const double *)y->data)[at],
                   t = time ? ((const double *)time->data)[at] : (double)k;
      if (!isfinite(value) || !isfinite(t)) continue;
      fprintf(self->data, "%.9g %.9g\n", t, factor * value);
      n_values[row]++;
    }
  }
  return first;
}

// The times of an output's samples; NULL: not in the file.
static const result_variable *times_of(const figure *self, const result_variable *y) {
  char name[RESULT_NAME + 16];
  snprintf(name, sizeof name, "%s_time", y->name);
  const result_variable *time = result_set_find(self->results, name);
  const int fit = time && figure_is_time(time) && time->size[0] == y->size[0] && time->size[1] == y->size[1];
  return fit ? time : NULL;
}

static chatter_status draw_panel(figure *self, const result_variable *y, int panel, int n_panels) {
  char label[FIGURE_TEXT], unit[32];
  size_t n_values[MOST_LINES];
  const result_variable *time = times_of(self, y);
  const result_variable *key = result_set_find(self->results, "series");
  double factor = figure_unit(y->units, figure_largest(y->data, y->size[0] * y->size[1]), unit);
  size_t values = 0;
  int block = write_lines(self, y, time, factor, n_values);
  double top = 1 - 50 / self->height, bottom = 60 / self->height, high = (top - bottom) / n_panels;
  int is_last = panel == n_panels - 1;
  snprintf(label, sizeof label, unit[0] ? "%.100s (%s)" : "%.100s", y->name, unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  fprintf(self->script, "set tmargin screen %.4f; set bmargin screen %.4f\n",
          top - panel * high - (panel ? 24 / self->height : 0), top - (panel + 1) * high);
  fprintf(self->script, "set ylabel %s\n%s\n", figure_quote(self, label),
          is_last ? "set format x '%g'" : "set format x ''");
  if (is_last) fprintf(self->script, "set xlabel '%s'\n", time ? "Time (s)" : "Sample");
  figure_write_ranges(self, 1, factor);
  fprintf(self->script,
          y->size[0] > 1 && panel == 0 ? "set key outside right top\nplot " : "set key off\nplot ");
  for (size_t row = 0, drawn = 0; row < y->size[0] && row < MOST_LINES; row++)
    if (n_values[row] > 0)
      fprintf(self->script,
              "%sdata index %d using 1:2 with lines linecolor '%s' linewidth 1.2 title 'trajectory %d'",
              drawn++ ? ", \\\n     " : "", block + (int)row, figure_colour((int)row),
              key && key->type == RESULT_INT ? ((const int *)key->data)[row] : (int)row);
  fputs("\nunset label 1; unset label 2\n", self->script);
  for (size_t row = 0; row < y->size[0] && row < MOST_LINES; row++) values += n_values[row];
  if (values > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

// The one that plot.y names, else as many as there are panels for.
static chatter_status choose(const figure *self, const result_variable *found[MOST_PANELS], int *n) {
  *n = find_series(self, found);
  if (*n == 0)
    return figure_raise_lack(self, "a figure of time histories needs an output with `reduce: series`");
  if (self->wanted->y[0]) *n = 1;
  return figure_pick(self, "plot.y", self->wanted->y, is_series, "with a time series", &found[0]);
}

static chatter_status check(const figure *self) {
  const result_variable *found[MOST_PANELS];
  int n;
  return choose(self, found, &n);
}

// Where the panels end: to their right stands the legend, as wide as its longest trajectory number.
static double right_end(const figure *self, const result_variable *y) {
  const result_variable *key = result_set_find(self->results, "series");
  int most = 0;
  for (size_t row = 0; row < y->size[0] && row < MOST_LINES; row++) {
    int number = key && key->type == RESULT_INT ? ((const int *)key->data)[row] : (int)row;
    if (number > most) most = number;
  }
  return y->size[0] > 1 ? 0.828 - 0.008 * snprintf(NULL, 0, "%d", most) : 0.97; // a digit: 0.008 of the width
}

static chatter_status draw(figure *self) {
  const result_variable *found[MOST_PANELS];
  int n;
  TRY(choose(self, found, &n));
  self->height = n == 1 ? 480 : 130 + 190 * n;
  figure_write_title(self, "");
  fprintf(self->script, "set lmargin screen 0.1; set rmargin screen %.3f\n", right_end(self, found[0]));
  fputs("set autoscale xfix\nset multiplot\n", self->script);
  for (int i = 0; i < n; i++) TRY(draw_panel(self, found[i], i, n));
  fputs("unset multiplot\n", self->script);
  return CHATTER_OK;
}

const figure_kind figure_series = {fits, check, draw};
