// Reads a batch of evaluations as Dakota writes it (User's Manual 6.20, "Parameters file format
// (standard)"; Reference Manual, "batch": concatenated parameters files). Variables are inputs or
// dotted paths.
#ifndef CHATTER_STUDY_DAKOTA_H
#define CHATTER_STUDY_DAKOTA_H

#include "study/samples/samples.h"
#include "study/study.h"

typedef struct dakota_batch {
  arena *memory;  // owns all but `values`
  samples values; // a row for each evaluation; values out of range are kept, non-finite ones become NaN
  int n_functions;
  const char **function; // [n_functions], labels of the wanted responses, the same in all evaluations
  int *function_line;    // [n_functions], lines of the first evaluation
  const char **eval_id;  // [values.n]
} dakota_batch;

// Reads a file; "-" is standard input. Refuses requests for gradients or Hessians, and evaluations
// that differ in more than values. Destroy *out also after failure.
chatter_status dakota_read(const study *self, const char *path, dakota_batch *out);
void dakota_destroy(dakota_batch *self);

#endif
