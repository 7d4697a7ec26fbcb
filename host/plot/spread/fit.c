// Measured curves over what was identified from them: points with twice their deviation, the model at the
// best fit, and the bands that hold 95 of 100 of the samples' models and of what would be measured. A panel
// for each curve.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "plot/sheet/stack.h"

static const char measured_end[] = "_measured";

// A variable NAME_measured.
static int is_measured(const result_variable *v) {
  const size_t n = strlen(v->name), end = strlen(measured_end);
  return n > end && v->n_dims == 1 && v->type == RESULT_DOUBLE &&
         strcmp(v->name + n - end, measured_end) == 0;
}

static const double *beside(const figure *self, const result_variable *measured, const char *end) {
  char name[2 * RESULT_NAME];
  const int length = (int)(strlen(measured->name) - strlen(measured_end));
  snprintf(name, sizeof name, "%.*s_%s", length, measured->name, end);
  const result_variable *v = result_set_find(self->results, name);
  return v && v->n_dims == 1 && v->type == RESULT_DOUBLE && v->size[0] == measured->size[0] ? v->data : NULL;
}

// All of them; how many.
static int find(const figure *self, const result_variable *y[STACK_MOST]) {
  int n = 0;
  for (int v = 0; v < self->results->n_variables && n < STACK_MOST; v++)
    if (is_measured(&self->results->variables[v])) y[n++] = &self->results->variables[v];
  return n;
}

static int fits(const figure *self) {
  const result_variable *y[STACK_MOST];
  return find(self, y) > 0;
}

static chatter_status check(const figure *self) {
  return fits(self) ? CHATTER_OK
                    : figure_raise_lack(self, "a fit is drawn from results of `chatter identify`, which hold "
                                              "what was measured");
}

static chatter_status write_points(figure *self, const result_variable *y, double factor) {
  const double *column[] = {beside(self, y, "measured_at"),        y->data,
                            beside(self, y, "measured_deviation"), beside(self, y, "fitted"),
                            beside(self, y, "band_low"),           beside(self, y, "band_high"),
                            beside(self, y, "predicted_low"),      beside(self, y, "predicted_high")};
  enum { N = sizeof column / sizeof *column };
  for (int c = 0; c < N; c++)
    if (!column[c])
      return figure_raise_lack(self, "'%s' lacks what `chatter identify` writes beside it", y->name);
  figure_begin_block(self,
                     "abscissa, measured, minus and plus two deviations, best fit, bands of model and data");
  for (size_t i = 0; i < y->size[0]; i++) {
    const double at = column[1][i], wide = 2 * column[2][i];
    fprintf(self->data, "%.9g %.9g %.9g %.9g", column[0][i], factor * at, factor * (at - wide),
            factor * (at + wide));
    for (int c = 3; c < N; c++) fprintf(self->data, " %.9g", factor * column[c][i]);
    putc('\n', self->data);
  }
  return CHATTER_OK;
}

static void write_y_scale(const figure *self, const result_variable *y, double factor) {
  const double *value = y->data;
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < y->size[0]; i++)
    low = fmin(low, factor * value[i]), high = fmax(high, factor * value[i]);
  figure_shown(self->wanted->y_range, factor, &low, &high);
  if (self->wanted->scale == SCALE_LOGARITHMIC && low > 0)
    figure_write_logarithmic(self, "y", low, high);
  else
    fputs("unset logscale y\nset ytics autofreq\n", self->script);
}

// Of a grid, or of the times of a series.
static void label_abscissa(const figure *self, const char *name, const result_variable *of,
                           char text[FIGURE_TEXT]) {
  char time[RESULT_NAME + 8];
  snprintf(time, sizeof time, "%s_time", name);
  const result_variable *times = result_set_find(self->results, time),
                        *grid = of && of->n_dims == 2 ? result_set_find(self->results, of->dim[1]) : NULL;
  snprintf(text, FIGURE_TEXT, "%s", times ? figure_time_label(times) : "Abscissa");
  if (grid) figure_axis_label(grid, 1, text);
}

static chatter_status draw_panel(figure *self, stack *panels, const result_variable *y) {
  char label[FIGURE_TEXT], name[RESULT_NAME], x_label[FIGURE_TEXT];
  snprintf(name, sizeof name, "%.*s", (int)(strlen(y->name) - strlen(measured_end)), y->name);
  const result_variable *of = result_set_find(self->results, name);
  label_abscissa(self, name, of, x_label);
  const double factor =
      figure_short_label(of ? of : y, figure_largest(y->data, y->size[0]), panels->high, label);
  const int block = self->n_blocks;
  TRY(write_points(self, y, factor));
  stack_panel(self, panels, name, x_label, label);
  write_y_scale(self, y, factor);
  stack_write_key(self, panels);
  figure_write_ranges(self, 1, factor);
  fprintf(self->script,
          "plot data index %d using 1:8:9 with filledcurves fillcolor '#56B4E9' fillstyle solid 0.35 title "
          "'measurements, 95 %%', \\\n"
          "     data index %d using 1:6:7 with filledcurves fillcolor '#56B4E9' fillstyle solid 0.9 title "
          "'model, 95 %%', \\\n"
          "     data index %d using 1:5 with lines linecolor '#00375E' linewidth 1.6 title 'best fit', \\\n"
          "     data index %d using 1:2:3:4 with yerrorbars linecolor '#D55E00' linewidth 1 pointtype 0 "
          "notitle, \\\n"
          "     data index %d using 1:2 with points linecolor '#D55E00' pointtype 7 pointsize 0.5 title "
          "'measured, ± 2σ'\n",
          block, block, block, block, block);
  return CHATTER_OK;
}

static chatter_status draw(figure *self) {
  const result_variable *y[STACK_MOST];
  stack panels;
  TRY(check(self));
  const int n = find(self, y);
  stack_begin(self, n, stack_key_width(figure_text_width("measurements, 95 %")), "", NULL, &panels);
  fputs("set autoscale fix\nset offsets 0, 0, graph 0.04, graph 0.04\n", self->script);
  for (int i = 0; i < n; i++) TRY(draw_panel(self, &panels, y[i]));
  stack_end(self);
  return CHATTER_OK;
}

const figure_kind figure_fit = {fits, check, draw};
