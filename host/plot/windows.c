// Values per window of the recorded time: over the instantaneous frequency of a sweep, else over time.
#include <math.h>
#include <string.h>

#include "plot/groups.h"
#include "plot/marks.h"

enum { MOST_LINES = 7 };

static const result_variable *find_windowed(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++)
    if (groups_is_windowed(&self->results->variables[i])) return &self->results->variables[i];
  return NULL;
}

static int fits(const figure *self) {
  return find_windowed(self) != NULL;
}

static chatter_status choose(const figure *self, const result_variable **y) {
  *y = find_windowed(self);
  if (!*y) return figure_raise_lack(self, "a figure of windows needs an output with `reduce: windows`");
  return figure_pick(self, "plot.y", self->wanted->y, groups_is_windowed, "with windows", y);
}

static chatter_status check(const figure *self) {
  const result_variable *y;
  return choose(self, &y);
}

static double scalar(const figure *self, const char *path, size_t i, double otherwise) {
  const result_variable *variable = result_set_find(self->results, path);
  return variable && variable->type == RESULT_DOUBLE ? ((const double *)variable->data)[i] : otherwise;
}

// Middle of window w of trajectory i; in files without times the number of the window.
static double window_time(const figure *self, size_t i, size_t w, size_t n_windows) {
  const result_variable *start = result_set_find(self->results, "window_start"),
                        *end = result_set_find(self->results, "window_end");
  const size_t at = i * n_windows + w;
  if (!start || !end || !figure_is_time(start) || !figure_is_time(end)) return (double)w;
  return 0.5 * (((const double *)start->data)[at] + ((const double *)end->data)[at]);
}

// Frequency of a sweep at time t: linear from sweep_from at sweep_rate until `frequency`, then held.
static double sweep_frequency(const figure *self, size_t i, double t) {
  const excitation_config *e = &self->config->excitations[0];
  double from = scalar(self, "excitation.sweep_from", i, e->sweep_from);
  double to = scalar(self, "excitation.frequency", i, e->frequency);
  double rate = scalar(self, "excitation.sweep_rate", i, e->sweep_rate);
  double f = from + (to > from ? rate : -rate) * t;
  return to > from ? fmin(f, to) : fmax(f, to);
}

static void name_line(const figure *self, size_t i, char text[FIGURE_TEXT]) {
  snprintf(text, FIGURE_TEXT, "trajectory %zu", i);
  if (self->n_parameters == 0 || self->n_parameters > 2) return;
  size_t used = 0;
  for (int k = 0; k < self->n_parameters; k++) {
    char symbol[64], unit[32];
    figure_symbol(self->parameter[k]->name, symbol);
    figure_unit(self->parameter[k]->units, 0, unit);
    used += (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%s = %.5g%s%s", k ? ", " : "", symbol,
                             ((const double *)self->parameter[k]->data)[i], unit[0] ? " " : "", unit);
  }
}

static int write_line(figure *self, const result_variable *y, size_t i, int is_sweep, double factor) {
  size_t n_windows = y->size[1];
  char name[FIGURE_TEXT];
  name_line(self, i, name);
  int block = figure_begin_block(self, name);
  for (size_t w = 0; w < n_windows; w++) {
    double t = window_time(self, i, w, n_windows), value = ((const double *)y->data)[i * n_windows + w];
    if (!isfinite(value)) continue;
    fprintf(self->data, "%.9g %.9g\n", is_sweep ? sweep_frequency(self, i, t) : t, factor * value);
  }
  return block;
}

// A trajectory that ended early has the windows that it completed.
static int reached(const result_variable *y, size_t i) {
  const double *value = (const double *)y->data + i * y->size[1];
  for (size_t w = 0; w < y->size[1]; w++)
    if (isfinite(value[w])) return 1;
  return 0;
}

static void write_heading(const figure *self, const result_variable *y) {
  char note[FIGURE_TEXT] = "";
  size_t early = 0, lost = 0, used = 0;
  for (size_t i = 0; i < self->n; i++) {
    early += !figure_is_ok(self, i) && reached(y, i);
    lost += !figure_is_ok(self, i) && !reached(y, i);
  }
  if (self->n > MOST_LINES)
    used = (size_t)snprintf(note, sizeof note, "the first %d of %zu trajectories", MOST_LINES, self->n);
  if (early)
    used += (size_t)snprintf(note + used, sizeof note - used,
                             "%s%zu of %zu trajectories ended early: what they reached is shown",
                             used ? "; " : "", early, self->n);
  if (lost)
    snprintf(note + used, sizeof note - used, "%s%zu of %zu trajectories failed and are not shown",
             used ? "; " : "", lost, self->n);
  figure_write_heading(self, note);
}

static chatter_status draw(figure *self) {
  const result_variable *y;
  TRY(choose(self, &y));
  const int has_time = result_set_find(self->results, "window_start") != NULL;
  const int is_sweep = has_time && self->config && self->config->n_excitations > 0 &&
                       self->config->excitations[0].sweep_from > 0;
  char label[FIGURE_TEXT], name[FIGURE_TEXT];
  double factor = figure_label(y, figure_largest(y->data, y->size[0] * y->size[1]), label);
  const double *value = y->data;
  double low = INFINITY, high = figure_largest(value, y->size[0] * y->size[1]);
  for (size_t i = 0; i < y->size[0] * y->size[1]; i++) low = fmin(low, value[i]);
  if (low >= 0 && low < 0.7 * high) fputs("set yrange [0:*]\n", self->script); // amplitudes
  write_heading(self, y);
  fprintf(self->script, "set ylabel %s offset 0.5,0\nset xlabel '%s'\nset autoscale xfix\n",
          figure_quote(self, label),
          is_sweep   ? "Excitation frequency of the sweep (Hz)"
          : has_time ? "Time (s)"
                     : "Window");
  fprintf(self->script, self->n > 1 ? "set key outside right top\n" : "set key off\n");
  figure_write_ranges(self, 1, factor);
  TRY(marks_write(self, 1, 0, 0));
  int n_lines = 0;
  for (size_t i = 0; i < self->n && n_lines < MOST_LINES; i++) {
    if (!reached(y, i)) continue;
    int block = write_line(self, y, i, is_sweep, factor);
    name_line(self, i, name);
    fprintf(self->script,
            "%sdata index %d using 1:2 with linespoints linecolor '%s' linewidth 1.3 pointtype 7 pointsize "
            "0.3 title %s",
            n_lines ? ", \\\n     " : "plot ", block, figure_colour(n_lines), figure_quote(self, name));
    n_lines++;
  }
  if (n_lines == 0)
    return error_raise(CHATTER_IO, "every trajectory of the results failed: there is nothing to draw");
  fputc('\n', self->script);
  return CHATTER_OK;
}

const figure_kind figure_windows = {fits, check, draw};
