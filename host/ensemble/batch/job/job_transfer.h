// The arrays of a batch in either memory, and their way from one to the other.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_TRANSFER_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_TRANSFER_H

#include "ensemble/batch/batch_job.h"

// The same bytes of both memories, from the machine's to the host's.
chatter_status batch_job_fetch_bytes(batch_job *self, size_t first, size_t bytes);
// The arrays of a batch in the memory that begins at `base`, the host's or the machine's.
kernel_batch batch_job_view(const batch_job *self, unsigned char *base, long stride);
// The same doubles of both memories, of the state or the series, in either direction.
chatter_status batch_job_download(batch_job *self, const double *host, size_t n);
chatter_status batch_job_send(batch_job *self, const double *host, size_t n);

#endif
