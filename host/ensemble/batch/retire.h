// Results of trajectories that have ended, taken from a running or finished batch in slices of about a tenth
// of a second, so that an end that is asked for waits for no more; what was taken waits here for its part.
#ifndef CHATTER_ENSEMBLE_RETIRE_H
#define CHATTER_ENSEMBLE_RETIRE_H

#include "ensemble/batch/job.h"

typedef struct retired_results {
  int n, capacity;
  result_set **set; // one a slice
  long slice;       // trajectories of the next one; 0: none was made yet
  double seconds;   // that all slices have taken
} retired_results;

// Takes the next ended trajectories of a fetched batch. *some = 0: there is none.
chatter_status retire_slice(retired_results *self, batch_job *job, run_plan *plan, int *some);
// What was taken, as one part, no longer kept here; *part is NULL where nothing was.
chatter_status retire_join(retired_results *self, result_set **part);
void retire_forget(retired_results *self); // what was taken
void retire_release(retired_results *self);

#endif
