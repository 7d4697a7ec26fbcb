// Groups trajectories and measures their windows.
#include "plot/spread/groups.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

int groups_is_windowed(const result_variable *variable) {
  return !figure_is_time_variable(variable) && variable->n_dims == 2 &&
         strcmp(variable->dim[0], "trajectory") == 0 &&
         (strcmp(variable->dim[1], "window") == 0 ||
          strncmp(variable->dim[1], RESULT_GRIDS, strlen(RESULT_GRIDS)) == 0) &&
         variable->type == RESULT_DOUBLE;
}

const result_variable *groups_frequency_grid(const figure *self, const result_variable *y) {
  const result_variable *grid = result_set_find(self->results, y->dim[1]);
  return grid && grid->n_dims == 1 && grid->type == RESULT_DOUBLE ? grid : NULL;
}

static const result_variable *find_window_time(const figure *self, const char *of, const char *name) {
  char own[RESULT_NAME + 16];
  snprintf(own, sizeof own, "%s%s%s", of, *of ? "_" : "", name);
  const result_variable *found = result_set_find(self->results, own);
  return found && figure_is_time_variable(found) ? found : NULL;
}

groups_times groups_window_times(const figure *self, const result_variable *y) {
  const groups_times none = {NULL, NULL};
  for (int common = 0; common < 2; common++) {
    const char *of = common ? "" : y->name;
    const groups_times times = {find_window_time(self, of, "window_start"),
                                find_window_time(self, of, "window_end")};
    if (times.start && times.end) return times;
  }
  return none;
}

const result_variable *groups_first_output(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++)
    if (groups_is_windowed(&self->results->variables[i])) return &self->results->variables[i];
  return NULL;
}

int groups_have_windows(const figure *self) {
  return groups_first_output(self) != NULL;
}

chatter_status groups_outputs(const figure *self, const result_variable *y[GROUPS_MAX_OUTPUTS], int *n) {
  *n = 1;
  y[0] = groups_first_output(self);
  if (!y[0])
    return figure_raise_missing(
        self, "the figure needs an output over windows, such as `reduce: window_rms`, or over frequencies");
  TRY(figure_pick_y_variables(self, groups_is_windowed, "with windows", GROUPS_MAX_OUTPUTS, y, n));
  for (int i = 1; i < *n; i++)
    if (strcmp(y[i]->dim[1], y[0]->dim[1]) != 0)
      return figure_raise_missing(self, "'%s' is over %s, '%s' over %s: one figure has one axis", y[0]->name,
                                  y[0]->dim[1], y[i]->name, y[i]->dim[1]);
  return CHATTER_OK;
}

// Finds a parameter that has few distinct values over the trajectories.
static chatter_status find_parting_parameter(const figure *self, const result_variable **by,
                                             const double **value, size_t *n) {
  char place[STUDY_PATH];
  *by = NULL, *n = 1;
  TRY(figure_pick_trajectory_variable(self, "plot.colour", self->wanted->colour, by));
  if (*by) {
    const double *all = figure_values(self, *by);
    *n = all ? figure_distinct_values(self, all, self->n, value) : 0;
    if (*n >= 1 && *n <= GROUPS_MAX) return CHATTER_OK;
    return error_raise(CHATTER_BAD_STUDY,
                       "%splot.colour: '%s' has %zu values (allowed: 1 to %d, a panel or line each)",
                       figure_key_place(self, "plot.colour", place), (*by)->name, *n, GROUPS_MAX);
  }
  for (int i = 0; i < self->n_parameters; i++) {
    *n = figure_distinct_values(self, self->parameter[i]->data, self->n, value);
    if (*n > GROUPS_MAX_PARTING_VALUES) continue;
    *by = self->parameter[i];
    return CHATTER_OK;
  }
  *n = 1;
  return CHATTER_OK;
}

chatter_status groups_check_variables(const figure *self) {
  const result_variable *y[GROUPS_MAX_OUTPUTS], *by;
  const double *value;
  int n_outputs;
  size_t n;
  TRY(groups_outputs(self, y, &n_outputs));
  TRY(figure_pick_variable(self, "plot.x", self->wanted->x, groups_is_windowed, "with windows", &y[0]));
  return find_parting_parameter(self, &by, &value, &n);
}

static int trajectory_is_in_group(const window_group *self, size_t i) {
  if (!self->by) return 1;
  return self->by_value[i] == self->value;
}

static void name_group(window_group *self) {
  char text[FIGURE_TEXT] = "";
  for (size_t i = 0; i < self->of->n; i++)
    if (trajectory_is_in_group(self, i)) self->n++, self->n_ended += !figure_trajectory_is_ok(self->of, i);
  if (self->by) figure_parameter_text(self->by, self->value, text);
  snprintf(self->name, sizeof self->name, "%.100s%s%.120s", self->of->name ? self->of->name : "",
           self->of->name && text[0] ? ", " : "", text);
}

