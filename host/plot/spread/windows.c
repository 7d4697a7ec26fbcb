// Values per window of the recorded time: over the instantaneous frequency of a sweep, else over time.
#include <math.h>
#include <string.h>

#include "plot/curves/sweep.h"
#include "plot/sheet/marks.h"
#include "plot/spread/groups.h"

enum { MOST_LINES = 12 };

static int fits(const figure *self) {
  return groups_first(self) != NULL;
}

static chatter_status choose(const figure *self, const result_variable **y) {
  *y = groups_first(self);
  if (!*y) return figure_raise_lack(self, "a figure of windows needs an output with `reduce: windows`");
  return figure_pick(self, "plot.y", self->wanted->y, groups_is_windowed, "with windows", y);
}

static chatter_status check(const figure *self) {
  const result_variable *y;
  return choose(self, &y);
}

static int write_line(figure *self, const result_variable *y, size_t i, double factor) {
  size_t n_windows = y->size[1];
  char name[FIGURE_TEXT];
  figure_name_trajectory(self, i, name);
  int block = figure_begin_block(self, name);
  for (size_t w = 0; w < n_windows; w++) {
    const double value = ((const double *)y->data)[i * n_windows + w];
    if (isfinite(value)) fprintf(self->data, "%.9g %.9g\n", sweep_place(self, y, i, w), factor * value);
  }
  return block;
}

static void write_heading(const figure *self, const result_variable *y) {
  char note[FIGURE_TEXT] = "";
  size_t early = 0, lost = 0, used = 0;
  for (size_t i = 0; i < self->n; i++) {
    early += !figure_is_ok(self, i) && sweep_reached(y, i);
    lost += !figure_is_ok(self, i) && !sweep_reached(y, i);
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
  char label[FIGURE_TEXT], name[FIGURE_TEXT], x_label[FIGURE_TEXT];
  sweep_label(self, y, x_label);
  double factor = figure_label(y, figure_largest(y->data, y->size[0] * y->size[1]), label);
  const double *value = y->data;
  double low = INFINITY, high = figure_largest(value, y->size[0] * y->size[1]);
  for (size_t i = 0; i < y->size[0] * y->size[1]; i++) low = fmin(low, value[i]);
  if (low >= 0 && low < 0.7 * high) fputs("set yrange [0:*]\n", self->script); // amplitudes
  write_heading(self, y);
  fprintf(self->script, "set ylabel %s offset 0.5,0\n", figure_quote(self, label));
  fprintf(self->script, "set xlabel %s\nset autoscale xfix\n", figure_quote(self, x_label));
  fprintf(self->script, self->n > 1 ? "set key outside right top\n" : "set key off\n");
  figure_write_ranges(self, 1, factor);
  TRY(marks_write(self, 1, 0, 0));
  int n_lines = 0;
  for (size_t i = 0; i < self->n && n_lines < MOST_LINES; i++) {
    if (!sweep_reached(y, i)) continue;
    int block = write_line(self, y, i, factor);
    figure_name_trajectory(self, i, name);
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
