// Reads states of another run and continues them.
#include "ensemble/state/start_states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/trajectory_status.h"
#include "model/model.h"
#include "results/results_file.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

struct start_states {
  char path[MODEL_PATH];
  result_set *set;
  long n;                         // trajectories
  const int *trajectory, *status; // [n]
  const double *steps, *step;     // [n]
  char *const *model;             // [n]; NULL: `one_model` for all
  const char *one_model;
  int n_rows;
  const result_variable *rows[ENGINE_ROWS];
};

void start_states_name(const engine_rows *rows, char name[RESULT_NAME]) {
  snprintf(name, RESULT_NAME, "state_%s", rows->name);
}

static chatter_status refuse(const start_states *self, const study *config, const char *why) {
  return error_raise(CHATTER_BAD_STUDY, "%s: initial.from: %s %s", study_place(config, "initial.from"),
                     self->path, why);
}

// Finds a variable with one value per trajectory.
static const void *column(const start_states *self, const char *name, result_type type) {
  const result_variable *v = result_set_find(self->set, name);
  return v && v->type == type && v->n_dims == 1 && (long)v->size[0] == self->n ? v->data : NULL;
}

static chatter_status find_columns(start_states *self, const study *config) {
  const result_variable *number = result_set_find(self->set, "trajectory");
  self->n = number && number->n_dims == 1 ? (long)number->size[0] : 0;
  self->trajectory = column(self, "trajectory", RESULT_INT);
  self->status = column(self, "status", RESULT_INT);
  self->steps = column(self, START_STEPS, RESULT_DOUBLE);
  self->step = column(self, START_STEP, RESULT_DOUBLE);
  self->one_model = result_set_find_text(self->set, START_MODEL);
  self->model = column(self, START_MODEL, RESULT_STRING);
  if (!self->trajectory || !self->status || !self->steps || !self->step || (!self->model && !self->one_model))
    return refuse(self, config, "holds no states (allowed: results of `chatter run --keep-state`)");
  return CHATTER_OK;
}

static chatter_status find_rows(start_states *self, const study *config, const engine_rows *rows) {
  for (int i = 0; i < self->n_rows; i++) {
    char name[RESULT_NAME];
    start_states_name(&rows[i], name);
    const result_variable *v = self->rows[i] = result_set_find(self->set, name);
    const long width = !v || v->n_dims < 2 ? 0 : (long)v->size[1];
    if (rows[i].kind != ROWS_MOTION || (rows[i].n == width && (width == 0 || v->type == RESULT_DOUBLE)))
      continue;
    char why[200];
    snprintf(why, sizeof why, "is of another reduced model: %s has %ld numbers there, %d here", rows[i].words,
             width, rows[i].n);
    return refuse(self, config, why);
  }
  return CHATTER_OK;
}

static chatter_status read_states(start_states *self, const study *config, const engine_layout *layout) {
  engine_rows rows[ENGINE_ROWS];
  char name[ENGINE_ROWS][RESULT_NAME], why[200];
  const char *wanted[ENGINE_ROWS + 6] = {"trajectory", "status", START_STEPS, START_STEP, START_MODEL};
  self->n_rows = layout->engine->restart.rows(layout, rows);
  for (int i = 0; i < self->n_rows; i++) {
    start_states_name(&rows[i], name[i]);
    wanted[5 + i] = name[i];
  }
  TRY(results_read_named(self->path, wanted, &self->set));
  const char *of = result_set_find_text(self->set, "engine"), *wants = engine_find(config)->name;
  if (of && strcmp(of, wants) != 0) {
    snprintf(why, sizeof why, "is of another kind of study (%.60s; allowed here: %.60s)", of, wants);
    return refuse(self, config, why);
  }
  TRY(find_columns(self, config));
  return find_rows(self, config, rows);
}

// Warns once of trajectories that did not end well.
static void warn_of_failed(const start_states *self, const study *config) {
  long n = 0;
  for (long i = 0; i < self->n; i++) n += self->status[i] != TRAJECTORY_OK;
  if (n > 0)
    log_warning("%s: %ld of %ld %s of %s did not end well: what goes on from %s ends with status not_run",
                study_place(config, "initial.from"), n, self->n,
                text_plural(self->n, "trajectory", "trajectories"), self->path, n == 1 ? "it" : "them");
}

chatter_status start_states_open(const study *config, const engine_layout *layout, start_states **out) {
  start_states *self;
  CHECK(layout->engine->restart.rows != NULL, "a kind of study that goes on names the rows of its motion");
  ALLOCATE(self, 1);
  model_file_path(config->path, config->initial.from, self->path);
  const chatter_status status = read_states(self, config, layout);
  if (status != CHATTER_OK) {
    start_states_close(self);
    return status;
  }
  warn_of_failed(self, config);
  *out = self;
  return CHATTER_OK;
}

