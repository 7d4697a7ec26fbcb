// What is to be told of outputs: what a study's section `statistics` says, or what is told without one.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H

#include <stdint.h>

#include "results/result_set.h"
#include "study/study.h"

enum { STATISTICS_COUNTS = 4, STATISTICS_MOST_LOOKS = 40 };

typedef struct statistics_wanted {
  const statistics_config *section; // NULL: there is none
  double level;                     // of intervals
  int n_quantiles;
  const double *quantiles;
  int n_inputs; // of Sobol' indices; 0: none
  const parameter_config *inputs;
  size_t group; // trajectories that belong together: a point, with one input after the other changed, another
  uint64_t seed;
} statistics_wanted;

// config NULL: of results whose study is not known.
statistics_wanted statistics_wanted_by(const study *config);
// What the section says of an output; NULL: nothing.
const statistics_output *statistics_wanted_of(const statistics_wanted *self, const char *output);
// 1: numbers of each trajectory, which statistics are wanted of.
int statistics_are_of(const statistics_wanted *self, const result_variable *variable);
// After how many of n trajectories, in whole groups, statistics are told: an eighth, a quarter, half, all of
// them; fewer where those are the same. Returns how many.
size_t statistics_counts(const statistics_wanted *self, size_t n, size_t counts[STATISTICS_COUNTS]);
// n, half of it, a quarter ..., in whole groups, from the fewest that tell something on; returns how many.
size_t statistics_doublings(const statistics_wanted *self, size_t n, size_t counts[STATISTICS_MOST_LOOKS]);
// After how many trajectories a study with `until` looks whether it may stop, the last one all; 0: it does
// not.
int statistics_looks(const statistics_config *of, const ensemble_config *ensemble,
                     size_t looks[STATISTICS_MOST_LOOKS]);
// Refuses a section that names what the results will not have; the outline is theirs
// (ensemble/results_outline.h).
chatter_status statistics_check(const study *config, const result_set *outline);

#endif
