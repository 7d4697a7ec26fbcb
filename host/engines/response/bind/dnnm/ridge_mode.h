// Choice of the linear mode, with all contacts stuck, whose peak a ridge of the response begins
// with.
#ifndef CHATTER_ENGINES_RESPONSE_RIDGE_MODE_H
#define CHATTER_ENGINES_RESPONSE_RIDGE_MODE_H

#include <complex.h>

typedef struct ridge_modes {
  int n;
  const double *omega;        // [n], rad/s, ascending
  const double *open;         // [n], with all contacts open; at most `omega`
  const double *rate;         // [n], 1/s, damping
  const double complex *load; // [n], modal load
  const double *motion;       // [n], monitored displacement per modal coordinate
} ridge_modes;

// Returns the mode of the highest peak (`last`: of the last peak) under small loads between two
// frequencies. Without a peak, returns the mode with the largest response that can enter the range
// as contacts slip and open; else the nearest mode.
int ridge_mode_choose(const ridge_modes *self, double least, double most, int last);

#endif
