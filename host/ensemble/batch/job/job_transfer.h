// The arrays of a batch in host and device memory, and copies between them.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_TRANSFER_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_TRANSFER_H

#include "ensemble/batch/batch_job.h"

// Copies a range of bytes from the device to the same place on the host.
chatter_status batch_job_fetch_bytes(batch_job *self, size_t first, size_t bytes);
// Returns the arrays of a batch in the memory at `base`, on host or device.
kernel_batch batch_job_view(const batch_job *self, unsigned char *base, long stride);
// Copy n doubles of the state or the series between the same places of both memories.
chatter_status batch_job_download(batch_job *self, const double *host, size_t n);
chatter_status batch_job_send(batch_job *self, const double *host, size_t n);

#endif
