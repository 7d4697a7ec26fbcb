// Collects error messages per thread.
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

enum { MAX_MESSAGES = 200, MAX_LENGTH = 2000 };

static const struct {
  int exit_code;
  const char *text;
} statuses[] = {
#define X(name, code, text) {code, text},
    CHATTER_STATUS_LIST(X)
#undef X
};

static _Thread_local char *messages[MAX_MESSAGES];
static _Thread_local int n_messages;

int status_exit_code(chatter_status status) {
  return statuses[status].exit_code;
}
const char *status_text(chatter_status status) {
  return statuses[status].text;
}

// Appends a message; `prefix` precedes the formatted text.
static chatter_status append_message(chatter_status status, const char *prefix, const char *format,
                                     va_list arguments) {
  char text[MAX_LENGTH], shown[MAX_LENGTH];
  const size_t length = (size_t)snprintf(text, sizeof text, "%s", prefix);
  if (length < sizeof text) vsnprintf(text + length, sizeof text - length, format, arguments);
  if (n_messages < MAX_MESSAGES) {
    char *copy = strdup(text_printable(text, shown, sizeof shown));
    if (copy) messages[n_messages++] = copy;
  }
  return status;
}

chatter_status error_raise(chatter_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  append_message(status, "", format, arguments);
  va_end(arguments);
  return status;
}

chatter_status error_raise_list(chatter_status status, const char *place, const char *format,
                                va_list arguments) {
  char prefix[MAX_LENGTH];
  snprintf(prefix, sizeof prefix, "%s: ", place);
  return append_message(status, prefix, format, arguments);
}

chatter_status error_raise_at(chatter_status status, const char *path, long line, long column,
                              const char *format, va_list arguments) {
  char prefix[MAX_LENGTH];
  snprintf(prefix, sizeof prefix, "%s:%ld:%ld: ", path, line, column);
  return append_message(status, prefix, format, arguments);
}

chatter_status error_check_failed(const char *condition, const char *file, int line, const char *hint) {
  return error_raise(CHATTER_INTERNAL, "%s:%d: check '%s' failed: %s (please report this)", file, line,
                     condition, hint);
}

int error_count(void) {
  return n_messages;
}
const char *error_message(int index) {
  return messages[index];
}

void error_keep(int count) {
  for (int i = count; i < n_messages; i++) free(messages[i]);
  if (count < n_messages) n_messages = count;
}

void error_clear(void) {
  error_keep(0);
}
