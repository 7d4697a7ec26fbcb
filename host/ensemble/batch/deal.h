// Deals the trajectories of a plan out: checkpointed batches first, then fresh ones, group by group. A deal
// only says which trajectories: its batch is bound and brought to a machine without the dealer, whose own
// functions want a lock around them where several workers take deals. A group's reduced model lives until all
// of it is dealt and back.
#ifndef CHATTER_ENSEMBLE_DEAL_H
#define CHATTER_ENSEMBLE_DEAL_H

#include "ensemble/batch/execute.h"

typedef struct dealer {
  run_plan *plan;
  const execute_options *options;
  int group;              // the one being dealt
  int n_known;            // groups opened so far: their steps are known
  long next;              // position in it
  int *active;            // [n_groups], deals out
  int preparing;          // of them: not on a machine yet, so that they may be given back
  unsigned char *taken;   // [samples->n], 1: dealt, or in a checkpoint
  unsigned char *resumed; // [n_checkpoints], 1: dealt
  long limit;             // most trajectories per batch, lowered when memory runs out; 0: none
  double known_steps;     // of the groups opened so far
  long known;             // their trajectories
} dealer;

typedef struct deal {
  int group;
  int checkpoint; // that is continued; -1: none
  long first, n;  // position in the group's list (0 for a checkpoint), trajectories
  long *trajectory;
} deal;

chatter_status dealer_create(run_plan *plan, const execute_options *options, dealer *out);
void dealer_destroy(dealer *self);

// Opens the group being dealt (its model is reduced), unless it is open already. Dealing does so by itself;
// before the first batch it keeps the first reduction, often longer than the stepping, out of the stepping's
// clock.
chatter_status dealer_open(dealer *self);

// The next deal. *some = 0: nothing is left to deal; what others prepare may yet be given back.
chatter_status dealer_take(dealer *self, backend *machine, int n_machines, double speed, deal *out,
                           int *some);
// Its batch, bound and in the machine's memory. Reads only: it needs no lock. On failure there is no batch.
chatter_status deal_prepare(const deal *self, const run_plan *plan, const execute_options *options,
                            backend *machine, batch_job *job, int *out_of_memory);
// Ends a deal that is prepared; the batch stays out until dealer_return.
void dealer_prepared(dealer *self, deal *of);
// Ends a deal that could not be prepared: its trajectories are dealt again. 1: in smaller batches, because a
// machine had no room for so many; 0: they were too few already, or nothing would be gained.
int dealer_give_back(dealer *self, deal *of, int out_of_memory);
void dealer_return(dealer *self, batch_job *job); // destroys the batch
double dealer_total_steps(const dealer *self);    // likely ones of the plan; estimated for unopened groups

#endif
