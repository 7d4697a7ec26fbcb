// Figure `convergence`: statistics of outputs with their intervals after 8, 16 ... all
// trajectories, in panels over their number.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/figure.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/stack.h"
#include "study/file/key_place.h"

static int is_allowed_output(const result_variable *variable) {
  return figure_is_per_trajectory(variable) && !result_variable_has_role(variable, RESULT_STATUS) &&
         !result_variable_has_role(variable, RESULT_PARAMETER);
}

static int fits_results(const figure *self) {
  return figure_is_random(self->config) && study_given(self->config, "statistics") &&
         figure_first_output(self) != NULL;
}

// Chooses the outputs of plot.y, else all that `statistics` covers, as many as fit.
static chatter_status choose_outputs(const figure *self, const statistics_wanted *wanted,
                                     const result_variable *y[STACK_MAX_PANELS], int *n) {
  const study *config = self->config;
  *n = 0;
  TRY(figure_pick_y_variables(self, is_allowed_output, "with a value per trajectory", STACK_MAX_PANELS, y,
                              n));
  if (config && config->ensemble.design == DESIGN_GRID)
    return figure_raise_missing(self,
                                "the points of a grid are no sample whose numbers settle: convergence needs "
                                "design random, latin_hypercube, sobol, saltelli or file");
  for (int v = 0; v < self->results->n_variables && *n < STACK_MAX_PANELS && !self->wanted->y[0]; v++) {
    const result_variable *one = &self->results->variables[v];
    if (is_allowed_output(one) && statistics_are_wanted_of(wanted, one)) y[(*n)++] = one;
  }
  return *n ? CHATTER_OK : figure_raise_missing(self, "a figure of convergence needs an output");
}

static chatter_status check_results(const figure *self) {
  const result_variable *y[STACK_MAX_PANELS];
  const statistics_wanted wanted = statistics_wanted_by_study(self->config);
  int n;
  return choose_outputs(self, &wanted, y, &n);
}

// One statistic of an output as a panel.
typedef struct statistic_panel {
  const output_statistics *output;
  const statistic *of;
  double factor, low, high; // limits of the axis, in its unit
  char label[FIGURE_TEXT];
} statistic_panel;

// Returns 1 if a statistic is shown; with several outputs skewness and kurtosis are left out.
static int statistic_is_shown(const statistic *s, int is_only) {
  static const char *const left_out[] = {"histogram", "exceedance_least", "exceedance_most", "skewness",
                                         "kurtosis"};
  const int n = (int)(sizeof left_out / sizeof *left_out) - (is_only ? 2 : 0);
  if (!s->low) return 0;
  for (int i = 0; i < n; i++)
    if (strcmp(s->name, left_out[i]) == 0) return 0;
  return 1;
}

// Returns the label of a statistic without unit.
static const char *statistic_label(const statistic *s) {
  if (strcmp(s->name, "exceedance") == 0) return "Probability";
  if (strncmp(s->name, "sobol_", 6) == 0) return "Share of the variance";
  return strcmp(s->name, "failure_share") == 0 ? "Share" : "Shape";
}

// Makes a panel. Returns 0 if the statistic has no value, or if there are no failures to show.
static int make_panel(const output_statistics *output, const statistic *s, statistic_panel *out) {
  const size_t n = output->n_counts * s->n;
  double largest = 0;
  *out = (statistic_panel){.output = output, .of = s, .factor = 1, .low = INFINITY, .high = -INFINITY};
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(s->value[i])); // fmax ignores unknown values
    out->low = fmin(out->low, s->value[i]), out->high = fmax(out->high, s->value[i]);
    if (!isfinite(s->low[i]) || !isfinite(s->high[i])) continue;
    out->low = fmin(out->low, s->low[i]), out->high = fmax(out->high, s->high[i]);
  }
  if (!(out->low <= out->high) || (strcmp(s->name, "failure_share") == 0 && largest == 0)) return 0;
  if (s->is_share)
    snprintf(out->label, sizeof out->label, "%s", statistic_label(s));
  else
    out->factor = figure_short_label(output->output, largest, 150, out->label);
  const double room =
      out->high > out->low ? 0.06 * (out->high - out->low) : fmax(0.1 * fabs(out->high), 1e-9);
  out->low = out->factor * (out->low - room), out->high = out->factor * (out->high + room);
  return 1;
}

