// Assigns the trajectories of a plan to machines: checkpointed batches first, then fresh ones,
// group by group. An assignment only lists trajectories; its batch is bound and uploaded without
// the scheduler. The scheduler's functions need a lock if several workers call them. A group's
// reduced model lives until all its batches have returned.
#ifndef CHATTER_ENSEMBLE_BATCH_SCHEDULER_H
#define CHATTER_ENSEMBLE_BATCH_SCHEDULER_H

#include "ensemble/batch/execute.h"

typedef struct scheduler {
  run_plan *plan;
  const execute_options *options;
  int group;              // current group
  int n_known;            // groups opened so far, whose steps are known
  long next;              // next position in the group
  int *active;            // [n_groups], assignments in progress
  int preparing;          // assignments not on a machine yet, which may be given back
  unsigned char *taken;   // [samples->n] 1: assigned, or in a checkpoint
  unsigned char *resumed; // [n_checkpoints] 1: assigned
  long limit;             // largest batch, lowered when memory runs out; 0: none
  double known_steps;     // of the groups opened so far
  long known;             // trajectories of these groups
} scheduler;

typedef struct assignment {
  int group;
  int checkpoint; // checkpoint to continue; -1: none
  long first, n;  // position in the group's list (0 for a checkpoint), and number of trajectories
  long *trajectory;
} assignment;

chatter_status scheduler_create(run_plan *plan, const execute_options *options, scheduler *out);
void scheduler_destroy(scheduler *self);

// Opens the current group (reduces its model) unless it is open. scheduler_next does so too; a call
// before the first batch keeps the reduction, often longer than the stepping, out of the stepping's
// clock.
chatter_status scheduler_open(scheduler *self);

// Gets the next assignment. *some = 0: nothing is left to assign, but batches in preparation may
// yet be given back.
chatter_status scheduler_next(scheduler *self, backend *machine, int n_machines, double speed,
                              assignment *out, int *some);
// Binds its batch and uploads it. The plan is read only, so no lock is needed. On failure there is
// no batch.
chatter_status assignment_prepare(const assignment *self, const run_plan *plan,
                                  const execute_options *options, backend *machine, batch_job *job,
                                  int *out_of_memory);
// Ends the preparation of an assignment; the batch is in progress until scheduler_return.
void scheduler_prepared(scheduler *self, assignment *of);
// Ends an assignment that could not be prepared and frees its trajectories. Returns 1 if smaller
// batches may succeed where memory ran out; 0 if the batch was too small already or memory was not
// the reason.
int scheduler_give_back(scheduler *self, assignment *of, int out_of_memory);
void scheduler_return(scheduler *self, batch_job *job); // destroys the batch
double
scheduler_total_steps(const scheduler *self); // probable steps of the plan; estimated for unopened groups

#endif
