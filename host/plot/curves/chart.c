// Figure `chart`: an output over a parameter, a line for each value of another one. For many
// trajectories it shows median and band, and where a quantile is least: the best choice of a design
// parameter.
#include "plot/curves/chart_lines.h"

#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"

typedef struct chart {
  chart_line lines[CHART_MAX_LINES];
  const result_variable *x;
  int n_lines, x_logarithmic;
  int has_quantile; // 1: plot.quantile is given
  double quantile_level;
  double x_factor, x_low, x_high, factor, low, high; // of the current panel
} chart;

static chatter_status check_results(const figure *self) {
  const result_variable *x, *y[CHART_MAX_PANELS], *by;
  int n;
  return chart_choose_variables(self, &x, y, &n, &by);
}

// Never chosen by itself: a scatter shows all trajectories.
static int fits_results(const figure *self) {
  (void)self;
  return 0;
}

static int has_spread(const chart *c) {
  int spread = 0;
  for (int i = 0; i < c->n_lines; i++) spread |= c->lines[i].has_spread;
  return spread;
}

static chatter_status measure_lines(chart *c, const result_variable *y) {
  c->low = INFINITY, c->high = -INFINITY;
  for (int i = 0; i < c->n_lines; i++) {
    chart_line *line = &c->lines[i];
    TRY(chart_measure_quantiles(line, y->name, c->quantile_level));
    for (size_t k = 0; k < line->n; k++) {
      const chart_place *p = &line->places[k];
      c->low = fmin(c->low, c->has_quantile ? fmin(p->low, p->quantile) : p->low);
      c->high = fmax(c->high, c->has_quantile ? fmax(p->high, p->quantile) : p->high);
    }
  }
  if (c->low <= c->high) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
}

// Finds the common limits of x of all panels.
static void find_x_range(const figure *self, chart *c) {
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
  c->x_logarithmic = x && figure_suits_logarithmic_axis(x, n);
}

// Writes the table of a line: x, 5, 50, 95 % and the wanted quantile.
static drawing_table *write_table(figure *self, const chart *c, const chart_line *line) {
  drawing_table *table = drawing_table_add(self->to, line->name[0] ? line->name : "all trajectories", 5);
  for (size_t k = 0; k < line->n; k++) {
    const chart_place *p = &line->places[k];
    drawing_add_numbers(table, c->x_factor * p->x, c->factor * p->low, c->factor * p->middle,
                        c->factor * p->high, c->factor * p->quantile);
  }
  return table;
}

// Writes a quantile in per cent, such as "99.5 %".
static const char *percent_text(double quantile, char text[32]) {
  snprintf(text, 32, "%g %%", 100 * quantile);
  return text;
}

static const char *legend_title(const chart_line *line, int spread) {
  if (line->name[0]) return line->name;
  return spread ? "median" : "";
}

static void draw_lines(figure *self, drawing_panel *to, const chart *c, drawing_table *const *table,
                       int is_first) {
  const int spread = has_spread(c);
  for (int i = 0; i < c->n_lines && spread; i++)
    if (c->lines[i].n > 0)
      drawing_curve_add(self->to, to,
                        (drawing_curve){.way = DRAW_BAND,
                                        .table = table[i],
                                        .column = {0, 1, 3},
                                        .colour = figure_colour(i),
                                        .opacity = 0.16});
  for (int i = 0; i < c->n_lines; i++) {
    const chart_line *line = &c->lines[i];
    if (line->n == 0) continue;
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = line->n > 60 ? DRAW_LINES : DRAW_LINES_POINTS,
                                      .table = table[i],
                                      .column = {0, 2},
                                      .name = is_first ? legend_title(line, spread) : "",
                                      .colour = figure_colour(i),
                                      .width = 1.8,
                                      .marker = MARKER_CIRCLE_FILLED,
                                      .size = 0.3});
    if (!c->has_quantile || !spread) continue;
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES,
                                      .table = table[i],
                                      .column = {0, 4},
                                      .colour = figure_colour(i),
                                      .width = 1.5,
                                      .dash = "6,4"});
  }
}

