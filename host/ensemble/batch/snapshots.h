// Looks at chosen trajectories of a batch on its way, for fields (observe/field_outputs.h): the batch stops
// where a step begins that is an instant of one of them, and behind that step, whose forces are then known.
#ifndef CHATTER_ENSEMBLE_BATCH_SNAPSHOTS_H
#define CHATTER_ENSEMBLE_BATCH_SNAPSHOTS_H

#include "ensemble/batch/batch_job.h"

typedef struct batch_snapshots {
  long n, *column; // the chosen ones
  double *before;  // [n][n_state] when the step began that is looked at
  double *after;   // [n_state]
  double *motion;  // room for one, and for what fields_keep needs
  double stop;     // the step where the batch stops next; INFINITY: none
} batch_snapshots;

// NULL in *out where the group has no fields or the batch no chosen trajectory.
chatter_status batch_snapshots_create(const batch_job *job, batch_snapshots **out);
void batch_snapshots_destroy(batch_snapshots *self); // NULL is allowed
// At job->step, behind the upload and every launch that came to its end. The launch of a step that is looked
// at is not interrupted: what has done it would be looked at no more, once the batch is resumed.
chatter_status batch_snapshots_take(batch_job *job);

#endif
