// What a page is made of: results, the study in them, and how their trajectories ended.
#ifndef CHATTER_REPORT_SOURCE_H
#define CHATTER_REPORT_SOURCE_H

#include <stdio.h>

#include "results/result_set.h"
#include "study/study.h"

typedef struct report_source {
  const char *path;
  int number; // of the result on the page, from 1
  result_set *results;
  study config;
  int loaded;        // 1: it has a study that this version can read
  size_t n;          // trajectories
  const int *status; // [n] or NULL
} report_source;

// The parts of a page, in their order; each writes one section.
void report_write_asked(const report_source *self, FILE *out);
chatter_status report_write_figures(int n, const char *const *paths, int n_set, const char *const *set,
                                    FILE *out);
void report_write_estimates(const report_source *self,
                            FILE *out);                        // statistics with intervals, if there are any
void report_write_found(const report_source *self, FILE *out); // parameters that `identify` found, if it did
chatter_status report_write_numbers(const report_source *self, FILE *out);
chatter_status report_write_outcomes(const report_source *self, FILE *out);
void report_write_trajectories(const report_source *self, FILE *out);
void report_write_origin(const report_source *self, FILE *out);

// One number, or one word, for each trajectory: what tables have a column for.
int report_is_column(const result_variable *variable);
// 1: drawn at random and each for itself, so that shares and quantiles have intervals; those of a grid are
// what they are, the groups of a saltelli design and samples of a posterior depend on each other.
int report_is_sample(const report_source *self);
int report_is_ok(const report_source *self, size_t trajectory);
// Ensemble parameters first, then outputs: [n_variables + 1], NULL behind the last.
const result_variable **report_columns(const report_source *self);

#endif
