// What a run will leave, before it runs: the variables of its results by name, dimensions, unit and
// parameters. What outputs will hold is not known; they get one value per trajectory that tells it from the
// others.
#ifndef CHATTER_ENSEMBLE_RESULTS_OUTLINE_H
#define CHATTER_ENSEMBLE_RESULTS_OUTLINE_H

#include "results/result_set.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Of the trajectories of one shard: number t belongs to shard (t mod n_shards) + 1.
chatter_status results_outline(const study *config, const samples *values, long shard, long n_shards,
                               result_set **out);

// Refuses a section `statistics` about what the results will not have.
chatter_status outline_check_statistics(const study *config, const samples *values);

#endif
