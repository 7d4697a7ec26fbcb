// Samples of parameters against each other: below the diagonal a point for each trajectory, on it how they
// are spread, with the best fit where it is known.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "statistics/order.h"

enum { MOST = 6 };

static int fits(const figure *self) {
  return result_set_find(self->results, "identified_best") && self->n_parameters >= 1 &&
         self->n_parameters <= MOST;
}

static chatter_status check(const figure *self) {
  if (self->n_parameters >= 1 && self->n_parameters <= MOST && self->n >= 2) return CHATTER_OK;
  return figure_raise_lack(self,
                           "a figure of samples against each other needs 1 to %d parameters that vary, "
                           "not %d",
                           MOST, self->n_parameters);
}

typedef struct axis {
  const result_variable *of;
  double factor, low, high, best; // best: NAN where it is not known
  char label[FIGURE_TEXT];
} axis;

// The best fit of the k-th parameter that was sought; the design's order is that of the results.
static double best_of(const figure *self, const result_variable *parameter) {
  const result_variable *best = result_set_find(self->results, "identified_best"),
                        *names = result_set_find(self->results, "identified");
  if (!best || !names || names->type != RESULT_STRING) return NAN;
  for (size_t k = 0; k < names->size[0]; k++)
    if (figure_parameter(self, ((char **)names->data)[k]) == parameter) return ((double *)best->data)[k];
  return NAN;
}

static void make_axis(const figure *self, int k, double room, axis *out) {
  const double *value = self->parameter[k]->data;
  char symbol[64];
  out->of = self->parameter[k];
  out->best = best_of(self, out->of);
  char label[FIGURE_TEXT], unit[32];
  out->factor = figure_short_label(out->of, figure_largest(value, self->n), room, label);
  figure_unit(out->of->units, figure_largest(value, self->n), unit);
  figure_symbol(out->of, symbol);
  // 1.5e+08 would be too long beside its neighbours.
  const double largest = out->factor * figure_largest(value, self->n), power = floor(log10(largest));
  char scale[32] = "";
  if (largest > 0 && (power > 3 || power < -2)) {
    out->factor /= pow(10, power);
    snprintf(scale, sizeof scale, "1e%.0f%s", power, *unit ? " " : "");
  }
  if (figure_text_width(symbol) > 0.55 * room && strrchr(out->of->name, '.')) // leaves the unit no room
    snprintf(symbol, sizeof symbol, "%.60s", strrchr(out->of->name, '.') + 1);
  snprintf(out->label, sizeof out->label, "%.60s%s%s%.30s%s", symbol, *unit || *scale ? " (" : "", scale,
           unit, *unit || *scale ? ")" : "");
  out->low = INFINITY, out->high = -INFINITY;
  for (size_t i = 0; i < self->n; i++)
    out->low = fmin(out->low, out->factor * value[i]), out->high = fmax(out->high, out->factor * value[i]);
  // fmin and fmax leave out what is not known.
  out->low = fmin(out->low, out->factor * out->best), out->high = fmax(out->high, out->factor * out->best);
  const double beside = 0.03 * (out->high - out->low); // whole points
  out->low -= beside, out->high += beside;
}

static chatter_status write_histogram(figure *self, const axis *a) {
  double *sorted = arena_allocate(self->memory, (self->n + 1) * sizeof *sorted);
  statistics_histogram bins;
  if (!sorted) return CHATTER_DEVICE;
  for (size_t i = 0; i < self->n; i++) sorted[i] = a->factor * ((const double *)a->of->data)[i];
  statistics_sort(sorted, self->n);
  statistics_histogram_make(sorted, self->n, &bins);
  const int block = figure_write_bins(self, &bins);
  fprintf(self->script,
          "set boxwidth %.9g\nset style fill solid 0.85 border linecolor '#FFFFFF'\nset format y ''\n"
          "set yrange [0:*]\nplot data index %d using 1:2 with boxes linecolor '#56B4E9' notitle\n"
          "set format y '%%g'\n",
          bins.width, block);
  return CHATTER_OK;
}

static void write_pairs(figure *self, const axis *x, const axis *y) {
  const double *a = x->of->data, *b = y->of->data;
  const int block = figure_begin_block(self, "samples of two parameters");
  for (size_t i = 0; i < self->n; i++) fprintf(self->data, "%.9g %.9g\n", x->factor * a[i], y->factor * b[i]);
  figure_begin_block(self, "the best fit");
  fprintf(self->data, "%.9g %.9g\n", x->factor * x->best, y->factor * y->best);
  fprintf(
      self->script,
      "set yrange [%.9g:%.9g]\nplot data index %d using 1:2 with points linecolor '#0072B2' pointtype 7 "
      "pointsize 0.25 notitle, \\\n"
      "     data index %d using 1:2 with points linecolor '#D55E00' pointtype 2 pointsize 1 linewidth 1.6 "
      "notitle\n",
      y->low, y->high, block, block + 1);
}

// Where a panel lies, and its axes: numbers and labels stand at the edges only.
static void write_place(const figure *self, int d, int row, int column, const axis *axes) {
  const double left = 0.13, bottom = 0.13, wide = 0.84 / d, high = 0.78 / d, used = 0.91;
  const double x = left + wide * column, y = bottom + high * (d - 1 - row);
  fprintf(
      self->script,
      "set lmargin screen %.4f; set rmargin screen %.4f\nset tmargin screen %.4f; set bmargin screen %.4f\n"
      "set xrange [%.9g:%.9g]\n",
      x, x + used * wide, y + used * high, y, axes[column].low, axes[column].high);
  figure_write_few_ticks(self, axes[column].low, axes[column].high);
  if (row == d - 1)
    fprintf(self->script, "set xlabel %s\nset format x '%%g'\n", figure_quote(self, axes[column].label));
  else
    fputs("unset xlabel\nset format x ''\n", self->script);
  if (column == 0 && row > 0)
    fprintf(self->script, "set ylabel %s\nset format y '%%g'\n", figure_quote(self, axes[row].label));
  else
    fputs("unset ylabel\nset format y ''\n", self->script);
}

static chatter_status draw(figure *self) {
  const int d = self->n_parameters;
  axis axes[MOST];
  char note[FIGURE_TEXT];
  TRY(check(self));
  self->width = self->height = 260 + 200 * d;
  for (int k = 0; k < d; k++) make_axis(self, k, 0.84 / d * self->width, &axes[k]);
  snprintf(note, sizeof note, "%zu samples%s", self->n,
           result_set_find(self->results, "identified_best") ? " of the posterior, × the best fit" : "");
  figure_write_heading(self, note);
  fputs("set multiplot\nset key off\n", self->script);
  for (int row = 0; row < d; row++)
    for (int column = 0; column <= row; column++) {
      if (row == 1 && column == 0) fputs("unset label 1; unset label 2\n", self->script);
      write_place(self, d, row, column, axes);
      if (row == column)
        TRY(write_histogram(self, &axes[row]));
      else
        write_pairs(self, &axes[column], &axes[row]);
    }
  fputs("unset multiplot\n", self->script);
  return CHATTER_OK;
}

const figure_kind figure_posterior = {fits, check, draw};
