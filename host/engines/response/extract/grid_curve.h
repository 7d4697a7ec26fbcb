// A curve over frequency or load that may fold back, on a grid.
#ifndef CHATTER_ENGINES_RESPONSE_GRID_H
#define CHATTER_ENGINES_RESPONSE_GRID_H

typedef struct response_grid {
  double from, to; // rad/s, or factors on the loads
  int n;           // equally spaced, at least 2
} response_grid;

// Points along a curve x, y and its direction at each, of any length > 0 and onwards; NaN: it is not known
// there. `is_corner`: it is that behind the point, the one before is not known.
typedef struct grid_curve {
  int n;
  double *x, *y, *dx, *dy;
  char *is_corner;
} grid_curve;

// The smallest and the largest value y of the curve at each x of the grid, NaN where it does not pass;
// lower[grid->n], upper[grid->n]. `place`: behind which point each lies, -1 for none; [2 grid->n], those of
// the lower ones first.
void response_grid_values(const response_grid *grid, const grid_curve *curve, double *lower, double *upper,
                          int *place);
// The value where the smooth curve comes to each place of the grid first; out[grid->n] keeps what it has and
// is NaN where it has nothing. `place`: behind which point of these, likewise, plus `first`.
void response_grid_first_values(const response_grid *grid, const grid_curve *curve, double *out, int first,
                                int *place);

#endif
