// A batch bound to its samples: parameters and initial states of its trajectories in host memory.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_BIND_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_BIND_H

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

// Binds the trajectories of an open group and fills the host arrays with parameters and initial states. Only
// reads the plan.
chatter_status batch_job_create(const run_plan *plan, int group, long n, const long *trajectory,
                                batch_job *out);

// Bytes of device memory that n trajectories of the group take.
size_t batch_job_bytes(const plan_group *group, long n);

#endif
