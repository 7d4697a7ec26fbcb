// Quantiles: transform a number of (0, 1) into a value of a parameter's distribution.
#ifndef CHATTER_STUDY_QUANTILE_H
#define CHATTER_STUDY_QUANTILE_H

#include "study/sections.h"

// Returns the parameter's value at quantile p (SPREAD_LINEAR is uniform, SPREAD_LOGARITHMIC uniform
// in the logarithm, SPREAD_VALUES gives each value equal weight).
double quantile_parameter(const parameter_config *parameter, double p);

#endif
