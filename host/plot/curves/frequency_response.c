// Figure `frequency_response`: amplitude over excitation frequency. It shows the branches reached
// by sweeping from below and from above, the jumps between them, and a comparison (the linear
// response without contact).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/sheet/frame.h"

typedef struct curve_point {
  double x, y, compared;
} curve_point;

typedef struct sweep_branch {
  const char *name, *colour;
  int n;
  curve_point *points;
  int jump; // between points jump and jump + 1; -1: none
} sweep_branch;

enum { N_BRANCHES = 3 }; // from below, from above, neither

// Returns 1 if something varies other than the start and end of sweeps; neighbours are then no
// curve.
static int has_two_directions(const figure *self) {
  const result_variable *x = figure_find_parameter(self, "excitation.frequency");
  for (int i = 0; i < self->n_parameters; i++)
    if (self->parameter[i] != x && !strstr(self->parameter[i]->name, "sweep_from")) return 1;
  return 0;
}

static int fits_results(const figure *self) {
  const result_variable *x = figure_find_parameter(self, "excitation.frequency"), *wanted = x;
  const double *values;
  const int before = error_count();
  if (figure_pick_trajectory_variable(self, "plot.x", self->wanted->x, &wanted) != CHATTER_OK)
    error_keep(before);
  return x && x == wanted && figure_first_output(self) &&
         figure_distinct_values(self, figure_values(self, x), self->n, &values) >= 3 &&
         !has_two_directions(self);
}

static int compare_x(const void *a, const void *b) {
  const curve_point *p = a, *q = b;
  return (p->x > q->x) - (p->x < q->x);
}

// Finds a jump: the step between neighbours that exceeds a quarter of the range and five times the
// median step.
static int find_jump(const figure *self, const sweep_branch *one) {
  double low = INFINITY, high = -INFINITY, largest = 0;
  int at = -1;
  double *step = arena_allocate(self->memory, ((size_t)one->n + 1) * sizeof *step);
  if (!step || one->n < 4) return -1;
  for (int i = 0; i < one->n; i++) {
    low = fmin(low, one->points[i].y);
    high = fmax(high, one->points[i].y);
    if (i + 1 < one->n) step[i] = fabs(one->points[i + 1].y - one->points[i].y);
  }
  for (int i = 0; i + 1 < one->n; i++)
    if (step[i] > largest) largest = step[i], at = i;
  const double *sorted;
  size_t n = figure_distinct_values(self, step, (size_t)one->n - 1, &sorted);
  return n && largest > 0.25 * (high - low) && largest > 5 * sorted[n / 2] ? at : -1;
}

