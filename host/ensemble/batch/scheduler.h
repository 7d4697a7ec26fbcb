// Assigns the trajectories of a plan to machines: checkpointed batches first, then fresh ones, group by
// group. An assignment only says which trajectories: its batch is bound and brought to a machine without the
// scheduler, whose own functions want a lock around them where several workers take assignments. A group's
// reduced model lives until all of it is assigned and back.
#ifndef CHATTER_ENSEMBLE_BATCH_SCHEDULER_H
#define CHATTER_ENSEMBLE_BATCH_SCHEDULER_H

#include "ensemble/batch/execute.h"

typedef struct scheduler {
  run_plan *plan;
  const execute_options *options;
  int group;              // the one being assigned
  int n_known;            // groups opened so far: their steps are known
  long next;              // position in it
  int *active;            // [n_groups], assignments out
  int preparing;          // of them: not on a machine yet, so that they may be given back
  unsigned char *taken;   // [samples->n], 1: assigned, or in a checkpoint
  unsigned char *resumed; // [n_checkpoints], 1: assigned
  long limit;             // most trajectories per batch, lowered when memory runs out; 0: none
  double known_steps;     // of the groups opened so far
  long known;             // their trajectories
} scheduler;

typedef struct assignment {
  int group;
  int checkpoint; // that is continued; -1: none
  long first, n;  // position in the group's list (0 for a checkpoint), trajectories
  long *trajectory;
} assignment;

chatter_status scheduler_create(run_plan *plan, const execute_options *options, scheduler *out);
void scheduler_destroy(scheduler *self);

// Opens the group being assigned (its model is reduced), unless it is open already. Assigning does so by
// itself; before the first batch it keeps the first reduction, often longer than the stepping, out of the
// stepping's clock.
chatter_status scheduler_open(scheduler *self);

// The next assignment. *some = 0: nothing is left to assign; what others prepare may yet be given back.
chatter_status scheduler_next(scheduler *self, backend *machine, int n_machines, double speed,
                              assignment *out, int *some);
// Its batch, bound and in the machine's memory. Reads only: it needs no lock. On failure there is no batch.
chatter_status assignment_prepare(const assignment *self, const run_plan *plan,
                                  const execute_options *options, backend *machine, batch_job *job,
                                  int *out_of_memory);
// Ends an assignment that is prepared; the batch stays out until scheduler_return.
void scheduler_prepared(scheduler *self, assignment *of);
// Ends an assignment that could not be prepared: its trajectories are assigned again. 1: in smaller batches,
// because a machine had no room for so many; 0: they were too few already, or nothing would be gained.
int scheduler_give_back(scheduler *self, assignment *of, int out_of_memory);
void scheduler_return(scheduler *self, batch_job *job); // destroys the batch
double scheduler_total_steps(const scheduler *self); // likely ones of the plan; estimated for unopened groups

#endif