static void label_lowest_quantile(const chart *c, const chart_line *line, const chart_place *least,
                                  const char *unit, char text[FIGURE_TEXT]) {
  char x_unit[32];
  double range[2];
  const double x_factor = figure_unit_factor(c->x->units, c->x_high, x_unit);
  const int used = snprintf(text, FIGURE_TEXT, "least: %.3g%s%s at %.4g%s%s", c->factor * least->quantile,
                            unit[0] ? " " : "", unit, x_factor * least->x, x_unit[0] ? " " : "", x_unit);
  if (!chart_lowest_quantile_range(line, least, range))
    snprintf(text + used, FIGURE_TEXT - (size_t)used, " (few samples)");
  else if (range[0] < range[1])
    snprintf(text + used, FIGURE_TEXT - (size_t)used, " (%.3g to %.3g)", x_factor * range[0],
             x_factor * range[1]);
}

// Marks the least quantiles by rings, with their numbers in the legend, and by bars over the range
// of x whose samples do not differ significantly from the least.
static void mark_lowest_quantile(figure *self, drawing_panel *to, const chart *c, const char *unit) {
  int bars = 0;
  for (int i = 0; i < c->n_lines && c->has_quantile; i++) {
    const chart_place *least = chart_lowest_quantile(&c->lines[i]);
    char text[FIGURE_TEXT];
    double range[2];
    if (!least) continue;
    label_lowest_quantile(c, &c->lines[i], least, unit, text);
    chart_lowest_quantile_range(&c->lines[i], least, range);
    drawing_table *table =
        drawing_table_add(self->to, "least value; from where to where it may as well lie", 4);
    drawing_add_numbers(table, c->x_factor * least->x, c->factor * least->quantile, c->x_factor * range[0],
                        c->x_factor * range[1]);
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_POINTS,
                                      .table = table,
                                      .name = text,
                                      .colour = figure_colour(i),
                                      .width = 2,
                                      .marker = MARKER_CIRCLE,
                                      .size = 1.3});
    if (!(range[0] < range[1])) continue;
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_X_ERROR,
                                      .table = table,
                                      .name = bars++ ? "" : "not told from it, 95 %",
                                      .colour = figure_colour(i),
                                      .width = 1.2});
  }
}

static void add_legend_notes(const figure *self, drawing_panel *to, const chart *c) {
  char text[32], name[64];
  if (!has_spread(c)) return;
  drawing_curve_add(
      self->to, to,
      (drawing_curve){.way = DRAW_BAND, .name = "5 to 95 %", .colour = "#808080", .opacity = 0.25});
  snprintf(name, sizeof name, "%s quantile", percent_text(c->quantile_level, text));
  if (c->has_quantile)
    drawing_curve_add(
        self->to, to,
        (drawing_curve){.way = DRAW_LINES, .name = name, .colour = "#808080", .width = 1.5, .dash = "6,4"});
}

static void choose_y_range(const figure *self, const chart *c, int is_first, drawing_axis *y) {
  const double room = c->high > c->low ? 0.05 * (c->high - c->low) : 0.05 * fabs(c->high) + 1e-300;
  if (self->wanted->scale == SCALE_LOGARITHMIC && c->low > 0) {
    double least = c->factor * c->low / 1.2, most = c->factor * c->high * 1.2;
    if (is_first) frame_apply_range(self->wanted->y_range, c->factor, &least, &most);
    frame_set_logarithmic(self, y, least, most);
    frame_set_limits(y, least, most);
  } else
    frame_set_limits(y, c->low >= 0 && c->low < 0.3 * c->high ? 0 : c->factor * (c->low - room),
                     c->factor * (c->high + room));
}

static chatter_status draw_panel(figure *self, chart *c, const result_variable *y, stack *panels,
                                 const char *x_label) {
  char label[FIGURE_TEXT], unit[32];
  const double *range = self->wanted->y_range;
  drawing_table *table[CHART_MAX_LINES] = {NULL};
  const int is_first = panels->next == 0;
  TRY(measure_lines(c, y));
  const double largest = fmax(fabs(c->low), fabs(c->high));
  c->factor = figure_short_label(y, largest, panels->high, label);
  figure_unit_factor(y->units, largest, unit);
  drawing_panel *to = stack_add_panel(self, panels, "", x_label, label);
  choose_y_range(self, c, is_first, &to->y);
  if (is_first && range[0] < range[1]) frame_set_limits(&to->y, c->factor * range[0], c->factor * range[1]);
  TRY(interval_marks_add(self, to, c->x_factor, 0, 0));
  stack_add_legend(self, panels, to);
  for (int i = 0; i < c->n_lines; i++)
    if (c->lines[i].n > 0) table[i] = write_table(self, c, &c->lines[i]);
  draw_lines(self, to, c, table, is_first);
  if (is_first) mark_lowest_quantile(self, to, c, unit);
  if (is_first) add_legend_notes(self, to, c);
  return CHATTER_OK;
}

