// Within job.c and job_bind.c: what both halves of a batch need.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_PARTS_H
#define CHATTER_ENSEMBLE_BATCH_JOB_PARTS_H

#include "ensemble/batch/job.h"

// The arrays of a batch in the memory that begins at `base`, the host's or the machine's.
kernel_batch batch_job_view(const batch_job *job, unsigned char *base, long stride);

#endif
