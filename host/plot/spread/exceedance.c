// Figure `exceedance`: probability that an output over windows exceeds a level, over time, as the
// share of trajectories. One output: a line for each group, with its confidence interval; several
// (such as frequency bands): cells, a row for each, a panel for each group.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"
#include "plot/spread/groups.h"

typedef struct exceedance_rows {
  const result_variable *const *y; // [n]
  const double *level;             // [n]
  int n;
} exceedance_rows;

enum { MAX_LINES = GROUPS_MAX };

// Finds plot.threshold of each output; raises unless there is one, or one for each output.
static chatter_status find_levels(const figure *self, int n_outputs, double level[GROUPS_MAX_OUTPUTS]) {
  const number_list *wanted = &self->wanted->threshold;
  char place[STUDY_PATH];
  if (wanted->n == 0)
    return error_raise(CHATTER_BAD_STUDY, "%splot.threshold: missing: the level whose exceedance is counted",
                       figure_key_place(self, "plot.kind", place));
  if (wanted->n != 1 && wanted->n != n_outputs)
    return error_raise(CHATTER_BAD_STUDY,
                       "%splot.threshold: %d numbers for %d outputs (allowed: one, or one for each)",
                       figure_key_place(self, "plot.threshold", place), wanted->n, n_outputs);
  for (int o = 0; o < n_outputs; o++) level[o] = wanted->value[wanted->n == 1 ? 0 : o];
  return CHATTER_OK;
}

static chatter_status check_results(const figure *self) {
  const result_variable *y[GROUPS_MAX_OUTPUTS];
  double level[GROUPS_MAX_OUTPUTS];
  int n;
  TRY(groups_check_variables(self));
  TRY(groups_outputs(self, y, &n));
  return find_levels(self, n, level);
}

static chatter_status write_line(figure *self, const window_group *group, const char *output, double level,
                                 double x_factor, drawing_table *table) {
  const result_variable *y;
  const double *time;
  statistics_share *shares;
  TRY(groups_find_variable(group, output, &y));
  TRY(groups_window_positions(group, y, &time));
  TRY(groups_exceedance(self, group, y, level, &shares));
  size_t reached = 0;
  for (size_t w = 0; w < y->size[1]; w++) {
    double limit[2];
    if (shares[w].n == 0 || isnan(time[w])) continue;
    statistics_share_interval(&shares[w], limit);
    drawing_add_numbers(table, x_factor * time[w], statistics_share_value(&shares[w]), limit[0], limit[1]);
    reached++;
  }
  if (reached == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", output);
  return CHATTER_OK;
}

// Chooses the scale; on a logarithmic axis a share of 0 lies at half the share of one trajectory.
static void choose_scale(const figure *self, const window_group *groups, int n, drawing_axis *y) {
  size_t most = 1;
  for (int g = 0; g < n; g++) most = groups[g].n > most ? groups[g].n : most;
  const double least = 0.5 / (double)most;
  double low = least, high = 1;
  frame_apply_range(self->wanted->y_range, 1, &low, &high);
  frame_set_limits(y, 0, 1);
  if (self->wanted->scale != SCALE_LOGARITHMIC) return;
  frame_set_logarithmic(self, y, low, high);
  y->low = y->least = least;
}

static chatter_status draw_line(figure *self, drawing_panel *to, const window_group *group,
                                const char *output, double level, double x_factor, const char *colour) {
  drawing_table *table = drawing_table_add(self->to, "time, share of trajectories above, 95 % limits", 4);
  table->digits[2] = table->digits[3] = 6;
  TRY(write_line(self, group, output, level, x_factor, table));
  drawing_curve_add(
      self->to, to,
      (drawing_curve){
          .way = DRAW_BAND, .table = table, .column = {0, 2, 3}, .colour = colour, .opacity = 0.18});
  drawing_curve_add(
      self->to, to,
      (drawing_curve){
          .way = DRAW_LINES, .table = table, .name = group->name, .colour = colour, .width = 1.6});
  return CHATTER_OK;
}

static chatter_status draw_lines(figure *self, const result_variable *y, double level,
                                 const window_group *groups, int n_groups) {
  char label[FIGURE_TEXT], note[FIGURE_TEXT], x_label[FIGURE_TEXT];
  const double x_factor = groups_x_label(self, x_label);
  stack panels;
  if (n_groups > MAX_LINES)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d lines (allowed: up to %d)", n_groups,
                       MAX_LINES);
  double widest = 0;
  for (int g = 0; g < n_groups; g++) widest = fmax(widest, figure_text_width(groups[g].name));
  groups_exceedance_label(y, level, y->name, label);
  groups_note(groups, n_groups, note);
  stack_begin(self, 1, n_groups > 1 ? 56 + 1.2 * widest : 27, note, label, &panels);
  drawing_panel *to = stack_add_panel(self, &panels, "", x_label, NULL);
  choose_scale(self, groups, n_groups, &to->y);
  to->x.is_tight = 1;
  to->legend = n_groups > 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  frame_apply_study_ranges(self, to, x_factor, 1);
  TRY(interval_marks_add(self, to, x_factor, 0, 0));
  for (int g = 0; g < n_groups; g++)
    TRY(draw_line(self, to, &groups[g], y->name, level, x_factor, figure_colour(g)));
  return CHATTER_OK;
}

