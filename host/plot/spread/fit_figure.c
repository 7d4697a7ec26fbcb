// Figure `fit`: measured curves and the identified model, a panel for each curve: points with twice
// their standard deviation, the best fit, and 95 % bands of the samples' models and of predicted
// measurements.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/stack.h"

static const char measured_end[] = "_measured";

// Returns 1 for a variable NAME_measured.
static int is_measured(const result_variable *v) {
  const size_t n = strlen(v->name), end = strlen(measured_end);
  return n > end && v->n_dims == 1 && v->type == RESULT_DOUBLE &&
         strcmp(v->name + n - end, measured_end) == 0;
}

static const double *values_beside(const figure *self, const result_variable *measured, const char *end) {
  char name[2 * RESULT_NAME];
  const int length = (int)(strlen(measured->name) - strlen(measured_end));
  snprintf(name, sizeof name, "%.*s_%s", length, measured->name, end);
  const result_variable *v = result_set_find(self->results, name);
  return v && v->n_dims == 1 && v->type == RESULT_DOUBLE && v->size[0] == measured->size[0] ? v->data : NULL;
}

// Finds all measured outputs; returns their number.
static int find_measured_outputs(const figure *self, const result_variable *y[STACK_MAX_PANELS]) {
  int n = 0;
  for (int v = 0; v < self->results->n_variables && n < STACK_MAX_PANELS; v++)
    if (is_measured(&self->results->variables[v])) y[n++] = &self->results->variables[v];
  return n;
}

static int fits_results(const figure *self) {
  const result_variable *y[STACK_MAX_PANELS];
  return find_measured_outputs(self, y) > 0;
}

static chatter_status check_results(const figure *self) {
  return fits_results(self)
             ? CHATTER_OK
             : figure_raise_missing(self, "a fit is drawn from results of `chatter identify`, which hold "
                                          "what was measured");
}

static chatter_status write_points(figure *self, const result_variable *y, double factor,
                                   drawing_table **out) {
  const double *column[] = {
      values_beside(self, y, "measured_at"),        y->data,
      values_beside(self, y, "measured_deviation"), values_beside(self, y, "fitted"),
      values_beside(self, y, "band_low"),           values_beside(self, y, "band_high"),
      values_beside(self, y, "predicted_low"),      values_beside(self, y, "predicted_high")};
  enum { N = sizeof column / sizeof *column };
  for (int c = 0; c < N; c++)
    if (!column[c])
      return figure_raise_missing(self, "'%s' lacks what `chatter identify` writes beside it", y->name);
  *out = drawing_table_add(
      self->to, "abscissa, measured, minus and plus two deviations, best fit, bands of model and data",
      N + 1);
  for (size_t i = 0; i < y->size[0]; i++) {
    const double at = column[1][i], wide = 2 * column[2][i];
    double row[N + 1] = {column[0][i], factor * at, factor * (at - wide), factor * (at + wide)};
    for (int c = 3; c < N; c++) row[c + 1] = factor * column[c][i];
    drawing_add_row(*out, row, ROW_NUMBERS);
  }
  return CHATTER_OK;
}

static void choose_y_scale(const figure *self, const result_variable *y, double factor, drawing_axis *axis) {
  const double *value = y->data;
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < y->size[0]; i++)
    low = fmin(low, factor * value[i]), high = fmax(high, factor * value[i]);
  frame_apply_range(self->wanted->y_range, factor, &low, &high);
  if (self->wanted->scale == SCALE_LOGARITHMIC && low > 0) frame_set_logarithmic(self, axis, low, high);
}

// Writes the label of the x axis: a grid, or the times of a series.
static void label_x_axis(const figure *self, const char *name, const result_variable *of,
                         char text[FIGURE_TEXT]) {
  char time[RESULT_NAME + 8];
  snprintf(time, sizeof time, "%s_time", name);
  const result_variable *times = result_set_find(self->results, time),
                        *grid = of && of->n_dims == 2 ? result_set_find(self->results, of->dim[1]) : NULL;
  snprintf(text, FIGURE_TEXT, "%s", times ? figure_time_label(times) : "Abscissa");
  if (grid) figure_axis_label(grid, 1, text);
}

static chatter_status draw_panel(figure *self, stack *panels, const result_variable *y) {
  char label[FIGURE_TEXT], name[RESULT_NAME], x_label[FIGURE_TEXT];
  snprintf(name, sizeof name, "%.*s", (int)(strlen(y->name) - strlen(measured_end)), y->name);
  const result_variable *of = result_set_find(self->results, name);
  label_x_axis(self, name, of, x_label);
  const double factor =
      figure_short_label(of ? of : y, figure_largest_magnitude(y->data, y->size[0]), panels->high, label);
  drawing_table *table = NULL;
  TRY(write_points(self, y, factor, &table));
  drawing_panel *to = stack_add_panel(self, panels, name, x_label, label);
  choose_y_scale(self, y, factor, &to->y);
  stack_add_legend(self, panels, to);
  frame_apply_study_ranges(self, to, 1, factor);
  const drawing_curve curves[] = {
      {.way = DRAW_BAND,
       .column = {0, 7, 8},
       .name = "measurements, 95 %",
       .colour = "#56B4E9",
       .opacity = 0.35},
      {.way = DRAW_BAND, .column = {0, 5, 6}, .name = "model, 95 %", .colour = "#56B4E9", .opacity = 0.9},
      {.way = DRAW_LINES, .column = {0, 4}, .name = "best fit", .colour = "#00375E", .width = 1.6},
      {.way = DRAW_Y_ERROR, .colour = "#D55E00", .width = 1},
      {.way = DRAW_POINTS,
       .name = "measured, ± 2σ",
       .colour = "#D55E00",
       .marker = MARKER_CIRCLE_FILLED,
       .size = 0.5}};
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
    drawing_curve curve = curves[i];
    curve.table = table, curve.is_mixed = 1;
    drawing_curve_add(self->to, to, curve);
  }
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y[STACK_MAX_PANELS];
  stack panels;
  TRY(check_results(self));
  const int n = find_measured_outputs(self, y);
  stack_begin(self, n, stack_key_width(figure_text_width("measurements, 95 %")), "", NULL, &panels);
  drawing_panel *common = &self->to->common;
  common->x.is_tight = common->y.is_tight = 1;
  common->y.room[0] = common->y.room[1] = 0.04;
  for (int i = 0; i < n; i++) TRY(draw_panel(self, &panels, y[i]));
  return CHATTER_OK;
}

const figure_kind figure_fit = {fits_results, check_results, draw_figure};
