// Compacts a batch: running trajectories move to the front, and those whose results are taken
// leave. The batch keeps its memory and its kernel; rows only become shorter, so memory cannot run
// out.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_COMPACT_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_COMPACT_H

#include "ensemble/batch/batch_job.h"

// Makes a batch of n ended columns of a fetched batch, in host memory only.
chatter_status batch_job_select(const batch_job *self, long n, const long *column, batch_job *out);
// Returns 1 if compaction is worth while: a quarter of the columns that were side by side have
// ended or wait for a later launch, or the cost per step has become known for the first time.
int batch_job_is_thin(const batch_job *self);
// Compacts a fetched batch in progress: keeps the columns that are not collected, running ones
// first, ordered by cost per step.
chatter_status batch_job_compact(batch_job *self);

#endif
