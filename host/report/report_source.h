// One result on a report's page: the results file, the study in it, and how its trajectories ended.
#ifndef CHATTER_REPORT_REPORT_SOURCE_H
#define CHATTER_REPORT_REPORT_SOURCE_H

#include "results/result_set.h"
#include "study/study.h"

typedef struct report_source {
  const char *path;
  int number; // index of the result on the page, from 1
  result_set *results;
  study config;
  int loaded;        // 1: there is a study that this version can read
  size_t n;          // trajectories
  const int *status; // [n] or NULL
} report_source;

// Returns 1 if the variable has one number, or one word, for each trajectory: tables have a column
// for it.
int report_is_table_column(const result_variable *variable);
// Returns 1 if trajectories are drawn independently at random, so that shares and quantiles have
// intervals. A grid is not random; the groups of a saltelli design and samples of a posterior
// depend on each other.
int report_is_random_sample(const report_source *self);
// Returns 1 if the trajectory ended well.
int report_trajectory_is_ok(const report_source *self, size_t trajectory);
// Returns the columns of tables, ensemble parameters first, then outputs: [n_variables + 1], ends
// with NULL; NULL: out of memory.
const result_variable **report_table_columns(const report_source *self);

#endif