enum { MAX_TICKS = 7 };

typedef struct row_axis {
  int is_frequency, is_logarithmic;
  double factor;                  // of the unit Hz
  double low[GROUPS_MAX_OUTPUTS]; // [rows] edges of cells
  double high[GROUPS_MAX_OUTPUTS];
} row_axis;

static const output_config *find_output_section(const figure *self, const char *name) {
  for (int i = 0; self->config && i < self->config->n_outputs; i++)
    if (strcmp(self->config->outputs[i].name, name) == 0) return &self->config->outputs[i];
  return NULL;
}

// Finds the frequency bands of the outputs; without them rows are equally spaced.
static void find_row_frequencies(const figure *self, const exceedance_rows *rows, row_axis *out) {
  *out = (row_axis){.is_frequency = 1, .factor = 1};
  double lowest = INFINITY, highest = 0;
  for (int o = 0; o < rows->n; o++) {
    const output_config *output = find_output_section(self, rows->y[o]->name);
    if (!output || !(output->band[0] < output->band[1])) out->is_frequency = 0;
    if (!out->is_frequency) break;
    out->low[o] = output->band[0], out->high[o] = output->band[1];
    lowest = fmin(lowest, out->low[o]), highest = fmax(highest, out->high[o]);
  }
  out->is_logarithmic = out->is_frequency && lowest > 0 && highest > 20 * lowest;
  if (out->is_frequency && highest >= 3000) out->factor = 1e-3;
  for (int o = 0; o < rows->n; o++) {
    if (!out->is_frequency) out->low[o] = o - 0.5, out->high[o] = o + 0.5;
    out->low[o] *= out->factor, out->high[o] *= out->factor;
  }
}

// For few bands the ticks are their edges.
static void choose_logarithmic(figure *self, int n, const row_axis *axis) {
  drawing_axis *y = &self->to->common.y;
  y->is_logarithmic = 1;
  for (int o = 0; o < n && n <= MAX_TICKS; o++) {
    drawing_tick_add(self->to, y, axis->low[o], NULL);
    drawing_tick_add(self->to, y, axis->high[o], NULL);
  }
}

// Sets up the row axis; returns its label, NULL if the rows have names.
static const char *choose_row_axis(figure *self, const exceedance_rows *rows, const row_axis *axis,
                                   double *widest) {
  drawing_axis *y = &self->to->common.y;
  double low = INFINITY, high = -INFINITY;
  *widest = 0;
  for (int o = 0; o < rows->n; o++) low = fmin(low, axis->low[o]), high = fmax(high, axis->high[o]);
  frame_set_limits(y, low, high);
  if (axis->is_logarithmic) choose_logarithmic(self, rows->n, axis);
  if (axis->is_frequency) return axis->factor < 1 ? "Frequency (kHz)" : "Frequency (Hz)";
  y->ticks.has_no_marks = 1;
  for (int o = 0; o < rows->n; o++) {
    drawing_tick_add(self->to, y, o, rows->y[o]->name);
    *widest = fmax(*widest, figure_text_width(rows->y[o]->name));
  }
  return NULL;
}

// Returns an edge half way between places, or as far beyond the first or last.
static double cell_edge(const double *place, size_t n, size_t at) {
  if (n == 1) return place[0] + (at ? 0.5 : -0.5);
  if (at == 0) return 1.5 * place[0] - 0.5 * place[1];
  if (at == n) return 1.5 * place[n - 1] - 0.5 * place[n - 2];
  return 0.5 * (place[at - 1] + place[at]);
}

