// Sampling error of the forces of compliant stops, as a variable of the results.
#ifndef CHATTER_ENGINES_RESPONSE_SAMPLING_H
#define CHATTER_ENGINES_RESPONSE_SAMPLING_H

#include "engines/response/bind/response_plan.h"

#define RESPONSE_SAMPLING_ERROR "sampling_error"

int response_samples_stops(const response_setup *setup); // 1: there are such stops
// Adds sampling_error of each trajectory with such stops: the largest of a few points.
chatter_status response_sampling_error_add(const engine_layout *layout, long n, const kernel_batch *host,
                                           result_set *out);

#endif