// If only one branch has a large step (the other may jump where both have about the same
// amplitude), the other's jump is the end of the range in which the two differ: the lower end for
// the branch from above.
static void find_range(sweep_branch branches[2]) {
  int first = -1, last = -1, n = branches[0].n < branches[1].n ? branches[0].n : branches[1].n;
  double top = 0;
  for (int i = 0; i < n; i++) {
    if (branches[0].points[i].x != branches[1].points[i].x)
      return; // different frequencies cannot be compared
    top = fmax(top, fmax(branches[0].points[i].y, branches[1].points[i].y));
  }
  for (int i = 0; i < n; i++) {
    if (fabs(branches[0].points[i].y - branches[1].points[i].y) < 0.03 * top) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (last - first < 3) return;
  if (branches[0].jump < 0 && last + 1 < n) branches[0].jump = last;
  if (branches[1].jump < 0 && first > 0) branches[1].jump = first - 1;
}

// Returns the branch of a trajectory: its sweep began below or above its end.
static int direction_of_sweep(const double *from, double frequency, size_t i) {
  if (!from || from[i] == 0 || from[i] == frequency) return 2;
  return from[i] < frequency ? 0 : 1;
}

static chatter_status collect_branches(const figure *self, const result_variable *x, const result_variable *y,
                                       const double *compared, sweep_branch branches[N_BRANCHES]) {
  const result_variable *from = figure_find_variable(self, "excitation.sweep_from");
  const double *start = from ? figure_values(self, from) : NULL, *f = figure_values(self, x);
  const double *amplitude = figure_values(self, y);
  double single = 0;
  for (int k = 0; self->config && k < self->config->n_excitations && single == 0; k++)
    single = self->config->excitations[k].sweep_from;
  if (!f || !amplitude) return CHATTER_DEVICE;
  for (int b = 0; b < N_BRANCHES; b++) {
    branches[b].points = arena_allocate(self->memory, (self->n + 1) * sizeof(curve_point));
    if (!branches[b].points) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  }
  for (size_t i = 0; i < self->n; i++) {
    if (!figure_trajectory_is_ok(self, i) || !isfinite(amplitude[i])) continue;
    sweep_branch *one =
        &branches[start ? direction_of_sweep(start, f[i], i) : direction_of_sweep(&single, f[i], 0)];
    one->points[one->n++] = (curve_point){f[i], amplitude[i], compared ? compared[i] : NAN};
  }
  for (int b = 0; b < N_BRANCHES; b++) {
    if (branches[b].n) qsort(branches[b].points, (size_t)branches[b].n, sizeof(curve_point), compare_x);
    branches[b].jump = has_two_directions(self) ? -1 : find_jump(self, &branches[b]);
  }
  if (!has_two_directions(self)) find_range(branches);
  return CHATTER_OK;
}

// Writes a branch with a gap at its jump, so that no line crosses it.
static drawing_table *write_branch(figure *self, const sweep_branch *one, double factor) {
  drawing_table *table = drawing_table_add(self->to, one->name, 2);
  for (int i = 0; i < one->n; i++) {
    drawing_add_numbers(table, one->points[i].x, factor * one->points[i].y);
    if (i == one->jump) drawing_add_gap(table);
  }
  return table;
}

// Returns 1 if the comparison is one curve over x, which it need not be over a parameter other than
// the frequency.
static int is_single_valued(const curve_point *sorted, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (sorted[i].x == sorted[i - 1].x &&
        fabs(sorted[i].compared - sorted[i - 1].compared) > 1e-9 * fabs(sorted[i].compared))
      return 0;
  return 1;
}

// Writes the comparison; NULL if it is no curve, or if no two neighbours lie below `most`, so that
// only the legend would show it.
static drawing_table *write_comparison(figure *self, const sweep_branch *branches, const char *label,
                                       double factor, double most) {
  size_t n = 0;
  curve_point *all = arena_allocate(self->memory, (N_BRANCHES * self->n + 1) * sizeof *all);
  for (int b = 0; all && b < N_BRANCHES; b++)
    for (int i = 0; i < branches[b].n; i++)
      if (isfinite(branches[b].points[i].compared)) all[n++] = branches[b].points[i];
  if (n < 2) return NULL;
  qsort(all, n, sizeof *all, compare_x);
  if (!is_single_valued(all, n)) return NULL;
  int seen = 0;
  for (size_t i = 1; i < n; i++)
    seen |= all[i].x != all[i - 1].x && fmin(all[i].compared, all[i - 1].compared) < most;
  if (!seen) return NULL;
  drawing_table *table = drawing_table_add(self->to, label, 2);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || all[i].x != all[i - 1].x) drawing_add_numbers(table, all[i].x, factor * all[i].compared);
  return table;
}

static double highest_value(const sweep_branch *branches) {
  double top = 0;
  for (int b = 0; b < N_BRANCHES; b++)
    for (int i = 0; i < branches[b].n; i++) top = fmax(top, branches[b].points[i].y);
  return top;
}

// Adds an arrow across each jump in the direction of the sweep, with its frequency.
static void add_jumps(const figure *self, drawing_panel *to, const sweep_branch *branches, double factor,
                      double top, const char *unit) {
  for (int b = 0; b < 2; b++) {
    const sweep_branch *one = &branches[b];
    if (one->jump < 0) continue;
    const curve_point *left = &one->points[one->jump], *right = left + 1;
    const double x = 0.5 * (left->x + right->x), from = b == 0 ? left->y : right->y,
                 end = b == 0 ? right->y : left->y;
    drawing_arrow_add(self->to, to,
                      (drawing_arrow){.from = {{IN_AXES, IN_AXES}, {x, factor * from}},
                                      .to = {{IN_AXES, IN_AXES}, {x, factor * end}},
                                      .head = {.length = 0.011, .of = IN_FIGURE, .angle = 18},
                                      .colour = one->colour,
                                      .width = 1.2,
                                      .dash = "10,10",
                                      .is_front = 1});
    // Text right of the jump from below; under the curves, left of the jump from above.
    const double low = fmin(from, end),
                 y = b == 0 ? low + 0.55 * fabs(from - end) : fmax(low - 0.07 * top, 0.04 * top);
    char text[FIGURE_TEXT];
    snprintf(text, sizeof text, "jump at %.*f %s", x >= 10 ? 1 : 4, x, unit);
    drawing_text_add(self->to, to,
                     (drawing_text){.text = text,
                                    .place = {{IN_AXES, IN_AXES}, {x, factor * y}},
                                    .anchor = b == 0 ? ANCHOR_LEFT : ANCHOR_RIGHT,
                                    .offset = {b == 0 ? 0.9 : -0.3, 0},
                                    .colour = one->colour,
                                    .is_front = 1});
  }
}

