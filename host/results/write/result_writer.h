// Results of a run in progress: closed part files and a manifest in the folder PATH.parts. Each
// part holds whole trajectories, numbered by the int coordinate `trajectory`; a dimension `series`
// numbers those with a time series; ragged values belong to trajectories; all other variables are
// equal in every part. The attributes study_sha256, reduced_hash, overrides, seed, precision, team,
// trajectories_total (of the whole ensemble) must agree between parts and between shards; `shard`
// ("2/8") marks a part of a sharded run.
#ifndef CHATTER_RESULTS_WRITE_RESULT_WRITER_H
#define CHATTER_RESULTS_WRITE_RESULT_WRITER_H

#include "results/result_set.h"

typedef struct result_writer result_writer;
struct study; // study/study.h
// Removes a folder of parts that a kill in the last moment has left beside a finished file.
chatter_status result_writer_remove_leftovers(const char *path);
chatter_status result_writer_open(const char *path, int force, int resume, result_writer **out);
// Refuses closed parts of another study, reduced model, seed, ... than these attributes have; to be
// called before a resumed run steps anything.
chatter_status result_writer_check(const result_writer *self, const result_set *attributes);
chatter_status result_writer_append_part(result_writer *self,
                                         const result_set *part); // writes a closed part file
int result_writer_count_parts(const result_writer *self);
chatter_status result_writer_mark_done(const result_writer *self, size_t n_total,
                                       unsigned char *done); // [n_total]
// Makes PATH from all parts, removes the folder, closes. Rows of trajectories 0 ... n_total - 1
// that no part holds are NaN with status not_run; parts with the attribute `shard` become a file of
// their own trajectories only. CHATTER_INTERRUPTED, with the parts kept, if a signal asks to stop
// (base/stop.h).
chatter_status result_writer_finish(result_writer *self, size_t n_total);
// Computes half the width of the interval of statistics.until over trajectories 0 ... n - 1, which
// are in closed parts; NAN: not known yet.
chatter_status result_writer_half_width(const result_writer *self, const struct study *config, size_t n,
                                        double *half_width);
void result_writer_show_progress(result_writer *self);       // during result_writer_finish
void result_writer_close(result_writer *self);               // keeps the parts for --resume
chatter_status result_writer_discard(result_writer *self);   // removes the folder with all in it, and closes
const char *result_writer_folder(const result_writer *self); // for the checkpoint file

#endif
