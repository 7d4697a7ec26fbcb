// Takes results of ended trajectories from a running or finished batch, in slices of about a tenth
// of a second, so that a stop never waits longer. They are kept here until they become a part of
// the results.
#ifndef CHATTER_ENSEMBLE_BATCH_COLLECT_H
#define CHATTER_ENSEMBLE_BATCH_COLLECT_H

#include "ensemble/batch/batch_job.h"

typedef struct collected_results {
  int n, capacity;
  result_set **set; // one for each slice
  long slice;       // trajectories of the next slice; 0: no slice was made yet
  double seconds;   // spent on all slices
} collected_results;

// Takes the next ended trajectories of a fetched batch. *some = 0: there are none.
chatter_status collect_slice(collected_results *self, batch_job *job, run_plan *plan, int *some);
// Joins the taken results into one part and forgets them; *part is NULL if there are none.
chatter_status collect_join(collected_results *self, result_set **part);
void collect_forget(collected_results *self); // the taken results
void collect_release(collected_results *self);

#endif
