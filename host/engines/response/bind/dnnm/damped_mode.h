// Where a damped nonlinear normal mode begins if damping couples the modes: the mode of the linear structure
//   (diag(λ) + iωD - s) z = 0,   s = ω² + iωξ,   ξ what M has to give for the motion to last,
// in terms of undamped modes with all contacts stuck (stuck_mode.h).
#ifndef CHATTER_ENGINES_RESPONSE_DAMPED_MODE_H
#define CHATTER_ENGINES_RESPONSE_DAMPED_MODE_H

#include <complex.h>
#include <stddef.h>

typedef struct damped_mode {
  int n;
  const double *lambda;   // [n]
  const double *damping;  // D, [n][n]
  double omega, xi;       // found
  double complex *z;      // [n], likewise: 1 of the undamped mode it comes from
  double complex *before; // [n], scratch
  double *work;           // [2 n][2 n + 1], scratch
} damped_mode;

// Follows undamped mode `mode` as D grows from nothing to itself. 0: it does not last to there.
int damped_mode_find(int mode, damped_mode *self);

#endif
