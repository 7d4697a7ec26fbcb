// Finds time series of results.
#include "plot/signals/history.h"

#include <math.h>
#include <string.h>

int history_is_time_series(const result_variable *variable) {
  return !figure_is_time_variable(variable) && variable->n_dims == 2 &&
         strcmp(variable->dim[0], "series") == 0 && variable->type == RESULT_DOUBLE &&
         variable->size[0] > 0 && variable->size[1] > 0;
}

static int find_all_outputs(const figure *self, const result_variable *out[HISTORY_MAX_OUTPUTS]) {
  int n = 0;
  for (int i = 0; i < self->results->n_variables && n < HISTORY_MAX_OUTPUTS; i++)
    if (history_is_time_series(&self->results->variables[i])) out[n++] = &self->results->variables[i];
  return n;
}

int history_has_time_series(const figure *self) {
  const result_variable *found[HISTORY_MAX_OUTPUTS];
  return find_all_outputs(self, found) > 0;
}

// Finds the outputs of plot.y, else all time series.
static chatter_status find_named_outputs(const figure *self, const result_variable *out[HISTORY_MAX_OUTPUTS],
                                         int *n) {
  *n = find_all_outputs(self, out);
  if (*n == 0)
    return figure_raise_missing(self, "a figure of time histories needs an output with `reduce: series`");
  return figure_pick_y_variables(self, history_is_time_series, "with a time series", HISTORY_MAX_OUTPUTS, out,
                                 n);
}

static int trajectory_of_row(const figure *self, size_t row) {
  const result_variable *key = result_set_find(self->results, "series");
  return key && key->type == RESULT_INT ? ((const int *)key->data)[row] : (int)row;
}

// Finds the row of a trajectory; otherwise raises with those that exist.
static chatter_status find_row(const figure *self, const result_variable *y, double trajectory, size_t *row) {
  char known[FIGURE_TEXT] = "", place[STUDY_PATH];
  size_t used = 0;
  for (*row = 0; *row < y->size[0]; ++*row) {
    const int number = trajectory_of_row(self, *row);
    if (number == trajectory) return CHATTER_OK;
    if (used + 32 < sizeof known)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%d", *row ? ", " : "", number);
  }
  return error_raise(
      CHATTER_BAD_STUDY,
      "%splot.trajectories: the results hold no time series of trajectory %.0f (there are: %s)%s%.100s%s",
      figure_key_place(self, "plot.trajectories", place), trajectory, known, self->name ? " in " : "",
      self->name ? self->name : "",
      self->name ? "; FILE.h5:0,1 on the command line names trajectories of that file alone" : "");
}

static chatter_status check_file_variables(const figure *self) {
  const number_list *wanted = figure_trajectories(self);
  const result_variable *found[HISTORY_MAX_OUTPUTS];
  int n;
  size_t row;
  TRY(find_named_outputs(self, found, &n));
  for (int k = 0; k < wanted->n; k++) TRY(find_row(self, found[0], wanted->value[k], &row));
  return figure_pick_variable(self, "plot.x", self->wanted->x, history_is_time_series, "with a time series",
                              &found[0]);
}

chatter_status history_check(const figure *self) {
  for (const figure *file = self; file; file = file->next) TRY(check_file_variables(file));
  return CHATTER_OK;
}

// Returns the times of an output's samples; NULL: not in the file.
static const result_variable *sample_times(const figure *self, const result_variable *y) {
  char name[RESULT_NAME + 16];
  snprintf(name, sizeof name, "%s_time", y->name);
  const result_variable *time = result_set_find(self->results, name);
  const int fit =
      time && figure_is_time_variable(time) && time->size[0] == y->size[0] && time->size[1] == y->size[1];
  return fit ? time : NULL;
}

static chatter_status open_history(const figure *self, const result_variable *y, size_t row, history *out) {
  const size_t most = y->size[1];
  const result_variable *time = sample_times(self, y);
  *out = (history){.of = self, .y = y, .trajectory = trajectory_of_row(self, row), .times = time};
  out->value = (const double *)y->data + row * most;
  double *number = time ? NULL : arena_allocate(self->memory, most * sizeof *number);
  if (!time && !number) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t k = 0; k < most && number; k++) number[k] = (double)k;
  out->time = time ? (const double *)time->data + row * most : number;
  while (out->n < most && isfinite(out->value[out->n]) && isfinite(out->time[out->n])) out->n++;
  return CHATTER_OK;
}

static chatter_status add_series_of_file(const figure *self, const char *output, int all,
                                         history out[HISTORY_MAX], int *n) {
  const number_list *wanted = figure_trajectories(self);
  const result_variable *y = result_set_find(self->results, output);
  if (!y || !history_is_time_series(y))
    return error_raise(CHATTER_IO, "%s: holds no time series '%s'", self->name, output);
  int rows = wanted->n ? wanted->n : all ? (int)fmin((double)y->size[0], HISTORY_MAX_LINES) : 1;
  for (int k = 0; k < rows; k++) {
    size_t row = (size_t)k;
    if (*n == HISTORY_MAX)
      return error_raise(CHATTER_BAD_STUDY, "a figure shows at most %d time series", HISTORY_MAX);
    if (wanted->n) TRY(find_row(self, y, wanted->value[k], &row));
    TRY(open_history(self, y, row, &out[(*n)++]));
  }
  return CHATTER_OK;
}

