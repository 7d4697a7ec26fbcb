// What is to be told of outputs: what a study's section `statistics` says, or what is told without one.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H

#include <stdint.h>

#include "results/result_set.h"
#include "study/study.h"

enum { STATISTICS_MAX_FRACTIONS = 4, STATISTICS_MAX_CHECKS = 40 };

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
statistics_wanted statistics_wanted_by_study(const study *config);
// What the section says of an output; NULL: nothing.
const statistics_output *statistics_section_of_output(const statistics_wanted *self, const char *output);
// 1: numbers of each trajectory, which statistics are wanted of.
int statistics_are_wanted_of(const statistics_wanted *self, const result_variable *variable);
// After how many of n trajectories, in whole groups, statistics are told: an eighth, a quarter, half, all of
// them; fewer where those are the same. Returns how many.
size_t statistics_fractions(const statistics_wanted *self, size_t n, size_t counts[STATISTICS_MAX_FRACTIONS]);
// n, half of it, a quarter ..., in whole groups, from the fewest that tell something on; returns how many.
size_t statistics_halved_counts(const statistics_wanted *self, size_t n,
                                size_t counts[STATISTICS_MAX_CHECKS]);
// After how many trajectories a study with `until` looks whether it may stop, the last one all; 0: it does
// not.
int statistics_stop_checks(const statistics_config *of, const ensemble_config *ensemble,
                           size_t looks[STATISTICS_MAX_CHECKS]);
// Refuses a section that names what the results will not have; the outline is theirs
// (ensemble/results_outline.h).
chatter_status statistics_check_section(const study *config, const result_set *outline);

#endif
