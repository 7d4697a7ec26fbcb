// Figure `phase`: one time series over another of the same trajectories, such as orbits.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/signals/history.h"

enum { MAX_SAMPLES = 40000 }; // of a line: the last ones are drawn

typedef struct orbit {
  history x, y;
  size_t first, n;
  char name[FIGURE_TEXT];
} orbit;

// Chooses the series of plot.x and plot.y, else the first two.
static chatter_status choose_variables(const figure *self, const result_variable **x,
                                       const result_variable **y) {
  *x = *y = NULL;
  TRY(figure_pick_variable(self, "plot.x", self->wanted->x, history_is_time_series, "with a time series", x));
  TRY(figure_pick_variable(self, "plot.y", self->wanted->y, history_is_time_series, "with a time series", y));
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (!history_is_time_series(variable)) continue;
    if (!*x && variable != *y) *x = variable;
    if (!*y && variable != *x) *y = variable;
  }
  if (*x && *y) return CHATTER_OK;
  return figure_raise_missing(self, "a phase figure needs two outputs with `reduce: series`");
}

static chatter_status check_results(const figure *self) {
  const result_variable *x, *y;
  return choose_variables(self, &x, &y);
}

// Never chosen by itself: time series are drawn over time first.
static int fits_results(const figure *self) {
  (void)self;
  return 0;
}

static chatter_status find_orbits(const figure *self, const char *x, const char *y, orbit *out, int *n) {
  history *all = arena_allocate(self->memory, HISTORY_MAX * sizeof *all);
  if (!all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(history_find_output(self, y, all, n));
  for (int i = 0; i < *n; i++) {
    out[i].y = all[i];
    TRY(history_of_other_output(&all[i], x, &out[i].x));
    out[i].n = out[i].x.n < all[i].n ? out[i].x.n : all[i].n;
    out[i].first = out[i].n > MAX_SAMPLES ? out[i].n - MAX_SAMPLES : 0;
    history_title(all, *n, i, out[i].name);
  }
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

static double choose_axis(const figure *self, const orbit *o, int n, int is_x, drawing_axis *axis) {
  const history *first = is_x ? &o->x : &o->y;
  const double *range = is_x ? self->wanted->x_range : self->wanted->y_range;
  char label[FIGURE_TEXT], unit[32];
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, figure_largest_magnitude(is_x ? o[i].x.value : o[i].y.value, o[i].n));
  if (range[0] < range[1]) largest = fmax(fabs(range[0]), fabs(range[1]));
  const double factor = figure_unit_factor(first->y->units, largest, unit);
  snprintf(label, sizeof label, unit[0] ? "%.100s (%s)" : "%.100s", first->y->name, unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  axis->room[0] = axis->room[1] = 0.03;
  drawing_set_label(self->to, axis, label);
  return factor;
}

static drawing_table *write_line(figure *self, const orbit *o, double x_factor, double factor) {
  drawing_table *table = drawing_table_add(self->to, o->name[0] ? o->name : "x, y", 2);
  for (size_t k = o->first; k < o->n; k++)
    drawing_add_numbers(table, x_factor * o->x.value[k], factor * o->y.value[k]);
  return table;
}

static chatter_status draw_figure(figure *self) {
  orbit *o = arena_allocate(self->memory, HISTORY_MAX * sizeof *o);
  const result_variable *x, *y;
  char note[FIGURE_TEXT] = "";
  size_t most = 0, values = 0;
  int n;
  if (!o) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_variables(self, &x, &y));
  TRY(find_orbits(self, x->name, y->name, o, &n));
  for (int i = 0; i < n; i++) most = o[i].n > most ? o[i].n : most;
  if (most > MAX_SAMPLES) snprintf(note, sizeof note, "the last %d of %zu samples", MAX_SAMPLES, most);
  frame_set_note(self, note);
  drawing_panel *to = drawing_panel_add(self->to);
  const double x_factor = choose_axis(self, o, n, 1, &to->x), factor = choose_axis(self, o, n, 0, &to->y);
  to->legend = n > 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  frame_apply_study_ranges(self, to, x_factor, factor);
  for (int i = 0; i < n; i++) {
    drawing_table *table = write_line(self, &o[i], x_factor, factor);
    values += table->n;
    drawing_curve_add(
        self->to, to,
        (drawing_curve){
            .way = DRAW_LINES, .table = table, .name = o[i].name, .colour = figure_colour(i), .width = 0.9});
  }
  if (values > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

const figure_kind figure_phase = {fits_results, check_results, draw_figure};
