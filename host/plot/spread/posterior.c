// Figure `posterior`: samples of parameters against each other. Below the diagonal a point for each
// trajectory, on it the distributions; with the best fit if it is known.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "statistics/order.h"

enum { MAX_PARAMETERS = 6 };

static int fits_results(const figure *self) {
  return result_set_find(self->results, "identified_best") && self->n_parameters >= 1 &&
         self->n_parameters <= MAX_PARAMETERS;
}

static chatter_status check_results(const figure *self) {
  if (self->n_parameters >= 1 && self->n_parameters <= MAX_PARAMETERS && self->n >= 2) return CHATTER_OK;
  return figure_raise_missing(self,
                              "a figure of samples against each other needs 1 to %d parameters that vary, "
                              "not %d",
                              MAX_PARAMETERS, self->n_parameters);
}

typedef struct parameter_axis {
  const result_variable *of;
  double factor, low, high, best; // best: NAN: not known
  char label[FIGURE_TEXT];
} parameter_axis;

// Returns the best fit of a parameter; the results have the order of the design.
static double best_value(const figure *self, const result_variable *parameter) {
  const result_variable *best = result_set_find(self->results, "identified_best"),
                        *names = result_set_find(self->results, "identified");
  if (!best || !names || names->type != RESULT_STRING) return NAN;
  for (size_t k = 0; k < names->size[0]; k++)
    if (figure_find_parameter(self, ((char *const *)names->data)[k]) == parameter)
      return ((const double *)best->data)[k];
  return NAN;
}

static void make_parameter_axis(const figure *self, int k, double room, parameter_axis *out) {
  const double *value = self->parameter[k]->data;
  char symbol[64];
  out->of = self->parameter[k];
  out->best = best_value(self, out->of);
  char label[FIGURE_TEXT], unit[32];
  out->factor = figure_short_label(out->of, figure_largest_magnitude(value, self->n), room, label);
  figure_unit_factor(out->of->units, figure_largest_magnitude(value, self->n), unit);
  figure_parameter_symbol(out->of, symbol);
  // A number such as 1.5e+08 would be too long beside its neighbours.
  const double largest = out->factor * figure_largest_magnitude(value, self->n),
               power = floor(log10(largest));
  char scale[32] = "";
  if (largest > 0 && (power > 3 || power < -2)) {
    out->factor /= pow(10, power);
    snprintf(scale, sizeof scale, "1e%.0f%s", power, *unit ? " " : "");
  }
  if (figure_text_width(symbol) > 0.55 * room && strrchr(out->of->name, '.')) // leaves no room for the unit
    snprintf(symbol, sizeof symbol, "%.60s", strrchr(out->of->name, '.') + 1);
  snprintf(out->label, sizeof out->label, "%.60s%s%s%.30s%s", symbol, *unit || *scale ? " (" : "", scale,
           unit, *unit || *scale ? ")" : "");
  out->low = INFINITY, out->high = -INFINITY;
  for (size_t i = 0; i < self->n; i++)
    out->low = fmin(out->low, out->factor * value[i]), out->high = fmax(out->high, out->factor * value[i]);
  // fmin and fmax ignore an unknown best fit.
  out->low = fmin(out->low, out->factor * out->best), out->high = fmax(out->high, out->factor * out->best);
  const double beside = 0.03 * (out->high - out->low); // margin for the points
  out->low -= beside, out->high += beside;
}

static chatter_status draw_bins(figure *self, const parameter_axis *a, drawing_panel *to) {
  double *sorted = arena_allocate(self->memory, (self->n + 1) * sizeof *sorted);
  statistics_histogram bins;
  if (!sorted) return CHATTER_DEVICE;
  for (size_t i = 0; i < self->n; i++) sorted[i] = a->factor * ((const double *)a->of->data)[i];
  statistics_sort(sorted, self->n);
  statistics_histogram_make(sorted, self->n, &bins);
  to->bar_width = bins.width;
  to->y.has_numbers = 0;
  to->y.low = 0;
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_BARS,
                                    .table = frame_histogram_table(self, &bins),
                                    .colour = "#56B4E9",
                                    .opacity = 0.85});
  return CHATTER_OK;
}

static void draw_pairs(figure *self, const parameter_axis *x, const parameter_axis *y, drawing_panel *to) {
  const double *a = x->of->data, *b = y->of->data;
  drawing_table *points = drawing_table_add(self->to, "samples of two parameters", 2);
  for (size_t i = 0; i < self->n; i++) drawing_add_numbers(points, x->factor * a[i], y->factor * b[i]);
  drawing_table *best = drawing_table_add(self->to, "the best fit", 2);
  drawing_add_numbers(best, x->factor * x->best, y->factor * y->best);
  frame_set_limits(&to->y, y->low, y->high);
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_POINTS,
                                    .table = points,
                                    .colour = "#0072B2",
                                    .marker = MARKER_CIRCLE_FILLED,
                                    .size = 0.25});
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_POINTS,
                                    .table = best,
                                    .colour = "#D55E00",
                                    .width = 1.6,
                                    .marker = MARKER_CROSS,
                                    .size = 1});
}

// Adds a panel in its place; only outer panels have numbers and labels.
static drawing_panel *add_panel(const figure *self, int d, int row, int column, const parameter_axis *axes) {
  const double left = 0.13, bottom = 0.13, wide = 0.84 / d, high = 0.78 / d, used = 0.91;
  drawing_panel *to = drawing_panel_add(self->to);
  to->left = left + wide * column, to->right = to->left + used * wide;
  to->bottom = bottom + high * (d - 1 - row), to->top = to->bottom + used * high;
  frame_set_limits(&to->x, axes[column].low, axes[column].high);
  frame_set_few_ticks(&to->x, axes[column].low, axes[column].high);
  drawing_set_label(self->to, &to->x, axes[column].label);
  to->x.has_numbers = row == d - 1;
  if (row != column) drawing_set_label(self->to, &to->y, axes[row].label);
  to->y.has_numbers = column == 0 && row > 0;
  return to;
}

static chatter_status draw_figure(figure *self) {
  const int d = self->n_parameters;
  parameter_axis axes[MAX_PARAMETERS];
  char note[FIGURE_TEXT];
  TRY(check_results(self));
  self->to->width = self->to->height = 260 + 200 * d;
  for (int k = 0; k < d; k++) make_parameter_axis(self, k, 0.84 / d * self->to->width, &axes[k]);
  snprintf(note, sizeof note, "%zu samples%s", self->n,
           result_set_find(self->results, "identified_best") ? " of the posterior, × the best fit" : "");
  frame_set_note(self, note);
  self->to->is_multiple = 1;
  self->to->common.legend = LEGEND_NONE;
  for (int row = 0; row < d; row++)
    for (int column = 0; column <= row; column++) {
      drawing_panel *to = add_panel(self, d, row, column, axes);
      if (row == column)
        TRY(draw_bins(self, &axes[row], to));
      else
        draw_pairs(self, &axes[column], &axes[row], to);
    }
  return CHATTER_OK;
}

const figure_kind figure_posterior = {fits_results, check_results, draw_figure};
