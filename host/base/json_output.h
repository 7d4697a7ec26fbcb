// Writes numbers and documents as JSON (RFC 8259).
#ifndef CHATTER_BASE_JSON_OUTPUT_H
#define CHATTER_BASE_JSON_OUTPUT_H

#include <jansson.h>
#include <stdio.h>

#include "base/status.h"

// Returns a JSON number, or null: JSON has no inf and no nan.
json_t *json_finite(double x);
// Prints a document with all digits of its numbers and a line end, and releases it. `root` may be
// NULL (out of memory). CHATTER_IO names `what` if it cannot be written.
chatter_status json_print_document(json_t *root, const char *what, FILE *out);

#endif
