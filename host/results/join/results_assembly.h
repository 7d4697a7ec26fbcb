// Joins many files (parts of a run, shards) into one results file, variable by variable in blocks
// of at most 4 MiB. Its bytes depend on the contents only, not on how they were split.
#ifndef CHATTER_RESULTS_JOIN_RESULTS_ASSEMBLY_H
#define CHATTER_RESULTS_JOIN_RESULTS_ASSEMBLY_H

#include "results/join/assembly_files.h"

chatter_status assembly_create(assembly **out);
// Adds a closed file. `owner` names it in messages (a shard's path). Trajectories with status
// not_run are ignored. Refuses a file with another study, reduced model, seed, ... or other
// variables than the first.
chatter_status assembly_add_file(assembly *self, const char *path, const char *owner);
// Sorts the trajectories; refuses one held twice.
chatter_status assembly_sort_and_check(assembly *self);
const row_map *assembly_trajectory_rows(const assembly *self); // rows of the trajectories
const char *assembly_owner(const assembly *self, int source);
// Returns the size of the whole ensemble if a file tells it (attribute trajectories_total), else 0.
size_t assembly_ensemble_size(const assembly *self);
int assembly_is_shard(const assembly *self); // 1: a file has the attribute `shard`
void assembly_show_progress(assembly *self); // while it is written
// Writes the file. CHATTER_INTERRUPTED, between two blocks, if a signal asks to stop; PATH is then
// unchanged. packed: only the trajectories at hand, else rows 0 ... n_total - 1 with missing ones
// filled.
// `before_rename` (may be NULL) is called when the file is complete under its temporary name.
chatter_status assembly_write(assembly *self, const char *path, int force, int packed, size_t n_total,
                              chatter_status (*before_rename)(void *), void *data);
void assembly_destroy(assembly *self); // NULL is allowed

#endif
