// A run in progress: closed part files and a manifest in the folder PATH.parts. Each part holds whole
// trajectories (int coordinate `trajectory` gives their numbers; in the same way a dimension `series` numbers
// the trajectories that have a time series; ragged values belong to trajectories; all other
// variables are the same in every part). Attributes
// study_sha256, reduced_hash, overrides, seed, precision, team, trajectories_total (of the whole ensemble)
// must agree between parts and between shards; `shard` ("2/8") marks a part of a sharded run.
#ifndef CHATTER_RESULTS_WRITE_RESULT_WRITER_H
#define CHATTER_RESULTS_WRITE_RESULT_WRITER_H

#include "results/result_set.h"

typedef struct result_writer result_writer;
struct study; // study/study.h
// Beside a finished file: removes what a kill in the last moment has left of its folder of parts.
chatter_status result_writer_remove_leftovers(const char *path);
chatter_status result_writer_open(const char *path, int force, int resume, result_writer **out);
// Refuses when the closed parts come from another study, reduced model, seed, ... than these attributes tell:
// call it before a resumed run steps anything.
chatter_status result_writer_check(const result_writer *self, const result_set *attributes);
chatter_status result_writer_append_part(result_writer *self, const result_set *part); // one closed part file
int result_writer_count_parts(const result_writer *self);
chatter_status result_writer_mark_done(const result_writer *self, size_t n_total,
                                       unsigned char *done); // [n_total]
// Makes PATH from all parts, removes the folder, closes. Rows of trajectories 0 ... n_total - 1 that no part
// holds are NaN with status not_run; parts with the attribute `shard` become a file of their own trajectories
// only. CHATTER_INTERRUPTED, with the parts kept, once a signal asks for an end (base/stop.h).
chatter_status result_writer_finish(result_writer *self, size_t n_total);
// Half the width of the interval that statistics.until of the study asks for, over trajectories 0 ... n - 1,
// which are in closed parts; NAN: nothing is known of it yet.
chatter_status result_writer_half_width(const result_writer *self, const struct study *config, size_t n,
                                        double *half_width);
void result_writer_show_progress(result_writer *self);       // progress of result_writer_finish
void result_writer_close(result_writer *self);               // keeps the parts for --resume
chatter_status result_writer_discard(result_writer *self);   // removes the folder and all in it, closes
const char *result_writer_folder(const result_writer *self); // for the checkpoint file

#endif
