// Evaluates rows of samples into tables.
#include "ensemble/eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/durable.h"
#include "ensemble/batch/execute.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/trajectory_status.h"
#include "results/csv/csv_print.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "study/study_kind.h"

int eval_is_output(const output_config *output) {
  return output->reduce < REDUCE_WINDOWS && output->contact != OUTPUT_ALL_POINTS && !output->is_curve;
}

int eval_output_name(const study *config, int index, char name[EVAL_NAME]) {
  for (int o = 0; o < config->n_outputs; o++)
    if (eval_is_output(&config->outputs[o]) && index-- == 0)
      return snprintf(name, EVAL_NAME, "%s", config->outputs[o].name);
  for (int o = 0; o < config->n_outputs; o++) {
    const study_companion *beside;
    for (int k = 0;
         eval_is_output(&config->outputs[o]) && (beside = study_companion_of(config, &config->outputs[o], k));
         k++)
      if (index-- == 0) return snprintf(name, EVAL_NAME, "%s%s", config->outputs[o].name, beside->end);
  }
  return 0;
}

int eval_count_outputs(const study *config) {
  char name[EVAL_NAME];
  int n = 0;
  while (eval_output_name(config, n, name)) n++;
  return n;
}

// Copies a finished batch into the rows of the table.
static chatter_status keep(void *self, result_set *part) {
  eval_table *table = self;
  const result_variable *number = result_set_find(part, "trajectory"),
                        *status = result_set_find(part, "status");
  for (size_t i = 0; i < number->size[0]; i++)
    table->status[((const int *)number->data)[i]] = ((const int *)status->data)[i];
  for (int o = 0; o < table->n_outputs; o++) {
    const result_variable *v = result_set_find(part, table->name[o]);
    CHECK(v && v->n_dims == 1 && v->type != RESULT_STRING, "an output is not one number per trajectory");
    for (size_t i = 0; i < number->size[0]; i++) {
      int row = ((const int *)number->data)[i];
      double x = v->type == RESULT_INT ? (double)((const int *)v->data)[i] : ((const double *)v->data)[i];
      table->value[(long)row * table->n_outputs + o] = table->status[row] == TRAJECTORY_OK ? x : NAN;
    }
  }
  return CHATTER_OK;
}

static chatter_status create(const study *config, long n, eval_table *out) {
  *out = (eval_table){.memory = arena_create(), .n = n, .n_outputs = eval_count_outputs(config)};
  if (!out->memory) return CHATTER_DEVICE;
  out->name = arena_allocate(out->memory, (size_t)out->n_outputs * sizeof *out->name + 1);
  out->status = arena_allocate(out->memory, (size_t)n * sizeof *out->status + 1);
  out->value = arena_allocate(out->memory, (size_t)n * (size_t)out->n_outputs * sizeof *out->value + 1);
  if (!out->name || !out->status || !out->value) return CHATTER_DEVICE;
  for (int o = 0; o < out->n_outputs; o++) eval_output_name(config, o, out->name[o]);
  for (long i = 0; i < n; i++) out->status[i] = TRAJECTORY_NOT_RUN;
  for (long i = 0; i < n * out->n_outputs; i++) out->value[i] = NAN;
  return CHATTER_OK;
}

const char *eval_status_text(int status) {
  return status == EVAL_OUT_OF_RANGE ? "out_of_range" : trajectory_status_text(status);
}

// Removes fields, which would need the recovery of every node, and series, whose length depends on
// the samples.
static void leave_out_unseen(study *self) {
  int n = 0;
  for (int o = 0; o < self->n_outputs; o++)
    if (!study_is_field(&self->outputs[o]) && self->outputs[o].reduce != REDUCE_SERIES)
      self->outputs[n++] = self->outputs[o];
  self->n_outputs = n;
}

chatter_status eval_bind(const study *config, eval_bound *out) {
  *out = (eval_bound){.models = {0}};
  TRY(study_copy(config, &out->study));
  leave_out_unseen(&out->study);
  return CHATTER_OK;
}

void eval_unbind(eval_bound *self) {
  bound_destroy(&self->models);
  study_destroy(&self->study);
}

static chatter_status run_rows(eval_bound *bound, const samples *values, device_set *devices,
                               const eval_options *options, eval_table *out) {
  run_plan plan = {0};
  execute_summary summary;
  const execute_options execution = {.checkpoint_every = -1,
                                     .progress = options->progress,
                                     .share = options->share,
                                     .sink = keep,
                                     .sink_self = out};
  chatter_status status = plan_create(&bound->study, values, 1, 1, options->leave_out, &plan);
  plan.bound = &bound->models;
  plan.threads = (int)devices->choice.threads;
  if (status == CHATTER_OK) status = execute_plan(&plan, devices, &execution, &summary);
  out->doubtful = plan_doubtful(&plan, &out->caution);
  plan_destroy(&plan);
  return status;
}

chatter_status eval_rows(eval_bound *bound, const samples *values, device_set *devices,
                         const eval_options *options, eval_table *out) {
  if (values->n > 2147483647)
    return error_raise(CHATTER_BAD_STUDY, "%ld rows: at most 2147483647", values->n);
  chatter_status status = create(&bound->study, values->n, out);
  for (long i = 0; status == CHATTER_OK && options->leave_out && i < out->n; i++)
    if (options->leave_out[i]) out->status[i] = EVAL_OUT_OF_RANGE;
  if (status == CHATTER_OK) status = run_rows(bound, values, devices, options, out);
  if (status != CHATTER_OK) eval_destroy(out);
  return status;
}

chatter_status eval_samples(const study *config, const samples *values, device_set *devices, int progress,
                            eval_table *out) {
  eval_bound bound;
  TRY(eval_bind(config, &bound));
  const chatter_status status =
      eval_rows(&bound, values, devices, &(eval_options){.progress = progress}, out);
  eval_unbind(&bound);
  return status;
}

void eval_destroy(eval_table *self) {
  arena_destroy(self->memory);
  *self = (eval_table){0};
}

chatter_status eval_own_values(const study *config, samples *out) {
  (void)config;
  *out = (samples){.n = 1};
  ALLOCATE(out->value, 1);
  return CHATTER_OK;
}

static void print_number(FILE *file, double x) {
  if (isnan(x)) {
    fputs(",nan", file);
  } else if (isinf(x)) {
    fputs(x > 0 ? ",inf" : ",-inf", file);
  } else {
    fprintf(file, ",%.17g", x);
  }
}

static void print_table(const eval_table *self, const samples *values, FILE *file) {
  fputs("sample_id,status", file);
  for (int o = 0; o < self->n_outputs; o++) fprintf(file, ",%s", self->name[o]);
  fputc('\n', file);
  for (long i = 0; i < self->n; i++) {
    if (values->id) {
      csv_print_text(file, values->id[i]);
    } else {
      fprintf(file, "%ld", i);
    }
    fprintf(file, ",%s", eval_status_text(self->status[i]));
    for (int o = 0; o < self->n_outputs; o++) print_number(file, self->value[i * self->n_outputs + o]);
    fputc('\n', file);
  }
}

chatter_status eval_write(const eval_table *self, const samples *values, const char *path, int force) {
  durable_text out;
  TRY(durable_open_text(path ? path : "-", force, &out));
  print_table(self, values, out.file);
  return durable_close_text(&out, CHATTER_OK);
}
