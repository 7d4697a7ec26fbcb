// A batch of evaluations as Dakota writes it (User's Manual 6.20, "Parameters file format (standard)", and
// Reference Manual, "batch": parameters files one behind the other). Names of variables are inputs or dotted
// paths.
#ifndef CHATTER_STUDY_DAKOTA_H
#define CHATTER_STUDY_DAKOTA_H

#include "study/samples/samples.h"
#include "study/study.h"

typedef struct dakota_batch {
  arena *memory;  // owns what is not in `values`
  samples values; // a row for each evaluation; what does not fit is kept, what is not finite is NaN
  int n_functions;
  const char **function; // [n_functions], the labels of what is asked for, the same of all evaluations
  int *function_line;    // [n_functions], where the first evaluation asks
  const char **eval_id;  // [values.n]
} dakota_batch;

// Reads a file, "-": standard input. Refuses what asks for gradients or Hessians, and evaluations that differ
// in more than values. Destroy it also after failure.
chatter_status dakota_read(const study *self, const char *path, dakota_batch *out);
void dakota_destroy(dakota_batch *self);

#endif
