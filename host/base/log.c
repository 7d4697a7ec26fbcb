// Prints messages, progress and the JSON log.
#include "base/log.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/inputs.h"
#include "base/printable.h"
#include "base/text.h"

static FILE *json_file;
static int is_quiet;
static int progress_bar_shown;
static void (*warnings_take)(void *to, const char *text);
static void *warnings_context;
static double progress_start, progress_last;
enum { MAX_KEPT_BYTES = 30000 }; // most bytes of an attribute of a file
static pthread_mutex_t kept_warnings_lock = PTHREAD_MUTEX_INITIALIZER;
static char *kept; // lines; NULL: none are kept
static _Thread_local char *caught;

static json_t *json_message(const char *level, const char *text) {
  return json_pack("{s:f, s:s, s:s}", "time", clock_today(), "level", level, "message", text);
}

// Writes an object as one complete line, also from several threads; takes ownership.
static void json_write(json_t *object) {
  if (!object) return;
  flockfile(json_file);
  json_dumpf(object, json_file, JSON_COMPACT);
  fputc('\n', json_file);
  fflush(json_file);
  funlockfile(json_file);
  json_decref(object);
}

static void json_line(const char *level, const char *text) {
  if (json_file) json_write(json_message(level, text));
}

void log_record(const char *message, const char *where, int n, const log_number *number) {
  if (!json_file) return;
  json_t *object = json_message("timing", message);
  if (where) json_object_set_new(object, "where", json_string(where));
  for (int i = 0; i < n; i++) json_object_set_new(object, number[i].name, json_real(number[i].value));
  json_write(object);
}

static void print_message(const char *level, int silent, const char *prefix, const char *raw) {
  char text[2100];
  text_printable(raw, text, sizeof text);
  json_line(level, text);
  if (silent) return;
  log_progress_end();
  fprintf(stderr, "%s%s\n", prefix, text);
}

void log_info(const char *format, ...) {
  char text[2100];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  print_message("info", is_quiet, "", text);
}

static void add_lines(char **to, const char *lines) {
  char *both = *to ? text_join_lines(*to, lines) : NULL;
  if (both && strlen(both) <= MAX_KEPT_BYTES) {
    free(*to);
    *to = both;
  } else {
    free(both);
  }
}

void log_keep(int keep) {
  pthread_mutex_lock(&kept_warnings_lock);
  free(kept);
  kept = keep ? strdup("") : NULL;
  pthread_mutex_unlock(&kept_warnings_lock);
}

void log_keep_lines(const char *lines) {
  pthread_mutex_lock(&kept_warnings_lock);
  add_lines(&kept, lines);
  pthread_mutex_unlock(&kept_warnings_lock);
}

char *log_kept(void) {
  pthread_mutex_lock(&kept_warnings_lock);
  char *copy = strdup(kept ? kept : "");
  pthread_mutex_unlock(&kept_warnings_lock);
  return copy;
}

void log_catch_begin(void) {
  free(caught);
  caught = strdup("");
}

char *log_catch_end(void) {
  char *lines = caught;
  caught = NULL;
  return lines;
}

static void warn(const char *text) {
  if (warnings_take)
    warnings_take(warnings_context, text);
  else
    print_message("warning", 0, "warning: ", text);
}

void log_warning(const char *format, ...) {
  char raw[2100], text[2100];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(raw, sizeof raw, format, arguments);
  va_end(arguments);
  text_printable(raw, text, sizeof text);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  if (!warnings_take) log_keep_lines(text);
  add_lines(&caught, text);
  warn(raw);
}

void log_warning_here(const char *format, ...) {
  char text[2100];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  warn(text);
}

void log_take_warnings(void (*take)(void *to, const char *text), void *to) {
  warnings_take = take;
  warnings_context = to;
}

void log_errors(void) {
  log_progress_end();
  for (int i = 0; i < error_count(); i++) {
    fprintf(stderr, "chatter: %s\n", error_message(i));
    json_line("error", error_message(i));
  }
  error_clear();
}

void log_quiet(int quiet) {
  is_quiet = quiet;
}

int log_is_quiet(void) {
  return is_quiet;
}

chatter_status log_json_open(const char *path) {
  TRY(inputs_refuse(path));
  FILE *file = fopen(path, "a+e");     // a resumed run continues its log
  if (!file) file = fopen(path, "ae"); // a pipe or a device that cannot be read
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  struct stat info;
  if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 && getc(file) != '{') {
    fclose(file);
    return error_raise(CHATTER_USAGE,
                       "%s: exists already and holds no messages of --log-json; name another file", path);
  }
  inputs_note(path); // no result may replace it
  json_file = file;
  return CHATTER_OK;
}

void log_json_close(void) {
  if (json_file) fclose(json_file);
  json_file = NULL;
}

static void format_duration(double seconds, char *text, size_t size) {
  if (seconds < 90) {
    snprintf(text, size, "%.0f s", seconds);
  } else if (seconds < 5400) {
    snprintf(text, size, "%.0f min", seconds / 60);
  } else {
    snprintf(text, size, "%.1f h", seconds / 3600);
  }
}

static void draw_bar(const char *what, double fraction, const char *note, const char *eta) {
  enum { WIDTH = 30 };
  char bar[WIDTH + 1];
  int filled = (int)(fraction * WIDTH);
  memset(bar, '.', WIDTH);
  memset(bar, '#', (size_t)filled);
  bar[WIDTH] = '\0';
  fprintf(stderr, "\r\033[K%s [%s] %3.0f %%  %s left  %s", what, bar, 100 * fraction, eta, note);
  fflush(stderr);
  progress_bar_shown = 1;
}

void log_progress(const char *what, double fraction, const char *note) {
  double time = clock_seconds();
  if (fraction <= 0 || progress_start == 0) progress_start = progress_last = time;
  if (is_quiet) return;
  fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
  int terminal = isatty(STDERR_FILENO);
  double interval = terminal ? 0.1 : 10;
  if (time - progress_last < interval && fraction < 1) return;
  if (!terminal && time - progress_start < interval) return;
  progress_last = time;
  char eta[32] = "?"; // the first pieces of a job are small and predict its speed badly
  if (fraction >= 0.01 || (fraction > 0 && time - progress_start > 60))
    format_duration((time - progress_start) * (1 - fraction) / fraction, eta, sizeof eta);
  if (terminal) {
    draw_bar(what, fraction, note, eta);
  } else {
    fprintf(stderr, "%s: %.0f %%, %s left, %s\n", what, 100 * fraction, eta, note);
  }
}

void log_progress_end(void) {
  if (progress_bar_shown) fputs("\r\033[K", stderr);
  progress_bar_shown = 0;
}
