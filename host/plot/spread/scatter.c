// Figure `scatter`: an output over a parameter, with a second parameter as colour.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"

enum { MAX_COLOURS = 7 };

typedef struct scatter_points {
  const result_variable *x, *y, *colour;
  const double *x_value, *y_value, *colour_value;
  double x_factor, factor, colour_factor;
} scatter_points;

static int fits_results(const figure *self) {
  return (self->n_parameters > 0 || self->wanted->x[0]) && figure_first_output(self) != NULL;
}

static chatter_status choose_variables(const figure *self, scatter_points *out) {
  const plot_config *wanted = self->wanted;
  out->x = self->n_parameters ? self->parameter[0] : NULL;
  const result_variable *frequency = figure_find_parameter(self, "excitation.frequency");
  if (frequency) out->x = frequency; // the usual x axis
  out->y = figure_first_output(self);
  TRY(figure_pick_trajectory_variable(self, "plot.x", wanted->x, &out->x));
  TRY(figure_pick_trajectory_variable(self, "plot.y", wanted->y, &out->y));
  for (int i = 0; i < self->n_parameters && !out->colour; i++)
    if (self->parameter[i] != out->x && self->parameter[i] != out->y) out->colour = self->parameter[i];
  TRY(figure_pick_trajectory_variable(self, "plot.colour", wanted->colour, &out->colour));
  if (!out->x || !out->y)
    return figure_raise_missing(
        self, "a scatter needs a parameter that varies and an output; name variables by plot.x and plot.y");
  out->x_value = figure_values(self, out->x);
  out->y_value = figure_values(self, out->y);
  out->colour_value = out->colour ? figure_values(self, out->colour) : NULL;
  return out->x_value && out->y_value ? CHATTER_OK : CHATTER_DEVICE;
}

static chatter_status check_results(const figure *self) {
  scatter_points c = {0};
  return choose_variables(self, &c);
}

static void write_points(const figure *self, const scatter_points *c, const double *only,
                         drawing_table *table) {
  for (size_t i = 0; i < self->n; i++) {
    if (!figure_trajectory_is_ok(self, i) || !isfinite(c->x_value[i]) || !isfinite(c->y_value[i])) continue;
    if (only && c->colour_value[i] != *only) continue;
    drawing_add_numbers(table, c->x_factor * c->x_value[i], c->factor * c->y_value[i],
                        c->colour_value ? c->colour_factor * c->colour_value[i] : NAN);
  }
}

// Draws the points: with few values of the colour's variable a legend entry each, else a colour
// scale.
static void draw_points(figure *self, const scatter_points *c, drawing_panel *to) {
  const double *value = NULL;
  char text[FIGURE_TEXT], symbol[64], unit[32];
  const int columns = c->colour_value ? 3 : 2;
  const size_t n = c->colour_value ? figure_distinct_values(self, c->colour_value, self->n, &value) : 0;
  drawing_curve curve = {.way = DRAW_POINTS, .marker = MARKER_CIRCLE_FILLED};
  curve.size = self->n > 5000 ? 0.2 : self->n > 500 ? 0.35 : self->n > 50 ? 0.55 : 1.0;
  if (n == 0 || n > MAX_COLOURS) {
    curve.table = drawing_table_add(self->to, "points", columns);
    write_points(self, c, NULL, curve.table);
    curve.colour = n ? NULL : "#0072B2";
    if (n) frame_set_sequential_colours(self);
    drawing_curve_add(self->to, to, curve);
    return;
  }
  figure_parameter_symbol(c->colour, symbol);
  const double factor =
      figure_unit_factor(c->colour->units, figure_largest_magnitude(c->colour_value, self->n), unit);
  for (size_t k = 0; k < n; k++) {
    snprintf(text, sizeof text, "%s = %.5g%s%s", symbol, factor * value[k], unit[0] ? " " : "", unit);
    curve.table = drawing_table_add(self->to, text, columns);
    write_points(self, c, &value[k], curve.table); // no rows if all of them failed
    curve.colour = figure_colour((int)k), curve.name = text;
    drawing_curve_add(self->to, to, curve);
  }
}

static void choose_logarithmic(const figure *self, const scatter_points *c, drawing_panel *to) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < self->n; i++)
    low = fmin(low, c->x_factor * c->x_value[i]), high = fmax(high, c->x_factor * c->x_value[i]);
  frame_apply_range(self->wanted->x_range, c->x_factor, &low, &high);
  frame_set_logarithmic(self, &to->x, low, high);
  to->x.room[0] = to->x.room[1] = 0;
}

static chatter_status draw_figure(figure *self) {
  scatter_points c = {0};
  char label[FIGURE_TEXT];
  TRY(choose_variables(self, &c));
  frame_set_title(self, "");
  drawing_panel *to = drawing_panel_add(self->to);
  c.factor = figure_variable_label(c.y, figure_largest_magnitude(c.y_value, self->n), label);
  drawing_set_label(self->to, &to->y, label);
  to->y.label_offset[0] = 0.5;
  c.x_factor = figure_variable_label(c.x, figure_largest_magnitude(c.x_value, self->n), label);
  drawing_set_label(self->to, &to->x, label);
  to->x.is_tight = to->y.is_tight = 1;
  to->x.room[0] = to->x.room[1] = 0.02, to->y.room[0] = to->y.room[1] = 0.04;
  if (figure_suits_logarithmic_axis(c.x_value, self->n)) choose_logarithmic(self, &c, to);
  if (c.colour) {
    c.colour_factor =
        figure_variable_label(c.colour, figure_largest_magnitude(c.colour_value, self->n), label);
    drawing_set_label(self->to, &self->to->colours.axis, label);
  }
  to->legend = LEGEND_OUTSIDE;
  frame_apply_study_ranges(self, to, c.x_factor, c.factor);
  TRY(interval_marks_add(self, to, c.x_factor, 0, 0));
  draw_points(self, &c, to);
  return CHATTER_OK;
}

const figure_kind figure_scatter = {fits_results, check_results, draw_figure};
