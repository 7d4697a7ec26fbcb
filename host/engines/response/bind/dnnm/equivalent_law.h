// Equivalent linear spring and dashpot of a contact law for a harmonic motion about a mean: they
// have the same fundamental force. The mean force is returned with them.
#ifndef CHATTER_RESPONSE_EQUIVALENT_H
#define CHATTER_RESPONSE_EQUIVALENT_H

#include "engines/response/bind/response_plan.h"

typedef struct equivalent_law {
  double stiffness, damping; // N/m, N s/m; neither negative
  double force, slope;       // mean force on the body, N; minus its slope by the mean, N/m
} equivalent_law;

// Returns the equivalent of a compliant law with parameters `number` and its gap, for u = mean +
// amplitude cos ωt.
equivalent_law equivalent_of_compliant_law(const response_point *point, const double *number, double gap,
                                           double mean, double amplitude, double omega);
// Returns the equivalent of an elastic stop that is closed where u < -gap.
equivalent_law equivalent_of_elastic_stop(double stiffness, double gap, double mean, double amplitude);

#endif
