// Functions of the C API that compute.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "api/handle.h"
#include "base/log.h"
#include "ensemble/observe/output_checks.h"
#include "ensemble/run_study.h"
#include "study/file/scalar.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"

static chatter_status find_parameters(const chatter_study *self, const char *const *names, samples *out) {
  chatter_status status = CHATTER_OK;
  for (int p = 0; p < out->n_parameters; p++) {
    if (!names[p]) return error_raise(CHATTER_USAGE, "chatter_evaluate: names[%d] is NULL", p);
    chatter_status found =
        study_find_scalar(&self->config, names[p], "chatter_evaluate", &out->parameters[p]);
    if (found != CHATTER_OK) status = found;
  }
  for (int p = 0; p < out->n_parameters && status == CHATTER_OK; p++) {
    for (int other = 0; other < p; other++) {
      if (out->parameters[p].offset != out->parameters[other].offset) continue;
      status = error_raise(CHATTER_BAD_STUDY, "chatter_evaluate: '%s' is given twice", names[p]);
    }
  }
  return status;
}

static chatter_status check_values(const samples *s, const char *const *names) {
  for (long i = 0; i < s->n; i++) {
    for (int p = 0; p < s->n_parameters; p++) {
      const double x = s->value[i * s->n_parameters + p];
      char place[2 * STUDY_NAME + 40];
      if (study_scalar_fits(&s->parameters[p], x)) continue;
      snprintf(place, sizeof place, "chatter_evaluate: row %ld, '%.100s'", i, names[p]);
      return study_scalar_check(&s->parameters[p], place, x);
    }
  }
  return CHATTER_OK;
}

// Makes samples from arrays, in the form that samples_destroy expects.
static chatter_status make_samples(const chatter_study *self, long n, int n_inputs, const char *const *names,
                                   const double *inputs, samples *out) {
  *out = (samples){.n = n, .n_parameters = n_inputs};
  ALLOCATE(out->parameters, n_inputs + 1);
  ALLOCATE(out->value, n * n_inputs + 1);
  TRY(find_parameters(self, names, out));
  if (n_inputs > 0) memcpy(out->value, inputs, (size_t)n * (size_t)n_inputs * sizeof *inputs);
  if (!self->bad_rows) TRY(check_values(out, names));
  return samples_spread_inputs(&self->config, out);
}

// Opens the devices of a handle. A forked child cannot use a parent's GPU and must open its own;
// the CPU opens at once.
static chatter_status open_devices(chatter_study *self) {
  if (self->process == getpid()) return CHATTER_OK;
  self->process = 0;
  TRY(devices_open(&self->choice, &self->devices));
  self->process = getpid();
  return CHATTER_OK;
}

static chatter_status say_interrupted(chatter_status status, const char *kept) {
  if (status != CHATTER_CHECKPOINTED && status != CHATTER_INTERRUPTED) return status;
  error_clear();
  return error_raise(CHATTER_INTERRUPTED, "interrupted by chatter_interrupt: %s", kept);
}

static chatter_status evaluate_samples(chatter_study *self, const samples *s, unsigned char *unfit,
                                       double *outputs, int *statuses) {
  eval_table table;
  TRY(open_devices(self));
  if (!self->warned) outputs_warn(&self->config);
  self->warned = 1;
  const eval_options options = {.leave_out = samples_mark_unfit(s, unfit) > 0 ? unfit : NULL,
                                .share = &self->share};
  TRY(say_interrupted(eval_rows(&self->bound, s, &self->devices, &options, &table),
                      "none of its rows is kept"));
  memcpy(outputs, table.value, (size_t)table.n * (size_t)table.n_outputs * sizeof *outputs);
  if (statuses) memcpy(statuses, table.status, (size_t)table.n * sizeof *statuses);
  eval_destroy(&table);
  return CHATTER_OK;
}

static chatter_status evaluate(chatter_study *self, long n, int n_inputs, const char *const *names,
                               const double *inputs, double *outputs, int *statuses) {
  samples s;
  unsigned char *unfit = NULL;
  chatter_status status = make_samples(self, n, n_inputs, names, inputs, &s);
  if (status == CHATTER_OK) {
    unfit = memory_array((size_t)n, 1, __FILE__, __LINE__);
    status = unfit ? evaluate_samples(self, &s, unfit, outputs, statuses) : CHATTER_DEVICE;
  }
  memory_free(unfit);
  samples_destroy(&s);
  return status;
}

static chatter_status check_call(const chatter_study *self, long n, int n_inputs, const char *const *names,
                                 const double *inputs, int n_outputs, const double *outputs) {
  if (!self || n < 0 || n_inputs < 0 || (n_inputs > 0 && (!names || (n > 0 && !inputs))) ||
      (n > 0 && !outputs))
    return error_raise(CHATTER_USAGE, "chatter_evaluate: an argument is NULL or negative");
  if (n_outputs != eval_count_outputs(&self->config))
    return error_raise(CHATTER_USAGE, "chatter_evaluate: n_outputs is %d, the study has %d outputs",
                       n_outputs, eval_count_outputs(&self->config));
  return CHATTER_OK;
}

int chatter_evaluate(chatter_study *self, long n, int n_inputs, const char *const *names,
                     const double *inputs, int n_outputs, double *outputs, int *statuses) {
  call_begin();
  chatter_status status = check_call(self, n, n_inputs, names, inputs, n_outputs, outputs);
  if (status != CHATTER_OK || n == 0) return call_end(status);
  status = turn_take(self);
  if (status != CHATTER_OK) return call_end(status);
  self->share = 0;
  status = evaluate(self, n, n_inputs, names, inputs, outputs, statuses);
  turn_end(self);
  return call_end(status);
}

int chatter_run(chatter_study *self, const char *results_path, int replace) {
  call_begin();
  if (!self || !results_path) return call_end(error_raise(CHATTER_USAGE, "chatter_run: an argument is NULL"));
  if (!replace && access(results_path, F_OK) == 0)
    return call_end(error_raise(CHATTER_IO, "%s: exists already; nothing was run", results_path));
  chatter_status status = turn_take(self);
  if (status != CHATTER_OK) return call_end(status);
  run_options options = run_default();
  log_keep(1);
  options.device = self->choice;
  options.force = replace;
  options.library = 1;
  options.overrides = self->overrides;
  options.progress = !self->quiet;
  options.share = &self->share;
  self->share = 0;
  status = run_study(&self->config, results_path, &options);
  if (status == CHATTER_CHECKPOINTED)
    error_raise(status, "interrupted by chatter_interrupt: what is finished is kept in %s.parts",
                results_path);
  turn_end(self);
  return call_end(status);
}

double chatter_progress(const chatter_study *self) {
  return self ? self->share : 0;
}
