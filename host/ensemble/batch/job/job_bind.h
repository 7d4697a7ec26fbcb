// Binds a batch to its samples: parameters and initial states of its trajectories in host memory.
#ifndef CHATTER_ENSEMBLE_BATCH_JOB_JOB_BIND_H
#define CHATTER_ENSEMBLE_BATCH_JOB_JOB_BIND_H

#include "ensemble/batch/batch_job.h"

// Parameters and states of all trajectories in rows of `stride`. Padding repeats the last
// trajectory, which can be computed safely.
typedef struct batch_columns {
  long stride;
  double *value; // [n_parameters][stride]
  double *state; // [n_state][stride]
  int *varies;   // [n_parameters] 1: columns differ; set by batch_job_fill
} batch_columns;

long batch_columns_stride(long n); // padded length of a row of n columns
// Copies the listed columns of a row into another row.
void batch_columns_gather(double *to, const double *from, long n, const long *column);
chatter_status batch_columns_create(const engine_layout *l, long n, batch_columns *out);
void batch_columns_destroy(batch_columns *self);

// Allocates the lists of a batch whose `n` is known.
chatter_status batch_job_list(batch_job *job);
// Fills its host memory from the columns, with padding and numbers of series.
chatter_status batch_job_fill(batch_job *job, const batch_columns *from);
void batch_job_specialise(batch_job *job);

// Binds the trajectories of an open group and fills the host arrays with parameters and initial
// states. The plan is read only.
chatter_status batch_job_create(const run_plan *plan, int group, long n, const long *trajectory,
                                batch_job *out);

// Returns the device memory of n trajectories of the group, in bytes.
size_t batch_job_bytes(const plan_group *group, long n);

#endif
