// Makes one results file from the shards of an ensemble.
#ifndef CHATTER_RESULTS_JOIN_RESULTS_MERGE_H
#define CHATTER_RESULTS_JOIN_RESULTS_MERGE_H

#include "base/status.h"

// Writes OUT_PATH from shards: finished files, or folders of unfinished runs. Together they must
// hold every trajectory of the ensemble once. Refuses an existing file unless `force`.
chatter_status results_merge(const char *out_path, int force, int n_shards, const char *const *shard_paths);

#endif
