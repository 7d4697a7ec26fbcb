// One time series over another of the same trajectories: orbits.
#include <math.h>
#include <string.h>

#include "plot/signals/history.h"

enum { MOST_SAMPLES = 40000 }; // of a line: the last ones

typedef struct orbit {
  history x, y;
  size_t first, n;
  char name[FIGURE_TEXT];
} orbit;

// What plot.x and plot.y name, else the first two time series.
static chatter_status choose(const figure *self, const result_variable **x, const result_variable **y) {
  *x = *y = NULL;
  TRY(figure_pick(self, "plot.x", self->wanted->x, history_is, "with a time series", x));
  TRY(figure_pick(self, "plot.y", self->wanted->y, history_is, "with a time series", y));
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (!history_is(variable)) continue;
    if (!*x && variable != *y) *x = variable;
    if (!*y && variable != *x) *y = variable;
  }
  if (*x && *y) return CHATTER_OK;
  return figure_raise_lack(self, "a phase figure needs two outputs with `reduce: series`");
}

static chatter_status check(const figure *self) {
  const result_variable *x, *y;
  return choose(self, &x, &y);
}

// Never by itself: time series are looked at over time first.
static int fits(const figure *self) {
  (void)self;
  return 0;
}

static chatter_status find_orbits(const figure *self, const char *x, const char *y, orbit *out, int *n) {
  history *all = arena_allocate(self->memory, HISTORY_MOST * sizeof *all);
  if (!all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(history_find_output(self, y, all, n));
  for (int i = 0; i < *n; i++) {
    out[i].y = all[i];
    TRY(history_beside(&all[i], x, &out[i].x));
    out[i].n = out[i].x.n < all[i].n ? out[i].x.n : all[i].n;
    out[i].first = out[i].n > MOST_SAMPLES ? out[i].n - MOST_SAMPLES : 0;
    history_title(all, *n, i, out[i].name);
  }
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

static double write_axis(const figure *self, const orbit *o, int n, int is_x) {
  const history *first = is_x ? &o->x : &o->y;
  const double *range = is_x ? self->wanted->x_range : self->wanted->y_range;
  char label[FIGURE_TEXT], unit[32];
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, figure_largest(is_x ? o[i].x.value : o[i].y.value, o[i].n));
  if (range[0] < range[1]) largest = fmax(fabs(range[0]), fabs(range[1]));
  const double factor = figure_unit(first->y->units, largest, unit);
  snprintf(label, sizeof label, unit[0] ? "%.100s (%s)" : "%.100s", first->y->name, unit);
  for (char *c = label; *c; c++)
    if (*c == '_') *c = ' ';
  fprintf(self->script, "set %clabel %s\n", is_x ? 'x' : 'y', figure_quote(self, label));
  return factor;
}

static size_t write_line(figure *self, const orbit *o, double x_factor, double factor) {
  size_t written = 0;
  for (size_t k = o->first; k < o->n; k++, written++)
    fprintf(self->data, "%.9g %.9g\n", x_factor * o->x.value[k], factor * o->y.value[k]);
  return written;
}

static chatter_status draw(figure *self) {
  orbit *o = arena_allocate(self->memory, HISTORY_MOST * sizeof *o);
  const result_variable *x, *y;
  char note[FIGURE_TEXT] = "";
  size_t most = 0, values = 0;
  int n;
  if (!o) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose(self, &x, &y));
  TRY(find_orbits(self, x->name, y->name, o, &n));
  for (int i = 0; i < n; i++) most = o[i].n > most ? o[i].n : most;
  if (most > MOST_SAMPLES) snprintf(note, sizeof note, "the last %d of %zu samples", MOST_SAMPLES, most);
  figure_write_heading(self, note);
  const double x_factor = write_axis(self, o, n, 1), factor = write_axis(self, o, n, 0);
  fputs("set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03\n", self->script);
  fputs(n > 1 ? "set key outside right top\n" : "set key off\n", self->script);
  figure_write_ranges(self, x_factor, factor);
  for (int i = 0, drawn = 0; i < n; i++) {
    const int block = figure_begin_block(self, o[i].name[0] ? o[i].name : "x, y");
    const size_t written = write_line(self, &o[i], x_factor, factor);
    values += written;
    if (written == 0) continue;
    fprintf(self->script, "%sdata index %d using 1:2 with lines linecolor '%s' linewidth 0.9 title %s",
            drawn++ ? ", \\\n     " : "plot ", block, figure_colour(i), figure_quote(self, o[i].name));
  }
  fputc('\n', self->script);
  if (values > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

const figure_kind figure_phase = {fits, check, draw};
