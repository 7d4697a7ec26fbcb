#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

chatter_status error_raise(chatter_status status, const char *format, ...) {
  char text[MAX_LENGTH];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (n_messages < MAX_MESSAGES) {
    char *copy = strdup(text);
    if (copy) messages[n_messages++] = copy;
  }
  return status;
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
