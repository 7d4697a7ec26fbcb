// Writes one results file: created with all its variables under PATH.tmp, filled in any order of
// rows, then renamed to PATH. Until then PATH is unchanged.
#ifndef CHATTER_RESULTS_WRITE_RESULT_OUTPUT_H
#define CHATTER_RESULTS_WRITE_RESULT_OUTPUT_H

#include "results/result_set.h"

typedef struct result_output result_output;

// Creates the file. `layout` gives variables (not their data), sizes and attributes, and must
// outlive the output. Rows that are never written read as NaN, as status not_run, or as
// RESULT_INT_MISSING; with `has_missing` that number is also declared as _FillValue.
chatter_status result_output_create(const result_set *layout, const char *path, int force, int has_missing,
                                    result_output **out);
// Writes rows of a variable. data: [n_rows] in its type in memory.
chatter_status result_output_write(result_output *self, int variable, size_t first_row, size_t n_rows,
                                   const void *data);
chatter_status result_output_flush(result_output *self);  // closes PATH.tmp, which is then complete
chatter_status result_output_commit(result_output *self); // flushes, renames; destroys self also on failure
void result_output_abandon(result_output *self);          // removes PATH.tmp; NULL is allowed
// Returns the rows that one write should have to fill whole chunks: at most 4 MiB.
size_t result_output_block_rows(const result_variable *variable);

#endif
