// Statistics of a results file, whether it holds them or not.
#ifndef CHATTER_RESULTS_STATISTICS_FILE_H
#define CHATTER_RESULTS_STATISTICS_FILE_H

#include <stdio.h>

#include "results/statistics/output_statistics.h"

typedef struct file_statistics {
  result_set *results; // outputs, coordinates and what says how trajectories ended
  study config;
  int has_study;
  statistics_wanted wanted;
  size_t n; // trajectories
  int n_outputs;
  output_statistics *outputs; // [n_outputs]
  arena *memory;
} file_statistics;

// Makes them of the file's rows. Refuses what is no whole ensemble. Release in any case.
chatter_status file_statistics_read(const char *path, file_statistics *out);
void file_statistics_release(file_statistics *self);

typedef enum { STATISTICS_TABLE, STATISTICS_CSV, STATISTICS_JSON } statistics_format;
chatter_status file_statistics_print(const file_statistics *self, statistics_format format, FILE *out);

#endif