// Writes the name of the k-th curve of a panel: "0.05", "0.11 mm", an input; "" for a single curve.
static void name_curve(const figure *self, const statistic_panel *p, size_t k, char text[FIGURE_TEXT]) {
  const statistic *s = p->of;
  char unit[32] = "";
  text[0] = 0;
  if (s->at && strcmp(s->axis, "limit") == 0) {
    const double factor = figure_unit_factor(p->output->output->units, fabs(s->at[k]), unit);
    snprintf(text, FIGURE_TEXT, "%.6g%s%s", factor * s->at[k], *unit ? " " : "", unit);
  } else if (s->at) {
    snprintf(text, FIGURE_TEXT, "%.6g", s->at[k]);
  }
  if (!s->input) return;
  const char *path = s->input[k].path;
  const result_variable *parameter = figure_find_parameter(self, path);
  const int is_input = !strchr(path, '.'); // a name that the study gives
  char symbol[64] = "";
  if (parameter && !is_input) figure_parameter_symbol(parameter, symbol);
  snprintf(text, FIGURE_TEXT, "%.200s", *symbol ? symbol : path);
}

// Returns 1 if the interval of the k-th curve is known after the c-th number of trajectories.
static int interval_is_known(const statistic_panel *p, size_t c, size_t k) {
  const size_t at = c * p->of->n + k;
  return isfinite(p->of->low[at]) && isfinite(p->of->high[at]);
}

// Returns 1 if its intervals form a band: outer quantiles may have one at the end alone.
static int has_band(const statistic_panel *p, size_t k) {
  size_t known = 0;
  for (size_t c = 0; c < p->output->n_counts; c++) known += (size_t)interval_is_known(p, c, k);
  return known > 1;
}

static drawing_table *write_curve(figure *self, const statistic_panel *p, size_t k) {
  const statistic *s = p->of;
  drawing_table *table = drawing_table_add(self->to, "trajectories, statistic, its interval", 4);
  for (size_t c = 0; c < p->output->n_counts; c++) {
    const size_t at = c * s->n + k;
    const int has = interval_is_known(p, c, k);
    drawing_add_numbers(table, (double)p->output->counts[c], p->factor * s->value[at],
                        has ? p->factor * s->low[at] : NAN, has ? p->factor * s->high[at] : NAN);
  }
  return table;
}

// Sets ticks at the counts; of many, every second, third ... from the last one backwards.
static void choose_axis(const figure *self, const output_statistics *of) {
  const size_t n = of->n_counts, every = n / 12 + 1;
  drawing_axis *x = &self->to->common.x;
  x->is_logarithmic = 1;
  frame_set_limits(x, (double)of->counts[0] / 1.2, (double)of->counts[n - 1] * 1.2);
  for (size_t c = (n - 1) % every; c < n; c += every)
    drawing_tick_add(self->to, x, (double)of->counts[c], NULL);
}

static void choose_legend(const figure *self, const stack *panels, const statistic_panel *p,
                          drawing_panel *to) {
  const double top = panels->top + (panels->next - 1) * (panels->high + panels->gap);
  to->legend = p->of->n == 1 ? LEGEND_NONE : LEGEND_BESIDE;
  to->legend_at[0] = 1 - (panels->right - 10) / self->to->width;
  to->legend_at[1] = 1 - (top - 4) / self->to->height;
}

// Writes the title, "mean", "tip: quantile 0.5": the statistic, the output if there are several,
// and the place on the axis if there is only one.
static void name_panel(const figure *self, const statistic_panel *p, int is_only, char *text, size_t size) {
  const char *words = p->of->words;
  const size_t length = strlen(words),
               end = strcmp(words + length - 3, " of") == 0 ? 3 : 4; // the length of " of" or " for"
  char place[FIGURE_TEXT] = "";
  if (p->of->n == 1) name_curve(self, p, 0, place);
  const char *output = is_only ? "" : p->output->output->name;
  snprintf(text, size, "%s%s%.*s%s%s", output, *output ? ": " : "", (int)(length - end), words,
           *place ? " " : "", place);
}

static chatter_status draw_panel(figure *self, stack *panels, const statistic_panel *p, int is_only) {
  char title[2 * FIGURE_TEXT], name[FIGURE_TEXT];
  drawing_table **table = arena_allocate(self->memory, p->of->n * sizeof *table);
  if (!table) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t k = 0; k < p->of->n; k++) table[k] = write_curve(self, p, k);
  name_panel(self, p, is_only, title, sizeof title);
  drawing_panel *to = stack_add_panel(self, panels, title, "Trajectories", p->label);
  choose_legend(self, panels, p, to);
  frame_set_limits(&to->y, p->low, p->high);
  frame_apply_study_ranges(self, to, 1, p->factor);
  for (size_t k = 0; k < p->of->n; k++) {
    const drawing_curve band = {.way = DRAW_BAND, .column = {0, 2, 3}, .opacity = 0.2},
                        bars = {.way = DRAW_Y_ERROR, .width = 1.3};
    drawing_curve curve = has_band(p, k) ? band : bars;
    curve.table = table[k], curve.colour = figure_colour((int)k);
    drawing_curve_add(self->to, to, curve);
  }
  for (size_t k = 0; k < p->of->n; k++) {
    name_curve(self, p, k, name);
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES_POINTS,
                                      .table = table[k],
                                      .name = p->of->n == 1 ? "" : name,
                                      .colour = figure_colour((int)k),
                                      .width = 1.6,
                                      .marker = MARKER_CIRCLE_FILLED,
                                      .size = 0.5});
  }
  return CHATTER_OK;
}

