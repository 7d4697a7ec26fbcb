// The stepper's parameters and its state at τ = 0, from a modal friction model.
#ifndef CHATTER_ENGINES_REGIMES_BIND_FRICTION_PARAMETERS_H
#define CHATTER_ENGINES_REGIMES_BIND_FRICTION_PARAMETERS_H

#include "engines/regimes/bind/friction_modes.h"

// Computes the stepper's parameters from COULOMB_BETA on, for excitation frequency r and friction
// force β (same unit as load·η). `scale` divides all forces, so that displacements are of order
// one.
void friction_modes_parameters(const friction_modes *self, double r, double beta, double scale,
                               const int *dim, double *parameter);

// Sets the state at τ = 0 with the modal displacements η = q and velocities η' = v, [n], per radian
// of τ and in units of the scale; r: the excitation frequency.
void friction_modes_start(const friction_modes *self, double r, const int *dim, const double *parameter,
                          const double *q, const double *v, double *state);

#endif
