// Reads a results file: its contents at once, rows of a variable on demand.
#ifndef CHATTER_RESULTS_READ_RESULT_INPUT_H
#define CHATTER_RESULTS_READ_RESULT_INPUT_H

#include "results/result_set.h"

typedef struct result_input result_input;

// Opens a file. Raises CHATTER_IO if it is missing, not HDF5, truncated, damaged, or not a results
// file.
chatter_status result_input_open(const char *path, result_input **out);
// Returns variables (data NULL), sizes and attributes; they belong to the input.
const result_set *result_input_content(const result_input *self);
// Reads rows of content->variables[variable] into `data`, in the variable's type; texts are copied
// into `memory`.
chatter_status result_input_read(result_input *self, int variable, size_t first_row, size_t n_rows,
                                 void *data, arena *memory);
void result_input_close(result_input *self); // NULL is allowed

#endif
