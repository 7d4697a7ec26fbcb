#include "plot/groups.h"

#include <math.h>
#include <string.h>

int groups_is_windowed(const result_variable *variable) {
  return !figure_is_time(variable) && variable->n_dims == 2 && strcmp(variable->dim[0], "trajectory") == 0 &&
         strcmp(variable->dim[1], "window") == 0 && variable->type == RESULT_DOUBLE;
}

static const result_variable *first_windowed(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++)
    if (groups_is_windowed(&self->results->variables[i])) return &self->results->variables[i];
  return NULL;
}

int groups_any(const figure *self) {
  return first_windowed(self) != NULL;
}

chatter_status groups_outputs(const figure *self, const result_variable *y[GROUPS_OUTPUTS], int *n) {
  *n = 1;
  y[0] = first_windowed(self);
  if (!y[0])
    return figure_raise_lack(self, "the figure needs an output over windows, such as `reduce: window_rms`");
  return figure_pick_y(self, groups_is_windowed, "with windows", GROUPS_OUTPUTS, y, n);
}

// Trajectories have a value of it, and few of them differ.
static chatter_status find_parting(const figure *self, const result_variable **by, const double **value,
                                   size_t *n) {
  char place[STUDY_PATH];
  *by = NULL, *n = 1;
  TRY(figure_wanted(self, "plot.colour", self->wanted->colour, by));
  if (*by) {
    const double *all = figure_values(self, *by);
    *n = all ? figure_distinct(self, all, self->n, value) : 0;
    if (*n >= 1 && *n <= GROUPS_MOST) return CHATTER_OK;
    return error_raise(CHATTER_BAD_STUDY,
                       "%splot.colour: '%s' has %zu values (allowed: 1 to %d, a panel or line each)",
                       figure_place(self, "plot.colour", place), (*by)->name, *n, GROUPS_MOST);
  }
  for (int i = 0; i < self->n_parameters; i++) {
    *n = figure_distinct(self, self->parameter[i]->data, self->n, value);
    if (*n > GROUPS_FEW) continue;
    *by = self->parameter[i];
    return CHATTER_OK;
  }
  *n = 1;
  return CHATTER_OK;
}

chatter_status groups_check(const figure *self) {
  const result_variable *y[GROUPS_OUTPUTS], *by;
  const double *value;
  int n_outputs;
  size_t n;
  TRY(groups_outputs(self, y, &n_outputs));
  return find_parting(self, &by, &value, &n);
}

static int is_member(const window_group *self, size_t i) {
  if (!self->by) return 1;
  const double *value = figure_values(self->of, self->by);
  return value && value[i] == self->value;
}

static void describe(window_group *self) {
  char text[FIGURE_TEXT] = "";
  for (size_t i = 0; i < self->of->n; i++)
    if (is_member(self, i)) self->n++, self->n_ended += !figure_is_ok(self->of, i);
  if (self->by) figure_name_value(self->by, self->value, text);
  snprintf(self->name, sizeof self->name, "%.100s%s%.120s", self->of->name ? self->of->name : "",
           self->of->name && text[0] ? ", " : "", text);
}

chatter_status groups_find(const figure *self, window_group out[GROUPS_MOST], int *n) {
  *n = 0;
  for (const figure *file = self; file; file = file->next) {
    const result_variable *by;
    const double *value = NULL;
    size_t n_values;
    TRY(find_parting(file, &by, &value, &n_values));
    for (size_t k = 0; k < n_values; k++) {
      if (*n == GROUPS_MOST)
        return error_raise(CHATTER_BAD_STUDY, "the files have more than %d groups of trajectories",
                           GROUPS_MOST);
      out[*n] = (window_group){.of = file, .by = by, .value = by ? value[k] : 0};
      describe(&out[(*n)++]);
    }
  }
  return CHATTER_OK;
}

chatter_status groups_variable(const window_group *self, const char *name, const result_variable **out) {
  *out = result_set_find(self->of->results, name);
  if (*out && groups_is_windowed(*out)) return CHATTER_OK;
  return error_raise(CHATTER_IO, "%s: holds no windows of '%s'",
                     self->of->name ? self->of->name : "the results", name);
}

static const result_variable *bound(const figure *self, const char *name) {
  const result_variable *found = result_set_find(self->results, name);
  return found && figure_is_time(found) ? found : NULL;
}

int groups_has_times(const figure *self) {
  return bound(self, "window_start") && bound(self, "window_end");
}

chatter_status groups_times(const window_group *self, const result_variable *y, const double **out) {
  const size_t n = y->size[1];
  const result_variable *start = bound(self->of, "window_start"), *end = bound(self->of, "window_end");
  double *time = arena_allocate(self->of->memory, (n + 1) * sizeof *time);
  *out = time;
  if (!time) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  for (size_t w = 0; w < n; w++) time[w] = start && end ? NAN : (double)w;
  if (!start || !end || start->size[1] != n || end->size[1] != n) return CHATTER_OK;
  for (size_t i = 0; i < self->of->n; i++) {
    if (!is_member(self, i)) continue;
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

size_t groups_values(const window_group *self, const result_variable *y, size_t window, double *out) {
  size_t n = 0;
  const double *by = self->by ? figure_values(self->of, self->by) : NULL;
  for (size_t i = 0; i < self->of->n; i++) {
    const double value = ((const double *)y->data)[i * y->size[1] + window];
    if (isfinite(value) && (!by || by[i] == self->value)) out[n++] = value;
  }
  return n;
}

void groups_note(const window_group *groups, int n, char text[FIGURE_TEXT]) {
  size_t all = 0, ended = 0;
  for (int i = 0; i < n; i++) all += groups[i].n, ended += groups[i].n_ended;
  const int used = snprintf(text, FIGURE_TEXT, "%zu trajectories", all);
  if (ended)
    snprintf(text + used, FIGURE_TEXT - (size_t)used, ", %zu of them ended early: what they reached counts",
             ended);
}
