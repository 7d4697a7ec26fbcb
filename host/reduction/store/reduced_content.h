// The arrays of a reduced model as one table: what is hashed, saved and loaded.
#ifndef CHATTER_REDUCTION_CONTENT_H
#define CHATTER_REDUCTION_CONTENT_H

#include "reduction/reduced.h"

enum { REDUCED_MAX_ARRAYS = 18 };

typedef struct reduced_array {
  const char *name, *unit, *meaning;
  double **data; // the model's pointer; NULL there: absent
  int rows, columns;
} reduced_array;

// Fills the table for a model whose sizes are set; returns how many.
int reduced_list_arrays(reduced_model *self, reduced_array table[REDUCED_MAX_ARRAYS]);
int reduced_is_optional(const reduced_model *self,
                        const reduced_array *array); // 1: NULL where it says nothing
// Zeroed arrays but the optional ones, names and contacts, for a model whose memory and sizes are set.
chatter_status reduced_allocate(reduced_model *self);
// Sets self->hash from everything else.
void reduced_hash(reduced_model *self);

#endif
