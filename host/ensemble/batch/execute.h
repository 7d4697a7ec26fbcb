// Executes a plan: assigns batches to the devices (one thread each), advances them in chunks of
// about a second, writes checkpoints, and passes finished batches to a sink. The results depend on
// none of these choices.
#ifndef CHATTER_ENSEMBLE_EXECUTE_H
#define CHATTER_ENSEMBLE_EXECUTE_H

#include "ensemble/batch/devices.h"
#include "ensemble/run_plan.h"
#include "ensemble/state/checkpoint.h"

typedef struct execute_options {
  long chunk;              // steps per launch; 0: about a second's worth
  long batch;              // trajectories per batch; 0: by memory and speed
  double checkpoint_every; // s; < 0: never
  const char *folder;      // of checkpoints; NULL: none
  const run_identity *identity;
  int n_checkpoints; // checkpoints read back, of trajectories of the plan
  const checkpoint *checkpoints;
  int progress;          // 1: shows a progress bar
  _Atomic double *share; // finished fraction of the work, 0 ... 1; NULL: not wanted
  // Receives a finished batch; calls never overlap. The set is destroyed after the call.
  chatter_status (*sink)(void *self, result_set *part);
  void *sink_self;
} execute_options;

typedef struct execute_summary {
  long finished;                   // trajectories passed to the sink
  long count[N_TRAJECTORY_STATUS]; // of these
  double steps;                    // trajectory-steps of this run
  double resumed_steps;            // steps of the same trajectories before this run
  double flops;                    // nominal, for `steps`
  double seconds;                  // wall-clock time of the integration
} execute_summary;

// Executes the plan. CHATTER_CHECKPOINTED if stop_asked ended it early, CHATTER_DEVICE if a device
// failed; finished batches have reached the sink in either case.
chatter_status execute_plan(run_plan *plan, device_set *devices, const execute_options *options,
                            execute_summary *out);

// Returns the number of trajectories of a batch that fits the machine and takes about a minute;
// `speed` in trajectory-steps per second, 0: unknown.
long execute_batch_size(const plan_group *group, backend *machine, int n_machines, double speed);

#endif
