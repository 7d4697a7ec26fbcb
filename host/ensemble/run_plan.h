// Plan of a run: trajectories in groups that share one reduced model (a group for each set of
// structural values), sorted by cost within a group, so that lanes and warps of a batch end
// together. Results carry trajectory numbers and do not depend on order or grouping.
#ifndef CHATTER_ENSEMBLE_RUN_PLAN_H
#define CHATTER_ENSEMBLE_RUN_PLAN_H

#include "ensemble/bound.h"
#include "study/samples/samples.h"

typedef struct plan_group {
  long n;
  long *trajectory;       // [n] numbers in the ensemble; by descending cost once the group is opened
  double steps;           // total of all trajectories; 0 until opened
  double longest;         // steps of the longest trajectory
  double expected;        // probable total of steps
  double likely;          // probable steps of the longest
  double points;          // probable number of ragged values
  long refused;           // samples that cannot be run; they end at once with their status
  long doubtful;          // trajectories that the engine calls doubtful
  double *first;          // [n] first step of each; NULL: 0
  engine_caution caution; // the warning about doubtful ones
  int opened;         // 1: opened; the members below exist only between plan_open_group and plan_close_group
  bound_model *bound; // owner of study, reduced model and layout; NULL: the group
  study *study;       // a copy with the group's structural values
  reduced_model reduced;
  engine_layout layout;
} plan_group;

typedef struct run_plan {
  const study *study;
  const samples *samples;
  const engine *engine;
  arena *memory;
  int threads;                // for estimates and binding; 0: one for every available processor
  int progress;               // 1: shows the progress of planning
  int keep_state;             // 1: results store the final motion of each trajectory
  int kept_rows[ENGINE_ROWS]; // 1 + rows of each part of the motion; 0: not known yet
  bound_models *bound;        // shared models, set before the first group is opened; NULL: none
  struct start_states *start; // states for initial.from; NULL: none, or not read yet
  long n;                     // trajectories of this shard
  int n_groups;
  plan_group *groups;
} run_plan;

// Groups the trajectories of one shard: number t belongs to shard (t mod n_shards) + 1. `leave_out`
// (may be NULL, [samples->n]) marks finished trajectories. Nothing is reduced yet.
chatter_status plan_create(const study *config, const samples *values, long shard, long n_shards,
                           const unsigned char *leave_out, run_plan *out);
void plan_destroy(run_plan *self);

// Reduces the group's model, lays out its kernel, and sorts its trajectories by cost.
chatter_status plan_open_group(run_plan *self, int group);
void plan_close_group(run_plan *self, int group);

// Returns the number of doubtful trajectories in the groups opened so far. *caution: the warning;
// unchanged if there are none.
long plan_doubtful(const run_plan *self, engine_caution *caution);

#endif
