// Curves of a batch on common grids: over the frequency of response curves, over the load of backbones.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_GRIDS_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_GRIDS_H

#include "engines/response/response_column.h"

// The coordinates of the grids that the study has; at the end the frequencies of backbones.
chatter_status response_grids_begin(const engine_layout *layout, const study *config, result_set *out);
chatter_status response_grids_end(const engine_layout *layout, long n, const kernel_batch *host,
                                  result_set *out);
// Output `o`, of its values at all points.
chatter_status response_grids_output(const engine_layout *layout, const study *config, long n,
                                     const kernel_batch *host, int o, const double *values, result_set *out);
// Variables of backbones over the grid of loads, before there are results.
chatter_status response_grids_outline(const study *config, int stages, outline_add add, void *to);

#endif
