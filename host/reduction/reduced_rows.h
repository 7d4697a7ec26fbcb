// The displacements that outputs of a study ask for, as rows: weighted sums of responses of its reduced
// model.
#ifndef CHATTER_REDUCTION_REDUCED_ROWS_H
#define CHATTER_REDUCTION_REDUCED_ROWS_H

#include "reduction/reduced.h"

typedef struct reduced_row {
  int n, *index;  // of the responses
  double *weight; // of each
} reduced_row;

// The row of an output among the *n that there are, behind which it is added where it is a new one: there
// must be room. Arrays of rows belong to `memory`.
chatter_status reduced_find_row(const study *config, const output_config *output, const reduced_model *r,
                                arena *memory, reduced_row *rows, int *n, int *index);

#endif
