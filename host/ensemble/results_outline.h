// Outline of a run's results before the run: the variables with names, dimensions, units and
// parameters. Outputs are unknown then; they get a distinct value for each trajectory.
#ifndef CHATTER_ENSEMBLE_RESULTS_OUTLINE_H
#define CHATTER_ENSEMBLE_RESULTS_OUTLINE_H

#include "results/result_set.h"
#include "study/samples/samples.h"
#include "study/study.h"

// Outlines the results of one shard: trajectory t belongs to shard (t mod n_shards) + 1.
chatter_status results_outline(const study *config, const samples *values, long shard, long n_shards,
                               result_set **out);

// Refuses a section `statistics` about variables that the results will not have.
chatter_status outline_check_statistics(const study *config, const samples *values);

#endif
