// Finds and names the lines of a figure of curves.
#include "plot/curves/curve_lines.h"

#include <math.h>
#include <string.h>

#include "plot/curves/sweep.h"
#include "plot/spread/groups.h"
#include "results/result_rows.h"

int curves_is_curve_variable(const figure *self, const result_variable *variable) {
  return variable->n_dims == 1 && variable->type == RESULT_DOUBLE &&
         result_variable_is_ragged(self->results, variable);
}

int curves_is_possible_variable(const result_variable *variable) {
  return variable->n_dims == 1 && variable->type == RESULT_DOUBLE &&
         strcmp(variable->dim[0], "trajectory") != 0;
}

int curves_are_in_results(const figure *self) {
  const result_variable *place;
  return curves_first_output(self) && curves_x_variables(self, &place, 1) > 0;
}

int curves_x_variables(const figure *self, const result_variable **out, int most) {
  int n = 0;
  for (int i = 0; i < self->results->n_variables && n < most; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (curves_is_curve_variable(self, variable) && !variable->role) out[n++] = variable;
  }
  return n;
}

const result_variable *curves_first_output(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (curves_is_curve_variable(self, variable) && result_variable_has_role(variable, RESULT_OUTPUT))
      return variable;
  }
  return NULL;
}

static const result_variable *flags_with_role(const figure *self, const char *role) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (result_variable_has_role(variable, role) && variable->type == RESULT_INT && variable->n_dims == 1 &&
        result_variable_is_ragged(self->results, variable))
      return variable;
  }
  return NULL;
}

static chatter_status open_curve_points(const figure *self, curve_points **out) {
  const result_variable *sizes = ragged_row_sizes(self->results);
  curve_points *points = *out = arena_allocate(self->memory, sizeof *points);
  size_t *place = arena_allocate(self->memory, (sizes->size[0] + 1) * sizeof *place);
  if (!points || !place) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(ragged_row_offsets(self->results, self->name ? self->name : "the results", sizes->data, place));
  const result_variable *stable = flags_with_role(self, RESULT_STABLE),
                        *piece = flags_with_role(self, RESULT_PIECE);
  *points = (curve_points){.of = self,
                           .place = place,
                           .curve_flags = flags_with_role(self, RESULT_CURVE),
                           .event_flags = flags_with_role(self, RESULT_EVENT),
                           .stable = stable ? stable->data : NULL,
                           .piece = piece ? piece->data : NULL};
  points->curve = points->curve_flags ? points->curve_flags->data : NULL;
  points->event = points->event_flags ? points->event_flags->data : NULL;
  return CHATTER_OK;
}

// Returns the row of the trajectory with that number; n: not there.
static size_t row_of_trajectory_number(const figure *self, double number) {
  const result_variable *key = result_set_find(self->results, "trajectory");
  for (size_t i = 0; key && key->type == RESULT_INT && i < self->n; i++)
    if (((const int *)key->data)[i] == number) return i;
  return self->n;
}

static chatter_status raise_missing_trajectory(const figure *self, double number) {
  char place[STUDY_PATH];
  return error_raise(CHATTER_BAD_STUDY, "%splot.trajectories: the results hold no points of trajectory %.0f",
                     figure_key_place(self, "plot.trajectories", place), number);
}

static chatter_status add_line(const curve_points *points, const figure *self, size_t trajectory,
                               curve_line out[CURVES_MAX_LINES], int *n) {
  if (*n == CURVES_MAX_LINES)
    return error_raise(CHATTER_BAD_STUDY, "the figure would have more than %d curves", CURVES_MAX_LINES);
  curve_line *line = &out[(*n)++];
  *line = (curve_line){.points = points, .of = self, .trajectory = trajectory};
  return CHATTER_OK;
}

static chatter_status add_lines_with_points(const figure *self, curve_line out[CURVES_MAX_LINES], int *n) {
  const number_list *wanted = figure_trajectories(self);
  curve_points *points;
  TRY(open_curve_points(self, &points));
  const int is_own = self->trajectories.n > 0; // otherwise files may have different trajectories
  for (int k = 0; k < wanted->n && (is_own || !self->next); k++)
    if (row_of_trajectory_number(self, wanted->value[k]) == self->n)
      return raise_missing_trajectory(self, wanted->value[k]);
  for (int k = 0; k < wanted->n; k++) {
    const size_t row = row_of_trajectory_number(self, wanted->value[k]);
    if (row < self->n) TRY(add_line(points, self, row, out, n));
  }
  for (size_t i = 0, shown = 0; i < self->n && !wanted->n && shown < CURVES_LINES_PER_FILE; i++) {
    if (points->place[i + 1] == points->place[i]) continue;
    TRY(add_line(points, self, i, out, n));
    shown++;
  }
  return CHATTER_OK;
}

// Adds lines of files without points: one for each sweep; values of many trajectories over the
// frequency of their loads form one line.
static chatter_status add_lines_without_points(const figure *self, const char *output,
                                               curve_line out[CURVES_MAX_LINES], int *n) {
  const result_variable *y = result_set_find(self->results, output);
  if (!y || !groups_is_windowed(y)) y = groups_first_output(self);
  if (y && !sweep_has_frequency_axis(self, y))
    return error_raise(CHATTER_IO, "%s: its windows stand over no frequency: its load is no sweep",
                       self->name ? self->name : "the results");
  size_t shown = 0;
  for (size_t i = 0; y && i < self->n && shown < CURVES_LINES_PER_FILE; i++) {
    if (!sweep_windows_reached(y, i)) continue;
    TRY(add_line(NULL, self, i, out, n));
    shown++;
  }
  if (y) return CHATTER_OK;
  if (!figure_find_parameter(self, "excitation.frequency") || !figure_first_output(self))
    return error_raise(CHATTER_IO,
                       "%s: holds no curves, no sweep with windows and no values over excitation.frequency",
                       self->name ? self->name : "the results");
  TRY(add_line(NULL, self, 0, out, n));
  out[*n - 1].is_many = 1;
  return CHATTER_OK;
}

