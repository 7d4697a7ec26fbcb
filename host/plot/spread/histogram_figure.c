// Figure `histogram`: distribution of an output over a random design, with mean and central 90 %.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "statistics/order.h"

enum { MIN_VALUES = 30 };

static int fits_results(const figure *self) {
  return figure_is_random(self->config) && self->n_parameters != 1 && self->n >= MIN_VALUES &&
         figure_first_output(self) != NULL;
}

static size_t collect_values(const figure *self, const double *value, double factor, double *sorted) {
  size_t n = 0;
  for (size_t i = 0; i < self->n; i++)
    if (figure_trajectory_is_ok(self, i) && isfinite(value[i])) sorted[n++] = factor * value[i];
  statistics_sort(sorted, n);
  return n;
}

static chatter_status choose_variable(const figure *self, const result_variable **y) {
  *y = figure_first_output(self);
  TRY(figure_pick_trajectory_variable(self, "plot.y", self->wanted->y, y));
  return *y ? CHATTER_OK : figure_raise_missing(self, "a histogram needs an output");
}

static chatter_status check_results(const figure *self) {
  const result_variable *y;
  return choose_variable(self, &y);
}

static void add_vertical_line(const figure *self, drawing_panel *to, double x, const char *colour,
                              double width, const char *dash) {
  drawing_arrow_add(self->to, to,
                    (drawing_arrow){.from = {{IN_AXES, IN_PANEL}, {x, 0}},
                                    .to = {{IN_AXES, IN_PANEL}, {x, 1}},
                                    .colour = colour,
                                    .width = width,
                                    .dash = dash,
                                    .is_front = 1});
}

// Draws the bins, and lines at the mean and at the ends of the central 90 %.
static void draw_bins(const figure *self, drawing_panel *to, const statistics_histogram *bins, double mean,
                      const double central[2]) {
  static const char mean_colour[] = "#D55E00", central_colour[] = "#404040", dash[] = "4,4";
  to->bar_width = bins->width;
  add_vertical_line(self, to, mean, mean_colour, 1.6, NULL);
  for (int k = 0; k < 2; k++) add_vertical_line(self, to, central[k], central_colour, 1.1, dash);
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_BARS,
                                    .table = frame_histogram_table(self, bins),
                                    .colour = "#56B4E9",
                                    .opacity = 0.85});
  drawing_curve_add(self->to, to,
                    (drawing_curve){.way = DRAW_LINES, .name = "mean", .colour = mean_colour, .width = 1.6});
  drawing_curve_add(
      self->to, to,
      (drawing_curve){
          .way = DRAW_LINES, .name = "5 % and 95 %", .colour = central_colour, .width = 1.1, .dash = dash});
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y;
  char label[FIGURE_TEXT], note[FIGURE_TEXT], unit[32];
  TRY(choose_variable(self, &y));
  const double *value = figure_values(self, y);
  double *sorted = arena_allocate(self->memory, (self->n + 1) * sizeof *sorted), mean = 0;
  statistics_histogram bins;
  if (!value || !sorted) return CHATTER_DEVICE;
  double factor = figure_variable_label(y, figure_largest_magnitude(value, self->n), label);
  figure_unit_factor(y->units, figure_largest_magnitude(value, self->n), unit);
  size_t n = collect_values(self, value, factor, sorted);
  if (n == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
  for (size_t i = 0; i < n; i++) mean += sorted[i] / (double)n;
  double low = statistics_quantile(sorted, n, 0.05), high = statistics_quantile(sorted, n, 0.95);
  snprintf(note, sizeof note, "%zu trajectories, mean %.4g, 90 %% between %.4g and %.4g %s", n, mean, low,
           high, unit);
  frame_set_title(self, note);
  statistics_histogram_make(sorted, n, &bins);
  drawing_panel *to = drawing_panel_add(self->to);
  drawing_set_label(self->to, &to->x, label);
  to->x.is_tight = 1;
  to->x.room[0] = to->x.room[1] = 0.02;
  drawing_set_label(self->to, &to->y, "Trajectories");
  to->y.low = 0;
  to->legend = LEGEND_BELOW;
  frame_apply_study_ranges(self, to, factor, 1);
  draw_bins(self, to, &bins, mean, (const double[]){low, high});
  return CHATTER_OK;
}

const figure_kind figure_histogram = {fits_results, check_results, draw_figure};
