// The periodic motion itself near that of the balance, in systems with stops: by shooting. The harmonics of a
// balance cannot follow a stop that is closed for a small part of the period; the state at τ = 0 is good
// enough to find the motion between its events, whose multipliers are then those of the motion and not of the
// truncated series.
//
// The motion is written as p = p_f + δ, where p_f is the steady answer to the loads alone, which the balance
// knows without error: q_f = q* - (F + Φ D⁻¹ Φᵀ) r* of each harmonic. δ follows the contact forces alone,
//   δ'' + d δ' + ω² δ = Φᵀ (r - r0),   q = q_f + Φ δ + F (r - r0),   r0: their mean, which the loads carry,
// so that steps are exact wherever all stops are open.
#ifndef CHATTER_ENGINES_RESPONSE_SHOOTING_H
#define CHATTER_ENGINES_RESPONSE_SHOOTING_H

#include "engines/response/stability/motion_system.h"

typedef enum {
  SHOOTING_FAILED, // no motion was found near that of the balance
  SHOOTING_NEARLY, // nor there, but what begins with its state nearly ends with it: `map` is of that period
  SHOOTING_FOUND
} shooting_end;

// Operations of a period with its map, about.
double shooting_estimate(int n_modes, int n_boundary);
// 1: contacts are such that it applies, and it takes no more than some 1e9 operations.
int shooting_applies(const motion_system *system, const motion_orbit *orbit);
// The map of a period of small deviations of displacements and velocities of the modes, [2 n_modes][2
// n_modes] each: `map`, and `rough` by steps twice as long.
chatter_status shooting_find(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             double *map, double *rough, shooting_end *end);

#endif
