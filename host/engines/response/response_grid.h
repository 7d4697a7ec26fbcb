// A curve over frequency that may fold back, on a grid of frequencies.
#ifndef CHATTER_ENGINES_RESPONSE_GRID_H
#define CHATTER_ENGINES_RESPONSE_GRID_H

typedef struct response_grid {
  double from, to; // rad/s
  int n;           // equally spaced, at least 2
} response_grid;

// The smallest and the largest value of the curve through n points at each frequency of the grid, NaN where
// it does not pass; lower[grid->n], upper[grid->n].
void response_grid_values(const response_grid *grid, int n, const double *omega, const double *value,
                          double *lower, double *upper);

#endif
