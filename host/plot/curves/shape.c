// Figure `shape`: several outputs along a structure at chosen points of curves, such as a maximum.
// It shows the deflection at the instant when the largest output peaks, the envelope of all
// outputs, and their phases. Shapes of very different size are scaled by the largest deflection of
// each.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/curves/curve_lines.h"
#include "plot/sheet/frame.h"
#include "plot/sheet/stack.h"

enum { SHAPE_OUTPUTS = 64, SHAPE_LINES = 7 };

typedef struct shape_point {
  const curve_line *line;
  size_t at;        // index of the point
  double largest;   // largest amplitude of the outputs
  double reference; // phase of the output with that amplitude
  char name[FIGURE_TEXT];
} shape_point;

typedef struct shape {
  int n, has_phase, has_nodes;
  int is_relative; // 1: scaled by the largest of each, because sizes are too different for one axis
  const result_variable *y[SHAPE_OUTPUTS], *phase[SHAPE_OUTPUTS];
  double place[SHAPE_OUTPUTS]; // node numbers, or else 1, 2, ...
  int n_lines, n_points;
  curve_line lines[CURVES_MAX_LINES];
  shape_point points[SHAPE_LINES];
  double factor;
} shape;

static chatter_status choose_outputs(const figure *self, const result_variable *y[SHAPE_OUTPUTS], int *n) {
  *n = 0;
  for (int i = 0; i < self->results->n_variables && *n < SHAPE_OUTPUTS; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (curves_is_curve_variable(self, variable) && result_variable_has_role(variable, RESULT_OUTPUT))
      y[(*n)++] = variable;
  }
  TRY(figure_pick_y_variables(self, curves_is_possible_variable, "with points of curves", SHAPE_OUTPUTS, y,
                              n));
  if (*n < 2) return figure_raise_missing(self, "a shape needs two or more outputs with points of curves");
  for (int i = 0; i < *n; i++) {
    if (!curves_is_curve_variable(self, y[i]))
      return figure_raise_missing(self, "'%s' has no values at the points of curves", y[i]->name);
    if (strcmp(y[i]->units, y[0]->units) != 0)
      return figure_raise_missing(self, "a shape needs outputs of one unit: '%s' is in %s, '%s' in %s",
                                  y[0]->name, y[0]->units, y[i]->name, y[i]->units);
  }
  return CHATTER_OK;
}

static chatter_status check_results(const figure *self) {
  const result_variable *y[SHAPE_OUTPUTS];
  int n;
  return choose_outputs(self, y, &n);
}

// Never chosen by itself: curves show more.
static int fits_results(const figure *self) {
  (void)self;
  return 0;
}

// Finds the number of an output's node; returns 0 if it has none.
static int node_of_output(const figure *self, const char *output, double *node) {
  for (int o = 0; self->config && o < self->config->n_outputs; o++) {
    char *end;
    if (strcmp(self->config->outputs[o].name, output) != 0) continue;
    *node = strtod(self->config->outputs[o].node, &end);
    return end != self->config->outputs[o].node && !*end;
  }
  return 0;
}

static void swap_outputs(shape *s, int k) {
  const result_variable *y = s->y[k], *phase = s->phase[k];
  const double place = s->place[k];
  s->y[k] = s->y[k - 1], s->phase[k] = s->phase[k - 1], s->place[k] = s->place[k - 1];
  s->y[k - 1] = y, s->phase[k - 1] = phase, s->place[k - 1] = place;
}

static void find_node_positions(const figure *self, shape *s) {
  s->has_nodes = s->has_phase = 1;
  for (int i = 0; i < s->n; i++) {
    char name[RESULT_NAME + 16];
    snprintf(name, sizeof name, "%s_phase", s->y[i]->name);
    const result_variable *phase = result_set_find(self->results, name);
    s->phase[i] = phase && curves_is_curve_variable(self, phase) ? phase : NULL;
    s->has_phase &= s->phase[i] != NULL;
    s->has_nodes &= node_of_output(self, s->y[i]->name, &s->place[i]);
    for (int k = 0; k < i; k++) s->has_nodes &= s->place[k] != s->place[i];
  }
  for (int i = 0; i < s->n && !s->has_nodes; i++) s->place[i] = i + 1;
  for (int i = 1; s->has_nodes && i < s->n; i++) // sorted along the structure, whatever the order of outputs
    for (int k = i; k > 0 && s->place[k] < s->place[k - 1]; k--) swap_outputs(s, k);
}

