// Serialises one trajectory of a batch for checkpoints: its state, the windows written so far, its
// time series up to the last nonzero value (all are 0 at first).
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_COLUMN_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_COLUMN_H

#include "ensemble/batch/batch_job.h"

// Returns the bytes of column i of a fetched batch.
size_t batch_column_bytes(const batch_job *self, long i);
void batch_column_write(const batch_job *self, long i, unsigned char *to); // writes that many bytes
// Reads a column into a batch that is bound but not uploaded. Returns 0 if `from` has another
// layout.
int batch_column_read(batch_job *self, long i, size_t bytes, const unsigned char *from);

#endif
