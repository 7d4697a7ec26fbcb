// Estimates and binds trajectories of an open group by several threads at once: each writes samples into a
// study of its own and has the scratch memory that the engine asks for. The group and its layout are only
// read.
#ifndef CHATTER_ENSEMBLE_BINDER_H
#define CHATTER_ENSEMBLE_BINDER_H

#include "ensemble/run_plan.h"

enum { BINDER_COLUMNS = 8 }; // bound together: numbers of a cache line

typedef struct binder { // of one thread
  int thread;
  const run_plan *plan;
  const plan_group *group;
  study *study;
  void *scratch;
  double *column; // [BINDER_COLUMNS][n_parameters + n_state] to bind into, for the caller
} binder;

// A copy of a study that samples can be written into.
chatter_status binder_copy_study(const study *from, study **out);
void binder_free_study(study *self);

chatter_status binder_open(const run_plan *plan, const plan_group *group, binder *out);
void binder_close(binder *self); // also where binder_open failed

chatter_status binder_set_sample(binder *self, long trajectory);
chatter_status binder_estimate(binder *self, long trajectory, trajectory_estimate *estimate);
// Likewise parameter[n_parameters], state[n_state].
chatter_status binder_bind(binder *self, long trajectory, double *parameter, double *state,
                           trajectory_estimate *estimate);

typedef chatter_status (*binder_piece)(void *context, binder *by, long i);
// threads_for (base/threads.h) with a binder for each of the plan's threads. CHATTER_CHECKPOINTED once a
// signal has asked for an end: nothing is lost that could be kept.
chatter_status binder_for(const run_plan *plan, const plan_group *group, long n, binder_piece piece,
                          void *context);

#endif
