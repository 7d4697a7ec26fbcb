// Statistics of a results file, whether the file stores them or not.
#ifndef CHATTER_RESULTS_STATISTICS_FILE_STATISTICS_H
#define CHATTER_RESULTS_STATISTICS_FILE_STATISTICS_H

#include "results/statistics/output_statistics.h"

typedef struct file_statistics {
  result_set *results; // outputs, coordinates and outcomes of the trajectories
  study config;
  int has_study;
  statistics_wanted wanted;
  size_t n; // number of trajectories
  int n_outputs;
  output_statistics *outputs; // [n_outputs]
  arena *memory;
} file_statistics;

// Computes them from the file's rows. Refuses an incomplete ensemble. Release in any case.
chatter_status file_statistics_read(const char *path, file_statistics *out);
void file_statistics_release(file_statistics *self);

#endif
