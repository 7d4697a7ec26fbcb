// Reads the study of a results file from its attributes.
#ifndef CHATTER_RESULTS_OWN_STUDY_H
#define CHATTER_RESULTS_OWN_STUDY_H

#include "results/result_set.h"
#include "study/study.h"

// Reads the study with the --set texts of the run and then those of `set`; messages begin with
// "PATH:study". CHATTER_IO: the results hold no study. Destroy it after CHATTER_OK, before the
// results.
chatter_status results_read_study(const result_set *results, const char *path, int n_set,
                                  const char *const *set, study *out);

// Does the same without the run's --set texts for keys of plot.
chatter_status results_read_study_without_plot(const result_set *results, const char *path, study *out);

#endif
