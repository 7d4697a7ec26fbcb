// An output over a parameter, a line for each value of another one; over many trajectories median and band,
// and where a quantile is least: what a design that must hold for all of them chooses.
#include "plot/curves/chart.h"

#include <math.h>
#include <string.h>

#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"

typedef struct chart {
  chart_line lines[CHART_LINES];
  const result_variable *x;
  int n_lines, x_logarithmic;
  int has_quantile; // plot.quantile is given
  double quantile;
  double x_factor, x_low, x_high, factor, low, high; // of the panel at hand
} chart;

static chatter_status check(const figure *self) {
  const result_variable *x, *y[CHART_PANELS], *by;
  int n;
  return chart_choose(self, &x, y, &n, &by);
}

// Never by itself: a scatter shows all trajectories.
static int fits(const figure *self) {
  (void)self;
  return 0;
}

static int has_spread(const chart *c) {
  int spread = 0;
  for (int i = 0; i < c->n_lines; i++) spread |= c->lines[i].has_spread;
  return spread;
}

static chatter_status measure(chart *c, const result_variable *y) {
  c->low = INFINITY, c->high = -INFINITY;
  for (int i = 0; i < c->n_lines; i++) {
    chart_line *line = &c->lines[i];
    TRY(chart_measure(line, y->name, c->quantile));
    for (size_t k = 0; k < line->n; k++) {
      const chart_place *p = &line->places[k];
      c->low = fmin(c->low, c->has_quantile ? fmin(p->low, p->quantile) : p->low);
      c->high = fmax(c->high, c->has_quantile ? fmax(p->high, p->quantile) : p->high);
    }
  }
  if (c->low <= c->high) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

// The limits of x that all panels have in common.
static void measure_x(const figure *self, chart *c) {
  size_t n = 0;
  c->x_low = INFINITY, c->x_high = -INFINITY;
  for (int i = 0; i < c->n_lines; i++) n += c->lines[i].n;
  double *x = arena_allocate(self->memory, (n + 1) * sizeof *x);
  n = 0;
  for (int i = 0; i < c->n_lines && x; i++)
    for (size_t k = 0; k < c->lines[i].n; k++) {
      const double value = x[n++] = c->lines[i].places[k].x;
      c->x_low = fmin(c->x_low, value), c->x_high = fmax(c->x_high, value);
    }
  c->x_logarithmic = x && figure_is_logarithmic(x, n);
}

// Columns: x, 5, 50, 95 % and the wanted quantile.
static int write_block(figure *self, const chart *c, const chart_line *line) {
  const int block = figure_begin_block(self, line->name[0] ? line->name : "all trajectories");
  for (size_t k = 0; k < line->n; k++) {
    const chart_place *p = &line->places[k];
    fprintf(self->data, "%.9g %.9g %.9g %.9g %.9g\n", c->x_factor * p->x, c->factor * p->low,
            c->factor * p->middle, c->factor * p->high, c->factor * p->quantile);
  }
  return block;
}

static void begin_stroke(const figure *self, int *n) {
  fputs((*n)++ ? ", \\\n     " : "plot ", self->script);
}

// "95 %": "99.5 %".
static const char *percent(double quantile, char text[32]) {
  snprintf(text, 32, "%g %%", 100 * quantile);
  return text;
}

static const char *title_of(const chart_line *line, int spread) {
  if (line->name[0]) return line->name;
  return spread ? "median" : "";
}

static void draw_lines(figure *self, const chart *c, const int *block, int is_first, int *n) {
  const int spread = has_spread(c);
  for (int i = 0; i < c->n_lines && spread; i++) {
    if (c->lines[i].n == 0) continue;
    begin_stroke(self, n);
    fprintf(self->script,
            "data index %d using 1:2:4 with filledcurves linecolor '%s' fillstyle transparent solid 0.16 "
            "noborder "
            "notitle",
            block[i], figure_colour(i));
  }
  for (int i = 0; i < c->n_lines; i++) {
    const chart_line *line = &c->lines[i];
    if (line->n == 0) continue;
    begin_stroke(self, n);
    fprintf(self->script,
            "data index %d using 1:3 with %s linecolor '%s' linewidth 1.8 pointtype 7 pointsize 0.3 title %s",
            block[i], line->n > 60 ? "lines" : "linespoints", figure_colour(i),
            figure_quote(self, is_first ? title_of(line, spread) : ""));
    if (!c->has_quantile || !spread) continue;
    begin_stroke(self, n);
    fprintf(self->script,
            "data index %d using 1:5 with lines linecolor '%s' linewidth 1.5 dashtype (6,4) notitle",
            block[i], figure_colour(i));
  }
}

static void name_least(const chart *c, const chart_line *line, const chart_place *least, const char *unit,
                       char text[FIGURE_TEXT]) {
  char x_unit[32];
  double range[2];
  const double x_factor = figure_unit(c->x->units, c->x_high, x_unit);
  const int used = snprintf(text, FIGURE_TEXT, "least: %.3g%s%s at %.4g%s%s", c->factor * least->quantile,
                            unit[0] ? " " : "", unit, x_factor * least->x, x_unit[0] ? " " : "", x_unit);
  if (!chart_least_range(line, least, range))
    snprintf(text + used, FIGURE_TEXT - (size_t)used, " (few samples)");
  else if (range[0] < range[1])
    snprintf(text + used, FIGURE_TEXT - (size_t)used, " (%.3g to %.3g)", x_factor * range[0],
             x_factor * range[1]);
}

// Rings about the least values, in the legend with their numbers, and bars to where their samples cannot tell
// them from the least.
static void draw_least(figure *self, const chart *c, const char *unit, int *n) {
  int bars = 0;
  for (int i = 0; i < c->n_lines && c->has_quantile; i++) {
    const chart_place *least = chart_least(&c->lines[i]);
    char text[FIGURE_TEXT];
    double range[2];
    if (!least) continue;
    name_least(c, &c->lines[i], least, unit, text);
    chart_least_range(&c->lines[i], least, range);
    const int block = figure_begin_block(self, "least value; from where to where it may as well lie");
    fprintf(self->data, "%.9g %.9g %.9g %.9g\n", c->x_factor * least->x, c->factor * least->quantile,
            c->x_factor * range[0], c->x_factor * range[1]);
    begin_stroke(self, n);
    fprintf(
        self->script,
        "data index %d using 1:2 with points linecolor '%s' linewidth 2 pointtype 6 pointsize 1.3 title %s",
        block, figure_colour(i), figure_quote(self, text));
    if (!(range[0] < range[1])) continue;
    begin_stroke(self, n);
    fprintf(self->script,
            "data index %d using 1:2:3:4 with xerrorbars linecolor '%s' linewidth 1.2 pointtype 0 %s", block,
            figure_colour(i), bars++ ? "notitle" : "title 'not told from it, 95 %'");
  }
}

static void write_legend(const figure *self, const chart *c) {
  char text[32];
  if (has_spread(c))
    fputs(", \\\n     NaN with filledcurves linecolor '#808080' fillstyle transparent solid 0.25 noborder "
          "title "
          "'5 to 95 %'",
          self->script);
  if (has_spread(c) && c->has_quantile)
    fprintf(self->script,
            ", \\\n     NaN with lines linecolor '#808080' linewidth 1.5 dashtype (6,4) title '%s quantile'",
            percent(c->quantile, text));
}

static void write_y_range(const figure *self, const chart *c, int is_first) {
  const double room = c->high > c->low ? 0.05 * (c->high - c->low) : 0.05 * fabs(c->high) + 1e-300;
  if (self->wanted->scale == SCALE_LOGARITHMIC && c->low > 0) {
    double least = c->factor * c->low / 1.2, most = c->factor * c->high * 1.2;
    if (is_first) figure_shown(self->wanted->y_range, c->factor, &least, &most);
    figure_write_logarithmic(self, "y", least, most);
    fprintf(self->script, "set yrange [%.9g:%.9g]\n", least, most);
  } else
    fprintf(self->script, "unset logscale y\nset ytics autofreq\nset yrange [%.9g:%.9g]\n",
            c->low >= 0 && c->low < 0.3 * c->high ? 0 : c->factor * (c->low - room),
            c->factor * (c->high + room));
}

static chatter_status draw_panel(figure *self, chart *c, const result_variable *y, stack *panels,
                                 const char *x_label) {
  char label[FIGURE_TEXT], unit[32];
  const double *range = self->wanted->y_range;
  int block[CHART_LINES] = {0}, n = 0;
  const int is_first = panels->next == 0;
  TRY(measure(c, y));
  const double largest = fmax(fabs(c->low), fabs(c->high));
  c->factor = figure_short_label(y, largest, panels->high, label);
  figure_unit(y->units, largest, unit);
  stack_panel(self, panels, "", x_label, label);
  write_y_range(self, c, is_first);
  if (is_first && range[0] < range[1])
    fprintf(self->script, "set yrange [%.9g:%.9g]\n", c->factor * range[0], c->factor * range[1]);
  TRY(marks_write(self, c->x_factor, 0, 0));
  stack_write_key(self, panels);
  for (int i = 0; i < c->n_lines; i++)
    if (c->lines[i].n > 0) block[i] = write_block(self, c, &c->lines[i]);
  draw_lines(self, c, block, is_first, &n);
  if (is_first) draw_least(self, c, unit, &n);
  if (is_first) write_legend(self, c);
  fputc('\n', self->script);
  return CHATTER_OK;
}

static chatter_status fit_numbers(const figure *self, chart *c, const result_variable *y, stack *panels) {
  char label[FIGURE_TEXT];
  TRY(measure(c, y));
  const double factor = figure_label(y, fmax(fabs(c->low), fabs(c->high)), label);
  stack_fit_numbers(self, panels, factor * c->low, factor * c->high);
  return CHATTER_OK;
}

// Pixels beside the panels, of the longest entry of the legend.
static double legend_width(const chart *c, const result_variable *y) {
  double width = has_spread(c) ? figure_text_width("99.9 % quantile") : 0;
  for (int i = 0; i < c->n_lines; i++)
    width = fmax(width, figure_text_width(title_of(&c->lines[i], has_spread(c))));
  if (c->has_quantile) {
    char unit[32], x_unit[32];
    figure_unit(y->units, 0, unit), figure_unit(c->x->units, 0, x_unit);
    width = fmax(width, figure_text_width("least: 0.123 m at 1.2345 m (1.234 to 1.234)") +
                            figure_text_width(unit) + figure_text_width(x_unit));
  }
  return width > 0 ? stack_key_width(width) : 27;
}

static void write_note(const chart *c, char note[FIGURE_TEXT]) {
  size_t n = 0, failed = 0;
  for (int i = 0; i < c->n_lines; i++) {
    if (i > 0 && c->lines[i].of == c->lines[i - 1].of) continue;
    n += c->lines[i].of->n, failed += figure_failed(c->lines[i].of);
  }
  const int used = snprintf(note, FIGURE_TEXT, has_spread(c) ? "%zu trajectories" : "", n);
  if (failed)
    snprintf(note + used, FIGURE_TEXT - (size_t)used, "%s%zu of %zu trajectories failed and are not shown",
             used ? "; " : "", failed, n);
}

static chatter_status draw_chart(figure *self, chart *c, const result_variable *const *y, int n_y) {
  char x_label[FIGURE_TEXT], note[FIGURE_TEXT];
  stack panels;
  TRY(measure(c, y[0]));
  measure_x(self, c);
  c->x_factor = figure_axis_label(c->x, fmax(fabs(c->x_low), fabs(c->x_high)), x_label);
  write_note(c, note);
  const double right = legend_width(c, y[0]);
  self->width = fmax(self->width, 90 + 540 + right);
  stack_begin(self, n_y, right, note, NULL, &panels);
  double x_low = c->x_factor * c->x_low, x_high = c->x_factor * c->x_high;
  figure_shown(self->wanted->x_range, c->x_factor, &x_low, &x_high);
  if (c->x_logarithmic) figure_write_logarithmic(self, "x", x_low, x_high);
  if (c->x_low < c->x_high)
    fprintf(self->script, "set xrange [%.9g:%.9g]\n", c->x_factor * c->x_low, c->x_factor * c->x_high);
  figure_write_ranges(self, c->x_factor, 1);
  for (int p = 0; p < n_y; p++) TRY(fit_numbers(self, c, y[p], &panels));
  for (int p = 0; p < n_y; p++) TRY(draw_panel(self, c, y[p], &panels, x_label));
  stack_end(self);
  return CHATTER_OK;
}

static chatter_status draw(figure *self) {
  const result_variable *y[CHART_PANELS], *by;
  int n_y;
  chart *c = arena_allocate(self->memory, sizeof *c);
  if (!c) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  c->has_quantile = figure_given(self, "plot.quantile");
  c->quantile = c->has_quantile ? self->wanted->quantile : 0.5;
  TRY(chart_choose(self, &c->x, y, &n_y, &by));
  TRY(chart_find(self, c->lines, &c->n_lines));
  return draw_chart(self, c, y, n_y);
}

const figure_kind figure_chart = {fits, check, draw};
