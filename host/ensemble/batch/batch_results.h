// Results of a batch: a complete set of variables, rows in the order of trajectory numbers.
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_RESULTS_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_RESULTS_H

#include "ensemble/batch/batch_job.h"
#include "results/result_set.h"
#include "study/file/scalar.h"

// Makes the variables: trajectory, status, end_time, steps, the ensemble parameters by their dotted
// paths, sample_id if the samples have one, the engine's outputs and additions, and reduced_hash if
// the models differ, else the modes' frequencies. The job must have been fetched.
chatter_status batch_results(const batch_job *job, run_plan *plan, result_set **out);

// Adds an ensemble parameter of n values as a variable; NULL: out of memory.
double *batch_results_parameter(const study *config, const study_scalar *parameter, size_t n,
                                result_set *set);

#endif