void start_states_close(start_states *self) {
  if (!self) return;
  if (self->set) result_set_destroy(self->set);
  memory_free(self);
}

static const char *model_of(const start_states *self, long row) {
  return self->model ? self->model[row] : self->one_model;
}

static chatter_status raise_model(const start_states *self, const study *config) {
  return refuse(self, config,
                "is of another reduced model (allowed: the same model, reduction, contact nodes and laws' "
                "directions; loads, outputs and parameters may differ. Of a model saved by `chatter reduce` "
                "both are the same on every machine)");
}

chatter_status start_states_check(const start_states *self, const study *config,
                                  const engine_layout *layout) {
  for (long i = 0; i < self->n; i++)
    if (strcmp(model_of(self, i), layout->coordinates) == 0) return CHATTER_OK;
  return raise_model(self, config);
}

static long find_row(const start_states *self, double number) {
  long low = 0, high = self->n;
  while (low < high) { // rows are sorted by trajectory number
    const long middle = low + (high - low) / 2;
    if (self->trajectory[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < self->n && self->trajectory[low] == number ? low : -1;
}

// Continues the clock, t = n Δt, in steps of `step`.
static chatter_status go_on(const start_states *self, const study *config, double step, start_point *out) {
  const double t = self->steps[out->row] * self->step[out->row], n = t / step;
  out->first = step == out->step ? self->steps[out->row] : floor(n + 0.5);
  // tolerance for the rounding of t and of the quotient
  if (fabs(n - out->first) <= 1e-9 * fmax(n, 1)) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: initial.clock: continue: the time %g of %s is no whole number of steps of %g (allowed: a "
      "step that divides it, or clock: zero)",
      study_place(config, "initial.clock"), t, self->path, step);
}

chatter_status start_states_find(const engine_layout *layout, const study *config, long trajectory,
                                 double step, trajectory_estimate *estimate) {
  const start_states *self = layout->start;
  const double number = config->initial.trajectory >= 0 ? config->initial.trajectory : (double)trajectory;
  const long row = find_row(self, number);
  if (row < 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: initial.trajectory: %s has no trajectory %.0f (allowed: %d to %d)",
                       study_place(config, "initial.trajectory"), self->path, number,
                       self->n ? self->trajectory[0] : 0, self->n ? self->trajectory[self->n - 1] : 0);
  estimate->from = (start_point){.row = row,
                                 .step = self->step[row],
                                 .steps = self->steps[row],
                                 .goes_on = config->initial.clock == CLOCK_CONTINUE};
  if (self->status[row] != TRAJECTORY_OK) {
    estimate->status = TRAJECTORY_NOT_RUN;
    if (config->initial.trajectory < 0 || study_varies(config, "initial.trajectory")) return CHATTER_OK;
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: initial.trajectory: trajectory %.0f of %s ended with status %s",
                       study_place(config, "initial.trajectory"), number, self->path,
                       trajectory_status_text(self->status[row]));
  }
  if (strcmp(model_of(self, row), layout->coordinates) != 0) return raise_model(self, config);
  return estimate->from.goes_on ? go_on(self, config, step, &estimate->from) : CHATTER_OK;
}

// Returns the row of `from` in a stored variable; NULL if it has another number of values.
static const double *kept(const result_variable *v, const start_point *from, int n) {
  const int fits = v && v->n_dims == 2 && v->type == RESULT_DOUBLE && (long)v->size[1] == n;
  return fits ? (const double *)v->data + from->row * n : NULL;
}

double start_states_number(const engine_layout *layout, const start_point *from, const char *name, int i) {
  const start_states *self = layout->start;
  engine_rows rows[ENGINE_ROWS];
  const int n = layout->engine->restart.rows(layout, rows);
  for (int k = 0; k < n; k++) {
    const double *values = strcmp(rows[k].name, name) ? NULL : kept(self->rows[k], from, rows[k].n);
    if (values) return values[i];
  }
  return 0;
}

void start_states_copy(const engine_layout *layout, const start_point *from, double *state) {
  const start_states *self = layout->start;
  engine_rows rows[ENGINE_ROWS];
  const int n = layout->engine->restart.rows(layout, rows);
  for (int i = 0; i < n; i++) {
    const double *values = kept(self->rows[i], from, rows[i].n);
    const int is_wanted = rows[i].kind == ROWS_CLOCK ? from->goes_on : rows[i].kind != ROWS_PARAMETER;
    if (values && is_wanted) memcpy(state + rows[i].first, values, (size_t)rows[i].n * sizeof *state);
  }
}
