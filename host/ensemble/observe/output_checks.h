// Checks a study's outputs and samples before any model is made.
#ifndef CHATTER_ENSEMBLE_OUTPUT_CHECKS_H
#define CHATTER_ENSEMBLE_OUTPUT_CHECKS_H

#include "ensemble/engine.h"
#include "study/samples/samples.h"

// Warns of a study without outputs, and of what its loads neglect.
void outputs_warn(const study *config);
// Warns of a design whose trajectories are all equal.
void outputs_warn_equal(const study *config, const samples *values);
// Refuses time series of trajectories outside the ensemble.
chatter_status outputs_check_series(const study *config, const samples *values);
// Refuses outputs with names that results use themselves.
chatter_status outputs_check_names(const engine *of_study, const study *config);
// Refuses fields if the models differ: a file has one basis for all trajectories.
chatter_status outputs_check_fields(const study *config, const samples *values);

#endif
