// Sobol' indices of one output as bars: first-order and total, input by input, with their intervals.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "plot/spread/ensemble.h"

static int has_groups(const figure *self) {
  return self->config && self->config->ensemble.design == DESIGN_SALTELLI;
}

static int fits(const figure *self) {
  return has_groups(self) && figure_first_output(self) != NULL;
}

static chatter_status choose(const figure *self, const result_variable **y) {
  *y = figure_first_output(self);
  if (!has_groups(self)) return figure_raise_lack(self, "Sobol' indices need an ensemble of design saltelli");
  TRY(figure_wanted(self, "plot.y", self->wanted->y, y));
  return *y ? CHATTER_OK : figure_raise_lack(self, "a figure of Sobol' indices needs an output");
}

static chatter_status check(const figure *self) {
  const result_variable *y;
  return choose(self, &y);
}

// The words below the bars.
static void write_names(figure *self, const statistics_wanted *wanted) {
  fputs("set xtics scale 0 (", self->script);
  for (int j = 0; j < wanted->n_inputs; j++) {
    const char *path = wanted->inputs[j].path;
    const result_variable *parameter = figure_parameter(self, path);
    char symbol[64] = "";
    const int is_input = self->config && !strchr(path, '.'); // a name that the study itself gives
    if (parameter && !is_input) figure_symbol(parameter, symbol);
    fprintf(self->script, "%s%s %d", j ? ", " : "", figure_quote(self, *symbol ? symbol : path), j);
  }
  fputs(")\n", self->script);
}

static void write_bars(figure *self, const statistic *of, double shift, const char *comment) {
  figure_begin_block(self, comment);
  for (size_t j = 0; j < of->n; j++)
    fprintf(self->data, "%.9g %.9g %.9g %.9g\n", (double)j + shift, of->value[j], of->low[j], of->high[j]);
}

static chatter_status draw(figure *self) {
  const result_variable *y;
  output_statistics of;
  char note[FIGURE_TEXT];
  TRY(choose(self, &y));
  const statistics_wanted wanted = statistics_wanted_by(self->config);
  TRY(ensemble_statistics(self, &wanted, y, 1, &self->n, &of));
  const statistic *whole = output_statistics_find(&of, "sobol_count"),
                  *first = output_statistics_find(&of, "sobol_first"),
                  *total = output_statistics_find(&of, "sobol_total");
  if (isnan(first->value[0]))
    return error_raise(CHATTER_IO, "the results hold no two whole groups, or '%s' does not vary", y->name);
  snprintf(note, sizeof note, "%s: %.0f of %zu groups, %.4g %% intervals",
           y->long_name[0] ? y->long_name : y->name, whole->value[0], self->n / wanted.group,
           100 * wanted.level);
  figure_write_title(self, note);
  write_bars(self, first, -0.18, "input, first-order index, its interval");
  write_bars(self, total, 0.18, "input, total index, its interval");
  write_names(self, &wanted);
  fprintf(
      self->script,
      "set ylabel 'Share of the variance'\nset xrange [-0.6:%g]\nset boxwidth 0.34\n"
      "set style fill solid 0.85 border linecolor '#FFFFFF'\n"
      "set arrow 10 from graph 0,first 0 to graph 1,first 0 nohead linecolor '#404040' linewidth 0.8 front\n",
      (double)wanted.n_inputs - 0.4);
  figure_write_ranges(self, 1, 1);
  fprintf(self->script,
          "plot data index 0 using 1:2 with boxes linecolor '%s' title 'first order', \\\n"
          "     data index 1 using 1:2 with boxes linecolor '%s' title 'total', \\\n"
          "     data index 0 using 1:2:3:4 with yerrorbars linecolor '#404040' linewidth 1.3 pointtype 0 "
          "notitle, \\\n"
          "     data index 1 using 1:2:3:4 with yerrorbars linecolor '#404040' linewidth 1.3 pointtype 0 "
          "notitle\n",
          figure_colour(5), figure_colour(0));
  return CHATTER_OK;
}

const figure_kind figure_sobol = {fits, check, draw};
