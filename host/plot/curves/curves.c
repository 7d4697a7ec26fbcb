// Figure `curves`: curves over one of their own values, for chosen trajectories and several files.
// Stable parts are solid, events are marked, kinds of curves overlaid, and sweeps shown as dots.
// Several values give several panels.
#include "plot/curves/curve_strokes.h"

#include <math.h>
#include <string.h>

#include "plot/sheet/frame.h"
#include "plot/sheet/marks.h"
#include "plot/sheet/stack.h"

static chatter_status choose_variables(const figure *self, int over_second, const result_variable **x,
                                       const result_variable *y[CURVES_MAX_PANELS], int *n) {
  const result_variable *places[CURVES_MAX_PANELS];
  const int n_places = curves_x_variables(self, places, CURVES_MAX_PANELS);
  *n = 1;
  y[0] = curves_first_output(self);
  if (!y[0] || n_places < 1 + over_second)
    return figure_raise_missing(self, "the figure needs curves: the results hold no points of any");
  *x = places[over_second];
  for (int i = 0; i < n_places && over_second && *n < CURVES_MAX_PANELS; i++)
    if (places[i] != *x) y[(*n)++] = places[i];
  // x is the frequency of the load, whatever its entry is called in the other files.
  const char *wanted = self->wanted->x;
  if (figure_same_path(wanted, "excitation.frequency") && strcmp((*x)->units, "Hz") == 0) wanted = "";
  TRY(figure_pick_variable(self, "plot.x", wanted, curves_is_possible_variable, "with points of curves", x));
  TRY(figure_pick_y_variables(self, curves_is_possible_variable, "with points of curves", CURVES_MAX_PANELS,
                              y, n));
  for (int i = 0; i < *n; i++)
    if (!curves_is_curve_variable(self, y[i]) || !curves_is_curve_variable(self, *x))
      return figure_raise_missing(self, "'%s' has no values at the points of curves",
                                  curves_is_curve_variable(self, *x) ? y[i]->name : (*x)->name);
  return CHATTER_OK;
}

static chatter_status check_curves_over(const figure *self, int over_second) {
  const result_variable *x, *y[CURVES_MAX_PANELS];
  int n;
  return choose_variables(self, over_second, &x, y, &n);
}
static chatter_status check_results(const figure *self) {
  return check_curves_over(self, 0);
}
static chatter_status check_over_second(const figure *self) {
  return check_curves_over(self, 1);
}

static int spans_decades(const double low, const double high) {
  return low > 0 && high >= 20 * low && isfinite(high);
}

// Returns 1 for a logarithmic axis, by plot.scale; without it the first value is shown in decades.
static int wants_logarithmic(const figure *self, const curve_panel *p, int is_first) {
  enum { DECADES = 300 };
  const double low = p->all.low[1], high = p->all.high[1];
  if (!figure_has_key(self, "plot.scale")) return is_first && low > 0 && high > DECADES * low;
  return self->wanted->scale == SCALE_LOGARITHMIC && high > 0 && (is_first || spans_decades(low, high));
}

static void measure_panel(const figure *self, curve_sheet *s, curve_panel *p) {
  curve_trace_begin(&p->all, s->x->name, p->y->name);
  memcpy(p->all.shown, self->wanted->x_range, sizeof p->all.shown);
  p->all.named = p != s->panels; // the first panel also shows other values of a file
  for (int i = 0; i < s->n_lines; i++) {
    for (int kind = 0; kind < curves_count_kinds(s); kind++)
      for (int unstable = 0; unstable < 2; unstable++) {
        const size_t before = p->all.n;
        curve_trace_lines(&p->all, &s->lines[i], kind, unstable);
        s->has_plain |= kind == 0 && p->all.n > before;
        s->has_unstable |= unstable && p->all.n > before;
      }
    curve_trace_dots(&p->all, &s->lines[i]);
  }
  if (p->all.n == 0) return;
  s->x_low = fmin(s->x_low, p->all.low[0]), s->x_high = fmax(s->x_high, p->all.high[0]);
  p->all.y_logarithmic = wants_logarithmic(self, p, p == s->panels);
}

