// Analytic boundaries of the motion regimes of a system with one Coulomb contact, for any modal
// model (Marino and Cicirello 2021, with the corrections in docs/theory/regimes.md).
#ifndef CHATTER_ENGINES_BOUNDARIES_H
#define CHATTER_ENGINES_BOUNDARIES_H

#include "engines/regimes/bind/friction_modes.h"

typedef struct regime_boundaries {
  // continuous below, stick-slip above: equation 53 with S/m for 1/m; NaN with damping
  double limit;
  double limit_s1; // the same with the approximation S = 1; NaN with damping
  double s;        // Den Hartog's S (equation 16) of the contact, ≥ 1; NaN with damping
  // no motion above this (sections 2.6.3, 3.4; forces summed with sign); infinite at its peaks
  double no_motion;
} regime_boundaries;

// Computes the boundaries. Forces are in the unit of load·contact of the modes, r in the unit of
// omega. Requires friction_modes_lock.
void friction_boundaries(const friction_modes *modes, double r, regime_boundaries *out);

#endif
