// Helpers for tests of the regime engines: a study from text, evaluated over its own design.
#ifndef CHATTER_TESTS_REGIME_STUDY_H
#define CHATTER_TESTS_REGIME_STUDY_H

#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/engines/eval_value.h"

static inline chatter_status regime_try(const char *text, const char *set, eval_table *out) {
  static study config; // large
  samples values;
  device_set devices;
  const char *overrides[] = {set};
  *out = (eval_table){0};
  TRY(study_parse(text, strlen(text), "regimes.yaml", set != NULL, overrides, &config));
  chatter_status status = samples_from_design(&config, &values);
  if (status == CHATTER_OK) {
    status = devices_open(&(device_choice){.device = "cpu"}, &devices);
    if (status == CHATTER_OK) {
      status = eval_samples(&config, &values, &devices, 0, out);
      devices_close(&devices);
    }
    samples_destroy(&values);
  }
  study_destroy(&config);
  return status;
}

static inline eval_table regime_run(const char *text, const char *set) {
  eval_table t;
  CHECK_OK(regime_try(text, set, &t));
  return t;
}

// The study must be refused with the given status and a message that contains `words`.
static inline void regime_refused(const char *text, const char *set, chatter_status wanted,
                                  const char *words) {
  eval_table t;
  const chatter_status status = regime_try(text, set, &t);
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), words) != NULL;
  if (status != wanted || !found) {
    fprintf(stderr, "expected status %d and '%s', got %d:\n", (int)wanted, words, (int)status);
    log_errors();
    check_failures++;
  }
  error_clear();
  eval_destroy(&t);
}

#endif
