// Texts: whole files, strict numbers, the nearest name for "did you mean", sets of lines.
#ifndef CHATTER_BASE_TEXT_H
#define CHATTER_BASE_TEXT_H

#include <stdio.h>

#include "base/status.h"

// Reads a whole file as NUL-terminated bytes; release with free. `unreadable` is raised, with the
// system's reason, if the file cannot be read.
chatter_status text_read_file(const char *path, chatter_status unreadable, char **text, size_t *length);

// Reads a file that a user names ("-": standard input) of at most `most` bytes; otherwise raises
// `malformed`, before reading if the size is known. Reading ends behind a zero byte, which the
// caller reports: no text contains one, and /dev/zero never ends. CHATTER_DEVICE if it does not fit
// the memory.
chatter_status text_read_bounded(const char *path, size_t most, chatter_status unreadable,
                                 chatter_status malformed, char **text, size_t *length);
#define TEXT_MOST_TABLE ((size_t)4000000000)  // CSV tables
#define TEXT_MOST_MODEL ((size_t)16000000000) // matrices, decks

int text_is_hdf5(const char *path); // 1: it begins like an HDF5 file

// Writes the fewest digits, from `digits` to `most`, that read back as the same number; 17 always do.
const char *text_number_digits(double value, int digits, int most, char *buffer, size_t size);

typedef enum { NUMBER_OK, NUMBER_NONE, NUMBER_NOT_FINITE } number_outcome;
// Reads the whole of `text` as a decimal floating-point number. Stricter than strtod: no blanks,
// hexadecimal numbers or trailing characters; "nan", "inf" and overflow give NUMBER_NOT_FINITE.
number_outcome text_number(const char *text, double *value);

// Returns the Damerau-Levenshtein distance (insert, delete, replace, swap of neighbours), ignoring
// case.
int text_distance(const char *a, const char *b);
// Returns the candidate nearest to `word`, or NULL if none is near enough.
const char *text_nearest(const char *word, int n, const char *const *candidates);
// Writes " (did you mean 'mu'?)", or "" if no candidate is near, and returns `buffer`.
const char *text_did_you_mean(const char *word, int n, const char *const *candidates, char *buffer,
                              size_t size);

// Appends a word to `list`: "a, b". Without room for it: "a, b, …".
void text_list_add(char *list, size_t size, const char *word);

// Returns the word for n: "1 trajectory", "2 trajectories".
const char *text_plural(long n, const char *one, const char *many);

// Returns all lines of both texts, distinct and sorted, so that their order of origin does not
// matter; free it. NULL only when out of memory.
char *text_join_lines(const char *a, const char *b);

#endif
