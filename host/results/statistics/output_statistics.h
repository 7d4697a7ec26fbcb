// The statistics of one output over trajectories.
#ifndef CHATTER_RESULTS_STATISTICS_OUTPUT_STATISTICS_H
#define CHATTER_RESULTS_STATISTICS_OUTPUT_STATISTICS_H

#include "results/statistics/statistics_wanted.h"

// One of them, such as the mean or the quantiles, after each of the counts.
typedef struct statistic {
  const char *name;  // behind the output's name in results: "mean"
  const char *words; // "mean of"
  // What its values lie along beside the output's own dimensions; NULL: nothing, n is 1. Either at[] or
  // input[].
  const char *axis, *axis_words;
  size_t n;
  const double *at;              // [n]
  const parameter_config *input; // [n]
  int is_share;                  // 1: its unit is 1, not the output's
  double *value, *low, *high;    // [n_counts][n][items]; low and high NULL: it has no interval
} statistic;

enum { STATISTICS_MAX = 16 };

typedef struct output_statistics {
  const result_variable *output;
  size_t items; // numbers that a trajectory has: 1, or one per window ...
  size_t n_counts, counts[STATISTICS_MAX_CHECKS];
  size_t n_edges; // of the histogram; 0: there is none
  const double *edges;
  int n;
  statistic list[STATISTICS_MAX];
} output_statistics;

// value[n][items] and whether[n] each trajectory ended well, in the order of trajectories, on which alone the
// bits depend. Everything made lies in `memory`.
chatter_status output_statistics_make(const statistics_wanted *wanted, const result_variable *output,
                                      size_t n, const double *value, const unsigned char *is_ok,
                                      arena *memory, output_statistics *out);
// Likewise after n_counts > 0 numbers of trajectories, which are given.
chatter_status output_statistics_make_after(const statistics_wanted *wanted, const result_variable *output,
                                            size_t n, const double *value, const unsigned char *is_ok,
                                            size_t n_counts, const size_t *counts, arena *memory,
                                            output_statistics *out);
// NULL: it has none of that name.
const statistic *output_statistics_find(const output_statistics *self, const char *name);
// Half the width of the widest interval of a statistic after the last count; NAN: it has none.
double output_statistics_half_width(const output_statistics *self, const char *name);
// Adds them to results, with the role RESULT_STATISTIC.
chatter_status output_statistics_add_to_results(const output_statistics *self, result_set *to);

#endif
