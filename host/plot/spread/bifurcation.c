// Figure `bifurcation`: values of windows, such as the largest in each period, or of time series
// over a parameter, as dots: one for a periodic motion, many otherwise.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/signals/history.h"
#include "plot/spread/groups.h"

typedef struct bifurcation_points {
  const result_variable *x, *by; // by: NULL: one colour
  const double *by_value;        // distinct values
  size_t n_by;
} bifurcation_points;

static int is_possible_output(const result_variable *variable) {
  return groups_is_windowed(variable) || history_is_time_series(variable);
}

static const result_variable *find_first_output(const figure *self) {
  const result_variable *windowed = groups_first_output(self);
  for (int i = 0; i < self->results->n_variables && !windowed; i++)
    if (history_is_time_series(&self->results->variables[i])) windowed = &self->results->variables[i];
  return windowed;
}

static chatter_status choose_output(const figure *self, const result_variable **y) {
  *y = find_first_output(self);
  TRY(figure_pick_variable(self, "plot.y", self->wanted->y, is_possible_output,
                           "with windows or a time series", y));
  if (*y) return CHATTER_OK;
  return figure_raise_missing(self, "a bifurcation figure needs an output over windows, such as `reduce: "
                                    "window_max` with a window of a period, or a time series");
}

// Chooses the parameter with the most values for x, and for the colour plot.colour, else the first
// with few values.
static chatter_status choose_variables(const figure *self, bifurcation_points *out) {
  const double *value;
  size_t most = 1;
  *out = (bifurcation_points){.n_by = 1};
  for (int i = 0; i < self->n_parameters; i++) {
    const size_t n = figure_distinct_values(self, self->parameter[i]->data, self->n, &value);
    if (n > most) out->x = self->parameter[i], most = n;
  }
  TRY(figure_pick_trajectory_variable(self, "plot.x", self->wanted->x, &out->x));
  if (!out->x) return figure_raise_missing(self, "a bifurcation figure needs a parameter that varies");
  for (int i = 0; i < self->n_parameters && !out->by; i++)
    if (self->parameter[i] != out->x &&
        figure_distinct_values(self, self->parameter[i]->data, self->n, &value) <= GROUPS_MAX_PARTING_VALUES)
      out->by = self->parameter[i];
  TRY(figure_pick_trajectory_variable(self, "plot.colour", self->wanted->colour, &out->by));
  if (!out->by) return CHATTER_OK;
  const double *all = figure_values(self, out->by);
  if (!all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  out->n_by = figure_distinct_values(self, all, self->n, &out->by_value);
  char place[STUDY_PATH];
  if (out->n_by >= 1 && out->n_by <= GROUPS_MAX) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%splot.colour: '%s' has %zu values (allowed: 1 to %d)",
                     figure_key_place(self, "plot.colour", place), out->by->name, out->n_by, GROUPS_MAX);
}

static chatter_status check_results(const figure *self) {
  const result_variable *y;
  bifurcation_points c;
  TRY(choose_output(self, &y));
  return choose_variables(self, &c);
}

// Never chosen by itself: quantiles and series tell more of most ensembles.
static int fits_results(const figure *self) {
  (void)self;
  return 0;
}

// Returns the trajectory row of row k of y.
static size_t trajectory_of_row(const figure *self, const result_variable *y, size_t k) {
  const result_variable *key = history_is_time_series(y) ? result_set_find(self->results, "series") : NULL,
                        *numbers = result_set_find(self->results, "trajectory");
  if (!key || key->type != RESULT_INT || !numbers || numbers->type != RESULT_INT) return k;
  for (size_t i = 0; i < self->n; i++)
    if (((const int *)numbers->data)[i] == ((const int *)key->data)[k]) return i;
  return self->n;
}

typedef struct bifurcation_dots {
  double x_factor, factor;
  drawing_table *table;
} bifurcation_dots;

