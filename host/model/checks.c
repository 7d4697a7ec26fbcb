// Numbers of the models that a study describes itself, checked for studies made without a file too.
#include <math.h>
#include <stdio.h>

#include "model/kinds.h"

chatter_status model_check_number(const study *s, const char *key, double value, int within,
                                  const char *allowed, const char *unit) {
  char path[64];
  if (within && isfinite(value)) return CHATTER_OK;
  snprintf(path, sizeof path, "model.%s", key);
  return error_raise(CHATTER_BAD_MODEL, "%s: %s is %g%s; allowed: %s", model_place(s, path), path, value,
                     unit, allowed);
}

chatter_status model_check_positive(const study *s, const char *key, double value, const char *unit) {
  return model_check_number(s, key, value, value > 0, "positive", unit);
}

chatter_status model_check_count(const study *s, const char *key, double value, int most) {
  char allowed[64];
  snprintf(allowed, sizeof allowed, "a whole number from 1 to %d", most);
  return model_check_number(s, key, value, value >= 1 && value <= most && floor(value) == value, allowed, "");
}
