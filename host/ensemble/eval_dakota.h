// Results of evaluations in Dakota's format (Reference Manual 6.20, "batch"; User's Manual, "Dakota
// Results File Data Format"): in the order of the batch, separated by lines that begin with #;
// "value label" for each function, or "fail" and the reason.
#ifndef CHATTER_ENSEMBLE_EVAL_DAKOTA_H
#define CHATTER_ENSEMBLE_EVAL_DAKOTA_H

#include "ensemble/eval.h"
#include "study/samples/dakota.h"

// Finds the output of a row for each function of the batch, by its label; `path`: the file of the
// batch.
chatter_status eval_dakota_outputs(const study *config, const dakota_batch *batch, const char *path,
                                   int *output);
// Writes the results. output: [n_functions]. An existing file is kept unless `force`; NULL:
// standard output.
chatter_status eval_write_dakota(const eval_table *self, const dakota_batch *batch, const int *output,
                                 const char *path, int force);

#endif
