// Helpers for tests of evaluated tables: evaluates a study given as text on the CPU, and finds a
// value by the name of its output.
#ifndef CHATTER_TESTS_EVAL_VALUE_H
#define CHATTER_TESTS_EVAL_VALUE_H

#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"
#include "ensemble/eval.h"

static inline double eval_value(const eval_table *t, long row, const char *name) {
  for (int o = 0; o < t->n_outputs; o++)
    if (strcmp(t->name[o], name) == 0) return t->value[row * t->n_outputs + o];
  fprintf(stderr, "no output '%s'\n", name);
  exit(1);
}

// Evaluates the design of a study given as text; its file names are relative to `path`.
static inline chatter_status eval_text(const char *text, const char *path, eval_table *out) {
  study config;
  samples values;
  device_set devices;
  chatter_status status = study_parse(text, strlen(text), path, 0, NULL, &config);
  if (status != CHATTER_OK) return status;
  CHECK_OK(samples_from_design(&config, &values));
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  status = eval_samples(&config, &values, &devices, 0, out);
  for (long i = 0; status == CHATTER_OK && i < out->n; i++) TEST_CHECK(out->status[i] == TRAJECTORY_OK);
  devices_close(&devices);
  samples_destroy(&values);
  study_destroy(&config);
  return status;
}

#endif
