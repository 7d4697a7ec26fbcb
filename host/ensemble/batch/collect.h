// Results of trajectories that have ended, taken from a running or finished batch in slices of about a tenth
// of a second, so that an end that is asked for waits for no more; what was taken waits here for its part.
#ifndef CHATTER_ENSEMBLE_BATCH_COLLECT_H
#define CHATTER_ENSEMBLE_BATCH_COLLECT_H

#include "ensemble/batch/batch_job.h"

typedef struct collected_results {
  int n, capacity;
  result_set **set; // one a slice
  long slice;       // trajectories of the next one; 0: none was made yet
  double seconds;   // that all slices have taken
} collected_results;

// Takes the next ended trajectories of a fetched batch. *some = 0: there is none.
chatter_status collect_slice(collected_results *self, batch_job *job, run_plan *plan, int *some);
// What was taken, as one part, no longer kept here; *part is NULL where nothing was.
chatter_status collect_join(collected_results *self, result_set **part);
void collect_forget(collected_results *self); // what was taken
void collect_release(collected_results *self);

#endif
