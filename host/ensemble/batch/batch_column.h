// One trajectory of a batch as bytes, for checkpoints: its state, its windows as far as they are written, its
// time series up to the last value that is not 0 (as all are at first).
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_COLUMN_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_COLUMN_H

#include "ensemble/batch/batch_job.h"

// The batch has been fetched.
size_t batch_column_bytes(const batch_job *self, long i);
void batch_column_write(const batch_job *self, long i, unsigned char *to); // so many
// Into a batch that is bound but not uploaded. 0: `from` has another layout.
int batch_column_read(batch_job *self, long i, size_t bytes, const unsigned char *from);

#endif
