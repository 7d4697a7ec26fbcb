// Estimates and binds trajectories of an open group in several threads. Each thread writes samples
// into its own copy of the study and has the workspace that the engine needs. The group and its
// layout are read only.
#ifndef CHATTER_ENSEMBLE_BINDER_H
#define CHATTER_ENSEMBLE_BINDER_H

#include "ensemble/run_plan.h"

enum { BINDER_COLUMNS = 8 }; // bound together: the numbers of a cache line

typedef struct binder { // of one thread
  int thread;
  const run_plan *plan;
  const plan_group *group;
  study *study;
  void *scratch;
  double *column; // [BINDER_COLUMNS][n_parameters + n_state] for the caller's columns
} binder;

// Copies a study, so that samples can be written into the copy.
chatter_status binder_copy_study(const study *from, study **out);
void binder_free_study(study *self);

chatter_status binder_open(const run_plan *plan, const plan_group *group, binder *out);
void binder_close(binder *self); // also after a failed binder_open

chatter_status binder_set_sample(binder *self, long trajectory);
chatter_status binder_estimate(binder *self, long trajectory, trajectory_estimate *estimate);
// Estimates a trajectory and fills parameter[n_parameters], state[n_state].
chatter_status binder_bind(binder *self, long trajectory, double *parameter, double *state,
                           trajectory_estimate *estimate);

typedef chatter_status (*binder_piece)(void *context, binder *by, long i);
// Runs threads_for (base/threads.h) with a binder for each of the plan's threads.
// CHATTER_CHECKPOINTED after a signal asked to stop; no result is lost.
chatter_status binder_for(const run_plan *plan, const plan_group *group, long n, binder_piece piece,
                          void *context);

#endif
