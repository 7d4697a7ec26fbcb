// Figure `windows`: values per window of the recorded time, over the instantaneous frequency of a
// sweep, else over time.
#include <math.h>
#include <string.h>

#include "plot/curves/sweep.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/spread/groups.h"

enum { MAX_LINES = 12 };

static int fits_results(const figure *self) {
  return groups_first_output(self) != NULL;
}

static chatter_status choose_output(const figure *self, const result_variable **y) {
  *y = groups_first_output(self);
  if (!*y) return figure_raise_missing(self, "a figure of windows needs an output with `reduce: windows`");
  return figure_pick_variable(self, "plot.y", self->wanted->y, groups_is_windowed, "with windows", y);
}

static chatter_status check_results(const figure *self) {
  const result_variable *y;
  return choose_output(self, &y);
}

static drawing_table *write_line(figure *self, const result_variable *y, size_t i, const char *name,
                                 double factor) {
  const size_t n_windows = y->size[1];
  drawing_table *table = drawing_table_add(self->to, name, 2);
  for (size_t w = 0; w < n_windows; w++) {
    const double value = ((const double *)y->data)[i * n_windows + w];
    if (isfinite(value)) drawing_add_numbers(table, sweep_window_position(self, y, i, w), factor * value);
  }
  return table;
}

static void write_heading(const figure *self, const result_variable *y) {
  char note[FIGURE_TEXT] = "";
  size_t early = 0, lost = 0, used = 0;
  for (size_t i = 0; i < self->n; i++) {
    early += !figure_trajectory_is_ok(self, i) && sweep_windows_reached(y, i);
    lost += !figure_trajectory_is_ok(self, i) && !sweep_windows_reached(y, i);
  }
  if (self->n > MAX_LINES)
    used = (size_t)snprintf(note, sizeof note, "the first %d of %zu trajectories", MAX_LINES, self->n);
  if (early)
    used += (size_t)snprintf(note + used, sizeof note - used,
                             "%s%zu of %zu trajectories ended early: what they reached is shown",
                             used ? "; " : "", early, self->n);
  if (lost)
    snprintf(note + used, sizeof note - used, "%s%zu of %zu trajectories failed and are not shown",
             used ? "; " : "", lost, self->n);
  frame_set_note(self, note);
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y;
  TRY(choose_output(self, &y));
  char label[FIGURE_TEXT], name[FIGURE_TEXT], x_label[FIGURE_TEXT];
  sweep_axis_label(self, y, x_label);
  double factor = figure_variable_label(y, figure_largest_magnitude(y->data, y->size[0] * y->size[1]), label);
  const double *value = y->data;
  double low = INFINITY, high = figure_largest_magnitude(value, y->size[0] * y->size[1]);
  for (size_t i = 0; i < y->size[0] * y->size[1]; i++) low = fmin(low, value[i]);
  write_heading(self, y);
  drawing_panel *to = drawing_panel_add(self->to);
  if (low >= 0 && low < 0.7 * high) to->y.low = 0; // amplitudes begin at 0
  drawing_set_label(self->to, &to->y, label);
  to->y.label_offset[0] = 0.5;
  drawing_set_label(self->to, &to->x, x_label);
  to->x.is_tight = 1;
  to->legend = self->n > 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  frame_apply_study_ranges(self, to, 1, factor);
  TRY(interval_marks_add(self, to, 1, 0, 0));
  int n_lines = 0;
  for (size_t i = 0; i < self->n && n_lines < MAX_LINES; i++) {
    if (!sweep_windows_reached(y, i)) continue;
    figure_trajectory_text(self, i, name);
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES_POINTS,
                                      .table = write_line(self, y, i, name, factor),
                                      .name = name,
                                      .colour = figure_colour(n_lines),
                                      .width = 1.3,
                                      .marker = MARKER_CIRCLE_FILLED,
                                      .size = 0.3});
    n_lines++;
  }
  if (n_lines > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "every trajectory of the results failed: there is nothing to draw");
}

const figure_kind figure_windows = {fits_results, check_results, draw_figure};
