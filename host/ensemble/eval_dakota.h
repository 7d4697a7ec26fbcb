// Evaluations as Dakota wants their results (Reference Manual 6.20, "batch"; User's Manual, "Dakota Results
// File Data Format"): those of a batch in its order, parted by lines that begin with #; "value label" for
// each function, or "fail" and why.
#ifndef CHATTER_ENSEMBLE_EVAL_DAKOTA_H
#define CHATTER_ENSEMBLE_EVAL_DAKOTA_H

#include "ensemble/eval.h"
#include "study/samples/dakota.h"

// Which output of a row each function of the batch is, by its label; `path` is where the batch comes from.
chatter_status eval_dakota_outputs(const study *config, const dakota_batch *batch, const char *path,
                                   int *output);
// output[n_functions]. An existing file is kept unless `force`; NULL: standard output.
chatter_status eval_write_dakota(const eval_table *self, const dakota_batch *batch, const int *output,
                                 const char *path, int force);

#endif