static chatter_status write_cells(figure *self, const window_group *group, const exceedance_rows *rows,
                                  const row_axis *axis, double x_factor, drawing_table *table) {
  for (int o = 0; o < rows->n; o++) {
    const result_variable *y;
    const double *place;
    statistics_share *shares;
    TRY(groups_find_variable(group, rows->y[o]->name, &y));
    TRY(groups_window_positions(group, y, &place));
    TRY(groups_exceedance(self, group, y, rows->level[o], &shares));
    size_t n = y->size[1];
    while (n > 0 && (shares[n - 1].n == 0 || isnan(place[n - 1]))) n--; // windows that no trajectory reached
    for (size_t w = 0; w < n; w++)
      drawing_add_numbers(table, x_factor * place[w], 0.5 * (axis->low[o] + axis->high[o]),
                          x_factor * cell_edge(place, n, w), x_factor * cell_edge(place, n, w + 1),
                          axis->low[o], axis->high[o], statistics_share_value(&shares[w]));
  }
  return CHATTER_OK;
}

static chatter_status draw_cells(figure *self, stack *panels, const window_group *group,
                                 const exceedance_rows *rows, const row_axis *axis) {
  char x_label[FIGURE_TEXT];
  const double x_factor = groups_x_label(self, x_label);
  drawing_panel *to = stack_add_panel(self, panels, group->name, x_label, NULL);
  TRY(interval_marks_add(self, to, x_factor, axis->is_frequency ? axis->factor : 0, 1));
  drawing_table *table =
      drawing_table_add(self->to, "middle, edges and share of trajectories above, of windows and outputs", 7);
  table->digits[6] = 6;
  TRY(write_cells(self, group, rows, axis, x_factor, table));
  drawing_curve_add(self->to, to, (drawing_curve){.way = DRAW_CELLS, .table = table});
  return CHATTER_OK;
}

// If all outputs are frequency bands, the y axis is the frequency.
static chatter_status draw_heat_map_panels(figure *self, const exceedance_rows *rows,
                                           const window_group *groups, int n_groups) {
  char label[FIGURE_TEXT] = "Probability of exceedance", note[FIGURE_TEXT], x_label[FIGURE_TEXT];
  stack panels;
  row_axis axis;
  double widest;
  if (self->wanted->threshold.n == 1) groups_exceedance_label(rows->y[0], rows->level[0], "output", label);
  groups_note(groups, n_groups, note);
  find_row_frequencies(self, rows, &axis);
  const char *y_label = choose_row_axis(self, rows, &axis, &widest);
  stack_begin(self, n_groups, 104, note, y_label, &panels);
  drawing_panel *common = &self->to->common;
  if (!axis.is_frequency) common->left = (24 + widest) / self->to->width;
  common->frame = FRAME_BOX, common->has_grid = 0, common->legend = LEGEND_NONE, common->x.is_tight = 1;
  TRY(groups_x_limits(self, groups, n_groups, rows->y, rows->n, groups_x_label(self, x_label), &common->x));
  frame_apply_study_ranges(self, common, groups_x_label(self, x_label), axis.factor);
  stack_colour_scale(self, &panels, label);
  drawing_axis *scale = &self->to->colours.axis;
  scale->is_logarithmic = self->wanted->scale == SCALE_LOGARITHMIC;
  frame_set_limits(scale, scale->is_logarithmic ? NAN : 0, 1);
  for (int g = 0; g < n_groups; g++) TRY(draw_cells(self, &panels, &groups[g], rows, &axis));
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y[GROUPS_MAX_OUTPUTS];
  double level[GROUPS_MAX_OUTPUTS];
  window_group groups[GROUPS_MAX];
  int n_outputs, n_groups;
  TRY(groups_outputs(self, y, &n_outputs));
  TRY(find_levels(self, n_outputs, level));
  TRY(groups_find(self, groups, &n_groups));
  if (n_outputs == 1) return draw_lines(self, y[0], level[0], groups, n_groups);
  return draw_heat_map_panels(self, &(exceedance_rows){y, level, n_outputs}, groups, n_groups);
}

static int fits_results(const figure *self) {
  return self->wanted->threshold.n > 0 && groups_have_windows(self);
}

const figure_kind figure_exceedance = {fits_results, check_results, draw_figure};