static chatter_status choose_variables(const figure *self, const result_variable **x,
                                       const result_variable **y) {
  *x = figure_find_parameter(self, "excitation.frequency");
  *y = figure_first_output(self);
  TRY(figure_pick_trajectory_variable(self, "plot.x", self->wanted->x, x));
  TRY(figure_pick_trajectory_variable(self, "plot.y", self->wanted->y, y));
  if (*x && *y) return CHATTER_OK;
  return figure_raise_missing(self,
                              "a frequency response needs the parameter excitation.frequency and an output");
}

static chatter_status check_results(const figure *self) {
  const result_variable *x, *y;
  return choose_variables(self, &x, &y);
}

// Draws the curves with the legend below the axes, where it cannot cover them.
static void draw_curves(figure *self, drawing_panel *to, const sweep_branch *branches, const char *label,
                        double factor, double most) {
  drawing_table *compared = label ? write_comparison(self, branches, label, factor, most) : NULL;
  if (compared)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES,
                                      .table = compared,
                                      .name = label,
                                      .colour = "#808080",
                                      .width = 1.2,
                                      .dash = "8,5"});
  for (int b = 0; b < N_BRANCHES; b++)
    if (branches[b].n > 0)
      drawing_curve_add(
          self->to, to,
          (drawing_curve){.way = has_two_directions(self) ? DRAW_POINTS : DRAW_LINES_POINTS,
                          .table = write_branch(self, &branches[b], factor),
                          .name = branches[b].name,
                          .colour = branches[b].colour,
                          .width =
                              b == 0 ? 2.8 : 1.1, // the second is drawn over the first, and both stay visible
                          .marker = MARKER_CIRCLE_FILLED,
                          .size = b == 0 ? 0.45 : 0.25});
}

static chatter_status draw_figure(figure *self) {
  sweep_branch branches[N_BRANCHES] = {{.name = "sweep from below", .colour = figure_colour(0)},
                                       {.name = "sweep from above", .colour = figure_colour(1)},
                                       {.name = "response", .colour = figure_colour(0)}};
  const result_variable *x, *y;
  TRY(choose_variables(self, &x, &y));
  char label[FIGURE_TEXT];
  const result_variable *compared = figure_find_comparison(self, y);
  TRY(collect_branches(self, x, y, compared ? figure_values(self, compared) : NULL, branches));
  double top = highest_value(branches), factor = figure_variable_label(y, top, label);
  if (top == 0) return error_raise(CHATTER_IO, "the results hold no finite value of '%s'", y->name);
  frame_set_title(self, "");
  drawing_panel *to = drawing_panel_add(self->to);
  add_jumps(self, to, branches, factor, top, x->units);
  // A comparison (the linear resonance) is cut off so that the response stays readable.
  const double most = 1.3 * top, *range = self->wanted->y_range;
  frame_set_limits(&to->y, 0, factor * most);
  drawing_set_label(self->to, &to->y, label);
  to->y.label_offset[0] = 0.5;
  figure_variable_label(x, 0, label);
  drawing_set_label(self->to, &to->x, label);
  to->x.is_tight = 1;
  to->legend = LEGEND_BELOW;
  frame_apply_study_ranges(self, to, 1, factor);
  draw_curves(self, to, branches, compared ? compared->label : NULL, factor,
              range[0] < range[1] ? range[1] : most);
  return CHATTER_OK;
}

const figure_kind figure_frequency_response = {fits_results, check_results, draw_figure};
