// Any output over any parameter; a second parameter is told by colour.
#include <math.h>
#include <string.h>

#include "plot/figure.h"
#include "plot/sheet/marks.h"

enum { MOST_COLOURS = 7 };

typedef struct cloud {
  const result_variable *x, *y, *colour;
  const double *x_value, *y_value, *colour_value;
  double x_factor, factor, colour_factor;
} cloud;

static int fits(const figure *self) {
  return (self->n_parameters > 0 || self->wanted->x[0]) && figure_first_output(self) != NULL;
}

static chatter_status choose(const figure *self, cloud *out) {
  const plot_config *wanted = self->wanted;
  out->x = self->n_parameters ? self->parameter[0] : NULL;
  const result_variable *frequency = figure_parameter(self, "excitation.frequency");
  if (frequency) out->x = frequency; // what people look for along the axis
  out->y = figure_first_output(self);
  TRY(figure_wanted(self, "plot.x", wanted->x, &out->x));
  TRY(figure_wanted(self, "plot.y", wanted->y, &out->y));
  for (int i = 0; i < self->n_parameters && !out->colour; i++)
    if (self->parameter[i] != out->x && self->parameter[i] != out->y) out->colour = self->parameter[i];
  TRY(figure_wanted(self, "plot.colour", wanted->colour, &out->colour));
  if (!out->x || !out->y)
    return figure_raise_lack(
        self, "a scatter needs a parameter that varies and an output; name variables by plot.x and plot.y");
  out->x_value = figure_values(self, out->x);
  out->y_value = figure_values(self, out->y);
  out->colour_value = out->colour ? figure_values(self, out->colour) : NULL;
  return out->x_value && out->y_value ? CHATTER_OK : CHATTER_DEVICE;
}

static chatter_status check(const figure *self) {
  cloud c = {0};
  return choose(self, &c);
}

// Gives how many.
static size_t write_points(const figure *self, const cloud *c, const double *only) {
  size_t n = 0;
  for (size_t i = 0; i < self->n; i++) {
    if (!figure_is_ok(self, i) || !isfinite(c->x_value[i]) || !isfinite(c->y_value[i])) continue;
    if (only && c->colour_value[i] != *only) continue;
    fprintf(self->data, "%.9g %.9g", c->x_factor * c->x_value[i], c->factor * c->y_value[i]);
    if (c->colour_value) fprintf(self->data, " %.9g", c->colour_factor * c->colour_value[i]);
    putc('\n', self->data);
    n++;
  }
  return n;
}

// Few values of the colour's variable: one legend entry each; else a colour scale.
static void draw_points(figure *self, const cloud *c) {
  const double *value = NULL;
  char text[FIGURE_TEXT], symbol[64], unit[32];
  size_t n = c->colour_value ? figure_distinct(self, c->colour_value, self->n, &value) : 0;
  double size = self->n > 5000 ? 0.2 : self->n > 500 ? 0.35 : self->n > 50 ? 0.55 : 1.0;
  if (n == 0 || n > MOST_COLOURS) {
    int block = figure_begin_block(self, "points");
    write_points(self, c, NULL);
    fprintf(self->script, "plot data index %d using 1:2%s with points pointtype 7 pointsize %g %s notitle\n",
            block, n ? ":3" : "", size, n ? "palette" : "linecolor '#0072B2'");
    return;
  }
  figure_symbol(c->colour, symbol);
  double factor = figure_unit(c->colour->units, figure_largest(c->colour_value, self->n), unit);
  for (size_t k = 0, drawn = 0; k < n; k++) {
    snprintf(text, sizeof text, "%s = %.5g%s%s", symbol, factor * value[k], unit[0] ? " " : "", unit);
    int block = figure_begin_block(self, text);
    if (write_points(self, c, &value[k]) == 0) continue; // all of them failed
    fprintf(self->script,
            "%sdata index %d using 1:2 with points pointtype 7 pointsize %g linecolor '%s' title %s",
            drawn++ ? ", \\\n     " : "plot ", block, size, figure_colour((int)k), figure_quote(self, text));
  }
  fputc('\n', self->script);
}

static void write_logarithmic(const figure *self, const cloud *c) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < self->n; i++)
    low = fmin(low, c->x_factor * c->x_value[i]), high = fmax(high, c->x_factor * c->x_value[i]);
  figure_shown(self->wanted->x_range, c->x_factor, &low, &high);
  figure_write_logarithmic(self, "x", low, high);
  fputs("set offsets 0, 0, graph 0.04, graph 0.04\n", self->script);
}

static chatter_status draw(figure *self) {
  cloud c = {0};
  char label[FIGURE_TEXT];
  TRY(choose(self, &c));
  figure_write_title(self, "");
  c.factor = figure_label(c.y, figure_largest(c.y_value, self->n), label);
  fprintf(self->script, "set ylabel %s offset 0.5,0\n", figure_quote(self, label));
  c.x_factor = figure_label(c.x, figure_largest(c.x_value, self->n), label);
  fprintf(self->script,
          "set xlabel %s\nset autoscale fix\nset offsets graph 0.02, graph 0.02, graph 0.04, graph 0.04\n",
          figure_quote(self, label));
  if (figure_is_logarithmic(c.x_value, self->n)) write_logarithmic(self, &c);
  if (c.colour) {
    c.colour_factor = figure_label(c.colour, figure_largest(c.colour_value, self->n), label);
    fprintf(self->script, "set cblabel %s\nset palette defined (%s)\n", figure_quote(self, label),
            figure_colours_sequential);
  }
  fputs("set key outside right top\n", self->script);
  figure_write_ranges(self, c.x_factor, c.factor);
  TRY(marks_write(self, c.x_factor, 0, 0));
  draw_points(self, &c);
  return CHATTER_OK;
}

const figure_kind figure_scatter = {fits, check, draw};
