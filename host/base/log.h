// Messages for people (stderr) and, with --log-json, for machines. Data goes to stdout, never
// through here.
#ifndef CHATTER_BASE_LOG_H
#define CHATTER_BASE_LOG_H

#include "base/status.h"

void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Warns of this session or machine, or of what results show themselves; results do not store it.
void log_warning_here(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Collect warnings to be stored in results: log_keep(1) begins anew, 0 ends; log_keep_lines adds
// warnings of an earlier computation that is used now; log_kept returns the distinct lines so far
// (base/text.h; free them).
void log_keep(int keep);
void log_keep_lines(const char *lines);
char *log_kept(void);
// Collect the warnings of this thread between the two calls; free the text.
void log_catch_begin(void);
char *log_catch_end(void);
// Redirects warnings to `take`, for callers that show them elsewhere; NULL: back to stderr and the
// log.
void log_take_warnings(void (*take)(void *to, const char *text), void *to);
void log_errors(void);     // prints and clears this thread's error messages
void log_quiet(int quiet); // 1: only warnings and errors
int log_is_quiet(void);
// Appends every message also as a JSON object, one a line. Refuses inputs of the command and any
// other file that is no such log.
chatter_status log_json_open(const char *path);
void log_json_close(void);
// Logs a line for machines only: a message with numbers, and the place they belong to (NULL: none).
typedef struct log_number {
  const char *name;
  double value;
} log_number;
void log_record(const char *message, const char *where, int n, const log_number *number);

// Shows a progress bar with ETA on a terminal (honours NO_COLOR), a line per interval elsewhere.
void log_progress(const char *what, double fraction, const char *note);
void log_progress_end(void);

#endif
