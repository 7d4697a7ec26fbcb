// Shooting for the exact periodic motion near that of the balance, in systems with stops. The
// harmonics of a balance do not resolve a stop that is closed for a small part of the period. Its
// state at τ = 0 is accurate enough to find the motion between its events. The multipliers are then
// those of the motion and not of the truncated series.
//
// The motion is p = p_f + δ. p_f is the steady response to the loads alone, which the balance
// contains without error: q_f = q* - (F + Φ D⁻¹ Φᵀ) r* for each harmonic. δ is the response to the
// contact forces,
//   δ'' + d δ' + ω² δ = Φᵀ (r - r0),   q = q_f + Φ δ + F (r - r0),
// with their mean r0 balanced by the loads. So steps are exact while all stops are open.
#ifndef CHATTER_ENGINES_RESPONSE_SHOOTING_H
#define CHATTER_ENGINES_RESPONSE_SHOOTING_H

#include "engines/response/stability/motion_system.h"

typedef enum {
  SHOOTING_FAILED, // no motion was found near that of the balance
  // not found either, but a period from its state nearly returns to it: `map` is of that period
  SHOOTING_NEARLY,
  SHOOTING_FOUND
} shooting_end;

// Estimates the operations of a period with its map.
double shooting_estimate(int n_modes, int n_boundary);
// Returns 1 if the contacts allow shooting and it takes at most about 1e9 operations.
int shooting_applies(const motion_system *system, const motion_orbit *orbit);
// Finds the map of a period for small deviations of modal displacements and velocities, [2
// n_modes][2 n_modes]: `map`, and `rough` with steps of twice the length.
chatter_status shooting_find(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             double *map, double *rough, shooting_end *end);

#endif
