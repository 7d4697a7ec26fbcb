// Rows of result sets: kinds of rows, ragged rows, sorted rows, concatenated sets.
// Ragged rows differ in length from trajectory to trajectory and are stored one after another (CF's
// contiguous ragged arrays). The variable whose attribute sample_dimension names their dimension
// holds the length of every row.
#ifndef CHATTER_RESULTS_RESULT_ROWS_H
#define CHATTER_RESULTS_RESULT_ROWS_H

#include "results/result_set.h"

// Kinds of rows. Variables whose first dimension is `trajectory` or `series` have rows numbered by
// the coordinate of that name; ragged values belong to trajectories; the rest is the same in all
// files.
typedef enum { ROWS_TRAJECTORY, ROWS_RAGGED, ROWS_SERIES, ROWS_FIXED, N_ROWS } row_kind;
row_kind result_row_kind(const result_set *set, const result_variable *variable);

const result_variable *ragged_row_sizes(const result_set *set); // NULL: no variable is ragged
int result_variable_is_ragged(const result_set *set,
                              const result_variable *variable); // by its first dimension
// Computes the start of each of n rows and the end of the last: place[n + 1]. Raises CHATTER_IO if
// a length is negative, or if the lengths do not add up to the variables' size; `owner` names the
// file.
chatter_status ragged_row_offsets(const result_set *set, const char *owner, const int *size, size_t *place);
// Adds `row_size`, the number of values along `dim` of each of n trajectories (CF: a contiguous
// ragged array); *total: their sum. Variables whose first dimension is `dim` then follow by
// result_set_add, and every file of a run must have the same ones. There is one such dimension per
// set; a trajectory that did not run has no values.
chatter_status result_set_add_row_sizes(result_set *self, const char *dim, size_t n, const int *size,
                                        size_t *total);

// Sorts the rows over dimension `dim` by its int coordinate; with "trajectory" also the ragged
// values.
chatter_status result_set_sort(result_set *self, const char *dim);
// Joins n sets of different trajectories into one, sorted by trajectory, without attributes.
chatter_status result_sets_concatenate(int n, result_set *const *set, result_set **out);

#endif
