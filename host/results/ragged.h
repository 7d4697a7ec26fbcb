// Rows of different length, one per trajectory and one after another: CF's contiguous ragged arrays. The
// variable whose attribute sample_dimension names the dimension holds the length of every row.
#ifndef CHATTER_RESULTS_RAGGED_H
#define CHATTER_RESULTS_RAGGED_H

#include "results/results.h"

const result_variable *ragged_sizes(const result_set *set);            // NULL: no variable is ragged
int ragged_is(const result_set *set, const result_variable *variable); // its first dimension is
// Where each of n rows begins, and where the last one ends: place[n + 1]. Raises CHATTER_IO where a length is
// negative, or the rows are not as long together as the variables; `owner` names the file.
chatter_status ragged_places(const result_set *set, const char *owner, const int *size, size_t *place);

#endif
