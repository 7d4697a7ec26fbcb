// Quantiles: a number of (0, 1) into a value of a parameter's distribution.
#ifndef CHATTER_STUDY_QUANTILE_H
#define CHATTER_STUDY_QUANTILE_H

#include "study/sections.h"

// Value of the parameter at the quantile p (SPREAD_LINEAR is uniform, SPREAD_LOGARITHMIC uniform in the
// logarithm, SPREAD_VALUES each with equal weight).
double quantile_parameter(const parameter_config *parameter, double p);

#endif
