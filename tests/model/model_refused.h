// Invalid models: each is refused with one message.
#ifndef CHATTER_TESTS_MODEL_REFUSED_H
#define CHATTER_TESTS_MODEL_REFUSED_H

#include "model/load.h"
#include "model/model.h"
#include "tests/check.h"

static inline void check_model_refused(const model_config *config, const char *message) {
  study s = {.path = "a.yaml", .model = *config};
  model m;
  TEST_CHECK(model_load(&s, &m) == CHATTER_BAD_MODEL && error_count() == 1);
  if (error_count() == 1) CHECK_EQUAL_TEXT(error_message(0), message);
  error_clear();
}

#endif
