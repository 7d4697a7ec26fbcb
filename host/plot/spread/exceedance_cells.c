#include "plot/spread/exceedance_cells.h"

#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"
#include "plot/spread/exceedance_share.h"

enum { MOST_TICKS = 7 };

typedef struct row_axis {
  int is_frequency, is_logarithmic;
  double factor;              // of Hz
  double low[GROUPS_OUTPUTS]; // [rows] edges of cells
  double high[GROUPS_OUTPUTS];
} row_axis;

static const output_config *output_of(const figure *self, const char *name) {
  for (int i = 0; self->config && i < self->config->n_outputs; i++)
    if (strcmp(self->config->outputs[i].name, name) == 0) return &self->config->outputs[i];
  return NULL;
}

// The bands of the outputs where all have one, else rows one behind the other.
static void find_rows(const figure *self, const exceedance_rows *rows, row_axis *out) {
  *out = (row_axis){.is_frequency = 1, .factor = 1};
  double lowest = INFINITY, highest = 0;
  for (int o = 0; o < rows->n; o++) {
    const output_config *output = output_of(self, rows->y[o]->name);
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

// Few bands: their edges are the ticks.
static void choose_logarithmic(figure *self, int n, const row_axis *axis) {
  drawing_axis *y = &self->to->common.y;
  y->is_logarithmic = 1;
  for (int o = 0; o < n && n <= MOST_TICKS; o++) {
    drawing_tick_add(self->to, y, axis->low[o], NULL);
    drawing_tick_add(self->to, y, axis->high[o], NULL);
  }
}

// Gives the label, NULL where the rows have names.
static const char *choose_row_axis(figure *self, const exceedance_rows *rows, const row_axis *axis,
                                   double *widest) {
  drawing_axis *y = &self->to->common.y;
  double low = INFINITY, high = -INFINITY;
  *widest = 0;
  for (int o = 0; o < rows->n; o++) low = fmin(low, axis->low[o]), high = fmax(high, axis->high[o]);
  frame_limits(y, low, high);
  if (axis->is_logarithmic) choose_logarithmic(self, rows->n, axis);
  if (axis->is_frequency) return axis->factor < 1 ? "Frequency (kHz)" : "Frequency (Hz)";
  y->ticks.has_no_marks = 1;
  for (int o = 0; o < rows->n; o++) {
    drawing_tick_add(self->to, y, o, rows->y[o]->name);
    *widest = fmax(*widest, figure_text_width(rows->y[o]->name));
  }
  return NULL;
}

// Edges half way between places, and as far beyond the first and the last.
static double edge(const double *place, size_t n, size_t at) {
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
    TRY(groups_variable(group, rows->y[o]->name, &y));
    TRY(groups_places(group, y, &place));
    TRY(exceedance_count(self, group, y, rows->level[o], &shares));
    size_t n = y->size[1];
    while (n > 0 && (shares[n - 1].n == 0 || isnan(place[n - 1]))) n--; // none got so far
    for (size_t w = 0; w < n; w++)
      drawing_put(table, x_factor * place[w], 0.5 * (axis->low[o] + axis->high[o]),
                  x_factor * edge(place, n, w), x_factor * edge(place, n, w + 1), axis->low[o], axis->high[o],
                  statistics_share_value(&shares[w]));
  }
  return CHATTER_OK;
}

static chatter_status draw_panel(figure *self, stack *panels, const window_group *group,
                                 const exceedance_rows *rows, const row_axis *axis) {
  char x_label[FIGURE_TEXT];
  const double x_factor = groups_label(self, x_label);
  drawing_panel *to = stack_panel(self, panels, group->name, x_label, NULL);
  TRY(marks_add(self, to, x_factor, axis->is_frequency ? axis->factor : 0, 1));
  drawing_table *table =
      drawing_table_add(self->to, "middle, edges and share of trajectories above, of windows and outputs", 7);
  table->digits[6] = 6;
  TRY(write_cells(self, group, rows, axis, x_factor, table));
  drawing_curve_add(self->to, to, (drawing_curve){.way = DRAW_CELLS, .table = table});
  return CHATTER_OK;
}

chatter_status exceedance_draw_cells(figure *self, const exceedance_rows *rows, const window_group *groups,
                                     int n_groups) {
  char label[FIGURE_TEXT] = "Probability of exceedance", note[FIGURE_TEXT], x_label[FIGURE_TEXT];
  stack panels;
  row_axis axis;
  double widest;
  if (self->wanted->threshold.n == 1) exceedance_label(rows->y[0], rows->level[0], "output", label);
  groups_note(groups, n_groups, note);
  find_rows(self, rows, &axis);
  const char *y_label = choose_row_axis(self, rows, &axis, &widest);
  stack_begin(self, n_groups, 104, note, y_label, &panels);
  drawing_panel *common = &self->to->common;
  if (!axis.is_frequency) common->left = (24 + widest) / self->to->width;
  common->frame = FRAME_BOX, common->has_grid = 0, common->legend = LEGEND_NONE, common->x.is_tight = 1;
  TRY(groups_limits(self, groups, n_groups, rows->y, rows->n, groups_label(self, x_label), &common->x));
  frame_ranges(self, common, groups_label(self, x_label), axis.factor);
  stack_scale(self, &panels, label);
  drawing_axis *scale = &self->to->colours.axis;
  scale->is_logarithmic = self->wanted->scale == SCALE_LOGARITHMIC;
  frame_limits(scale, scale->is_logarithmic ? NAN : 0, 1);
  for (int g = 0; g < n_groups; g++) TRY(draw_panel(self, &panels, &groups[g], rows, &axis));
  return CHATTER_OK;
}
