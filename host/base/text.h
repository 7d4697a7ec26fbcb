// Texts: whole files, strict numbers, the nearest name for "did you mean", sets of lines, and texts from
// files and users made safe to show.
#ifndef CHATTER_BASE_TEXT_H
#define CHATTER_BASE_TEXT_H

#include <stdio.h>

#include "base/status.h"

// The whole file as NUL-terminated bytes; release with free. `unreadable` is the status raised (with the
// system's reason) when the file cannot be read.
chatter_status text_read_file(const char *path, chatter_status unreadable, char **text, size_t *length);

// As text_read_file, of a file that a user names ("-": standard input): at most `most` bytes, else
// `malformed` is raised, before they are read where the file's size is known. Reading ends behind a zero
// byte, which is left to complain of: no text goes on there, and /dev/zero never ends. CHATTER_DEVICE where
// it does not fit into the machine.
chatter_status text_read_bounded(const char *path, size_t most, chatter_status unreadable,
                                 chatter_status malformed, char **text, size_t *length);
#define TEXT_MOST_TABLE ((size_t)4000000000)  // CSV tables
#define TEXT_MOST_MODEL ((size_t)16000000000) // matrices, decks

int text_is_hdf5(const char *path); // 1: a file that begins as HDF5 does

// The fewest digits that read back as the same number.
const char *text_shortest(double value, char *buffer, size_t size);

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

// Puts a word behind those of `list` (of `size` bytes): "a, b". Once there is no room for one: "a, b, …".
void text_list_add(char *list, size_t size, const char *word);

// "1 trajectory", "2 trajectories": the word that goes with n.
const char *text_plural(long n, const char *one, const char *many);

// All lines of both texts, distinct and sorted, so that it does not matter who came first; free it. NULL only
// when out of memory.
char *text_join_lines(const char *a, const char *b);

#endif