static double variable_value(const result_variable *variable, size_t at) {
  return ((const double *)variable->data)[at];
}

static void add_point(shape *s, const curve_line *line, size_t at, const char *what) {
  const result_variable *place;
  char where[64] = "";
  if (s->n_points == SHAPE_LINES) return;
  shape_point *point = &s->points[s->n_points++];
  *point = (shape_point){.line = line, .at = at};
  for (int i = 0; i < s->n; i++) {
    if (!(variable_value(s->y[i], at) > point->largest)) continue;
    point->largest = variable_value(s->y[i], at);
    point->reference = s->has_phase ? variable_value(s->phase[i], at) : 0;
  }
  if (curves_x_variables(line->of, &place, 1))
    snprintf(where, sizeof where, " at %.5g%s%s", variable_value(place, at),
             strcmp(place->units, "1") ? " " : "", strcmp(place->units, "1") ? place->units : "");
  snprintf(point->name, sizeof point->name, "%.140s%s%s%s", line->name, line->name[0] ? ", " : "", what,
           where);
}

static size_t index_of_largest(const curve_line *line, const result_variable *y) {
  size_t best = curve_first_point(line);
  for (size_t i = best; i < curve_end_point(line); i++)
    if (!(variable_value(y, i) <= variable_value(y, best))) best = i;
  return best;
}

// Finds the points: those of the wanted event on plain curves (default: the first event), else the
// largest of the first output.
static chatter_status find_points(const figure *self, shape *s) {
  char word[64], wanted[64], place[STUDY_PATH];
  snprintf(wanted, sizeof wanted, "%.60s", self->wanted->event);
  for (char *c = wanted; *c; c++)
    if (*c == '_') *c = ' ';
  for (int l = 0; l < s->n_lines; l++) {
    const curve_points *points = s->lines[l].points;
    const int before = s->n_points;
    for (int event = 1; event < CURVES_MAX_FLAGS && points->event && s->n_points == before; event++) {
      curve_flag_word(points->event_flags, event, word);
      if (wanted[0] && strcmp(word, wanted) != 0) continue;
      for (size_t i = curve_first_point(&s->lines[l]); i < curve_end_point(&s->lines[l]); i++)
        if (points->event[i] == event && (!points->curve || points->curve[i] == 0))
          add_point(s, &s->lines[l], i, word);
    }
    if (s->n_points == before && !wanted[0])
      add_point(s, &s->lines[l], index_of_largest(&s->lines[l], s->y[0]), "largest");
  }
  if (s->n_points > 0) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%splot.event: no point of the curves is a '%s'",
                     figure_key_place(self, "plot.event", place), self->wanted->event);
}

// Returns the phase behind the largest output, from -180 to 180 degrees.
static double phase_of_output(const shape *s, const shape_point *point, int output) {
  if (!s->has_phase) return 0;
  return remainder(variable_value(s->phase[output], point->at) - point->reference, 2 * M_PI);
}

// Writes the table: place, deflection at the instant of the largest, amplitude to both sides, phase
// in degrees.
static drawing_table *write_table(figure *self, const shape *s, const shape_point *point) {
  drawing_table *table = drawing_table_add(self->to, point->name, 5);
  for (int i = 0; i < s->n; i++) {
    const double amplitude =
                     (s->is_relative ? 1 / point->largest : s->factor) * variable_value(s->y[i], point->at),
                 phase = phase_of_output(s, point, i);
    if (isfinite(amplitude) && isfinite(phase))
      drawing_add_numbers(table, s->place[i], amplitude * cos(phase), amplitude, 180 / M_PI * phase,
                          -amplitude);
  }
  return table;
}

