// Makes result sets of fetched batches.
#include "ensemble/batch/batch_results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ensemble/observe/field_outputs_extract.h"
#include "ensemble/state/start_states.h"
#include "ensemble/trajectory_status.h"
#include "results/result_rows.h"
#include "study/file/scalar.h"
#include "study/samples/samples.h"
#include "study/schema/schema.h"
#include "study/schema/schema_words.h"

static void *add(result_set *set, const char *name, result_type type, size_t n, const char *units,
                 const char *long_name) {
  return result_set_add(set, name, type, "trajectory", &n, units, long_name);
}

static chatter_status add_outcome(const batch_job *job, const run_plan *plan, result_set *set) {
  const engine_layout *layout = &job->group->layout;
  const engine *of_study = plan->engine;
  const engine_time words = engine_time_of(of_study, plan->study);
  char done[64];
  size_t n = (size_t)job->n;
  long stride = job->host.stride;
  const double *state = job->host.state;
  int *number =
      add(set, "trajectory", RESULT_INT, n, "1", "number of the trajectory in the ensemble, from 0");
  int *status = add(set, "status", RESULT_INT, n, "1", "outcome of the trajectory");
  double *time = add(set, "end_time", RESULT_DOUBLE, n, words.units, words.words);
  snprintf(done, sizeof done, "%ss done", engine_step(of_study));
  double *steps = add(set, "steps", RESULT_DOUBLE, n, "1", done);
  if (!number || !status || !time || !steps) return CHATTER_DEVICE;
  set->variables[1].flag_meanings = trajectory_status_meanings();
  set->variables[1].role = RESULT_STATUS;
  for (long i = 0; i < job->n; i++) {
    number[i] = (int)job->trajectory[i];
    status[i] = (int)state[STATE_STATUS * stride + i];
    time[i] = state[STATE_TIME * stride + i];
    if (of_study->results.time_scale) time[i] *= of_study->results.time_scale(layout, &job->host, i);
    steps[i] = batch_job_steps(job, i);
  }
  return CHATTER_OK;
}

static const char *alias_of(int n_inputs, const input_alias *inputs, const char *path) {
  for (int i = 0; i < n_inputs; i++) {
    const input_alias *one = &inputs[i];
    if (strcmp(one->path, path) == 0 || schema_word_index(one->also, path) >= 0) return one->name;
  }
  return NULL;
}

double *batch_results_parameter(const study *config, const study_scalar *parameter, size_t n,
                                result_set *set) {
  const char *path = parameter->path, *alias = alias_of(config->n_inputs, config->inputs, path);
  char text[160];
  snprintf(text, sizeof text, "ensemble parameter %.64s%s%.64s", path, alias ? ", alias " : "",
           alias ? alias : "");
  double *value = add(set, path, RESULT_DOUBLE, n, parameter->unit, text);
  if (value) result_set_parameter(set, path, alias);
  return value;
}

static chatter_status add_parameters(const batch_job *job, const run_plan *plan, result_set *set) {
  const samples *s = plan->samples;
  for (int p = 0; p < s->n_parameters; p++) {
    double *value = batch_results_parameter(plan->study, &s->parameters[p], (size_t)job->n, set);
    if (!value) return CHATTER_DEVICE;
    for (long i = 0; i < job->n; i++) value[i] = s->value[job->trajectory[i] * s->n_parameters + p];
  }
  if (!s->id) return CHATTER_OK;
  char **id =
      add(set, "sample_id", RESULT_STRING, (size_t)job->n, "", "identifier of the sample in its file");
  if (!id) return CHATTER_DEVICE;
  for (long i = 0; i < job->n; i++) {
    id[i] = arena_string(set->memory, s->id[job->trajectory[i]]);
    if (!id[i]) return CHATTER_DEVICE;
  }
  return CHATTER_OK;
}

// Adds the step Δt, the number of steps and the hash of the coordinates, which state/start_states.h
// reads.
static chatter_status add_clock(const batch_job *job, const run_plan *plan, result_set *set) {
  const size_t n = (size_t)job->n;
  const engine_layout *layout = &job->group->layout;
  const int which = layout->engine->columns.step_parameter;
  double *steps = add(set, START_STEPS, RESULT_DOUBLE, n, "1", "steps from t = 0 to the state");
  double *step = add(set, START_STEP, RESULT_DOUBLE, n, engine_time_of(plan->engine, plan->study).units,
                     "step of the run");
  if (!steps || !step) return CHATTER_DEVICE;
  for (long i = 0; i < job->n; i++) {
    steps[i] = job->host.state[STATE_STEPS * job->host.stride + i];
    step[i] = which ? engine_parameter(&job->host, which, i) : 1;
  }
  if (!samples_have_structural(plan->samples)) return CHATTER_OK; // one model: an attribute of the file
  char **hashes = add(set, START_MODEL, RESULT_STRING, n, "", "SHA-256 of what the coordinates mean");
  char *text = hashes ? arena_string(set->memory, layout->coordinates) : NULL;
  for (long i = 0; text && i < job->n; i++) hashes[i] = text;
  return text ? CHATTER_OK : CHATTER_DEVICE;
}

