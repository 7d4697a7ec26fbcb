// Within this folder: what the parts of a batch need of each other.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_PARTS_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_PARTS_H

#include "ensemble/batch/batch_job.h"

// Parameters and states of all trajectories, one row of `stride` each; padding repeats the last trajectory,
// so that it is computed without harm.
typedef struct batch_columns {
  long stride;
  double *value; // [n_parameters][stride]
  double *state; // [n_state][stride]
  int *varies;   // [n_parameters] 1: columns differ; batch_job_fill's
} batch_columns;

long batch_columns_stride(long n); // places of a row of n columns
// The n columns of a row that are listed; `to` is another row.
void batch_columns_gather(double *to, const double *from, long n, const long *column);
chatter_status batch_columns_create(const engine_layout *l, long n, batch_columns *out);
void batch_columns_destroy(batch_columns *self);

// The lists of a batch whose `n` is known.
chatter_status batch_job_list(batch_job *job);
// Its host memory from the columns, whose padding and numbers of series it fills in.
chatter_status batch_job_fill(batch_job *job, const batch_columns *from);
void batch_job_specialise(batch_job *job);

long batch_job_most_rows(
    const batch_job *job); // of windows, that any trajectory of a fetched batch has written
// What each trajectory has cost so far, [n], by the state on the host.
const double *batch_job_work(const batch_job *job);
// Whether trajectory i stands where the next launches begin; some are ahead already.
int batch_job_is_running(const batch_job *job, long i);

// job_transfer.c. The same bytes of both memories, from the machine's to the host's.
chatter_status batch_job_fetch_bytes(batch_job *self, size_t first, size_t bytes);
// The arrays of a batch in the memory that begins at `base`, the host's or the machine's.
kernel_batch batch_job_view(const batch_job *job, unsigned char *base, long stride);

#endif
