// One results file from the shards of an ensemble.
#ifndef CHATTER_RESULTS_JOIN_RESULTS_MERGE_H
#define CHATTER_RESULTS_JOIN_RESULTS_MERGE_H

#include "base/status.h"

// Writes OUT_PATH from shards: finished files, or the folders of unfinished runs, which every trajectory of
// the ensemble must be in once. Refuses an existing file unless `force`.
chatter_status results_merge(const char *out_path, int force, int n_shards, const char *const *shard_paths);

#endif
