// Carries a plan out: assigns batches to the devices (one thread each), advances them in chunks of about a
// second, writes checkpoints, hands finished batches to a sink. What comes out depends on none of these
// choices.
#ifndef CHATTER_ENSEMBLE_EXECUTE_H
#define CHATTER_ENSEMBLE_EXECUTE_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"
#include "ensemble/state/checkpoint.h"

typedef struct execute_options {
  long chunk;              // steps per launch; 0: chosen so that a launch takes about a second
  long batch;              // trajectories per batch; 0: chosen from memory and speed
  double checkpoint_every; // s; < 0: never
  const char *folder;      // of checkpoints; NULL: none
  const run_identity *identity;
  int n_checkpoints; // read back, of trajectories of the plan
  const checkpoint *checkpoints;
  int progress;          // 1: shows a progress bar
  _Atomic double *share; // told the part of the work that is done, 0 ... 1; NULL: nobody is
  // One finished batch; calls never overlap. The set is destroyed after the call.
  chatter_status (*sink)(void *self, result_set *part);
  void *sink_self;
} execute_options;

typedef struct execute_summary {
  long finished;                   // trajectories handed to the sink
  long count[N_TRAJECTORY_STATUS]; // of them
  double steps;                    // trajectory-steps done in this run
  double resumed_steps;            // of the same trajectories, done before it
  double flops;                    // nominal, of those steps
  double seconds;                  // of integration, wall
} execute_summary;

// CHATTER_CHECKPOINTED when stop_asked ended it early, CHATTER_DEVICE when a device failed: what was finished
// has gone to the sink all the same.
chatter_status execute_plan(run_plan *plan, device_set *devices, const execute_options *options,
                            execute_summary *out);

// Trajectories of one batch that fit the machine and take about a minute; `speed` in trajectory-steps per
// second, 0: not known yet.
long execute_batch_size(const plan_group *group, backend *machine, int n_machines, double speed);

#endif
