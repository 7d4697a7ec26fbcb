// What a contact law is worth to a motion q = A cos τ: the spring and the dashpot of the same fundamental.
#ifndef CHATTER_RESPONSE_EQUIVALENT_H
#define CHATTER_RESPONSE_EQUIVALENT_H

#include "engines/response/response_engine.h"

typedef struct equivalent {
  double stiffness, damping; // N/m, N s/m; neither negative
} equivalent;

// Of a law that answers with its force, with its numbers and its gap, at ω in rad/s.
equivalent response_equivalent(const response_point *point, const double *number, double gap,
                               double amplitude, double omega);

#endif
