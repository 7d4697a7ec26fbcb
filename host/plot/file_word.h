// Names of results on the command line: FILE.h5, or FILE.h5:2,3 for trajectories of that file.
#ifndef CHATTER_PLOT_FILE_WORD_H
#define CHATTER_PLOT_FILE_WORD_H

#include <stddef.h>

enum { FILE_WORD_MAX_TRAJECTORIES = 64 };

// Returns the length of the file's name in the word: all of it if such a file exists or if no
// numbers follow. number: the trajectories, at most FILE_WORD_MAX_TRAJECTORIES; *n: their number.
size_t file_word_parse(const char *word, double number[FILE_WORD_MAX_TRAJECTORIES], int *n);

#endif
