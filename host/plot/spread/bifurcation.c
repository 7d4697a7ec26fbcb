// Values of windows, such as the largest in each period, or of time series over a parameter, as dots: one
// where the motion repeats itself, many where it does not.
#include <math.h>
#include <string.h>

#include "plot/sheet/marks.h"
#include "plot/signals/history.h"
#include "plot/spread/groups.h"

typedef struct cloud {
  const result_variable *x, *by; // by: NULL: one colour
  const double *by_value;        // distinct values
  size_t n_by;
} cloud;

static int may_be(const result_variable *variable) {
  return groups_is_windowed(variable) || history_is(variable);
}

static const result_variable *first_output(const figure *self) {
  const result_variable *windowed = groups_first(self);
  for (int i = 0; i < self->results->n_variables && !windowed; i++)
    if (history_is(&self->results->variables[i])) windowed = &self->results->variables[i];
  return windowed;
}

static chatter_status choose_y(const figure *self, const result_variable **y) {
  *y = first_output(self);
  TRY(figure_pick(self, "plot.y", self->wanted->y, may_be, "with windows or a time series", y));
  if (*y) return CHATTER_OK;
  return figure_raise_lack(self, "a bifurcation figure needs an output over windows, such as `reduce: "
                                 "window_max` with a window of a period, or a time series");
}

// The parameter with the most values, and what parts the dots: plot.colour, else the first of few values.
static chatter_status choose(const figure *self, cloud *out) {
  const double *value;
  size_t most = 1;
  *out = (cloud){.n_by = 1};
  for (int i = 0; i < self->n_parameters; i++) {
    const size_t n = figure_distinct(self, self->parameter[i]->data, self->n, &value);
    if (n > most) out->x = self->parameter[i], most = n;
  }
  TRY(figure_wanted(self, "plot.x", self->wanted->x, &out->x));
  if (!out->x) return figure_raise_lack(self, "a bifurcation figure needs a parameter that varies");
  for (int i = 0; i < self->n_parameters && !out->by; i++)
    if (self->parameter[i] != out->x &&
        figure_distinct(self, self->parameter[i]->data, self->n, &value) <= GROUPS_FEW)
      out->by = self->parameter[i];
  TRY(figure_wanted(self, "plot.colour", self->wanted->colour, &out->by));
  if (!out->by) return CHATTER_OK;
  const double *all = figure_values(self, out->by);
  if (!all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  out->n_by = figure_distinct(self, all, self->n, &out->by_value);
  char place[STUDY_PATH];
  if (out->n_by >= 1 && out->n_by <= GROUPS_MOST) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%splot.colour: '%s' has %zu values (allowed: 1 to %d)",
                     figure_place(self, "plot.colour", place), out->by->name, out->n_by, GROUPS_MOST);
}

static chatter_status check(const figure *self) {
  const result_variable *y;
  cloud c;
  TRY(choose_y(self, &y));
  return choose(self, &c);
}

// Never by itself: quantiles and series say more of most ensembles.
static int fits(const figure *self) {
  (void)self;
  return 0;
}

// Row of the results' trajectories that row k of y belongs to.
static size_t row_of(const figure *self, const result_variable *y, size_t k) {
  const result_variable *key = history_is(y) ? result_set_find(self->results, "series") : NULL,
                        *numbers = result_set_find(self->results, "trajectory");
  if (!key || key->type != RESULT_INT || !numbers || numbers->type != RESULT_INT) return k;
  for (size_t i = 0; i < self->n; i++)
    if (((const int *)numbers->data)[i] == ((const int *)key->data)[k]) return i;
  return self->n;
}

typedef struct dots {
  double x_factor, factor;
  size_t n;
} dots;

static chatter_status write_dots(figure *self, const figure *file, const cloud *c, size_t group,
                                 const result_variable *y, dots *to) {
  const double *x = figure_values(file, c->x), *by = c->by ? figure_values(file, c->by) : NULL;
  if (!x || (c->by && !by)) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t k = 0; k < y->size[0]; k++) {
    const size_t i = row_of(file, y, k);
    if (i >= file->n || (by && by[i] != c->by_value[group])) continue;
    for (size_t w = 0; w < y->size[1]; w++) {
      const double value = ((const double *)y->data)[k * y->size[1] + w];
      if (!isfinite(value) || !isfinite(x[i])) continue;
      fprintf(self->data, "%.9g %.9g\n", to->x_factor * x[i], to->factor * value);
      to->n++;
    }
  }
  return CHATTER_OK;
}

typedef struct layer {
  const figure *of;
  cloud c;
  size_t group;
  const result_variable *y;
  char name[FIGURE_TEXT];
} layer;

static chatter_status find_layers(const figure *self, const char *output, layer *out, int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) {
    const result_variable *y = result_set_find(file->results, output);
    cloud c;
    if (!y || !may_be(y))
      return error_raise(CHATTER_IO, "%s: holds no windows and no time series of '%s'",
                         file->name ? file->name : "the results", output);
    TRY(choose(file, &c));
    for (size_t k = 0; k < c.n_by; k++) {
      char text[FIGURE_TEXT] = "";
      if (*n == FIGURE_COLOURS)
        return error_raise(CHATTER_BAD_STUDY, "the figure would have more than %d colours", FIGURE_COLOURS);
      layer *one = &out[(*n)++];
      *one = (layer){.of = file, .c = c, .group = k, .y = y};
      if (c.by) figure_name_value(c.by, c.by_value[k], text);
      snprintf(one->name, FIGURE_TEXT, "%.100s%s%.120s", file->name ? file->name : "",
               file->name && text[0] ? ", " : "", text);
    }
  }
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

static chatter_status draw(figure *self) {
  layer *layers = arena_allocate(self->memory, FIGURE_COLOURS * sizeof *layers);
  const result_variable *y;
  char label[FIGURE_TEXT];
  dots to = {0};
  int n, drawn = 0;
  if (!layers) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_y(self, &y));
  TRY(find_layers(self, y->name, layers, &n));
  to.factor = figure_label(y, figure_largest(y->data, y->size[0] * y->size[1]), label);
  figure_write_title(self, "");
  fprintf(self->script, "set ylabel %s offset 0.5,0\n", figure_quote(self, label));
  const result_variable *x = layers[0].c.x;
  to.x_factor = figure_axis_label(x, figure_largest(figure_values(self, x), self->n), label);
  fprintf(self->script, "set xlabel %s\nset autoscale xfix\nset offsets 0, 0, graph 0.04, graph 0.04\n%s\n",
          figure_quote(self, label), n > 1 ? "set key outside right top" : "set key off");
  figure_write_ranges(self, to.x_factor, to.factor);
  TRY(marks_write(self, to.x_factor, 0, 0));
  for (int i = 0; i < n; i++) {
    const size_t before = to.n;
    const int block = figure_begin_block(self, layers[i].name[0] ? layers[i].name : "values");
    TRY(write_dots(self, layers[i].of, &layers[i].c, layers[i].group, layers[i].y, &to));
    if (to.n == before) continue;
    fprintf(
        self->script,
        "%sdata index %d using 1:2 with points pointtype 7 pointsize 0.14 linecolor '%s' notitle, \\\n     "
        "NaN with points pointtype 7 pointsize 0.9 linecolor '%s' title %s",
        drawn++ ? ", \\\n     " : "plot ", block, figure_colour(i), figure_colour(i),
        figure_quote(self, layers[i].name));
  }
  fputc('\n', self->script);
  if (to.n > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

const figure_kind figure_bifurcation = {fits, check, draw};
