// Analytic boundaries of the motion regimes of a system with one Coulomb contact, for any modal
// model: paper coulomb-motion-regimes, with the corrections of the numerics note.
#ifndef CHATTER_ENGINES_BOUNDARIES_H
#define CHATTER_ENGINES_BOUNDARIES_H

#include "engines/regimes/bind/friction_modes.h"

typedef struct regime_boundaries {
  double limit;     // continuous below, stick-slip above: eq. 53 with S/m for 1/m; NaN with damping
  double limit_s1;  // the paper's approximation S = 1; NaN with damping
  double s;         // Den Hartog's S (eq. 16) of the contact, ≥ 1; NaN with damping
  double no_motion; // no motion above (sections 2.6.3, 3.4; forces summed with sign); infinity at its peaks
} regime_boundaries;

// Forces in the unit of load·contact of the modes; r in the unit of omega. friction_modes_lock must
// have run.
void friction_boundaries(const friction_modes *modes, double r, regime_boundaries *out);

#endif