chatter_status groups_find(const figure *self, window_group out[GROUPS_MAX], int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) {
    const result_variable *by;
    const double *value = NULL;
    size_t n_values;
    TRY(find_parting_parameter(file, &by, &value, &n_values));
    const double *all = by ? figure_values(file, by) : NULL;
    if (by && !all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
    for (size_t k = 0; k < n_values; k++) {
      if (*n == GROUPS_MAX)
        return error_raise(CHATTER_BAD_STUDY, "the files have more than %d groups of trajectories",
                           GROUPS_MAX);
      out[*n] = (window_group){.of = file, .by = by, .by_value = all, .value = by ? value[k] : 0};
      name_group(&out[(*n)++]);
    }
  }
  return figure_name_lines(self, *n, out->name, sizeof *out);
}

// Returns the flags of an output that tell stable motions (1); NULL: they are not used.
static const int *stability_flags(const window_group *self, const result_variable *y) {
  char name[RESULT_NAME + 8];
  if (!self->of->wanted->stable) return NULL;
  snprintf(name, sizeof name, "%s_stable", y->name);
  const result_variable *flags = result_set_find(self->of->results, name);
  const int is_beside = flags && flags->type == RESULT_INT && flags->n_dims == 2 &&
                        flags->size[0] == y->size[0] && flags->size[1] == y->size[1];
  return is_beside ? flags->data : NULL;
}

chatter_status groups_find_variable(const window_group *self, const char *name, const result_variable **out) {
  char place[STUDY_PATH];
  *out = result_set_find(self->of->results, name);
  if (*out && groups_is_windowed(*out) && self->of->wanted->stable && !stability_flags(self, *out))
    return error_raise(CHATTER_BAD_STUDY, "%splot.stable: the results have no %s_stable beside '%s'",
                       figure_key_place(self->of, "plot.stable", place), name, name);
  if (*out && groups_is_windowed(*out)) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: holds no windows of '%s'",
                     self->of->name ? self->of->name : "the results", name);
}

double groups_x_label(const figure *self, char text[FIGURE_TEXT]) {
  const result_variable *x = self->wanted->x[0] ? result_set_find(self->results, self->wanted->x) : NULL;
  const result_variable *y[GROUPS_MAX_OUTPUTS];
  int n;
  const int before = error_count();
  const int found = groups_outputs(self, y, &n) == CHATTER_OK;
  const result_variable *grid = found ? groups_frequency_grid(self, y[0]) : NULL;
  const result_variable *time = found ? groups_window_times(self, y[0]).start : NULL;
  error_keep(before);
  snprintf(text, FIGURE_TEXT, "%s", time ? figure_time_label(time) : "Window");
  if (grid && !x) return figure_axis_label(grid, figure_largest_magnitude(grid->data, grid->size[0]), text);
  return x ? figure_variable_label(x, figure_largest_magnitude(x->data, x->size[0] * x->size[1]), text) : 1;
}

// Finds the middles of windows, which must be the same for all trajectories of the group.
static chatter_status find_window_centres(const window_group *self, const result_variable *y, double *time) {
  const size_t n = y->size[1];
  const result_variable *grid = groups_frequency_grid(self->of, y);
  if (grid) return memcpy(time, grid->data, n * sizeof *time), CHATTER_OK;
  const result_variable *start = groups_window_times(self->of, y).start,
                        *end = groups_window_times(self->of, y).end;
  for (size_t w = 0; w < n; w++) time[w] = start && end ? NAN : (double)w;
  if (!start || !end || start->size[1] != n || end->size[1] != n) return CHATTER_OK;
  for (size_t i = 0; i < self->of->n; i++) {
    if (!trajectory_is_in_group(self, i)) continue;
    const double *from = (const double *)start->data + i * n, *to = (const double *)end->data + i * n;
    for (size_t w = 0; w < n; w++) {
      const double middle = 0.5 * (from[w] + to[w]);
      if (isnan(time[w])) time[w] = middle;
      if (fabs(time[w] - middle) > 0.25 * (to[w] - from[w]))
        return error_raise(
            CHATTER_IO,
            "the windows of '%s' stand at other times in other trajectories: nothing can be said "
            "about all of them over time",
            y->name);
    }
  }
  return CHATTER_OK;
}

