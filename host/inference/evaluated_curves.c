// Evaluates curves at measured abscissas.
#include "inference/evaluated_curves.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "ensemble/batch/execute.h"
#include "ensemble/run_plan.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"
#include "study/study_kind.h"

// Abscissas of a variable: its coordinate over a grid, or the times of a series.
typedef struct curve_view {
  const result_variable *variable, *at;
  size_t n, stride; // points of a curve; numbers of `at` between rows, 0: all rows share them
} curve_view;

typedef struct evaluation {
  curves *self;
  double *value;
  unsigned char *ok;
} evaluation;

static int find_curve_view(const result_set *set, const result_variable *v, curve_view *out) {
  char time[RESULT_NAME + 8];
  if (v->n_dims != 2 || v->type != RESULT_DOUBLE) return 0;
  *out = (curve_view){.variable = v, .n = v->size[1]};
  if (strcmp(v->dim[0], "trajectory") == 0 && strncmp(v->dim[1], RESULT_GRIDS, strlen(RESULT_GRIDS)) == 0) {
    out->at = result_set_find(set, v->dim[1]);
  } else if (strcmp(v->dim[0], "series") == 0) {
    snprintf(time, sizeof time, "%s_time", v->name);
    out->at = result_set_find(set, time);
    out->stride = v->size[1];
  }
  return out->at && out->at->type == RESULT_DOUBLE;
}

static chatter_status raise_unknown_output(const curves *self, const result_set *set,
                                           const measured_column *c) {
  enum { MOST = 64, TEXT = 600 };
  const char *name[MOST];
  char hint[TEXT], known[TEXT] = "";
  int n = 0;
  curve_view view;
  for (int v = 0; v < set->n_variables && n < MOST; v++) {
    const result_variable *one = &set->variables[v];
    if (!find_curve_view(set, one, &view) || result_variable_has_role(one, RESULT_TIME)) continue;
    name[n++] = one->name;
  }
  for (int o = 0; o < self->config->n_outputs && n < MOST; o++) { // outputs removed from the study
    const output_config *one = &self->config->outputs[o];
    if (one->reduce == REDUCE_SERIES && !result_set_find(set, one->name)) name[n++] = one->name;
  }
  for (int i = 0; i < n; i++) text_list_add(known, sizeof known, name[i]);
  if (n == 0)
    return csv_raise(
        &self->data->table, c->header,
        "the study has no curves (allowed: outputs over a grid, and time series, reduce: series)");
  return csv_raise(&self->data->table, c->header, "'%s' is no curve of the results%s (allowed: %s)", c->name,
                   text_did_you_mean(c->name, n, name, hint, sizeof hint), known);
}

// Checks the abscissa: the first column may have any name, but not that of another abscissa.
static chatter_status check_abscissa(const curves *self, const curve_view *view) {
  static const char *const known[] = {"time", "frequency", "load_factor"};
  const csv_cell *header = &self->data->table.header[0];
  const char *own = view->stride ? "time" : view->at->name + strlen(RESULT_GRIDS);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(header->text, known[i]) == 0 && strcmp(known[i], own) != 0)
      return csv_raise(&self->data->table, header, "'%s' is over %s, the measured file over %s",
                       view->variable->name, own, header->text);
  return CHATTER_OK;
}

static chatter_status find_measured_curve(const curves *self, const result_set *set, const measured_column *c,
                                          curve_view *out) {
  const result_variable *v = result_set_find(set, c->name);
  if (!v || !find_curve_view(set, v, out)) return raise_unknown_output(self, set, c);
  TRY(check_abscissa(self, out));
  const double *at = out->at->data, first = at[0], last = at[out->n - 1];
  for (int i = 0; i < c->n && out->stride == 0; i++) // a grid, the same for all
    if (!(c->at[i] >= first && c->at[i] <= last))
      return csv_raise(&self->data->table, c->header,
                       "'%s' is measured at %g, and the results reach from %g to %g (%s)", c->name, c->at[i],
                       first, last, out->at->name);
  return CHATTER_OK;
}

// Interpolates linearly between the points around x; NAN outside. Points ascend.
static double interpolate(const double *at, const double *value, size_t n, double x) {
  size_t low = 0, high = n - 1;
  if (n < 2 || !(x >= at[0])) return NAN;
  while (high > 0 && isnan(at[high])) high--;
  if (!(x <= at[high])) return NAN;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    *(at[middle] <= x ? &low : &high) = middle;
  }
  const double part = (x - at[low]) / (at[high] - at[low]);
  if (part == 0) return value[low]; // also if the next point is missing
  return part == 1 ? value[high] : value[low] + part * (value[high] - value[low]);
}

static void read_curve_row(evaluation *e, const curve_view *view, const measured_column *c, int first,
                           size_t row, int trajectory) {
  const double *value = (const double *)view->variable->data + row * view->n,
               *at = (const double *)view->at->data + row * view->stride;
  for (int i = 0; i < c->n; i++) {
    const double x = interpolate(at, value, view->n, c->at[i]);
    e->value[(long)trajectory * e->self->m + first + i] = x;
    if (!isfinite(x)) e->ok[trajectory] = 0;
  }
}

