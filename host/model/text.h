// Reading text files fast and saying where in them something is wrong.
#ifndef CHATTER_MODEL_TEXT_H
#define CHATTER_MODEL_TEXT_H

#include <stddef.h>

#include "base/status.h"

// A whole file in memory and a place in it.
typedef struct text {
  const char *path; // for messages; not owned
  char *begin;      // owned; followed by a 0
  const char *at, *end;
  const char *line_begin; // of the line `at` is in
  long line;              // its number, from 1
} text;

// CHATTER_BAD_MODEL with "place: path: reason" where it cannot be read (place may be NULL).
chatter_status text_read(const char *path, const char *place, text *out);
chatter_status text_copy(const char *path, const char *bytes, size_t n, text *out); // from memory
void text_destroy(text *self);

// Raises CHATTER_BAD_MODEL "path:line:column: ..." for the character `where` of the current line.
chatter_status text_raise(const text *self, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int text_at_end(const text *self);
void text_skip_blanks(text *self); // spaces and tabs, and the carriage return of other systems' line ends
void text_next_line(text *self);   // to the begin of the next line, or the end
// The word at `where` for messages: up to a blank, comma or line end, cut to 30 characters.
const char *text_word(const text *self, const char *where, char word[40]);

// A decimal number at `at` (before `end`, where a 0 must stand): sign, digits, point, exponent with e, E, d
// or D, rounded correctly whatever the locale. Returns what follows it, or NULL where there is no finite
// number.
const char *number_read(const char *at, const char *end, double *value);
// A whole number likewise; NULL also where it does not fit.
const char *number_read_whole(const char *at, const char *end, long *value);

#endif
