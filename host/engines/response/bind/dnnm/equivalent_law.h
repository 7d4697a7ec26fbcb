// What a contact law is worth to a motion about a mean: the spring and the dashpot of the same fundamental,
// and the mean force.
#ifndef CHATTER_RESPONSE_EQUIVALENT_H
#define CHATTER_RESPONSE_EQUIVALENT_H

#include "engines/response/bind/response_plan.h"

typedef struct equivalent_law {
  double stiffness, damping; // N/m, N s/m; neither negative
  double force, slope;       // mean force on the body, N, and what it falls by per mean displacement, N/m
} equivalent_law;

// Returns the equivalent_law of a compliant law, with its numbers and gap, for u = mean + amplitude cos ωt.
equivalent_law equivalent_of_compliant_law(const response_point *point, const double *number, double gap,
                                           double mean, double amplitude, double omega);
// The same for an elastic stop that is closed where u < -gap.
equivalent_law equivalent_of_elastic_stop(double stiffness, double gap, double mean, double amplitude);

#endif
