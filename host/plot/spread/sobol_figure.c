// Figure `sobol`: Sobol' indices of one output as bars, first-order and total, for each input, with
// intervals.
#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"

static int is_saltelli_design(const figure *self) {
  return self->config && self->config->ensemble.design == DESIGN_SALTELLI;
}

static int fits_results(const figure *self) {
  return is_saltelli_design(self) && figure_first_output(self) != NULL;
}

static chatter_status choose_output(const figure *self, const result_variable **y) {
  *y = figure_first_output(self);
  if (!is_saltelli_design(self))
    return figure_raise_missing(self, "Sobol' indices need an ensemble of design saltelli");
  TRY(figure_pick_trajectory_variable(self, "plot.y", self->wanted->y, y));
  return *y ? CHATTER_OK : figure_raise_missing(self, "a figure of Sobol' indices needs an output");
}

static chatter_status check_results(const figure *self) {
  const result_variable *y;
  return choose_output(self, &y);
}

// Labels the bars with the inputs.
static void label_inputs(figure *self, const statistics_wanted *wanted, drawing_axis *x) {
  x->ticks.has_no_marks = 1;
  for (int j = 0; j < wanted->n_inputs; j++) {
    const char *path = wanted->inputs[j].path;
    const result_variable *parameter = figure_find_parameter(self, path);
    char symbol[64] = "";
    const int is_input = self->config && !strchr(path, '.'); // a name that the study gives
    if (parameter && !is_input) figure_parameter_symbol(parameter, symbol);
    drawing_tick_add(self->to, x, j, *symbol ? symbol : path);
  }
}

static drawing_table *write_index_bars(figure *self, const statistic *of, double shift, const char *comment) {
  drawing_table *table = drawing_table_add(self->to, comment, 4);
  for (size_t j = 0; j < of->n; j++)
    drawing_add_numbers(table, (double)j + shift, of->value[j], of->low[j], of->high[j]);
  return table;
}

static void draw_index_bars(figure *self, drawing_panel *to, const statistic *first, const statistic *total) {
  drawing_table *table[] = {write_index_bars(self, first, -0.18, "input, first-order index, its interval"),
                            write_index_bars(self, total, 0.18, "input, total index, its interval")};
  to->bar_width = 0.34;
  for (int k = 0; k < 2; k++)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_BARS,
                                      .table = table[k],
                                      .name = k ? "total" : "first order",
                                      .colour = figure_colour(k ? 0 : 5),
                                      .opacity = 0.85});
  for (int k = 0; k < 2; k++)
    drawing_curve_add(
        self->to, to,
        (drawing_curve){.way = DRAW_Y_ERROR, .table = table[k], .colour = "#404040", .width = 1.3});
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y;
  output_statistics of;
  char note[FIGURE_TEXT];
  TRY(choose_output(self, &y));
  const statistics_wanted wanted = statistics_wanted_by_study(self->config);
  TRY(figure_statistics(self, &wanted, y, 1, &self->n, &of));
  const statistic *whole = output_statistics_find(&of, "sobol_count"),
                  *first = output_statistics_find(&of, "sobol_first"),
                  *total = output_statistics_find(&of, "sobol_total");
  if (isnan(first->value[0]))
    return error_raise(CHATTER_IO, "the results hold no two whole groups, or '%s' does not vary", y->name);
  snprintf(note, sizeof note, "%s: %.0f of %zu groups, %.4g %% intervals",
           y->long_name[0] ? y->long_name : y->name, whole->value[0], self->n / wanted.group,
           100 * wanted.level);
  frame_set_title(self, note);
  drawing_panel *to = drawing_panel_add(self->to);
  label_inputs(self, &wanted, &to->x);
  drawing_set_label(self->to, &to->y, "Share of the variance");
  frame_set_limits(&to->x, -0.6, (double)wanted.n_inputs - 0.4);
  drawing_arrow_add(self->to, to,
                    (drawing_arrow){.from = {{IN_PANEL, IN_AXES}, {0, 0}},
                                    .to = {{IN_PANEL, IN_AXES}, {1, 0}},
                                    .colour = "#404040",
                                    .width = 0.8,
                                    .is_front = 1});
  frame_apply_study_ranges(self, to, 1, 1);
  draw_index_bars(self, to, first, total);
  return CHATTER_OK;
}

const figure_kind figure_sobol = {fits_results, check_results, draw_figure};
