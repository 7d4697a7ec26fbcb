// Reads and writes whole result sets: small results, part files, figures.
#ifndef CHATTER_RESULTS_RESULTS_FILE_H
#define CHATTER_RESULTS_RESULTS_FILE_H

#include "results/result_set.h"

// Writes PATH through PATH.tmp, fsync, rename, fsync of the folder. Refuses an existing file unless
// `force`.
chatter_status results_write(const result_set *self, const char *path, int force);
// Reads the whole file.
chatter_status results_read(const char *path, result_set **out);
// Reads the variables with these names that the file has; NULL ends the list.
chatter_status results_read_named(const char *path, const char *const *names, result_set **out);

#endif
