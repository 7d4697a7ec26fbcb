// What a run does: its trajectories in groups that share one reduced model (one group per distinct set of
// structural values), and within a group sorted by cost, so that lanes and warps of a batch end together.
// Outputs carry trajectory numbers, so neither order nor grouping shows in the results.
#ifndef CHATTER_ENSEMBLE_RUN_PLAN_H
#define CHATTER_ENSEMBLE_RUN_PLAN_H

#include "ensemble/bound.h"
#include "study/samples/samples.h"

typedef struct plan_group {
  long n;
  long *trajectory;       // [n] numbers in the ensemble; by cost, dearest first, once opened
  double steps;           // of all of them together; 0 until opened
  double longest;         // steps of the dearest one
  double expected;        // as `steps`, of those that they are likely to take
  double likely;          // as `longest`, likewise
  double points;          // ragged values that they are likely to have
  long refused;           // samples that cannot be run: they end with their status at once
  long doubtful;          // as the engine says
  double *first;          // [n] the step that each begins with; NULL: 0
  engine_caution caution; // of these
  int opened;             // the rest is there only between plan_open_group and plan_close_group
  bound_model *bound;     // whose the study, the reduced model and the layout are; NULL: the group's
  study *study;           // a copy with the structural values
  reduced_model reduced;
  engine_layout layout;
} plan_group;

typedef struct run_plan {
  const study *study;
  const samples *samples;
  const engine *engine;
  arena *memory;
  int threads;                // that estimate and bind; 0: one for every processor that this process may use
  int progress;               // 1: shows that of planning
  int keep_state;             // 1: results hold the motion that each trajectory ended with
  int kept_rows[ENGINE_ROWS]; // of each part of it, 1 more; 0: not known yet
  bound_models *bound; // where groups are taken from and left, set before the first is opened; NULL: none
  struct start_states *start; // of initial.from; NULL: none, or not read yet
  long n;                     // trajectories of this shard
  int n_groups;
  plan_group *groups;
} run_plan;

// Groups the trajectories of one shard: number t belongs to shard (t mod n_shards) + 1. `leave_out` (may be
// NULL, [samples->n]) marks trajectories that are done already. Reduces nothing yet.
chatter_status plan_create(const study *config, const samples *values, long shard, long n_shards,
                           const unsigned char *leave_out, run_plan *out);
void plan_destroy(run_plan *self);

// Reduces the group's model, lays out its kernel, sorts by cost.
chatter_status plan_open_group(run_plan *self, int group);
void plan_close_group(run_plan *self, int group);

// Doubtful trajectories of the groups opened so far, and in *caution what there is to say about them, which
// is left alone where there are none.
long plan_doubtful(const run_plan *self, engine_caution *caution);

#endif
