// The arrays of a reduced model as one table, which is used to hash, save and load them.
#ifndef CHATTER_REDUCTION_CONTENT_H
#define CHATTER_REDUCTION_CONTENT_H

#include "reduction/reduced.h"

enum { REDUCED_MAX_ARRAYS = 18 };

typedef struct reduced_array {
  const char *name, *unit, *meaning;
  double **data; // the model's pointer; NULL stored there: absent
  int rows, columns;
} reduced_array;

// Fills the table for a model whose sizes are set; returns the number of arrays.
int reduced_list_arrays(reduced_model *self, reduced_array table[REDUCED_MAX_ARRAYS]);
int reduced_is_optional(const reduced_model *self,
                        const reduced_array *array); // 1: may be NULL
// Allocates zeroed arrays (not the optional ones), names and contacts for a model whose memory and
// sizes are set.
chatter_status reduced_allocate(reduced_model *self);
// Sets self->hash from all other content.
void reduced_hash(reduced_model *self);

#endif
