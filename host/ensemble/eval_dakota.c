// Writes results of evaluations for Dakota.
#include "ensemble/eval_dakota.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/durable.h"
#include "base/text.h"

static chatter_status raise_unknown(const study *config, const char *place, const char *label) {
  const int n = eval_count_outputs(config);
  char(*name)[EVAL_NAME], hint[EVAL_NAME + 40];
  const char **names;
  ALLOCATE(name, n + 1);
  names = memory_array((size_t)n + 1, sizeof *names, __FILE__, __LINE__);
  for (int o = 0; names && o < n; o++) {
    eval_output_name(config, o, name[o]);
    names[o] = name[o];
  }
  text_did_you_mean(label, names ? n : 0, names, hint, sizeof hint);
  error_raise(CHATTER_BAD_STUDY,
              "%s: '%s' is no output of the study%s (allowed: as `descriptors` of Dakota's responses the "
              "outputs' names)",
              place, label, hint);
  memory_free(names);
  memory_free(name);
  return CHATTER_BAD_STUDY;
}

chatter_status eval_dakota_outputs(const study *config, const dakota_batch *batch, const char *path,
                                   int *output) {
  chatter_status status = CHATTER_OK;
  for (int f = 0; f < batch->n_functions; f++) {
    char name[EVAL_NAME], place[STUDY_PATH + 40];
    output[f] = -1;
    for (int o = 0; output[f] < 0 && eval_output_name(config, o, name); o++)
      if (strcmp(name, batch->function[f]) == 0) output[f] = o;
    if (output[f] >= 0) continue;
    snprintf(place, sizeof place, "%.*s:%d:1", STUDY_PATH, path, batch->function_line[f]);
    status = raise_unknown(config, place, batch->function[f]);
  }
  return status;
}

// Returns why a row failed, for people; Dakota ignores the text after the word fail. A row that
// ended well may lack a value, such as a tenth bounce.
static const char *failure(const eval_table *self, const dakota_batch *batch, const int *output, long i) {
  if (self->status[i] != 0) return eval_status_text(self->status[i]);
  for (int f = 0; f < batch->n_functions; f++)
    if (!isfinite(self->value[i * self->n_outputs + output[f]])) return "no_finite_value";
  return NULL;
}

static void print_one(const eval_table *self, const dakota_batch *batch, const int *output, long i,
                      FILE *file) {
  const char *why = failure(self, batch, output, i);
  if (why) {
    fprintf(file, "fail %s\n", why);
    return;
  }
  for (int f = 0; f < batch->n_functions; f++)
    fprintf(file, "%.17g %s\n", self->value[i * self->n_outputs + output[f]], batch->function[f]);
}

chatter_status eval_write_dakota(const eval_table *self, const dakota_batch *batch, const int *output,
                                 const char *path, int force) {
  durable_text out;
  TRY(durable_open_text(path ? path : "-", force, &out));
  for (long i = 0; i < self->n; i++) {
    if (i > 0) fprintf(out.file, "# eval_id %s\n", batch->eval_id[i]);
    print_one(self, batch, output, i, out.file);
  }
  return durable_close_text(&out, CHATTER_OK);
}