static int is_drawn_line_by_line(const curve_sheet *s) {
  const figure *file = NULL;
  int lines = 0, files = 0;
  for (int i = 0; i < s->n_lines; i++) {
    if (!s->lines[i].points) continue;
    lines++, files += s->lines[i].of != file;
    file = s->lines[i].of;
  }
  return files > 1 || (lines > 1 && !s->has_plain);
}

// Measures the panels and drops those without content, unless the study names them.
static chatter_status measure_panels(const figure *self, curve_sheet *s) {
  int kept = 0;
  s->x_low = INFINITY, s->x_high = -INFINITY;
  for (int i = 0; i < s->n_panels; i++) {
    measure_panel(self, s, &s->panels[i]);
    if (s->panels[i].all.n == 0 && s->panels[i].all.n_flat == 0 && self->wanted->y[0])
      return error_raise(CHATTER_IO, "the curves hold no finite value of '%s'", s->panels[i].y->name);
    if (s->panels[i].all.n > 0) s->panels[kept++] = s->panels[i];
  }
  s->n_panels = kept;
  s->are_parted = is_drawn_line_by_line(s);
  if (kept == 0 && s->panels[0].all.n_flat > 0)
    return error_raise(CHATTER_IO,
                       "'%s' is the same all along each curve: nothing stands over it (allowed: plot.kind: "
                       "curves, or another plot.x)",
                       s->x->name);
  if (kept == 0)
    return error_raise(CHATTER_IO, "the curves hold no finite value of '%s'", s->panels[0].y->name);
  s->x_logarithmic = spans_decades(s->x_low, s->x_high) && strcmp(s->x->units, "Hz") != 0;
  return CHATTER_OK;
}

static void choose_y_range(const figure *self, const curve_panel *p, int is_first, drawing_axis *y) {
  const double low = p->all.low[1], high = p->all.high[1], room = 0.05 * (high - low);
  if (p->all.y_logarithmic) {
    double least = p->factor * (low > 0 ? low / 1.2 : 1e-6 * high), most = p->factor * high * 1.2;
    if (is_first) frame_apply_range(self->wanted->y_range, p->factor, &least, &most);
    frame_set_logarithmic(self, y, least, most);
    frame_set_limits(y, least, most);
  } else if (low >= 0 && low < 0.3 * high)
    frame_set_limits(y, 0, 1.05 * p->factor * high);
  else if (room > 1e-6 * fabs(high))
    frame_set_limits(y, p->factor * (low - room), p->factor * (high + room));
  else // constant
    frame_set_limits(y, p->factor * (low - 0.01 * fabs(low) - 1e-300),
                     p->factor * (high + 0.01 * fabs(high) + 1e-300));
}

static void choose_head(const figure *self, const curve_head *head, drawing_panel *to) {
  to->n_head = head->n;
  for (int k = 0; k < head->n; k++) to->head[k] = drawing_copy_text(self->to, head->text[k]);
}

static chatter_status draw_panel(figure *self, const curve_sheet *s, curve_panel *p, stack *panels,
                                 const char *x_label) {
  char label[FIGURE_TEXT];
  const double *range = self->wanted->y_range;
  p->factor =
      figure_short_label(p->y, fmax(fabs(p->all.low[1]), fabs(p->all.high[1])), panels->high + 24, label);
  p->height = panels->high;
  drawing_panel *to = stack_add_panel(self, panels, "", x_label, label);
  choose_y_range(self, p, p == s->panels, &to->y);
  if (p == s->panels && range[0] < range[1])
    frame_set_limits(&to->y, p->factor * range[0], p->factor * range[1]);
  TRY(interval_marks_add(self, to, s->x_factor, 0, 0));
  stack_add_legend(self, panels, to);
  if (p == s->panels) choose_head(self, &s->head, to);
  curves_draw_strokes(self, to, s, p);
  return CHATTER_OK;
}

