// Static equilibrium of the reduced model under what acts at t = 0, with the contact laws themselves: one
// increment from the unloaded body with q_t = 0.
//   q_b = G λ + c + R a,   Rᵀ λ + r = 0,   G = Φ_e ω⁻² Φ_eᵀ + F,   c = (Φ_e ω⁻² Φ_f,eᵀ + F_f) f
// with the elastic modes e eliminated, coordinates a of the rigid ones, R their part of Φ_b and r what loads
// do to them; and at each point the law between λ and q_b (static_equilibrium_point.c).
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_H

#include "engines/transient/transient_engine.h"

// Bytes that static_equilibrium_find works in.
size_t static_equilibrium_scratch(const engine_layout *layout);

// The state at rest in the stepper's rows. 0: there is none, and *point is the one that keeps to no law, -1:
// a motion of the whole body that nothing holds.
int static_equilibrium_find(const engine_layout *layout, const study *config, const double *parameter,
                            void *scratch, double *state, int *point);

#endif