static chatter_status read_result_part(void *context, result_set *part) {
  evaluation *e = context;
  const result_variable *number = result_set_find(part, "trajectory"),
                        *status = result_set_find(part, "status");
  int some = 0;
  for (size_t i = 0; i < number->size[0]; i++)
    some |= e->ok[((const int *)number->data)[i]] = ((const int *)status->data)[i] == TRAJECTORY_OK;
  if (!some) return CHATTER_OK; // then there may be no time series
  for (int c = 0, first = 0; c < e->self->data->n_columns; first += e->self->data->column[c++].n) {
    curve_view view = {0};
    TRY(find_measured_curve(e->self, part, &e->self->data->column[c], &view));
    memcpy(e->self->units[c], view.variable->units, sizeof e->self->units[c]);
    const result_variable *of = result_set_find(part, view.variable->dim[0]);
    for (size_t row = 0; row < view.variable->size[0]; row++)
      read_curve_row(e, &view, &e->self->data->column[c], first, row, ((const int *)of->data)[row]);
  }
  return CHATTER_OK;
}

// Returns 1 for an output that is measured, or that has measured variables NAME_….
static int is_measured(const measured *data, const char *output) {
  const size_t length = strlen(output);
  for (int c = 0; c < data->n_columns; c++) {
    const char *name = data->column[c].name;
    if (strncmp(name, output, length) == 0 && (name[length] == 0 || name[length] == '_')) return 1;
  }
  return 0;
}

// Removes fields and unmeasured series; all other outputs are cheap.
static void leave_out_unmeasured(study *self, const measured *data) {
  int n = 0;
  for (int o = 0; o < self->n_outputs; o++)
    if (!study_is_field(&self->outputs[o]) &&
        (self->outputs[o].reduce != REDUCE_SERIES || is_measured(data, self->outputs[o].name)))
      self->outputs[n++] = self->outputs[o];
  self->n_outputs = n;
}

chatter_status curves_open(const study *config, const measured *data, device_set *devices, curves *out) {
  *out = (curves){.data = data, .config = config, .devices = devices};
  for (int c = 0; c < data->n_columns; c++) out->m += data->column[c].n;
  ALLOCATE(out->units, data->n_columns);
  TRY(study_copy(config, &out->study));
  leave_out_unmeasured(&out->study, data);
  return CHATTER_OK;
}

void curves_close(curves *self) {
  bound_destroy(&self->models);
  study_destroy(&self->study);
  memory_free(self->chosen);
  memory_free(self->units);
  *self = (curves){0};
}

static chatter_status choose_all_samples(curves *self, long n) {
  if (self->n_chosen < n) {
    memory_free(self->chosen);
    self->chosen = NULL, self->n_chosen = 0;
    ALLOCATE(self->chosen, n);
    for (long i = 0; i < n; i++) self->chosen[i] = (double)i;
    self->n_chosen = n;
  }
  for (int o = 0; o < self->study.n_outputs; o++)
    if (self->study.outputs[o].reduce == REDUCE_SERIES)
      self->study.outputs[o].trajectories = (number_list){(int)n, self->chosen};
  return CHATTER_OK;
}

static chatter_status run_rows(curves *self, const samples *values, const unsigned char *unfit,
                               evaluation *e) {
  run_plan plan = {0};
  execute_summary summary;
  const execute_options execution = {.checkpoint_every = -1, .sink = read_result_part, .sink_self = e};
  chatter_status status = plan_create(&self->study, values, 1, 1, unfit, &plan);
  plan.bound = &self->models;
  plan.threads = (int)self->devices->choice.threads;
  if (status == CHATTER_OK) status = execute_plan(&plan, self->devices, &execution, &summary);
  plan_destroy(&plan);
  return status;
}

static chatter_status hash_model(curves *self, const samples *values, char hex[65]) {
  run_plan plan = {0};
  chatter_status status = plan_create(&self->study, values, 1, 1, NULL, &plan);
  plan.bound = &self->models;
  plan.threads = (int)self->devices->choice.threads;
  if (status == CHATTER_OK) status = plan_open_group(&plan, 0);
  if (status == CHATTER_OK) memcpy(hex, plan.groups[0].reduced.hash, 65);
  plan_destroy(&plan);
  return status;
}

chatter_status curves_model(curves *self, char hex[65]) {
  samples values;
  unsigned char unfit;
  double *middle;
  hex[0] = 0;
  ALLOCATE(middle, self->study.ensemble.n_parameters + 1);
  TRY(choose_all_samples(self, 1));
  chatter_status status = samples_from_normal(&self->study, 1, middle, &values);
  memory_free(middle);
  TRY(status);
  status = samples_spread_inputs(&self->study, &values);
  if (status == CHATTER_OK && samples_mark_unfit(&values, &unfit) == 0)
    status = hash_model(self, &values, hex);
  samples_destroy(&values);
  return status;
}

chatter_status curves_evaluate(curves *self, long n, const double *z, double *value, unsigned char *ok) {
  samples values;
  unsigned char *unfit;
  evaluation e = {self, value, ok};
  memset(ok, 0, (size_t)n);
  TRY(choose_all_samples(self, n));
  ALLOCATE(unfit, n + 1);
  chatter_status status = samples_from_normal(&self->study, n, z, &values);
  if (status == CHATTER_OK) {
    status = samples_spread_inputs(&self->study, &values);
    const long refused = samples_mark_unfit(&values, unfit);
    self->evaluated += (double)n;
    if (status == CHATTER_OK && refused < n) status = run_rows(self, &values, refused > 0 ? unfit : NULL, &e);
    samples_destroy(&values);
  }
  memory_free(unfit);
  return status;
}