// Returns the width of the legend in pixels, by its longest entry.
static double legend_width(const curve_sheet *s) {
  double width = figure_text_width(s->has_unstable ? "unstable" : "");
  char word[64];
  for (int events = 0; events < 2; events++)
    for (int k = 0; k < curves_count_flags(curves_common_flags(s, events)); k++) {
      curve_flag_word(curves_common_flags(s, events), k, word);
      width = fmax(width, figure_text_width(word));
    }
  for (int i = 0; i < s->n_lines; i++) width = fmax(width, figure_text_width(s->lines[i].name));
  for (int k = 0; k < s->head.n; k++) width = fmax(width, figure_text_width(s->head.text[k]) - 60);
  return stack_key_width(width);
}

static void describe_omissions(const curve_sheet *s, char note[FIGURE_TEXT]) {
  const figure *last = NULL;
  size_t n = 0, shown = 0, early = 0;
  note[0] = 0;
  for (int i = 0; i < s->n_lines; i++) {
    const curve_line *line = &s->lines[i];
    if (!line->points) continue;
    n += line->of == last ? 0 : line->of->n;
    last = line->of;
    shown++;
    early += !figure_trajectory_is_ok(line->of, line->trajectory);
  }
  size_t used = 0;
  if (shown < n) used = (size_t)snprintf(note, FIGURE_TEXT, "%zu of %zu trajectories", shown, n);
  if (early)
    snprintf(note + used, FIGURE_TEXT - used, "%s%zu of %s ended early: what they reached is shown",
             used ? "; " : "", early, used ? "them" : "the trajectories");
}

static void fit_axis_numbers(const figure *self, const curve_panel *p, int is_first, stack *panels) {
  char label[FIGURE_TEXT];
  const double low = p->all.low[1], high = p->all.high[1], *range = self->wanted->y_range,
               factor = figure_variable_label(p->y, fmax(fabs(low), fabs(high)), label);
  const int is_given = is_first && range[0] < range[1];
  stack_fit_numbers(self, panels, factor * (is_given ? range[0] : low),
                    factor * (is_given ? range[1] : high));
}

static chatter_status draw_sheet(figure *self, curve_sheet *s) {
  char x_label[FIGURE_TEXT], note[FIGURE_TEXT];
  stack panels;
  s->x_factor = figure_axis_label(s->x, fmax(fabs(s->x_low), fabs(s->x_high)), x_label);
  describe_omissions(s, note);
  const double right = legend_width(s);
  self->to->width = fmax(self->to->width, 90 + CURVES_PANEL_WIDTH + right);
  stack_begin(self, s->n_panels, right, note, NULL, &panels);
  double x_low = s->x_factor * s->x_low, x_high = s->x_factor * s->x_high;
  drawing_panel *common = &self->to->common;
  frame_apply_range(self->wanted->x_range, s->x_factor, &x_low, &x_high);
  if (s->x_logarithmic) frame_set_logarithmic(self, &common->x, x_low, x_high);
  if (s->x_low < s->x_high) frame_set_limits(&common->x, s->x_factor * s->x_low, s->x_factor * s->x_high);
  frame_apply_study_ranges(self, common, s->x_factor, 1);
  for (int i = 0; i < s->n_panels; i++) fit_axis_numbers(self, &s->panels[i], i == 0, &panels);
  for (int i = 0; i < s->n_panels; i++) TRY(draw_panel(self, s, &s->panels[i], &panels, x_label));
  return CHATTER_OK;
}

static chatter_status draw_over(figure *self, int over_second) {
  const result_variable *y[CURVES_MAX_PANELS];
  curve_sheet *s = arena_allocate(self->memory, sizeof *s);
  if (!s) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_variables(self, over_second, &s->x, y, &s->n_panels));
  for (int i = 0; i < s->n_panels; i++) s->panels[i].y = y[i];
  TRY(curves_find(self, y[0]->name, s->lines, &s->n_lines, &s->head));
  TRY(measure_panels(self, s));
  return draw_sheet(self, s);
}
static chatter_status draw_figure(figure *self) {
  return draw_over(self, 0);
}
static chatter_status draw_over_second(figure *self) {
  return draw_over(self, 1);
}

const figure_kind figure_curves = {curves_are_in_results, check_results, draw_figure};
const figure_kind figure_curves_over_load = {curves_are_in_results, check_over_second, draw_over_second};