// Forms of the names in a legend; all lines have the same form, which must fit beside the figure.
enum { BY_PARAMETERS, BY_VALUES, BY_NUMBER };

static int has_parameters(const curve_line *line) {
  const int n = line->of->n_parameters;
  return n > 0 && n <= CURVES_HEAD_LINES && line->of->n > 1 && !line->is_many;
}

// Returns 1 if all lines have the same parameters, whose names can then stand above the values.
static int have_same_parameters(int n, const curve_line *lines) {
  for (int i = 0; i < n; i++) {
    if (!has_parameters(&lines[i]) || lines[i].of->n_parameters != lines[0].of->n_parameters) return 0;
    for (int k = 0; k < lines[i].of->n_parameters; k++)
      if (strcmp(lines[i].of->parameter[k]->name, lines[0].of->parameter[k]->name) != 0) return 0;
  }
  return n > 0;
}

static void name_trajectory(const curve_line *line, int form, char text[FIGURE_TEXT]) {
  size_t used = 0;
  text[0] = 0;
  if (line->of->n <= 1 || line->is_many) return;
  snprintf(text, FIGURE_TEXT, "trajectory %zu", line->trajectory);
  if (form == BY_PARAMETERS) figure_trajectory_text(line->of, line->trajectory, text);
  for (int k = 0; k < line->of->n_parameters && form == BY_VALUES; k++)
    used += (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%.5g", k ? ", " : "",
                             ((const double *)line->of->parameter[k]->data)[line->trajectory]);
}

static void name_line(curve_line *line, int form) {
  char one[FIGURE_TEXT];
  const char *file = line->of->name ? line->of->name : line->is_many ? "single frequencies" : "";
  name_trajectory(line, form, one);
  snprintf(line->name, FIGURE_TEXT, "%.100s%s%.120s", file, file[0] && one[0] ? ", " : "", one);
}

static double name_lines(int n, curve_line *lines, int form) {
  double widest = 0;
  for (int i = 0; i < n; i++) {
    char one[FIGURE_TEXT];
    name_line(&lines[i], form);
    name_trajectory(&lines[i], form, one); // the user named the files
    const double width = figure_text_width(one);
    if (width > widest) widest = width;
  }
  return widest;
}

static void write_parameter_head(const figure *of, curve_head *head) {
  for (int k = 0; k < of->n_parameters; k++) {
    char symbol[64], unit[32];
    figure_parameter_symbol(of->parameter[k], symbol);
    figure_unit_factor(of->parameter[k]->units, 0, unit);
    snprintf(head->text[head->n++], FIGURE_TEXT, unit[0] ? "%s (%s)%s" : "%s%.0s%s", symbol, unit,
             k + 1 < of->n_parameters ? "," : "");
  }
}

// Names all lines in the same form: by file and parameters, "γ = 1, κ = 2"; if one is longer than
// CURVES_NAME_WIDTH pixels and all have the same parameters, by values below the parameters' names
// (`head`; NULL: there is no room), else by trajectory numbers.
static void curves_name(int n, curve_line lines[CURVES_MAX_LINES], curve_head *head) {
  if (head) head->n = 0;
  if (name_lines(n, lines, BY_PARAMETERS) <= CURVES_NAME_WIDTH) return;
  if (head && have_same_parameters(n, lines) && name_lines(n, lines, BY_VALUES) <= CURVES_NAME_WIDTH) {
    write_parameter_head(lines[0].of, head);
    return;
  }
  name_lines(n, lines, BY_NUMBER);
}

chatter_status curves_find(const figure *self, const char *output, curve_line out[CURVES_MAX_LINES], int *n,
                           curve_head *head) {
  *n = 0;
  for (const figure *file = self; file; file = file->next)
    TRY(curves_are_in_results(file) ? add_lines_with_points(file, out, n)
                                    : add_lines_without_points(file, output, out, n));
  curves_name(*n, out, head);
  for (int i = 0; i < *n && self->wanted->names[0] && self->next; i++)
    if ((i == 0 || out[i - 1].of != out[i].of) && (i + 1 == *n || out[i + 1].of != out[i].of))
      snprintf(out[i].name, FIGURE_TEXT, "%s", out[i].of->name); // the only line of its file
  if (*n > 0 && self->wanted->names[0] && !self->next) {
    if (head) head->n = 0; // plot.names replace the values of parameters
    return figure_name_lines(self, *n, out->name, sizeof *out);
  }
  if (*n > 0) return CHATTER_OK;
  return error_raise(CHATTER_IO, "no trajectory of the results has points: there is nothing to draw");
}

size_t curve_first_point(const curve_line *line) {
  return line->points->place[line->trajectory];
}
size_t curve_end_point(const curve_line *line) {
  return line->points->place[line->trajectory + 1];
}

int curve_points_are_joined(const curve_points *points, size_t i) {
  return (!points->curve || points->curve[i] == points->curve[i + 1]) &&
         (!points->piece || points->piece[i] == points->piece[i + 1]);
}

void curve_flag_word(const result_variable *flags, int value, char text[64]) {
  const char *at = flags && flags->flag_meanings ? flags->flag_meanings : "";
  for (; value > 0 && *at; value--) at += strcspn(at, " "), at += strspn(at, " ");
  snprintf(text, 64, "%.*s", (int)(value == 0 ? strcspn(at, " ") : 0), at);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
}
