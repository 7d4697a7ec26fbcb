// What a batch leaves behind: one closed set of variables, rows in the order of trajectory numbers.
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_RESULTS_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_RESULTS_H

#include "ensemble/batch/batch_job.h"
#include "results/result_set.h"
#include "study/file/scalar.h"

// trajectory, status, end_time, steps, the ensemble parameters by their dotted paths, sample_id where samples
// have one, the engine's outputs and what it adds beside them, reduced_hash where trajectories have different
// models, else frequency of the modes. The job must have been fetched.
chatter_status batch_results(const batch_job *job, run_plan *plan, result_set **out);

// An ensemble parameter of n values, as a variable of the set; NULL: out of memory.
double *batch_results_parameter(const study *config, const study_scalar *parameter, size_t n,
                                result_set *set);

#endif
