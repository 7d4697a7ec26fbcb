// Reads text files line by line.
#include "model/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

// Begins a scan behind a byte order mark, which some editors write.
static chatter_status scan_begin(const char *path, char *bytes, size_t n, scan *out) {
  char *first = bytes + (n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
  *out = (scan){.path = path, .begin = bytes, .at = first, .end = bytes + n, .line_begin = first, .line = 1};
  if (n < 2 || memcmp(bytes, "\x1F\x8B", 2) != 0) return CHATTER_OK;
  scan_destroy(out);
  return error_raise(CHATTER_BAD_MODEL, "%s: a file packed by gzip: unpack it first (gunzip --keep %s)", path,
                     path);
}

chatter_status scan_from_memory(const char *path, const char *bytes, size_t n, scan *out) {
  char *copy = malloc(n + 1);
  if (!copy) return error_raise(CHATTER_DEVICE, "out of memory for %s: %zu bytes", path, n);
  if (n > 0) memcpy(copy, bytes, n);
  copy[n] = 0;
  return scan_begin(path, copy, n, out);
}

chatter_status scan_read(const char *path, const char *place, scan *out) {
  if (access(path, R_OK) != 0) // checked first, so that the message has the place in the study
    return error_raise(CHATTER_BAD_MODEL, "%s%s%s: cannot be read: %s", place ? place : "", place ? ": " : "",
                       path, strerror(errno));
  struct stat info;
  if (stat(path, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)))
    return error_raise(CHATTER_BAD_MODEL,
                       "%s%s%s: is a pipe; files of a model are read more than once: write it to a file",
                       place ? place : "", place ? ": " : "", path);
  char *bytes;
  size_t n;
  TRY(text_read_bounded(path, TEXT_MOST_MODEL, CHATTER_BAD_MODEL, CHATTER_BAD_MODEL, &bytes, &n));
  return scan_begin(path, bytes, n, out);
}

void scan_destroy(scan *self) {
  free(self->begin);
  *self = (scan){.begin = NULL};
}

chatter_status scan_raise(const scan *self, const char *where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_raise_at(CHATTER_BAD_MODEL, self->path, self->line, (where - self->line_begin) + 1, format,
                 arguments);
  va_end(arguments);
  return CHATTER_BAD_MODEL;
}

int scan_at_end(const scan *self) {
  return self->at >= self->end;
}

void scan_skip_blanks(scan *self) {
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t' || *self->at == '\r')) self->at++;
}

void scan_next_line(scan *self) {
  const char *newline = memchr(self->at, '\n', (size_t)(self->end - self->at));
  self->at = newline ? newline + 1 : self->end;
  self->line_begin = self->at;
  self->line++;
}

const char *scan_word(const scan *self, const char *where, char word[40]) {
  size_t n = 0;
  while (where + n < self->end && !memchr(" \t\r\n,", where[n], 5)) n++;
  snprintf(word, 40, "%.*s%s", n > 30 ? 30 : (int)n, where, n > 30 ? "..." : "");
  for (char *c = word; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
  return word;
}
