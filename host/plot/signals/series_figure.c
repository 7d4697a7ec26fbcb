// Figure `series`: time histories of the chosen trajectories, one panel per output and file, or
// with plot.overlay per output.
#include <math.h>
#include <string.h>

#include "plot/curves/curve_write.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"
#include "plot/signals/history.h"

static drawing_table *write_line(figure *self, const history *h, double factor) {
  char comment[RESULT_NAME + 64];
  snprintf(comment, sizeof comment, "%s of trajectory %d", h->y->name, h->trajectory);
  drawing_table *table = drawing_table_add(self->to, comment, 2);
  curve_write_thinned(table, h->n, h->time, h->value, 1, factor, self->wanted->x_range);
  return table;
}

static int share_panel(const history *a, const history *b) {
  if (a->of->wanted->overlay) return strcmp(a->y->name, b->y->name) == 0;
  return a->of == b->of && a->y == b->y;
}

static int count_panels(const history *h, int n) {
  int panels = 0;
  for (int i = 0; i < n; i++) panels += i == 0 || !share_panel(&h[i], &h[i - 1]);
  return panels;
}

// Finds the limits of an output over all files, so that panels share a scale.
static double find_limits(const history *all, int n, const char *output, double limit[2]) {
  double largest = 0;
  limit[0] = INFINITY, limit[1] = -INFINITY;
  for (int i = 0; i < n; i++) {
    if (strcmp(all[i].y->name, output) != 0) continue;
    largest = fmax(largest, figure_largest_magnitude(all[i].value, all[i].n));
    for (size_t k = 0; k < all[i].n; k++)
      limit[0] = fmin(limit[0], all[i].value[k]), limit[1] = fmax(limit[1], all[i].value[k]);
  }
  return largest;
}

static void choose_limits(const figure *self, const history *all, int n, const double limit[2], double factor,
                          drawing_panel *to) {
  double from = INFINITY, end = -INFINITY;
  for (int i = 0; i < n; i++)
    if (all[i].n > 0) from = fmin(from, all[i].time[0]), end = fmax(end, all[i].time[all[i].n - 1]);
  if (self->next && from < end) frame_set_limits(&to->x, from, end);
  const double room = 0.04 * (limit[1] - limit[0]);
  if (self->next && room > 0)
    frame_set_limits(&to->y, factor * (limit[0] - room), factor * (limit[1] + room));
  frame_apply_study_ranges(self, to, 1, factor);
}

static void fit_axis_numbers(const figure *self, const history *all, int n, const result_variable *y,
                             stack *panels) {
  char unit[32];
  double limit[2];
  const double factor = figure_unit_factor(y->units, find_limits(all, n, y->name, limit), unit);
  stack_fit_numbers(self, panels, factor * limit[0], factor * limit[1]);
}

typedef char line_name[FIGURE_TEXT];

// Names the lines: by file if several share a panel, and by trajectory; or by plot.names.
static chatter_status name_lines(const figure *self, const history *first, int n, line_name *out) {
  for (int i = 0; i < n; i++) {
    int files = 0, trajectories = 0;
    for (int k = 0; k < n; k++) {
      files |= first[k].of != first[i].of;
      trajectories |= first[k].of == first[i].of && first[k].trajectory != first[i].trajectory;
    }
    const int used = files ? snprintf(out[i], FIGURE_TEXT, "%.100s", first[i].of->name) : 0;
    if (trajectories || !files)
      snprintf(out[i] + used, FIGURE_TEXT - (size_t)used, "%strajectory %d", used ? ", " : "",
               first[i].trajectory);
  }
  return figure_name_lines(self, n, *out, sizeof *out);
}

// Draws the histories of one panel.
static chatter_status draw_panel(figure *self, stack *panels, const history *first, int n_lines,
                                 const history *all, int n) {
  line_name *name = arena_allocate(self->memory, (size_t)n_lines * sizeof *name);
  char label[FIGURE_TEXT], unit[32], title[FIGURE_TEXT];
  double limit[2];
  const double factor = figure_unit_factor(first->y->units, find_limits(all, n, first->y->name, limit), unit);
  snprintf(label, sizeof label, unit[0] ? "%.100s (%s)" : "%.100s", first->y->name, unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  if (!name) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(name_lines(self, first, n_lines, name));
  const char *file = first->of->name && (n_lines == 1 || !self->wanted->overlay) ? first->of->name : "";
  snprintf(title, sizeof title, "%.200s",
           n_lines == 1 && !file[0] && self->wanted->names[0] ? name[0] : file);
  drawing_panel *to =
      stack_add_panel(self, panels, title, first->times ? figure_time_label(first->times) : "Sample", label);
  choose_limits(self, all, n, limit, factor, to);
  TRY(interval_marks_add(self, to, 1, 0, 0));
  if (n_lines > 1)
    stack_add_legend(self, panels, to);
  else
    to->legend = LEGEND_NONE;
  size_t values = 0;
  for (int i = 0; i < n_lines; i++) {
    drawing_table *table = write_line(self, &first[i], factor);
    values += table->n;
    drawing_curve_add(
        self->to, to,
        (drawing_curve){
            .way = DRAW_LINES, .table = table, .name = name[i], .colour = figure_colour(i), .width = 1.2});
  }
  if (values > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", first->y->name);
}

// Returns the width of the legend in pixels, by its longest text.
static chatter_status legend_margin(const figure *self, const history *h, int n, double *right) {
  line_name *name = arena_allocate(self->memory, (size_t)n * sizeof *name);
  *right = 27;
  if (!name) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && share_panel(&h[i], &h[end]);) end++;
    TRY(name_lines(self, &h[i], end - i, name));
    for (int k = 0; k < end - i && end - i > 1; k++)
      *right = fmax(*right, stack_key_width(figure_text_width(name[k])));
  }
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  history *h = arena_allocate(self->memory, HISTORY_MAX * sizeof *h);
  stack panels;
  int n;
  if (!h) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(history_find_series(self, 1, h, &n));
  const int n_panels = count_panels(h, n);
  if (n_panels > STACK_MAX_PANELS)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d panels (allowed: up to %d)", n_panels,
                       STACK_MAX_PANELS);
  double right;
  TRY(legend_margin(self, h, n, &right));
  self->to->width = fmax(self->to->width, 90 + 540 + right);
  stack_begin(self, n_panels, right, "", NULL, &panels);
  for (int i = 0; i < n; i++) fit_axis_numbers(self, h, n, h[i].y, &panels);
  self->to->common.x.is_tight = 1;
  for (int i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && share_panel(&h[i], &h[end]);) end++;
    TRY(draw_panel(self, &panels, &h[i], end - i, h, n));
  }
  return CHATTER_OK;
}

const figure_kind figure_series = {history_has_time_series, history_check, draw_figure};
