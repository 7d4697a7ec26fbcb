// Small text helpers: whole files, strict numbers, and the nearest name for "did you mean".
#ifndef CHATTER_BASE_TEXT_H
#define CHATTER_BASE_TEXT_H

#include "base/status.h"

// The whole file as NUL-terminated bytes; release with free. `unreadable` is the status raised (with the
// system's reason) when the file cannot be read.
chatter_status text_read_file(const char *path, chatter_status unreadable, char **text, size_t *length);

// Standard input likewise; messages call it `name`.
chatter_status text_read_input(const char *name, chatter_status unreadable, char **text, size_t *length);

typedef enum { NUMBER_OK, NUMBER_NONE, NUMBER_NOT_FINITE } number_outcome;
// The whole of `text` as a decimal floating-point number. Stricter than strtod: no blanks, hexadecimal or
// trailing characters; "nan", "inf" and numbers that overflow give NUMBER_NOT_FINITE.
number_outcome text_number(const char *text, double *value);

// Damerau-Levenshtein distance (insert, delete, replace, swap of neighbours), letters compared without case.
int text_distance(const char *a, const char *b);
// The candidate nearest to `word`, or NULL when none is near enough to be what was meant.
const char *text_nearest(const char *word, int n, const char *const *candidates);
// " (did you mean 'mu'?)", or "" when no candidate is near. `buffer` (of `size` bytes) is returned.
const char *text_did_you_mean(const char *word, int n, const char *const *candidates, char *buffer,
                              size_t size);

// "1 trajectory", "2 trajectories": the word that goes with n.
const char *text_plural(long n, const char *one, const char *many);

#endif
