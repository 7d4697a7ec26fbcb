// Figure `quantiles`: fan charts of an output over windows, its quantiles over the trajectories, a
// panel for each output and group.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"
#include "plot/spread/groups.h"
#include "statistics/order.h"

enum { MIN_TRAJECTORIES = 20 }; // number from which a fan is drawn by default

// Columns of a window after its time: least, 5, 25, 50, 75, 95 %, largest.
static const double quantile_levels[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
enum { N_LEVELS = sizeof quantile_levels / sizeof *quantile_levels };

typedef struct quantile_fan {
  const window_group *group;
  const result_variable *y;
  const double *time;
  double (*value)[N_LEVELS]; // [windows]; NAN: no trajectory reached it
} quantile_fan;

static chatter_status measure_fan(const figure *self, const window_group *group, const char *output,
                                  quantile_fan *out) {
  out->group = group;
  TRY(groups_find_variable(group, output, &out->y));
  TRY(groups_window_positions(group, out->y, &out->time));
  double *sorted = arena_allocate(self->memory, (group->of->n + 1) * sizeof *sorted);
  out->value = arena_allocate(self->memory, (out->y->size[1] + 1) * sizeof *out->value);
  if (!sorted || !out->value) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t w = 0; w < out->y->size[1]; w++) {
    const size_t n = groups_window_values(group, out->y, w, sorted);
    statistics_sort(sorted, n);
    for (int k = 0; k < N_LEVELS; k++)
      out->value[w][k] = n ? statistics_quantile(sorted, n, quantile_levels[k]) : NAN;
  }
  return CHATTER_OK;
}

// Chooses a common scale for all fans of an output; returns the factor of its unit.
static double choose_scale(const figure *self, const quantile_fan *fans, int n, const result_variable *y,
                           double room, char label[FIGURE_TEXT], drawing_panel *to) {
  double low = INFINITY, high = -INFINITY, positive = INFINITY;
  for (int i = 0; i < n; i++)
    for (size_t w = 0; w < fans[i].y->size[1]; w++)
      for (int k = 0; k < N_LEVELS && strcmp(fans[i].y->name, y->name) == 0; k++) {
        const double value = fans[i].value[w][k];
        low = fmin(low, value), high = fmax(high, value);
        if (value > 0) positive = fmin(positive, value);
      }
  char x_label[FIGURE_TEXT];
  const double factor = figure_short_label(y, fmax(fabs(low), fabs(high)), room, label);
  frame_set_linear(&to->y);
  to->y.least = NAN;
  // On a logarithmic axis values ≤ 0 lie at its lower end.
  if (self->wanted->scale == SCALE_LOGARITHMIC && high > 0) {
    const double least = factor * positive / 1.2, most = factor * high * 1.2;
    double shown[2] = {least, most};
    frame_apply_range(self->wanted->y_range, factor, &shown[0], &shown[1]);
    frame_set_logarithmic(self, &to->y, shown[0], shown[1]);
    frame_set_limits(&to->y, least, most);
    to->y.least = least;
  } else
    frame_set_limits(&to->y, low >= 0 && low < 0.3 * high ? 0 : factor * (low - 0.05 * (high - low)),
                     factor * (high > low ? high + 0.05 * (high - low) : high + fabs(high) + 1e-300));
  frame_apply_study_ranges(self, to, groups_x_label(self, x_label), factor);
  return factor;
}

static void write_fan(drawing_table *table, const quantile_fan *f, double x_factor, double factor) {
  const size_t n = f->y->size[1];
  for (size_t w = 0; w < n; w++) {
    if (isnan(f->value[w][0]) || isnan(f->time[w])) continue;
    double row[1 + N_LEVELS] = {x_factor * f->time[w]};
    for (int k = 0; k < N_LEVELS; k++) row[1 + k] = factor * f->value[w][k];
    drawing_add_row(table, row, ROW_NUMBERS);
  }
}

