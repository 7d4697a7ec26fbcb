// Stores fields of chosen trajectories of a running batch (observe/field_outputs.h): the batch
// stops at the beginning of a step that is an instant, and after that step, when its forces are
// known.
#ifndef CHATTER_ENSEMBLE_BATCH_SNAPSHOTS_H
#define CHATTER_ENSEMBLE_BATCH_SNAPSHOTS_H

#include "ensemble/batch/batch_job.h"

typedef struct batch_snapshots {
  long n, *column; // chosen columns
  double *before;  // [n][n_state] at the beginning of the stored step
  double *after;   // [n_state]
  double *motion;  // workspace: a motion, and the numbers that fields_keep needs
  double stop;     // next step at which the batch stops; INFINITY: none
} batch_snapshots;

// Creates the snapshots of a batch; *out is NULL if the group has no fields or the batch no chosen
// trajectory.
chatter_status batch_snapshots_create(const batch_job *job, batch_snapshots **out);
void batch_snapshots_destroy(batch_snapshots *self); // NULL is allowed
// Stores the fields at job->step; to be called after the upload and after every completed launch.
// The launch of a stored step is not interrupted: trajectories that had done it would be missed
// after a resume.
chatter_status batch_snapshots_take(batch_job *job);

#endif
