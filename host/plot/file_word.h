// Words of the command line that name results: FILE.h5, or FILE.h5:2,3 for trajectories of that file.
#ifndef CHATTER_PLOT_FILE_WORD_H
#define CHATTER_PLOT_FILE_WORD_H

#include <stddef.h>

enum { FILE_WORD_MAX_TRAJECTORIES = 64 };

// Length of the file's name in the word: all of it where such a file exists or no numbers stand at its end.
// number: what they are, at most FILE_WORD_MAX_TRAJECTORIES; *n of them.
size_t file_word_parse(const char *word, double number[FILE_WORD_MAX_TRAJECTORIES], int *n);

#endif
