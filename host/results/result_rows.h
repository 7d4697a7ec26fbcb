// Rows of result sets: which kind the rows of a variable are, ragged rows, sorted rows, rows of several sets
// behind one another.
// Ragged rows differ in length from trajectory to trajectory and stand one after another (CF's contiguous
// ragged arrays). The variable whose attribute sample_dimension names their dimension holds the length of
// every row.
#ifndef CHATTER_RESULTS_RESULT_ROWS_H
#define CHATTER_RESULTS_RESULT_ROWS_H

#include "results/result_set.h"

// Variables whose first dimension is `trajectory` or `series` are rows of their own, which a coordinate of
// that name numbers; ragged values go with their trajectories, whose files all have them.
typedef enum { ROWS_TRAJECTORY, ROWS_RAGGED, ROWS_SERIES, ROWS_FIXED, N_ROWS } row_kind;
row_kind result_row_kind(const result_set *set, const result_variable *variable);

const result_variable *ragged_row_sizes(const result_set *set); // NULL: no variable is ragged
int result_variable_is_ragged(const result_set *set,
                              const result_variable *variable); // its first dimension is
// Where each of n rows begins, and where the last one ends: place[n + 1]. Raises CHATTER_IO where a length is
// negative, or the rows are not as long together as the variables; `owner` names the file.
chatter_status ragged_row_offsets(const result_set *set, const char *owner, const int *size, size_t *place);
// Values that differ in number from trajectory to trajectory, one trajectory after another (CF: a contiguous
// ragged array): adds `row_size`, the n trajectories' numbers of values along `dim`, and gives their sum.
// Variables whose first dimension is `dim` then follow by result_set_add, and every file of a run must have
// the same. One such dimension per set; a trajectory that did not run has none.
chatter_status result_set_add_row_sizes(result_set *self, const char *dim, size_t n, const int *size,
                                        size_t *total);

// Rows of everything over dimension `dim` in the order of its int coordinate; with "trajectory" also their
// ragged values.
chatter_status result_set_sort(result_set *self, const char *dim);
// One set of n of different trajectories, sorted by their numbers; without attributes.
chatter_status result_sets_concatenate(int n, result_set *const *set, result_set **out);

#endif