static chatter_status fit_axis_numbers(const figure *self, chart *c, const result_variable *y,
                                       stack *panels) {
  char label[FIGURE_TEXT];
  TRY(measure_lines(c, y));
  const double factor = figure_variable_label(y, fmax(fabs(c->low), fabs(c->high)), label);
  stack_fit_numbers(self, panels, factor * c->low, factor * c->high);
  return CHATTER_OK;
}

// Returns the width of the legend in pixels, by its longest entry.
static double legend_width(const chart *c, const result_variable *y) {
  double width = has_spread(c) ? figure_text_width("99.9 % quantile") : 0;
  for (int i = 0; i < c->n_lines; i++)
    width = fmax(width, figure_text_width(legend_title(&c->lines[i], has_spread(c))));
  if (c->has_quantile) {
    char unit[32], x_unit[32];
    figure_unit_factor(y->units, 0, unit), figure_unit_factor(c->x->units, 0, x_unit);
    width = fmax(width, figure_text_width("least: 0.123 m at 1.2345 m (1.234 to 1.234)") +
                            figure_text_width(unit) + figure_text_width(x_unit));
  }
  return width > 0 ? stack_key_width(width) : 27;
}

static void describe_lines(const chart *c, char note[FIGURE_TEXT]) {
  size_t n = 0, failed = 0;
  for (int i = 0; i < c->n_lines; i++) {
    if (i > 0 && c->lines[i].of == c->lines[i - 1].of) continue;
    n += c->lines[i].of->n, failed += figure_count_failed(c->lines[i].of);
  }
  const int used = snprintf(note, FIGURE_TEXT, has_spread(c) ? "%zu trajectories" : "", n);
  if (failed)
    snprintf(note + used, FIGURE_TEXT - (size_t)used, "%s%zu of %zu trajectories failed and are not shown",
             used ? "; " : "", failed, n);
}

static chatter_status draw_chart(figure *self, chart *c, const result_variable *const *y, int n_y) {
  char x_label[FIGURE_TEXT], note[FIGURE_TEXT];
  stack panels;
  TRY(measure_lines(c, y[0]));
  find_x_range(self, c);
  c->x_factor = figure_axis_label(c->x, fmax(fabs(c->x_low), fabs(c->x_high)), x_label);
  describe_lines(c, note);
  const double right = legend_width(c, y[0]);
  self->to->width = fmax(self->to->width, 90 + 540 + right);
  stack_begin(self, n_y, right, note, NULL, &panels);
  double x_low = c->x_factor * c->x_low, x_high = c->x_factor * c->x_high;
  drawing_panel *common = &self->to->common;
  frame_apply_range(self->wanted->x_range, c->x_factor, &x_low, &x_high);
  if (c->x_logarithmic) frame_set_logarithmic(self, &common->x, x_low, x_high);
  if (c->x_low < c->x_high) frame_set_limits(&common->x, c->x_factor * c->x_low, c->x_factor * c->x_high);
  frame_apply_study_ranges(self, common, c->x_factor, 1);
  for (int p = 0; p < n_y; p++) TRY(fit_axis_numbers(self, c, y[p], &panels));
  for (int p = 0; p < n_y; p++) TRY(draw_panel(self, c, y[p], &panels, x_label));
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y[CHART_MAX_PANELS], *by;
  int n_y;
  chart *c = arena_allocate(self->memory, sizeof *c);
  if (!c) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  c->has_quantile = figure_has_key(self, "plot.quantile");
  c->quantile_level = c->has_quantile ? self->wanted->quantile : 0.5;
  TRY(chart_choose_variables(self, &c->x, y, &n_y, &by));
  TRY(chart_find_lines(self, c->lines, &c->n_lines));
  return draw_chart(self, c, y, n_y);
}

const figure_kind figure_chart = {fits_results, check_results, draw_figure};
