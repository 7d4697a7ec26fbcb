// The public C API (include/chatter/chatter.h) over ensemble/eval.
#include "chatter/chatter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "ensemble/batch/results.h"
#include "ensemble/eval.h"

struct chatter_study {
  study config;
  device_choice choice;
  char device[64], precision[16];
  eval_bound bound;
  device_set devices; // opened by the first evaluation, kept for the next
  int opened, quiet;
  char (*output)[EVAL_NAME]; // names of the outputs
};

static _Thread_local char *last_error;

// The collected messages become the text of chatter_error.
static int end_call(chatter_status status) {
  size_t size = 1;
  for (int i = 0; i < error_count(); i++) size += strlen(error_message(i)) + 1;
  free(last_error);
  last_error = calloc(size, 1);
  for (int i = 0; last_error && i < error_count(); i++) {
    if (i) strcat(last_error, "\n");
    strcat(last_error, error_message(i));
  }
  error_clear();
  return status_exit_code(status);
}

chatter_options chatter_options_default(void) {
  return (chatter_options){.quiet = 1};
}

static chatter_status open_study(const char *path, const chatter_options *o, chatter_study *self) {
  self->choice = (device_choice){.threads = o->threads, .lanes = o->lanes, .team = o->team};
  snprintf(self->device, sizeof self->device, "%s", o->device ? o->device : "auto");
  snprintf(self->precision, sizeof self->precision, "%s", o->precision ? o->precision : "double");
  self->choice.device = self->device;
  self->choice.precision = self->precision;
  self->quiet = o->quiet;
  TRY(study_load(path, o->n_overrides, o->overrides, &self->config));
  const int n = eval_count_outputs(&self->config);
  self->output = memory_array((size_t)n + 1, sizeof *self->output, __FILE__, __LINE__);
  for (int i = 0; i < n && self->output; i++) eval_output_name(&self->config, i, self->output[i]);
  return self->output ? eval_bind(&self->config,&self->bound) : CHATTER_DEVICE;
}

int chatter_open(const char *study_path, const chatter_options *options, chatter_study **out) {
  chatter_options o = options ? *options : chatter_options_default();
  error_clear();
  if (!study_path || !out) return end_call(error_raise(CHATTER_USAGE, "chatter_open: an argument is NULL"));
  *out = NULL;
  chatter_study *self = memory_array(1, sizeof *self, __FILE__, __LINE__);
  if (!self) return end_call(CHATTER_DEVICE);
  chatter_status status = open_study(study_path, &o, self);
  if (status == CHATTER_OK) {
    *out = self;
  } else {
    chatter_close(self);
  }
  return end_call(status);
}

void chatter_close(chatter_study *self) {
  if (!self) return;
  if (self->opened) devices_close(&self->devices);
  eval_unbind(&self->bound);
  study_destroy(&self->config);
  memory_free(self->output);
  memory_free(self);
}

int chatter_output_count(const chatter_study *self) {
  return self ? eval_count_outputs(&self->config) : 0;
}

const char *chatter_output_name(const chatter_study *self, int index) {
  return self && index >= 0 && index < chatter_output_count(self) ? self->output[index] : NULL;
}

int chatter_input_count(const chatter_study *self) {
  return self ? self->config.n_inputs : 0;
}

const char *chatter_input_name(const chatter_study *self, int index) {
  return self && index >= 0 && index < self->config.n_inputs ? self->config.inputs[index].name : NULL;
}

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
      double x = s->value[i * s->n_parameters + p];
      const study_scalar *scalar = &s->parameters[p];
      if (isfinite(x) && x >= scalar->minimum && x <= scalar->maximum) continue;
      return error_raise(CHATTER_BAD_STUDY, "chatter_evaluate: row %ld, '%s': %g is not in %g ... %g %s", i,
                         names[p], x, scalar->minimum, scalar->maximum, scalar->unit);
    }
  }
  return CHATTER_OK;
}

// Arrays as samples_destroy expects them.
static chatter_status make_samples(const chatter_study *self, long n, int n_inputs, const char *const *names,
                                   const double *inputs, samples *out) {
  *out = (samples){.n = n, .n_parameters = n_inputs};
  ALLOCATE(out->parameters, n_inputs + 1);
  ALLOCATE(out->value, n * n_inputs + 1);
  TRY(find_parameters(self, names, out));
  if (n_inputs > 0) memcpy(out->value, inputs, (size_t)n * (size_t)n_inputs * sizeof *inputs);
  TRY(check_values(out, names));
  return samples_spread_inputs(&self->config, out);
}

static chatter_status evaluate(chatter_study *self, const samples *s, double *outputs, int *statuses) {
  eval_table table;
  if (!self->opened) {
    TRY(devices_open(&self->choice, &self->devices));
    self->opened = 1;
  }
  TRY(eval_rows(&self->bound, s, &self->devices, &(eval_options){0}, &table));
  memcpy(outputs, table.value, (size_t)table.n * (size_t)table.n_outputs * sizeof *outputs);
  if (statuses) memcpy(statuses, table.status, (size_t)table.n * sizeof *statuses);
  eval_destroy(&table);
  return CHATTER_OK;
}

int chatter_evaluate(chatter_study *self, long n, int n_inputs, const char *const *names,
                     const double *inputs, int n_outputs, double *outputs, int *statuses) {
  error_clear();
  if (!self || n < 0 || n_inputs < 0 || (n_inputs > 0 && (!names || (n > 0 && !inputs))) ||
      (n > 0 && !outputs)) {
    return end_call(error_raise(CHATTER_USAGE, "chatter_evaluate: an argument is NULL or negative"));
  }
  if (n_outputs != eval_count_outputs(&self->config)) {
    return end_call(error_raise(CHATTER_USAGE, "chatter_evaluate: n_outputs is %d, the study has %d outputs",
                                n_outputs, eval_count_outputs(&self->config)));
  }
  if (n == 0) return end_call(CHATTER_OK);
  samples s;
  log_quiet(self->quiet);
  chatter_status status = make_samples(self, n, n_inputs, names, inputs, &s);
  if (status == CHATTER_OK) status = evaluate(self, &s, outputs, statuses);
  samples_destroy(&s);
  log_quiet(0);
  return end_call(status);
}

const char *chatter_status_word(int status) {
  return trajectory_status_text(status);
}
const char *chatter_error(void) {
  return last_error ? last_error : "";
}
const char *chatter_version(void) {
  return CHATTER_VERSION;
}
