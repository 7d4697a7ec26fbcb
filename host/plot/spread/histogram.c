// Distribution of an output over a random design, with mean and the central 90 %.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "statistics/order.h"

enum { FEWEST = 30 };

static int fits(const figure *self) {
  return figure_is_random(self->config) && self->n_parameters != 1 && self->n >= FEWEST &&
         figure_first_output(self) != NULL;
}

static size_t collect(const figure *self, const double *value, double factor, double *sorted) {
  size_t n = 0;
  for (size_t i = 0; i < self->n; i++)
    if (figure_is_ok(self, i) && isfinite(value[i])) sorted[n++] = factor * value[i];
  statistics_sort(sorted, n);
  return n;
}

static chatter_status choose(const figure *self, const result_variable **y) {
  *y = figure_first_output(self);
  TRY(figure_wanted(self, "plot.y", self->wanted->y, y));
  return *y ? CHATTER_OK : figure_raise_lack(self, "a histogram needs an output");
}

static chatter_status check(const figure *self) {
  const result_variable *y;
  return choose(self, &y);
}

static chatter_status draw(figure *self) {
  const result_variable *y;
  char label[FIGURE_TEXT], note[FIGURE_TEXT], unit[32];
  TRY(choose(self, &y));
  const double *value = figure_values(self, y);
  double *sorted = arena_allocate(self->memory, (self->n + 1) * sizeof *sorted), mean = 0;
  statistics_histogram bins;
  if (!value || !sorted) return CHATTER_DEVICE;
  double factor = figure_label(y, figure_largest(value, self->n), label);
  figure_unit(y->units, figure_largest(value, self->n), unit);
  size_t n = collect(self, value, factor, sorted);
  if (n == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
  for (size_t i = 0; i < n; i++) mean += sorted[i] / (double)n;
  double low = statistics_quantile(sorted, n, 0.05), high = statistics_quantile(sorted, n, 0.95);
  snprintf(note, sizeof note, "%zu trajectories, mean %.4g, 90 %% between %.4g and %.4g %s", n, mean, low,
           high, unit);
  figure_write_title(self, note);
  statistics_histogram_make(sorted, n, &bins);
  figure_write_bins(self, &bins);
  fprintf(self->script,
          "set xlabel %s\nset autoscale xfix\nset offsets graph 0.02, graph 0.02, 0, 0\nset ylabel "
          "'Trajectories'\nset yrange [0:*]\n",
          figure_quote(self, label));
  fprintf(self->script,
          "set boxwidth %.9g\nset style fill solid 0.85 border linecolor '#FFFFFF'\nset key bmargin center "
          "horizontal height 0.7\n",
          bins.width);
  figure_write_ranges(self, factor, 1);
  fprintf(self->script,
          "set arrow 10 from %.9g,graph 0 to %.9g,graph 1 nohead linecolor '#D55E00' linewidth 1.6 front\n"
          "set arrow 11 from %.9g,graph 0 to %.9g,graph 1 nohead linecolor '#404040' linewidth 1.1 dashtype "
          "(4,4) front\n"
          "set arrow 12 from %.9g,graph 0 to %.9g,graph 1 nohead linecolor '#404040' linewidth 1.1 dashtype "
          "(4,4) front\n",
          mean, mean, low, low, high, high);
  fputs("plot data index 0 using 1:2 with boxes linecolor '#56B4E9' notitle, \\\n"
        "     NaN with lines linecolor '#D55E00' linewidth 1.6 title 'mean', \\\n"
        "     NaN with lines linecolor '#404040' linewidth 1.1 dashtype (4,4) title '5 % and 95 %'\n",
        self->script);
  return CHATTER_OK;
}

const figure_kind figure_histogram = {fits, check, draw};
