// A batch of fewer columns: of the trajectories that go on, or of some whose results are taken. What goes on
// comes to the front, and what has gone leaves. It stays in its memory, rows only become shorter: nothing can
// run out, and no kernel is compiled anew.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_COMPACT_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_COMPACT_H

#include "ensemble/batch/batch_job.h"

// A batch of n of the columns of a fetched one, in host memory only, all of which have ended.
chatter_status batch_job_select(const batch_job *self, long n, const long *column, batch_job *out);
// Returns 1 where bringing it together is worth while: a quarter of the columns that were side by side run no
// more, as they have ended or wait for a later launch; or it is known for the first time what a step of each
// costs.
int batch_job_is_thin(const batch_job *self);
// Compacts a fetched batch on its way: it keeps those columns only that are not collected, those that run
// first and by what a step of them costs, with the kernel that it has, in the memory that it has.
chatter_status batch_job_compact(batch_job *self);

#endif
