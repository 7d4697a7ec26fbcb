#include "model/text.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static chatter_status raise_unreadable(const char *path, const char *place, const char *reason) {
  return error_raise(CHATTER_BAD_MODEL, "%s%s%s: cannot be read: %s", place ? place : "", place ? ": " : "",
                     path, reason);
}

static chatter_status begin(const char *path, char *bytes, size_t n, text *out) {
  *out = (text){.path = path, .begin = bytes, .at = bytes, .end = bytes + n, .line_begin = bytes, .line = 1};
  return CHATTER_OK;
}

chatter_status text_copy(const char *path, const char *bytes, size_t n, text *out) {
  char *copy = malloc(n + 1);
  if (!copy) return error_raise(CHATTER_DEVICE, "out of memory for %s: %zu bytes", path, n);
  if (n > 0) memcpy(copy, bytes, n);
  copy[n] = 0;
  return begin(path, copy, n, out);
}

chatter_status text_read(const char *path, const char *place, text *out) {
  FILE *file = fopen(path, "rb");
  if (!file) return raise_unreadable(path, place, strerror(errno));
  struct stat about;
  size_t capacity = fstat(fileno(file), &about) == 0 && about.st_size > 0 ? (size_t)about.st_size + 1 : 4096;
  size_t n = 0;
  char *bytes = malloc(capacity + 1);
  while (bytes) {
    size_t got = fread(bytes + n, 1, capacity - n, file);
    n += got;
    if (got == 0) break;
    if (n < capacity) continue;
    char *larger = realloc(bytes, 2 * capacity + 1);
    if (!larger) free(bytes);
    bytes = larger;
    capacity *= 2;
  }
  int failed = ferror(file) ? errno : 0;
  fclose(file);
  if (!bytes) return error_raise(CHATTER_DEVICE, "out of memory for %s", path);
  if (failed) {
    free(bytes);
    return raise_unreadable(path, place, strerror(failed));
  }
  bytes[n] = 0;
  return begin(path, bytes, n, out);
}

void text_destroy(text *self) {
  free(self->begin);
  *self = (text){.begin = NULL};
}

chatter_status text_raise(const text *self, const char *where, const char *format, ...) {
  char message[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return error_raise(CHATTER_BAD_MODEL, "%s:%ld:%ld: %s", self->path, self->line,
                     (long)(where - self->line_begin) + 1, message);
}

int text_at_end(const text *self) {
  return self->at >= self->end;
}

void text_skip_blanks(text *self) {
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t' || *self->at == '\r')) self->at++;
}

void text_next_line(text *self) {
  const char *newline = memchr(self->at, '\n', (size_t)(self->end - self->at));
  self->at = newline ? newline + 1 : self->end;
  self->line_begin = self->at;
  self->line++;
}

const char *text_word(const text *self, const char *where, char word[40]) {
  size_t n = 0;
  while (where + n < self->end && !memchr(" \t\r\n,", where[n], 5)) n++;
  snprintf(word, 40, "%.*s%s", n > 30 ? 30 : (int)n, where, n > 30 ? "..." : "");
  for (char *c = word; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
  return word;
}