static chatter_status write_dots(const figure *file, const bifurcation_points *c, size_t group,
                                 const result_variable *y, const bifurcation_dots *to) {
  const double *x = figure_values(file, c->x), *by = c->by ? figure_values(file, c->by) : NULL;
  if (!x || (c->by && !by)) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t k = 0; k < y->size[0]; k++) {
    const size_t i = trajectory_of_row(file, y, k);
    if (i >= file->n || (by && by[i] != c->by_value[group])) continue;
    for (size_t w = 0; w < y->size[1]; w++) {
      const double value = ((const double *)y->data)[k * y->size[1] + w];
      if (!isfinite(value) || !isfinite(x[i])) continue;
      drawing_add_numbers(to->table, to->x_factor * x[i], to->factor * value);
    }
  }
  return CHATTER_OK;
}

typedef struct bifurcation_layer {
  const figure *of;
  bifurcation_points c;
  size_t group;
  const result_variable *y;
  char name[FIGURE_TEXT];
} bifurcation_layer;

static chatter_status find_layers(const figure *self, const char *output, bifurcation_layer *out, int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) {
    const result_variable *y = result_set_find(file->results, output);
    bifurcation_points c;
    if (!y || !is_possible_output(y))
      return error_raise(CHATTER_IO, "%s: holds no windows and no time series of '%s'",
                         file->name ? file->name : "the results", output);
    TRY(choose_variables(file, &c));
    for (size_t k = 0; k < c.n_by; k++) {
      char text[FIGURE_TEXT] = "";
      if (*n == FIGURE_COLOURS)
        return error_raise(CHATTER_BAD_STUDY, "the figure would have more than %d colours", FIGURE_COLOURS);
      bifurcation_layer *one = &out[(*n)++];
      *one = (bifurcation_layer){.of = file, .c = c, .group = k, .y = y};
      if (c.by) figure_parameter_text(c.by, c.by_value[k], text);
      snprintf(one->name, FIGURE_TEXT, "%.100s%s%.120s", file->name ? file->name : "",
               file->name && text[0] ? ", " : "", text);
    }
  }
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

// Draws the dots of a layer, and a larger one for the legend; *n: total number of dots.
static chatter_status draw_layer(figure *self, drawing_panel *to, const bifurcation_layer *one,
                                 const char *colour, bifurcation_dots *scale, size_t *n) {
  scale->table = drawing_table_add(self->to, one->name[0] ? one->name : "values", 2);
  TRY(write_dots(one->of, &one->c, one->group, one->y, scale));
  *n += scale->table->n;
  if (scale->table->n == 0) return CHATTER_OK;
  drawing_curve curve = {.way = DRAW_POINTS, .colour = colour, .marker = MARKER_CIRCLE_FILLED, .size = 0.14};
  curve.table = scale->table;
  drawing_curve_add(self->to, to, curve);
  curve.table = NULL, curve.size = 0.9, curve.name = one->name;
  drawing_curve_add(self->to, to, curve);
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  bifurcation_layer *layers = arena_allocate(self->memory, FIGURE_COLOURS * sizeof *layers);
  const result_variable *y;
  char label[FIGURE_TEXT];
  bifurcation_dots scale = {0};
  size_t n_dots = 0;
  int n;
  if (!layers) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_output(self, &y));
  TRY(find_layers(self, y->name, layers, &n));
  frame_set_title(self, "");
  drawing_panel *to = drawing_panel_add(self->to);
  scale.factor = figure_variable_label(y, figure_largest_magnitude(y->data, y->size[0] * y->size[1]), label);
  drawing_set_label(self->to, &to->y, label);
  to->y.label_offset[0] = 0.5;
  const result_variable *x = layers[0].c.x;
  scale.x_factor = figure_axis_label(x, figure_largest_magnitude(figure_values(self, x), self->n), label);
  drawing_set_label(self->to, &to->x, label);
  to->x.is_tight = 1;
  to->y.room[0] = to->y.room[1] = 0.04;
  to->legend = n > 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  frame_apply_study_ranges(self, to, scale.x_factor, scale.factor);
  TRY(interval_marks_add(self, to, scale.x_factor, 0, 0));
  for (int i = 0; i < n; i++) TRY(draw_layer(self, to, &layers[i], figure_colour(i), &scale, &n_dots));
  if (n_dots > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

const figure_kind figure_bifurcation = {fits_results, check_results, draw_figure};