// Checks that x has the same windows as y.
static chatter_status check_same_windows(const figure *self, const result_variable *x,
                                         const result_variable *y) {
  const groups_times of_x = groups_window_times(self, x), of_y = groups_window_times(self, y);
  if (of_x.start == of_y.start || !of_x.start || !of_y.start) return CHATTER_OK;
  if (of_x.start->size[0] == of_y.start->size[0] && of_x.start->size[1] == of_y.start->size[1] &&
      !memcmp(of_x.start->data, of_y.start->data, of_x.start->size[0] * of_x.start->size[1] * sizeof(double)))
    return CHATTER_OK;
  return error_raise(CHATTER_IO,
                     "plot.x: the windows of '%s' are not those of '%s' (one of them has another 'last')",
                     x->name, y->name);
}

// Computes the mean of an output over the trajectories that reached each window; it must be
// monotonic.
static chatter_status find_mean_positions(const window_group *self, const result_variable *y, double *place) {
  const result_variable *x = NULL;
  TRY(groups_find_variable(self, self->of->wanted->x, &x));
  TRY(check_same_windows(self->of, x, y));
  double *value = arena_allocate(self->of->memory, (self->of->n + 1) * sizeof *value);
  if (!value) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  int rises = 0, falls = 0;
  for (size_t w = 0; w < y->size[1]; w++) {
    const size_t n = groups_window_values(self, x, w, value);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += value[i];
    place[w] = n ? sum / (double)n : NAN;
    if (w > 0) rises += place[w] > place[w - 1], falls += place[w] < place[w - 1];
  }
  if (!rises || !falls) return CHATTER_OK;
  return error_raise(CHATTER_IO,
                     "plot.x: '%s' goes back and forth from window to window: it cannot stand for time",
                     x->name);
}

chatter_status groups_window_positions(const window_group *self, const result_variable *y,
                                       const double **out) {
  double *place = arena_allocate(self->of->memory, (y->size[1] + 1) * sizeof *place);
  *out = place;
  if (!place) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  return self->of->wanted->x[0] ? find_mean_positions(self, y, place) : find_window_centres(self, y, place);
}

size_t groups_window_values(const window_group *self, const result_variable *y, size_t window, double *out) {
  const int *stable = stability_flags(self, y);
  size_t n = 0;
  for (size_t i = 0; i < self->of->n; i++) {
    const size_t at = i * y->size[1] + window;
    const double value = ((const double *)y->data)[at];
    if (isfinite(value) && trajectory_is_in_group(self, i) && (!stable || stable[at] == 1)) out[n++] = value;
  }
  return n;
}

void groups_note(const window_group *groups, int n, char text[FIGURE_TEXT]) {
  size_t all = 0, ended = 0;
  for (int i = 0; i < n; i++) all += groups[i].n, ended += groups[i].n_ended;
  const int used =
      snprintf(text, FIGURE_TEXT, "%zu %s", all, text_plural((long)all, "trajectory", "trajectories"));
  if (ended)
    snprintf(text + used, FIGURE_TEXT - (size_t)used, ", %zu of them ended early: what they reached counts",
             ended);
}

chatter_status groups_x_limits(const figure *self, const window_group *groups, int n,
                               const result_variable *const *outputs, int n_outputs, double factor,
                               drawing_axis *axis) {
  double low = INFINITY, high = -INFINITY;
  if (self->wanted->x_range[0] < self->wanted->x_range[1])
    return CHATTER_OK; // set by frame_apply_study_ranges
  for (int k = 0; k < n * n_outputs; k++) {
    const window_group *group = &groups[k / n_outputs];
    const result_variable *y;
    const double *place;
    TRY(groups_find_variable(group, outputs[k % n_outputs]->name, &y));
    TRY(groups_window_positions(group, y, &place));
    const double half = y->size[1] > 1 && isfinite(place[1]) ? 0.5 * fabs(place[1] - place[0]) : 0.5;
    for (size_t w = 0; w < y->size[1]; w++)
      if (isfinite(place[w])) low = fmin(low, place[w] - half), high = fmax(high, place[w] + half);
  }
  if (low < high) axis->low = factor * low, axis->high = factor * high;
  return CHATTER_OK;
}

chatter_status groups_exceedance(const figure *self, const window_group *group, const result_variable *y,
                                 double level, statistics_share **out) {
  double *value = arena_allocate(self->memory, (group->of->n + 1) * sizeof *value);
  statistics_share *all = *out = arena_allocate(self->memory, (y->size[1] + 1) * sizeof *all);
  if (!value || !all) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t w = 0; w < y->size[1]; w++) {
    const size_t n = groups_window_values(group, y, w, value);
    all[w] = statistics_exceedance(value, n, level);
  }
  return CHATTER_OK;
}

void groups_exceedance_label(const result_variable *y, double level, const char *name,
                             char text[FIGURE_TEXT]) {
  char unit[32];
  const double factor = figure_unit_factor(y->units, fabs(level), unit);
  snprintf(text, FIGURE_TEXT, "Probability of %.100s > %.4g%s%s", name, factor * level, unit[0] ? " " : "",
           unit);
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
}
