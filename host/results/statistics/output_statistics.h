// Statistics of one output over trajectories.
#ifndef CHATTER_RESULTS_STATISTICS_OUTPUT_STATISTICS_H
#define CHATTER_RESULTS_STATISTICS_OUTPUT_STATISTICS_H

#include "results/statistics/statistics_wanted.h"

// One statistic, such as the mean or the quantiles, after each count of trajectories.
typedef struct statistic {
  const char *name;  // suffix of the output's name in results: "mean"
  const char *words; // long name: "mean of"
  // Axis of its values beside the output's own dimensions, with at[] or input[]; NULL: none, n is
  // 1.
  const char *axis, *axis_words;
  size_t n;
  const double *at;              // [n]
  const parameter_config *input; // [n]
  int is_share;                  // 1: a fraction without unit
  double *value, *low, *high;    // [n_counts][n][items]; low and high NULL: no interval
} statistic;

enum { STATISTICS_MAX = 16 };

typedef struct output_statistics {
  const result_variable *output;
  size_t items; // numbers per trajectory: 1, or one per window ...
  size_t n_counts, counts[STATISTICS_MAX_CHECKS];
  size_t n_edges; // of the histogram; 0: none
  const double *edges;
  int n;
  statistic list[STATISTICS_MAX];
} output_statistics;

// Computes the statistics of value[n][items]; whether[n]: 1 if a trajectory ended well. The bits
// depend on the order of trajectories alone. Results lie in `memory`.
chatter_status output_statistics_make(const statistics_wanted *wanted, const result_variable *output,
                                      size_t n, const double *value, const unsigned char *is_ok,
                                      arena *memory, output_statistics *out);
// Does the same after n_counts > 0 given numbers of trajectories.
chatter_status output_statistics_make_after(const statistics_wanted *wanted, const result_variable *output,
                                            size_t n, const double *value, const unsigned char *is_ok,
                                            size_t n_counts, const size_t *counts, arena *memory,
                                            output_statistics *out);
// Finds a statistic by name; NULL: none.
const statistic *output_statistics_find(const output_statistics *self, const char *name);
// Returns half the width of the widest interval of a statistic after the last count; NAN: none.
double output_statistics_half_width(const output_statistics *self, const char *name);
// Adds the statistics to results, with the role RESULT_STATISTIC.
chatter_status output_statistics_add_to_results(const output_statistics *self, result_set *to);

#endif