chatter_status history_find_series(const figure *self, int all, history out[HISTORY_MAX], int *n) {
  const result_variable *outputs[HISTORY_MAX_OUTPUTS];
  int n_outputs;
  *n = 0;
  TRY(find_named_outputs(self, outputs, &n_outputs));
  if (!all && !self->wanted->y[0]) n_outputs = 1;
  for (int o = 0; o < n_outputs; o++)
    for (const figure *file = self; file; file = file->next)
      TRY(add_series_of_file(file, outputs[o]->name, all, out, n));
  return CHATTER_OK;
}

chatter_status history_find_output(const figure *self, const char *output, history out[HISTORY_MAX], int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) TRY(add_series_of_file(file, output, 1, out, n));
  return CHATTER_OK;
}

chatter_status history_of_other_output(const history *self, const char *output, history *out) {
  const result_variable *y = result_set_find(self->of->results, output);
  const char *file = self->of->name ? self->of->name : "the results";
  size_t row;
  if (!y || !history_is_time_series(y))
    return error_raise(CHATTER_IO, "%s: hold no time series '%s'", file, output);
  TRY(find_row(self->of, y, self->trajectory, &row));
  TRY(open_history(self->of, y, row, out));
  int same = (out->times != NULL) == (self->times != NULL);
  for (size_t k = 0; k < self->n && k < out->n; k++) same &= out->time[k] == self->time[k];
  if (same) return CHATTER_OK;
  return error_raise(CHATTER_IO,
                     "%s: '%s' and '%s' of trajectory %d have samples at different times (allowed: the same "
                     "every, last and trajectories)",
                     file, output, self->y->name, self->trajectory);
}

void history_title(const history *all, int n, int index, char text[FIGURE_TEXT]) {
  const history *self = &all[index];
  size_t used = 0;
  int outputs = 0, trajectories = 0;
  for (int i = 0; i < n; i++) {
    outputs |= strcmp(all[i].y->name, self->y->name) != 0;
    trajectories |= all[i].trajectory != self->trajectory;
  }
  text[0] = 0;
  if (self->of->name) used += (size_t)snprintf(text, FIGURE_TEXT, "%.100s", self->of->name);
  if (outputs)
    used += (size_t)snprintf(text + used, FIGURE_TEXT - used, "%s%s", used ? ", " : "", self->y->name);
  if (trajectories)
    snprintf(text + used, FIGURE_TEXT - used, "%strajectory %d", used ? ", " : "", self->trajectory);
}

chatter_status history_time_step(const history *self, size_t fewest, double *step) {
  const char *file = self->of->name ? self->of->name : "the results";
  if (!self->times) return error_raise(CHATTER_IO, "%s: hold no times of '%s'", file, self->y->name);
  if (self->n < fewest)
    return error_raise(CHATTER_IO, "%s: '%s' of trajectory %d has %zu samples (at least %zu are needed)",
                       file, self->y->name, self->trajectory, self->n, fewest);
  *step = (self->time[self->n - 1] - self->time[0]) / (double)(self->n - 1);
  for (size_t k = 1; k < self->n; k++)
    if (!(fabs(self->time[k] - self->time[0] - (double)k * *step) < 1e-3 * *step))
      return error_raise(CHATTER_IO, "%s: the samples of '%s' of trajectory %d are not evenly spaced in time",
                         file, self->y->name, self->trajectory);
  return CHATTER_OK;
}

static const result_variable *find_x_series(const history *self) {
  return self->of->wanted->x[0] ? result_set_find(self->of->results, self->of->wanted->x) : NULL;
}

chatter_status history_x_values(const history *self, double parts, const double **out) {
  const result_variable *x = find_x_series(self);
  const char *file = self->of->name ? self->of->name : "the results";
  history other;
  size_t row;
  *out = self->time;
  if (!self->of->wanted->x[0]) return CHATTER_OK;
  if (!x || !history_is_time_series(x))
    return error_raise(CHATTER_IO, "%s: hold no time series '%s'", file, self->of->wanted->x);
  TRY(find_row(self->of, x, self->trajectory, &row));
  TRY(open_history(self->of, x, row, &other));
  double *place = arena_allocate(self->of->memory, (self->n + 1) * sizeof *place);
  if (!place) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (other.n < self->n || self->n < 2)
    return error_raise(CHATTER_IO, "%s: '%s' has fewer samples than '%s'", file, x->name, self->y->name);
  const double length = other.value[self->n - 1] - other.value[0];
  for (size_t k = 0; k < self->n; k++) {
    place[k] = other.value[0] + length * (double)k / (double)(self->n - 1);
    if (!(fabs(other.value[k] - place[k]) <= fabs(length) / parts) || length == 0)
      return error_raise(CHATTER_IO, "%s: '%s' does not go evenly with time: it cannot be the x axis", file,
                         x->name);
  }
  *out = place;
  return CHATTER_OK;
}

double history_x_label(const history *self, char text[FIGURE_TEXT]) {
  const result_variable *x = find_x_series(self);
  snprintf(text, FIGURE_TEXT, "%s", self->times ? figure_time_label(self->times) : "Time (s)");
  return x ? figure_variable_label(x, figure_largest_magnitude(x->data, x->size[0] * x->size[1]), text) : 1;
}
