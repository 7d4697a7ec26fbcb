// Kinetic and potential energy of a periodic motion over its period.
#ifndef CHATTER_ENGINES_RESPONSE_ENERGY_H
#define CHATTER_ENGINES_RESPONSE_ENERGY_H

#include "engines/response/extract/period/contact_period.h"
#include "engines/response/extract/column_motion.h"

typedef struct period_energy {
  int parts;              // equal parts of a period
  double complex *wave;   // [parts + 1], exp(iτ)
  double *value;          // [parts + 1] J
  double *q;              // [parts + 1], displacement of one contact; scratch
  contact_period reduced; // contact period at these instants
} period_energy;

chatter_status period_energy_create(int harmonics, arena *memory, period_energy *out);
// Fills self->value at a point of `motion`: ½ Σ (ṗ² + ω² p²) of the modes, the energy of residual
// flexibility, and the energy in contact springs. `law` holds the arguments of the contact laws,
// `contact` is workspace for the period of each. CHATTER_BAD_MODEL: an elastic contact changes
// state too often.
chatter_status period_energy_find(const response_motion *motion, const motion_orbit *law,
                                  contact_period *contact, period_energy *self);
// Returns the energy over the period, reduced by `reduce`.
double period_energy_reduce(period_energy *self, int reduce);

#endif
