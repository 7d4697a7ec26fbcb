// Outputs of contact points at the points that the kernel kept.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_CONTACT_VALUES_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_CONTACT_VALUES_H

#include "ensemble/engine.h"

// Point `point` of trajectory `trajectory` of a batch; -1: there is none, and its value is NaN.
typedef struct response_curve_point {
  long trajectory;
  int point;
} response_curve_point;

// Fills value[o][n] for each output `o` of a contact point; NULL: not wanted. Uses several threads.
chatter_status response_contact_values(const engine_layout *layout, const study *config,
                                       const kernel_batch *host, long n, const response_curve_point *place,
                                       arena *scratch, double *const *value);

#endif
