// Messages for people (stderr) and, with --log-json, for machines. Data goes to stdout, never through here.
#ifndef CHATTER_BASE_LOG_H
#define CHATTER_BASE_LOG_H

#include "base/status.h"

void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Of this session or machine, or what results tell by themselves: no results keep it.
void log_warning_here(const char *format, ...) __attribute__((format(printf, 1, 2)));
// For results, which keep what was warned of: log_keep(1) begins anew, 0 ends; log_keep_lines adds what was
// said when something that is used now was made; log_kept gives the distinct lines so far (base/text.h; free
// it).
void log_keep(int keep);
void log_keep_lines(const char *lines);
char *log_kept(void);
// What this thread warns of between the two; free it.
void log_catch_begin(void);
char *log_catch_end(void);
// Warnings go to `take` instead, for those who show them in another place; NULL: to stderr and the log again.
void log_take_warnings(void (*take)(void *to, const char *text), void *to);
void log_errors(void);     // prints and clears this thread's error messages
void log_quiet(int quiet); // 1: only warnings and errors
int log_is_quiet(void);
// Every message also as one JSON object a line, appended. Refuses an input of the command and any other file
// that is no such log.
chatter_status log_json_open(const char *path);
void log_json_close(void);
// A line for machines only: a message with numbers, and where they were taken (NULL: nowhere in particular).
typedef struct log_number {
  const char *name;
  double value;
} log_number;
void log_record(const char *message, const char *where, int n, const log_number *number);

// A progress bar with ETA on a terminal (honours NO_COLOR), a line per interval elsewhere.
void log_progress(const char *what, double fraction, const char *note);
void log_progress_end(void);

#endif
