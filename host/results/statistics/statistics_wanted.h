// The statistics to be computed: by a study's section `statistics`, or the defaults without one.
#ifndef CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H
#define CHATTER_RESULTS_STATISTICS_STATISTICS_WANTED_H

#include <stdint.h>

#include "results/result_set.h"
#include "study/study.h"

enum { STATISTICS_MAX_FRACTIONS = 4, STATISTICS_MAX_CHECKS = 40 };

typedef struct statistics_wanted {
  const statistics_config *section; // NULL: none
  double level;                     // confidence level of the intervals
  int n_quantiles;
  const double *quantiles;
  int n_inputs; // for Sobol' indices; 0: none
  const parameter_config *inputs;
  size_t group; // size of a group: two points, and points with one input after the other exchanged
  uint64_t seed;
} statistics_wanted;

// Makes the settings from a study; config NULL: for results whose study is unknown.
statistics_wanted statistics_wanted_by_study(const study *config);
// Returns the section's entry for an output; NULL: none.
const statistics_output *statistics_section_of_output(const statistics_wanted *self, const char *output);
// Returns 1 for numbers of each trajectory for which statistics are wanted.
int statistics_are_wanted_of(const statistics_wanted *self, const result_variable *variable);
// Fills the counts after which statistics are shown: an eighth, a quarter, a half and all of n
// trajectories, in whole groups, without repetitions. Returns how many.
size_t statistics_fractions(const statistics_wanted *self, size_t n, size_t counts[STATISTICS_MAX_FRACTIONS]);
// Fills n, n/2, n/4, ..., in whole groups, from the smallest useful count on; returns how many.
size_t statistics_halved_counts(const statistics_wanted *self, size_t n,
                                size_t counts[STATISTICS_MAX_CHECKS]);
// Fills the counts after which a study with `until` checks whether to stop, the last one being all;
// returns how many, 0: it does not stop.
int statistics_stop_checks(const statistics_config *of, const ensemble_config *ensemble,
                           size_t looks[STATISTICS_MAX_CHECKS]);
// Refuses a section that names what the results will not have; the outline is from
// ensemble/results_outline.h.
chatter_status statistics_check_section(const study *config, const result_set *outline);

#endif
