// What a table of ragged values says in front of each: its trajectory and that one's ensemble parameters.
#ifndef CHATTER_RESULTS_CSV_RAGGED_ROWS_H
#define CHATTER_RESULTS_CSV_RAGGED_ROWS_H

#include <stdio.h>

#include "results/read/result_input.h"

typedef struct ragged_export_rows ragged_export_rows;

// Lives in `memory`, and may be used as long as the input.
chatter_status ragged_export_rows_read(result_input *input, arena *memory, ragged_export_rows **out);
// Finds the trajectory of value `at`, and gives the value's number in it.
size_t ragged_export_rows_seek(ragged_export_rows *self, size_t at);
// The columns' names, and their values in the trajectory that was found; give what parts them from what
// follows.
const char *ragged_export_rows_header(const ragged_export_rows *self, FILE *out);
const char *ragged_export_rows_print(const ragged_export_rows *self, FILE *out);

#endif
