// Status codes and error texts. Every host function that can fail returns a chatter_status. Texts
// collect per thread, so that all mistakes of a study are reported at once. The library never
// exits.
#ifndef CHATTER_BASE_STATUS_H
#define CHATTER_BASE_STATUS_H

#include <stdarg.h>
#include <stddef.h>

// X(name, exit code of the program, meaning)
#define CHATTER_STATUS_LIST(X)                                                                               \
  X(CHATTER_OK, 0, "ok")                                                                                     \
  X(CHATTER_INTERNAL, 1, "internal error")                                                                   \
  X(CHATTER_USAGE, 2, "usage")                                                                               \
  X(CHATTER_BAD_STUDY, 3, "invalid study")                                                                   \
  X(CHATTER_BAD_MODEL, 4, "model import")                                                                    \
  X(CHATTER_DEVICE, 5, "device or memory")                                                                   \
  X(CHATTER_IO, 6, "input or output")                                                                        \
  X(CHATTER_TOO_MANY_FAILED, 7, "too many failed trajectories")                                              \
  X(CHATTER_CHECKPOINTED, 75, "checkpointed, continue with --resume")                                        \
  X(CHATTER_INTERRUPTED, 130, "interrupted")

typedef enum {
#define X(name, code, text) name,
  CHATTER_STATUS_LIST(X)
#undef X
      CHATTER_N_STATUS
} chatter_status;

int status_exit_code(chatter_status status);
const char *status_text(chatter_status status);

// Appends one message (printf style, no newline) to this thread's list and returns `status`.
chatter_status error_raise(chatter_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Raises an error with a place in a file, as "place: text" or "path:line:column: text".
chatter_status error_raise_list(chatter_status status, const char *place, const char *format,
                                va_list arguments) __attribute__((format(printf, 3, 0)));
chatter_status error_raise_at(chatter_status status, const char *path, long line, long column,
                              const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));
// Raises an error for a failed CHECK, with the place in our source.
chatter_status error_check_failed(const char *condition, const char *file, int line, const char *hint);

int error_count(void);                // messages since the last error_clear
const char *error_message(int index); // index < error_count(), oldest first
void error_clear(void);
void error_keep(int count); // drops all messages after the first `count`

// Returns the status of `call` from the calling function unless it is CHATTER_OK.
#define TRY(call)                                                                                            \
  do {                                                                                                       \
    chatter_status try_status_ = (call);                                                                     \
    if (try_status_ != CHATTER_OK) return try_status_;                                                       \
  } while (0)

// Jumps to `label` with the status of `call` in the variable `status`, for functions that must
// clean up.
#define TRY_GOTO(label, call)                                                                                \
  do {                                                                                                       \
    status = (call);                                                                                         \
    if (status != CHATTER_OK) goto label;                                                                    \
  } while (0)

// Checks a condition that only a programming error can violate.
#define CHECK(condition, hint)                                                                               \
  do {                                                                                                       \
    if (!(condition)) return error_check_failed(#condition, __FILE__, __LINE__, hint);                       \
  } while (0)

#endif
