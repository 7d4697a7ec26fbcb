// A curve over frequency or load that may fold back, on a grid.
#ifndef CHATTER_ENGINES_RESPONSE_GRID_H
#define CHATTER_ENGINES_RESPONSE_GRID_H

typedef struct response_grid {
  double from, to; // rad/s, or factors on the loads
  int n;           // equally spaced, at least 2
} response_grid;

// Points x, y along a curve and its direction at each, of any length > 0, in the sense of the
// curve; NaN: unknown. `is_corner`: the direction is that behind the point; the one before it is
// unknown.
typedef struct grid_curve {
  int n;
  double *x, *y, *dx, *dy;
  char *is_corner;
} grid_curve;

// Finds the smallest and the largest y of the curve at each x of the grid, lower[grid->n] and
// upper[grid->n]; NaN where the curve does not pass. `place` [2 grid->n]: the point before each
// value, -1 for none; lower ones first.
void response_grid_values(const response_grid *grid, const grid_curve *curve, double *lower, double *upper,
                          int *place);
// Finds the first value of the smooth curve at each grid point. Overwrites only NaN in
// out[grid->n]. `place`: the point before each value plus `first`.
void response_grid_first_values(const response_grid *grid, const grid_curve *curve, double *out, int first,
                                int *place);

#endif
