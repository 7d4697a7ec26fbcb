// Truncation error of the harmonic balance in results: left_out of every point of curves, or of the
// state at response.at, and peak_left_out if an output is of the peak.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_TRUNCATION_ERROR_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_TRUNCATION_ERROR_H

#include "engines/response/extract/contact_values.h"
#include "engines/response/response_advice.h"

chatter_status response_truncation_points(const engine_layout *layout, long n, const kernel_batch *host,
                                          size_t total, result_set *out);

// Adds the truncation errors of n trajectories: at their states `at` and their peaks `peak`.
chatter_status response_truncation_values(const engine_layout *layout, const study *config, long n,
                                          const kernel_batch *host, const response_curve_point *at,
                                          const response_curve_point *peak, result_set *out);

// Accumulates the truncation errors of a part of the results.
void response_truncation_tally(const result_set *part, response_tally_sums *sums);

// Warns about motions that need more harmonics.
void response_truncation_advise(const study *config, const response_tally_sums *sums);

#endif
