// Figure `fragility`: the share of trajectories in which an output exceeds a level, over an input,
// with its confidence interval and a fitted lognormal distribution (Baker 2015); a line for each
// value of another input.
#include <math.h>
#include <string.h>

#include "plot/curves/chart_lines.h"
#include "plot/sheet/frame.h"
#include "statistics/lognormal.h"

enum { FITTED_CURVE_POINTS = 200 };

typedef struct fragility {
  const result_variable *x, *y;
  double level, x_factor, x_low, x_high;
  chart_line lines[CHART_MAX_LINES];
  chart_shares shares[CHART_MAX_LINES];
  statistics_lognormal fit[CHART_MAX_LINES];
  int has_fit[CHART_MAX_LINES], n, x_logarithmic;
} fragility;

static chatter_status choose_variables(const figure *self, const result_variable **x,
                                       const result_variable **y, double *level) {
  const result_variable *all[CHART_MAX_PANELS], *by;
  const number_list *wanted = &self->wanted->threshold;
  char place[STUDY_PATH];
  int n;
  TRY(chart_choose_variables(self, x, all, &n, &by));
  *y = all[0];
  if (wanted->n != 1)
    return error_raise(CHATTER_BAD_STUDY,
                       "%splot.threshold: %s (allowed: one number, the level beyond which %s lies)",
                       figure_key_place(self, wanted->n ? "plot.threshold" : "plot.kind", place),
                       wanted->n ? "several numbers" : "missing", (*y)->name);
  *level = wanted->value[0];
  return CHATTER_OK;
}

static chatter_status check_results(const figure *self) {
  const result_variable *x, *y;
  double level;
  return choose_variables(self, &x, &y, &level);
}

// Never chosen by itself: `exceedance` has the threshold too.
static int fits_results(const figure *self) {
  (void)self;
  return 0;
}

static chatter_status count_exceedances(const figure *self, fragility *f) {
  size_t n = 0;
  f->x_low = INFINITY, f->x_high = -INFINITY;
  for (int i = 0; i < f->n; i++) {
    chart_shares *shares = &f->shares[i];
    TRY(chart_count_exceedances(&f->lines[i], f->y->name, f->level, shares));
    f->has_fit[i] = statistics_lognormal_fit(shares->n_samples, shares->x, shares->is_beyond, &f->fit[i]);
    n += shares->n_samples;
    if (shares->n_samples == 0) continue;
    f->x_low = fmin(f->x_low, shares->x[0]), f->x_high = fmax(f->x_high, shares->x[shares->n_samples - 1]);
  }
  if (n == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", f->y->name);
  const double *all = figure_values(self, f->x);
  f->x_logarithmic = all && f->x_low > 0 && figure_suits_logarithmic_axis(all, self->n);
  return CHATTER_OK;
}

// Writes the table: place, share, its 95 % interval.
static drawing_table *write_exceedance_shares(figure *self, const fragility *f, int i) {
  const chart_shares *shares = &f->shares[i];
  drawing_table *table = drawing_table_add(self->to, "place, share beyond the level, 95 % limits", 4);
  memset(table->digits + 1, 6, 3);
  for (size_t k = 0; k < shares->n; k++) {
    double limit[2];
    statistics_share_interval(&shares->share[k].beyond, limit);
    drawing_add_numbers(table, f->x_factor * shares->share[k].x,
                        statistics_share_value(&shares->share[k].beyond), limit[0], limit[1]);
  }
  return table;
}

static drawing_table *write_fitted_curve(figure *self, const fragility *f, int i) {
  drawing_table *table = drawing_table_add(self->to, "lognormal distribution", 2);
  table->digits[1] = 6;
  for (int k = 0; k <= FITTED_CURVE_POINTS; k++) {
    const double part = (double)k / FITTED_CURVE_POINTS, x = f->x_logarithmic
                                                                 ? f->x_low * pow(f->x_high / f->x_low, part)
                                                                 : f->x_low + part * (f->x_high - f->x_low);
    drawing_add_numbers(table, f->x_factor * x, statistics_lognormal_share(&f->fit[i], x));
  }
  return table;
}

static void describe_fit(const fragility *f, int i, char text[FIGURE_TEXT]) {
  char unit[32];
  const statistics_lognormal *fit = &f->fit[i];
  const double factor = figure_unit_factor(f->x->units, f->x_high, unit);
  if (f->has_fit[i])
    snprintf(text, FIGURE_TEXT, "median %.4g%s%s (%.3g to %.3g), dispersion %.3g", factor * fit->median,
             unit[0] ? " " : "", unit, factor * fit->median_interval[0], factor * fit->median_interval[1],
             fit->dispersion);
  else
    snprintf(text, FIGURE_TEXT, "no lognormal fits");
}

static void draw_lines(figure *self, const fragility *f, drawing_panel *to) {
  for (int i = 0; i < f->n; i++) {
    char fit[FIGURE_TEXT];
    if (f->shares[i].n == 0) continue;
    describe_fit(f, i, fit);
    drawing_curve_add(
        self->to, to,
        (drawing_curve){.way = DRAW_Y_ERROR,
                        .table = write_exceedance_shares(self, f, i),
                        .name = f->lines[i].name[0] ? f->lines[i].name : "share with 95 % limits",
                        .colour = figure_colour(i),
                        .width = 1.1,
                        .marker = MARKER_CIRCLE_FILLED,
                        .size = 0.6});
    drawing_curve line = {.way = DRAW_LINES, .name = fit, .colour = figure_colour(i)};
    if (f->has_fit[i])
      line.table = write_fitted_curve(self, f, i), line.width = 1.6;
    else
      line.dash = "2,4";
    drawing_curve_add(self->to, to, line);
  }
}

static chatter_status draw_figure(figure *self) {
  fragility *f = arena_allocate(self->memory, sizeof *f);
  char label[FIGURE_TEXT], unit[32];
  if (!f) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_variables(self, &f->x, &f->y, &f->level));
  TRY(chart_find_lines(self, f->lines, &f->n));
  TRY(count_exceedances(self, f));
  frame_set_title(self, "");
  const double factor = figure_unit_factor(f->y->units, fabs(f->level), unit);
  snprintf(label, sizeof label, "Share with %.100s > %.4g%s%s", f->y->name, factor * f->level,
           unit[0] ? " " : "", unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  drawing_panel *to = drawing_panel_add(self->to);
  drawing_set_label(self->to, &to->y, label);
  to->y.label_offset[0] = 0.5;
  frame_set_limits(&to->y, 0, 1);
  f->x_factor = figure_axis_label(f->x, f->x_high, label);
  drawing_set_label(self->to, &to->x, label);
  to->x.is_tight = 1;
  to->x.room[0] = to->x.room[1] = 0.02;
  double low = f->x_factor * f->x_low, high = f->x_factor * f->x_high;
  frame_apply_range(self->wanted->x_range, f->x_factor, &low, &high);
  if (f->x_logarithmic) frame_set_logarithmic(self, &to->x, low, high);
  to->legend = LEGEND_BELOW_LIST;
  frame_apply_study_ranges(self, to, f->x_factor, 1);
  draw_lines(self, f, to);
  return CHATTER_OK;
}

const figure_kind figure_fragility = {fits_results, check_results, draw_figure};
