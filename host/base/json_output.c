// Writes numbers and documents as JSON.
#include "base/json_output.h"

#include <math.h>

json_t *json_finite(double x) {
  return isfinite(x) ? json_real(x) : json_null();
}

chatter_status json_print_document(json_t *root, const char *what, FILE *out) {
  const int failed = !root || json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  json_decref(root);
  if (failed) return error_raise(CHATTER_IO, "%s cannot be written as JSON", what);
  putc('\n', out);
  return CHATTER_OK;
}
