// One results file being read: what is in it at once, rows of a variable on demand.
#ifndef CHATTER_RESULTS_READ_RESULT_INPUT_H
#define CHATTER_RESULTS_READ_RESULT_INPUT_H

#include "results/result_set.h"

typedef struct result_input result_input;

// Raises CHATTER_IO where the file is missing, no HDF5 file, truncated, damaged, or holds what no results
// file does.
chatter_status result_input_open(const char *path, result_input **out);
// Variables (data NULL), sizes and attributes; belongs to the input.
const result_set *result_input_content(const result_input *self);
// Rows of content->variables[variable] into `data`, in the variable's type; texts are copied into `memory`.
chatter_status result_input_read(result_input *self, int variable, size_t first_row, size_t n_rows,
                                 void *data, arena *memory);
void result_input_close(result_input *self); // NULL is allowed

#endif