static void draw_fan(figure *self, drawing_panel *to, drawing_table *table) {
  static const char light[] = "#56B4E9", grey[] = "#808080";
  const drawing_curve curves[] = {
      {.way = DRAW_BAND, .column = {0, 2, 6}, .name = "5 to 95 %", .colour = light, .opacity = 0.35},
      {.way = DRAW_BAND, .column = {0, 3, 5}, .name = "25 to 75 %", .colour = light, .opacity = 0.85},
      {.way = DRAW_LINES, .column = {0, 4}, .name = "median", .colour = "#00375E", .width = 1.8},
      {.way = DRAW_LINES, .column = {0, 7}, .name = "largest, least", .colour = grey, .width = 0.8},
      {.way = DRAW_LINES, .column = {0, 1}, .colour = grey, .width = 0.8}};
  for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
    drawing_curve curve = curves[i];
    curve.table = table, curve.is_mixed = 1;
    drawing_curve_add(self->to, to, curve);
  }
}

static chatter_status draw_panel(figure *self, stack *panels, const quantile_fan *f, const char *label,
                                 double factor) {
  char comment[FIGURE_TEXT], x_label[FIGURE_TEXT];
  const double x_factor = groups_x_label(self, x_label);
  size_t reached = 0;
  for (size_t w = 0; w < f->y->size[1]; w++)
    if (!isnan(f->value[w][0])) reached++;
  if (reached == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", f->y->name);
  drawing_panel *to = stack_add_panel(self, panels, f->group->name, x_label, label);
  TRY(interval_marks_add(self, to, x_factor, 0, 0));
  snprintf(comment, sizeof comment, "%s %.100s: time, least, 5, 25, 50, 75, 95 %%, largest", f->y->name,
           f->group->name);
  drawing_table *table = drawing_table_add(self->to, comment, 1 + N_LEVELS);
  write_fan(table, f, x_factor, factor);
  to->legend = panels->next == 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  draw_fan(self, to, table);
  return CHATTER_OK;
}

static chatter_status measure_fans(figure *self, const result_variable *const *y, int n_outputs,
                                   const window_group *groups, int n_groups,
                                   quantile_fan fans[STACK_MAX_PANELS]) {
  int n = 0;
  if (n_outputs * n_groups > STACK_MAX_PANELS)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d panels (allowed: up to %d)",
                       n_outputs * n_groups, STACK_MAX_PANELS);
  for (int o = 0; o < n_outputs; o++)
    for (int g = 0; g < n_groups; g++) TRY(measure_fan(self, &groups[g], y[o]->name, &fans[n++]));
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y[GROUPS_MAX_OUTPUTS];
  window_group groups[GROUPS_MAX];
  quantile_fan fans[STACK_MAX_PANELS];
  stack panels;
  char note[FIGURE_TEXT], label[FIGURE_TEXT];
  int n_outputs, n_groups;
  TRY(groups_outputs(self, y, &n_outputs));
  TRY(groups_find(self, groups, &n_groups));
  TRY(measure_fans(self, y, n_outputs, groups, n_groups, fans));
  groups_note(groups, n_groups, note);
  drawing_panel *common = &self->to->common;
  double factor =
      choose_scale(self, fans, n_outputs * n_groups, y[0], stack_label_room(n_groups), label, common);
  stack_begin(self, n_outputs * n_groups, 185, note, n_outputs == 1 ? label : NULL, &panels);
  common->x.is_tight = 1;
  char x_label[FIGURE_TEXT];
  TRY(groups_x_limits(self, groups, n_groups, y, n_outputs, groups_x_label(self, x_label), &common->x));
  for (int i = 0; i < n_outputs * n_groups; i++) {
    if (n_outputs > 1)
      factor = choose_scale(self, fans, n_outputs * n_groups, y[i / n_groups], panels.high, label, common);
    TRY(draw_panel(self, &panels, &fans[i], n_outputs == 1 ? NULL : label, factor));
  }
  return CHATTER_OK;
}

// Fits many trajectories whose windows have the same times.
static int fits_results(const figure *self) {
  const result_variable *y[GROUPS_MAX_OUTPUTS];
  const double *time;
  const int before = error_count();
  int n;
  if (!groups_have_windows(self) || self->n < MIN_TRAJECTORIES) return 0;
  const int even = groups_outputs(self, y, &n) == CHATTER_OK &&
                   groups_window_positions(&(window_group){.of = self}, y[0], &time) == CHATTER_OK;
  error_keep(before);
  return even;
}

const figure_kind figure_quantiles = {fits_results, groups_check_variables, draw_figure};
