// Leading columns of a table of ragged values: the trajectory of each value and its ensemble
// parameters.
#ifndef CHATTER_RESULTS_CSV_RAGGED_ROWS_H
#define CHATTER_RESULTS_CSV_RAGGED_ROWS_H

#include <stdio.h>

#include "results/read/result_input.h"

typedef struct ragged_export_rows ragged_export_rows;

// Reads the columns into `memory`; they are valid as long as the input.
chatter_status ragged_export_rows_read(result_input *input, arena *memory, ragged_export_rows **out);
// Finds the trajectory of value `at`; returns the value's number in it.
size_t ragged_export_rows_seek(ragged_export_rows *self, size_t at);
// Print the names of the columns, and their values in the trajectory found; return the separator
// for the next column.
const char *ragged_export_rows_header(const ragged_export_rows *self, FILE *out);
const char *ragged_export_rows_print(const ragged_export_rows *self, FILE *out);

#endif