static double kept_number(const batch_job *job, const engine_rows *rows, int r, long i) {
  if (job->host.state[STATE_STATUS * job->host.stride + i] != TRAJECTORY_OK) return NAN;
  return rows->kind == ROWS_PARAMETER ? engine_parameter(&job->host, rows->first + r, i)
                                      : job->host.state[(rows->first + r) * job->host.stride + i];
}

// Adds the final motion of each trajectory, from which the next step would continue.
static chatter_status add_state(const batch_job *job, const run_plan *plan, result_set *set) {
  const engine_layout *layout = &job->group->layout;
  engine_rows rows[ENGINE_ROWS];
  if (!plan->keep_state) return CHATTER_OK;
  const int n = layout->engine->restart.rows(layout, rows);
  TRY(add_clock(job, plan, set));
  for (int b = 0; b < n; b++) {
    char name[RESULT_NAME], dims[2 * RESULT_NAME];
    start_states_name(&rows[b], name);
    snprintf(dims, sizeof dims, "trajectory,%s_row", name);
    if (rows[b].n == 0) continue;
    double *value =
        result_set_add(set, name, RESULT_DOUBLE, dims, (size_t[]){(size_t)job->n, (size_t)rows[b].n},
                       rows[b].units, rows[b].words);
    if (!value) return CHATTER_DEVICE;
    result_set_role(set, name, RESULT_DETAIL);
    for (long i = 0; i < job->n; i++)
      for (int r = 0; r < rows[b].n; r++) *value++ = kept_number(job, &rows[b], r, i);
  }
  return CHATTER_OK;
}

static chatter_status add_model(const batch_job *job, const run_plan *plan, result_set *set) {
  const reduced_model *m = &job->group->reduced;
  if (!samples_have_structural(plan->samples)) {
    size_t n = m->sparse ? 0 : (size_t)m->n_modes;
    double *frequency = n ? result_set_add(set, "mode_frequency", RESULT_DOUBLE, "mode", &n, "Hz",
                                           "natural frequency of the reduced model, contacts open")
                          : NULL;
    for (size_t k = 0; frequency && k < n; k++) frequency[k] = sqrt(m->omega2[k]) / (2 * M_PI);
    return frequency || !n ? CHATTER_OK : CHATTER_DEVICE;
  }
  const char **hash =
      add(set, "reduced_hash", RESULT_STRING, (size_t)job->n, "", "SHA-256 of the reduced model's numbers");
  if (!hash) return CHATTER_DEVICE;
  for (long i = 0; i < job->n; i++) hash[i] = m->hash;
  return CHATTER_OK;
}

// Renumbers the time series: engines number them by column, results by trajectory.
static void name_series(const batch_job *job, result_set *set) {
  for (int v = 0; v < set->n_variables; v++) {
    result_variable *variable = &set->variables[v];
    if (strcmp(variable->name, "series") != 0 || variable->type != RESULT_INT) continue;
    int *column = variable->own;
    for (size_t i = 0; i < variable->size[0]; i++) column[i] = (int)job->trajectory[column[i]];
  }
}

static chatter_status add_outputs(const batch_job *job, const run_plan *plan, result_set *set) {
  const plan_group *group = &plan->groups[job->group_index];
  engine_layout layout = group->layout;
  layout.threads = plan->threads;
  TRY(plan->engine->results.extract(&layout, group->study, job->n, &job->host, set));
  TRY(fields_extract(&layout, job->n, &job->host, set));
  for (int o = 0; o < plan->study->n_outputs; o++)
    if (!study_is_field(&plan->study->outputs[o]))
      result_set_role(set, plan->study->outputs[o].name, RESULT_OUTPUT);
  return CHATTER_OK;
}

static chatter_status collect(const batch_job *job, run_plan *plan, result_set *set) {
  TRY(add_outcome(job, plan, set));
  TRY(add_parameters(job, plan, set));
  TRY(add_outputs(job, plan, set));
  TRY(add_state(job, plan, set));
  TRY(add_model(job, plan, set));
  name_series(job, set);
  TRY(result_set_sort(set, "trajectory"));
  return result_set_sort(set, "series");
}

chatter_status batch_results(const batch_job *job, run_plan *plan, result_set **out) {
  *out = result_set_create();
  if (!*out) return CHATTER_DEVICE;
  chatter_status status = collect(job, plan, *out);
  if (status == CHATTER_OK) return CHATTER_OK;
  result_set_destroy(*out);
  *out = NULL;
  return status;
}