// Returns 1 for a share of failures that equals that of an earlier output or the share of failed
// trajectories.
static int is_described_in_note(const statistic_panel *next, const statistic_panel *panel, int n) {
  const size_t size = next->output->n_counts * next->of->n * sizeof(double);
  for (int i = 0; i < n; i++)
    if (strcmp(next->of->name, "failure_share") == 0 && strcmp(panel[i].of->name, "failure_share") == 0 &&
        memcmp(next->of->value, panel[i].of->value, size) == 0)
      return 1;
  return 0;
}

// Makes panels for as many outputs as fit, at least for the first.
static chatter_status make_panels(const figure *self, const statistics_wanted *wanted, int n_outputs,
                                  const result_variable *const *y, statistic_panel panel[STACK_MAX_PANELS],
                                  int *n, int *n_shown) {
  size_t counts[STATISTICS_MAX_CHECKS];
  const size_t n_counts = statistics_halved_counts(wanted, self->n, counts);
  output_statistics *of = arena_allocate(self->memory, sizeof *of * (size_t)n_outputs);
  if (!of) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  *n = 0;
  for (*n_shown = 0; *n_shown < n_outputs; ++*n_shown) {
    const int before = *n;
    output_statistics *one = &of[*n_shown];
    TRY(figure_statistics(self, wanted, y[*n_shown], n_counts, counts, one));
    for (int i = 0; i < one->n; i++) {
      statistic_panel next;
      if (!statistic_is_shown(&one->list[i], n_outputs == 1) || !make_panel(one, &one->list[i], &next) ||
          is_described_in_note(&next, panel, *n))
        continue;
      if (*n == STACK_MAX_PANELS) {
        if (before > 0) *n = before; // drop the whole output
        return CHATTER_OK;
      }
      panel[(*n)++] = next;
    }
  }
  return CHATTER_OK;
}

static double widest_name(const figure *self, const statistic_panel *panel, int n) {
  double widest = 0;
  char name[FIGURE_TEXT];
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < panel[i].of->n && panel[i].of->n > 1; k++) {
      name_curve(self, &panel[i], k, name);
      widest = fmax(widest, figure_text_width(name));
    }
  return widest;
}

static void write_note(const figure *self, const statistics_wanted *wanted, int n_outputs, int n_shown,
                       char *text, size_t size) {
  const size_t failed = figure_count_failed(self);
  size_t used = (size_t)snprintf(text, size, "%.4g %% intervals", 100 * wanted->level);
  if (failed > 0)
    used += (size_t)snprintf(text + used, size - used, "; %zu of %zu trajectories failed and are left out",
                             failed, self->n);
  if (n_shown < n_outputs)
    snprintf(text + used, size - used, "; %d of %d outputs (plot.y names others)", n_shown, n_outputs);
}

static chatter_status draw_figure(figure *self) {
  const result_variable *y[STACK_MAX_PANELS];
  statistic_panel panel[STACK_MAX_PANELS];
  const statistics_wanted wanted = statistics_wanted_by_study(self->config);
  int n_outputs, n_shown = 0, n = 0;
  char note[FIGURE_TEXT];
  stack panels;
  TRY(choose_outputs(self, &wanted, y, &n_outputs));
  TRY(make_panels(self, &wanted, n_outputs, y, panel, &n, &n_shown));
  if (n == 0)
    return error_raise(CHATTER_IO, "the results hold no finite value of '%s'%s", y[0]->name,
                       n_outputs > 1 ? " and the other outputs" : "");
  write_note(self, &wanted, n_outputs, n_shown, note, sizeof note);
  const double names = widest_name(self, panel, n);
  stack_begin(self, n, names > 0 ? stack_key_width(names) : 30, note, NULL, &panels);
  for (int i = 0; i < n; i++) stack_fit_numbers(self, &panels, panel[i].low, panel[i].high);
  choose_axis(self, panel[0].output);
  for (int i = 0; i < n; i++) TRY(draw_panel(self, &panels, &panel[i], n_shown == 1));
  return CHATTER_OK;
}

const figure_kind figure_convergence = {fits_results, check_results, draw_figure};
