// The public C API (include/chatter/chatter.h) over ensemble/eval: handles and queries.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "api/handle.h"
#include "ensemble/observe/signal_outputs.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/study_kind.h"

static chatter_status read_bad_rows(const char *word, int *bad_rows) {
  *bad_rows = word && strcmp(word, "row") == 0;
  if (!word || *bad_rows || strcmp(word, "error") == 0) return CHATTER_OK;
  return error_raise(CHATTER_USAGE, "bad_rows: '%s' is not error or row", word);
}

// Finds the unit of an output or of its companion.
static void find_unit(const study *config, const char *name, char unit[STUDY_NAME]) {
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    const size_t length = strlen(output->name);
    const study_companion *beside;
    if (strncmp(name, output->name, length) != 0) continue;
    if (!name[length]) {
      signals_unit(output, unit, STUDY_NAME);
      return;
    }
    for (int k = 0; (beside = study_companion_of(config, output, k)); k++)
      if (strcmp(name + length, beside->end) == 0) snprintf(unit, STUDY_NAME, "%s", beside->unit);
  }
}

static chatter_status name_outputs(chatter_study *self) {
  const int n = eval_count_outputs(&self->config);
  ALLOCATE(self->output, n + 1);
  ALLOCATE(self->unit, n + 1);
  for (int i = 0; i < n; i++) {
    eval_output_name(&self->config, i, self->output[i]);
    find_unit(&self->config, self->output[i], self->unit[i]);
  }
  return CHATTER_OK;
}

// Stores the overrides, one a line, as results do.
static chatter_status keep_overrides(int n, const char *const *overrides, chatter_study *self) {
  size_t size = 1;
  for (int i = 0; i < n; i++) size += strlen(overrides[i]) + 1;
  ALLOCATE(self->overrides, size);
  for (int i = 0; i < n; i++) {
    if (i) strcat(self->overrides, "\n");
    strcat(self->overrides, overrides[i]);
  }
  return CHATTER_OK;
}

static chatter_status open_study(const char *path, const chatter_options *o, chatter_study *self) {
  self->choice = (device_choice){.threads = o->threads, .lanes = o->lanes, .team = o->team};
  snprintf(self->device, sizeof self->device, "%s", o->device ? o->device : "auto");
  snprintf(self->precision, sizeof self->precision, "%s", o->precision ? o->precision : "double");
  self->choice.device = self->device;
  self->choice.precision = self->precision;
  self->quiet = o->quiet;
  TRY(read_bad_rows(o->bad_rows, &self->bad_rows));
  TRY(study_load_for_samples(path, o->n_overrides, o->overrides, &self->config));
  TRY(keep_overrides(o->n_overrides, o->overrides, self));
  TRY(name_outputs(self));
  return eval_bind(&self->config, &self->bound);
}

// Limit for the size of options. Old headers had a pointer as first member of options, which reads
// as a larger size.
enum { MOST_OPTION_BYTES = 4096 };

// Copies options of another header's version: members that an older header lacks keep their
// defaults; members of a newer header that this library lacks must be unset.
static chatter_status read_options(const chatter_options *from, chatter_options *to) {
  const char *bytes = (const char *)from;
  *to = chatter_options_default();
  if (!from) return CHATTER_OK;
  if (from->size < offsetof(chatter_options, bad_rows) || from->size > MOST_OPTION_BYTES)
    return error_raise(
        CHATTER_USAGE,
        "chatter_open: options.size is %zu: begin with chatter_options_default (options of version 1 "
        "had no size: chatter.h says what its programs change)",
        from->size);
  for (size_t i = sizeof *to; i < from->size; i++)
    if (bytes[i])
      return error_raise(CHATTER_USAGE,
                         "chatter_open: the options are those of a newer version than " CHATTER_VERSION);
  memcpy(to, from, from->size < sizeof *to ? from->size : sizeof *to);
  return CHATTER_OK;
}

int chatter_open(const char *study_path, const chatter_options *options, chatter_study **out) {
  chatter_options o;
  call_begin();
  if (!study_path || !out) return call_end(error_raise(CHATTER_USAGE, "chatter_open: an argument is NULL"));
  *out = NULL;
  chatter_status status = read_options(options, &o);
  if (status != CHATTER_OK) return call_end(status);
  chatter_study *self = memory_array(1, sizeof *self, __FILE__, __LINE__);
  if (!self) return call_end(CHATTER_DEVICE);
  turn_take(NULL);
  status = open_study(study_path, &o, self);
  turn_end(NULL);
  if (status == CHATTER_OK)
    *out = self;
  else
    chatter_close(self);
  return call_end(status);
}

void chatter_close(chatter_study *self) {
  if (!self) return;
  if (self->process == getpid()) devices_close(&self->devices);
  eval_unbind(&self->bound);
  study_destroy(&self->config);
  memory_free(self->output);
  memory_free(self->unit);
  memory_free(self->overrides);
  memory_free(self);
}

int chatter_output_count(const chatter_study *self) {
  return self ? eval_count_outputs(&self->config) : 0;
}

const char *chatter_output_name(const chatter_study *self, int index) {
  return self && index >= 0 && index < chatter_output_count(self) ? self->output[index] : NULL;
}

const char *chatter_output_unit(const chatter_study *self, int index) {
  return self && index >= 0 && index < chatter_output_count(self) ? self->unit[index] : NULL;
}

int chatter_input_count(const chatter_study *self) {
  return self ? self->config.n_inputs : 0;
}

const char *chatter_input_name(const chatter_study *self, int index) {
  return self && index >= 0 && index < self->config.n_inputs ? self->config.inputs[index].name : NULL;
}

int chatter_find_input(const chatter_study *self, const char *name, chatter_input *out) {
  study_scalar scalar;
  call_begin();
  if (!self || !name || !out || out->size < sizeof *out)
    return call_end(
        error_raise(CHATTER_USAGE, "chatter_find_input: an argument is NULL, or out->size is not set"));
  turn_take(NULL); // places in messages use static buffers of the process
  const chatter_status status = study_find_scalar(&self->config, name, "chatter_find_input", &scalar);
  turn_end(NULL);
  if (status != CHATTER_OK) return call_end(status);
  out->value = study_scalar_value(&self->config, &scalar);
  out->minimum = scalar.minimum;
  out->maximum = scalar.maximum;
  out->whole = scalar.whole;
  out->structural = scalar.structural;
  snprintf(out->path, sizeof out->path, "%s", scalar.path);
  snprintf(out->unit, sizeof out->unit, "%s", scalar.unit);
  return call_end(CHATTER_OK);
}

const char *chatter_status_word(int status) {
  return eval_status_text(status);
}

const char *chatter_version(void) {
  return CHATTER_VERSION;
}
