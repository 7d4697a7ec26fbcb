// Reads text files fast and locates mistakes in them.
#ifndef CHATTER_MODEL_SCAN_H
#define CHATTER_MODEL_SCAN_H

#include <stddef.h>

#include "base/status.h"

// A whole file in memory and a position in it.
typedef struct scan {
  const char *path; // for messages; not owned
  char *begin;      // owned; followed by a 0
  const char *at, *end;
  const char *line_begin; // start of the line of `at`
  long line;              // its number, from 1
} scan;

// Reads a file. Raises CHATTER_BAD_MODEL "place: path: reason" if it cannot be read; place may be
// NULL.
chatter_status scan_read(const char *path, const char *place, scan *out);
chatter_status scan_from_memory(const char *path, const char *bytes, size_t n, scan *out); // copies the bytes
void scan_destroy(scan *self);

// Raises CHATTER_BAD_MODEL "path:line:column: ..." for the character `where` of the current line.
chatter_status scan_raise(const scan *self, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int scan_at_end(const scan *self);
void scan_skip_blanks(scan *self); // spaces, tabs and carriage returns
void scan_next_line(scan *self);   // to the start of the next line, or the end

// Copies the word at `where` for messages: up to a blank, comma or line end, at most 30 characters.
const char *scan_word(const scan *self, const char *where, char word[40]);

#endif
