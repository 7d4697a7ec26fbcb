// Probability that an output over windows lies above a level, over time: the share of trajectories. One
// output: a line for each group with the range that so few samples leave open; several (frequency bands,
// say): cells, a row for each, a panel for each group.
#include <math.h>

#include "plot/spread/exceedance_cells.h"
#include "plot/spread/exceedance_share.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"

enum { MOST_LINES = GROUPS_MOST };

// plot.threshold for output o; raises when there are neither one nor as many as outputs.
static chatter_status find_levels(const figure *self, int n_outputs, double level[GROUPS_OUTPUTS]) {
  const number_list *wanted = &self->wanted->threshold;
  char place[STUDY_PATH];
  if (wanted->n == 0)
    return error_raise(CHATTER_BAD_STUDY, "%splot.threshold: missing: the level whose exceedance is counted",
                       figure_place(self, "plot.kind", place));
  if (wanted->n != 1 && wanted->n != n_outputs)
    return error_raise(CHATTER_BAD_STUDY,
                       "%splot.threshold: %d numbers for %d outputs (allowed: one, or one for each)",
                       figure_place(self, "plot.threshold", place), wanted->n, n_outputs);
  for (int o = 0; o < n_outputs; o++) level[o] = wanted->value[wanted->n == 1 ? 0 : o];
  return CHATTER_OK;
}

static chatter_status check(const figure *self) {
  const result_variable *y[GROUPS_OUTPUTS];
  double level[GROUPS_OUTPUTS];
  int n;
  TRY(groups_check(self));
  TRY(groups_outputs(self, y, &n));
  return find_levels(self, n, level);
}

static chatter_status write_line(figure *self, const window_group *group, const char *output, double level,
                                 double x_factor, drawing_table *table) {
  const result_variable *y;
  const double *time;
  statistics_share *shares;
  TRY(groups_variable(group, output, &y));
  TRY(groups_places(group, y, &time));
  TRY(exceedance_count(self, group, y, level, &shares));
  size_t reached = 0;
  for (size_t w = 0; w < y->size[1]; w++) {
    double limit[2];
    if (shares[w].n == 0 || isnan(time[w])) continue;
    statistics_share_interval(&shares[w], limit);
    drawing_put(table, x_factor * time[w], statistics_share_value(&shares[w]), limit[0], limit[1]);
    reached++;
  }
  if (reached == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", output);
  return CHATTER_OK;
}

// On a logarithmic axis no exceedance at all lies at half of what one trajectory makes.
static void choose_scale(const figure *self, const window_group *groups, int n, drawing_axis *y) {
  size_t most = 1;
  for (int g = 0; g < n; g++) most = groups[g].n > most ? groups[g].n : most;
  const double least = 0.5 / (double)most;
  double low = least, high = 1;
  frame_shown(self->wanted->y_range, 1, &low, &high);
  frame_limits(y, 0, 1);
  if (self->wanted->scale != SCALE_LOGARITHMIC) return;
  frame_logarithmic(self, y, low, high);
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
  const double x_factor = groups_label(self, x_label);
  stack panels;
  if (n_groups > MOST_LINES)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have %d lines (allowed: up to %d)", n_groups,
                       MOST_LINES);
  double widest = 0;
  for (int g = 0; g < n_groups; g++) widest = fmax(widest, figure_text_width(groups[g].name));
  exceedance_label(y, level, y->name, label);
  groups_note(groups, n_groups, note);
  stack_begin(self, 1, n_groups > 1 ? 56 + 1.2 * widest : 27, note, label, &panels);
  drawing_panel *to = stack_panel(self, &panels, "", x_label, NULL);
  choose_scale(self, groups, n_groups, &to->y);
  to->x.is_tight = 1;
  to->legend = n_groups > 1 ? LEGEND_OUTSIDE : LEGEND_NONE;
  frame_ranges(self, to, x_factor, 1);
  TRY(marks_add(self, to, x_factor, 0, 0));
  for (int g = 0; g < n_groups; g++)
    TRY(draw_line(self, to, &groups[g], y->name, level, x_factor, figure_colour(g)));
  return CHATTER_OK;
}

static chatter_status draw(figure *self) {
  const result_variable *y[GROUPS_OUTPUTS];
  double level[GROUPS_OUTPUTS];
  window_group groups[GROUPS_MOST];
  int n_outputs, n_groups;
  TRY(groups_outputs(self, y, &n_outputs));
  TRY(find_levels(self, n_outputs, level));
  TRY(groups_find(self, groups, &n_groups));
  if (n_outputs == 1) return draw_lines(self, y[0], level[0], groups, n_groups);
  return exceedance_draw_cells(self, &(exceedance_rows){y, level, n_outputs}, groups, n_groups);
}

static int fits(const figure *self) {
  return self->wanted->threshold.n > 0 && groups_any(self);
}

const figure_kind figure_exceedance = {fits, check, draw};
