// Deals the trajectories of a plan out in batches: checkpointed batches first, then fresh ones, group by
// group. A group's reduced model lives from its first batch to the return of its last.
#ifndef CHATTER_ENSEMBLE_DEAL_H
#define CHATTER_ENSEMBLE_DEAL_H

#include "ensemble/execute.h"

typedef struct dealer {
  run_plan *plan;
  const execute_options *options;
  int group;              // the one being dealt
  int n_known;            // groups opened so far: their steps are known
  long next;              // position in it
  int *active;            // [n_groups], batches out
  unsigned char *taken;   // [samples->n], 1: in a checkpoint
  unsigned char *resumed; // [n_checkpoints], 1: dealt
  long limit;             // most trajectories per batch, lowered when memory runs out; 0: none
  double known_steps;     // of the groups opened so far
  long known;             // their trajectories
} dealer;

chatter_status dealer_create(run_plan *plan, const execute_options *options, dealer *out);
void dealer_destroy(dealer *self);

// Opens the group being dealt (its model is reduced), unless it is open already. Dealing does so by itself;
// before the first batch it keeps the first reduction, often longer than the stepping, out of the stepping's
// clock.
chatter_status dealer_open(dealer *self);

// The next batch, bound and in the machine's memory. *some = 0: nothing is left to deal.
chatter_status dealer_next(dealer *self, backend *machine, int n_machines, double speed, batch_job *job,
                           int *some);
void dealer_return(dealer *self, batch_job *job); // destroys the batch
double dealer_total_steps(const dealer *self); // trajectory-steps of the plan; estimated for unopened groups

#endif