static void draw_deflections(figure *self, drawing_panel *to, const shape *s, drawing_table *const *table) {
  enum { MOST_BANDS = 3 }; // more bands would cover each other
  for (int p = 0; p < s->n_points && s->n_points <= MOST_BANDS; p++)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_BAND,
                                      .table = table[p],
                                      .column = {0, 2, 4},
                                      .colour = figure_colour(p),
                                      .opacity = 0.10});
  for (int p = 0; p < s->n_points; p++)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_LINES_POINTS,
                                      .table = table[p],
                                      .name = s->points[p].name,
                                      .colour = figure_colour(p),
                                      .width = 1.8,
                                      .marker = MARKER_CIRCLE_FILLED,
                                      .size = 0.4});
}

static void draw_phases(figure *self, drawing_panel *to, const shape *s, drawing_table *const *table) {
  frame_set_limits(&to->y, -190, 190);
  to->y.ticks = (drawing_ticks){.first = -180, .step = 90};
  for (int p = 0; p < s->n_points; p++)
    drawing_curve_add(self->to, to,
                      (drawing_curve){.way = DRAW_POINTS,
                                      .table = table[p],
                                      .column = {0, 3},
                                      .colour = figure_colour(p),
                                      .width = 1.2,
                                      .marker = MARKER_CIRCLE_FILLED,
                                      .size = 0.5});
}

// Labels the x axis: node numbers, else the outputs' names below the last panel.
static void label_node_axis(const figure *self, const shape *s, int named, drawing_axis *x) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < s->n; i++) low = fmin(low, s->place[i]), high = fmax(high, s->place[i]);
  const double room = s->has_nodes ? 0.02 * (high - low) : 0.3;
  frame_set_limits(x, low - room, high + room);
  if (s->has_nodes) return;
  x->ticks = (drawing_ticks){.is_turned = s->n > 8};
  for (int i = 0; i < s->n; i++) drawing_tick_add(self->to, x, i + 1, named ? s->y[i]->name : "");
}

static chatter_status draw_shape(figure *self, shape *s) {
  char unit[32], label[FIGURE_TEXT];
  drawing_table *table[SHAPE_LINES];
  double largest = 0, least = INFINITY, width = 0;
  stack panels;
  for (int p = 0; p < s->n_points; p++) {
    largest = fmax(largest, s->points[p].largest), least = fmin(least, s->points[p].largest);
    width = fmax(width, figure_text_width(s->points[p].name));
  }
  s->factor = figure_unit_factor(s->y[0]->units, largest, unit);
  s->is_relative = least > 0 && largest > 20 * least;
  const char *what = strcmp(s->y[0]->units, "m") ? "Value" : "Deflection";
  if (s->is_relative)
    snprintf(label, sizeof label, "%s over the largest", what);
  else
    snprintf(label, sizeof label, unit[0] ? "%s (%s)" : "%s", what, unit);
  self->to->width = fmax(self->to->width, 90 + 540 + stack_key_width(width));
  stack_begin(self, 1 + s->has_phase, stack_key_width(width), "", NULL, &panels);
  label_node_axis(self, s, !s->has_phase, &self->to->common.x);
  frame_apply_study_ranges(self, &self->to->common, 1, s->factor);
  for (int p = 0; p < s->n_points; p++) table[p] = write_table(self, s, &s->points[p]);
  const char *x_label = s->has_nodes ? "Node" : "";
  drawing_panel *to = stack_add_panel(self, &panels, "", x_label, label);
  stack_add_legend(self, &panels, to);
  draw_deflections(self, to, s, table);
  if (!s->has_phase) return CHATTER_OK;
  to = stack_add_panel(self, &panels, "", x_label, "Phase (°)");
  stack_add_legend(self, &panels, to);
  label_node_axis(self, s, 1, &to->x);
  draw_phases(self, to, s, table);
  return CHATTER_OK;
}

static chatter_status draw_figure(figure *self) {
  shape *s = arena_allocate(self->memory, sizeof *s);
  if (!s) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(choose_outputs(self, s->y, &s->n));
  TRY(curves_find(self, s->y[0]->name, s->lines, &s->n_lines, NULL));
  find_node_positions(self, s);
  TRY(find_points(self, s));
  return draw_shape(self, s);
}

const figure_kind figure_shape = {fits_results, check_results, draw_figure};
