// Curves of a batch on common grids: response curves over frequency, backbones over load.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_GRIDS_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_GRIDS_H

#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/grid_curve.h"
#include "engines/response/extract/period/period.h"
#include "engines/response/stability/stability.h"

typedef struct response_grids {
  const engine_layout *layout;
  const response_setup *setup;
  const study *config;
  const kernel_batch *host;
  long n; // trajectories of the batch
  result_set *out;
  response_stability *stability;
  const response_period *period;
  grid_curve points;   // scratch for one trajectory, as the next arrays
  double *y, *dy;      // [points], an output's value and its derivative along the curve
  double *coefficient; // [2][hb_n_coefficients]
  int *place;          // scratch for the places on a grid
} response_grids;

// Adds the coordinates of the study's grids. Outputs follow, and at the end the frequencies of
// backbones. `scratch` must outlive all of these calls.
chatter_status response_grids_begin(const engine_layout *layout, const study *config,
                                    const kernel_batch *host, long n, const response_period *period,
                                    arena *scratch, response_stability *stability, result_set *out,
                                    response_grids *self);
// Adds output `o` on the grids, from its values at all points.
chatter_status response_grids_output(const response_grids *self, int o, const double *values);
chatter_status response_grids_end(const response_grids *self);
// Lists the variables of backbones over the grid of loads, before there are results.
chatter_status response_grids_outline(const study *config, int stages, outline_add add, void *to);

#endif
