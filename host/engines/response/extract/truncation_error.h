// The truncation error of balances, beside their results: left_out of every point of curves, or of the state
// at response.at, and peak_left_out where an output is of the peak.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_TRUNCATION_ERROR_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_TRUNCATION_ERROR_H

#include "engines/response/bind/response_column.h"
#include "engines/response/extract/contact_values.h"

chatter_status response_truncation_points(const engine_layout *layout, long n, const kernel_batch *host,
                                          size_t total, result_set *out);
// Adds the truncation errors of n trajectories: `at` their states, `peak` their peaks.
chatter_status response_truncation_values(const engine_layout *layout, const study *config, long n,
                                          const kernel_batch *host, const response_place *at,
                                          const response_place *peak, result_set *out);

#endif
