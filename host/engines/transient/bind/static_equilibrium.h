// Static equilibrium of the reduced model under the loads at t = 0, with the contact laws
// themselves: one increment from the unloaded body with q_t = 0,
//   q_b = G λ + c + R a,   Rᵀ λ + r = 0,   G = Φ_e ω⁻² Φ_eᵀ + F,   c = (Φ_e ω⁻² Φ_f,eᵀ + F_f) f,
// with the elastic modes e eliminated, coordinates a of the rigid modes, R their part of Φ_b, and r
// the forces of the loads on them. The law of each point relates λ to q_b
// (static_equilibrium_point.c).
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_H

#include "engines/transient/transient_engine.h"

// Returns the bytes of scratch of static_equilibrium_find.
size_t static_equilibrium_scratch(const engine_layout *layout);

// Finds the state at rest, in the stepper's rows. Returns 0 if there is none; *point is then the
// one whose law is violated, or -1 for a motion of the whole body that nothing holds.
int static_equilibrium_find(const engine_layout *layout, const study *config, const double *parameter,
                            void *scratch, double *state, int *point);

#endif
