// The study that results were made by, out of their attributes.
#ifndef CHATTER_RESULTS_OWN_STUDY_H
#define CHATTER_RESULTS_OWN_STUDY_H

#include "results/result_set.h"
#include "study/study.h"

// With the --set texts of the run and behind them `set`; messages begin with "PATH:study". CHATTER_IO: the
// results hold none. To be destroyed where it is CHATTER_OK, before the results.
chatter_status results_read_study(const result_set *results, const char *path, int n_set,
                                  const char *const *set, study *out);

// Likewise without any --set of a run that names keys of plot.
chatter_status results_read_study_without_plot(const result_set *results, const char *path, study *out);

#endif
