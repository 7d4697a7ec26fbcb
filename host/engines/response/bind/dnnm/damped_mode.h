// Start of a damped nonlinear normal mode if damping couples the modes: the mode of the linear
// structure
//   (diag(λ) + iωD - s) z = 0,   s = ω² + iωξ,
// in terms of undamped modes with all contacts stuck (stuck_mode.h). ξ is the mass-proportional
// damping that must be removed for the motion to be periodic.
#ifndef CHATTER_ENGINES_RESPONSE_DAMPED_MODE_H
#define CHATTER_ENGINES_RESPONSE_DAMPED_MODE_H

#include <complex.h>
#include <stddef.h>

typedef struct damped_mode {
  int n;
  const double *lambda;   // [n]
  const double *damping;  // D, [n][n]
  double omega, xi;       // result
  double complex *z;      // [n], result; its component of the undamped mode it starts from is 1
  double complex *before; // [n], scratch
  double *work;           // [2 n][2 n + 1], scratch
} damped_mode;

// Follows undamped mode `mode` while the damping grows from 0 to D. Returns 0 if the mode is lost
// on the way.
int damped_mode_find(int mode, damped_mode *self);

#endif
