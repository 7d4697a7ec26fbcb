// A modal model with one Coulomb contact coordinate, shared by the regime engine and the analytic
// boundaries. Mass-normalised modes in units of time in which Ω0_i are the natural frequencies. The
// excitation frequency r has the same unit (chains: r1, with m1 = k1 = 1; physical models: rad/s),
// and τ is its phase in radians:
//   r² η_i'' + 2 ζ_i Ω0_i r η_i' + Ω0_i² η_i = P_i cos τ − β g_i sgn u',
//   u = Σ g_i η_i,  P_i = load_i + r² inertia_i.
// Source: Marino and Cicirello 2021, equations 17 to 45; docs/theory/regimes.md.
#ifndef CHATTER_ENGINES_FRICTION_MODES_H
#define CHATTER_ENGINES_FRICTION_MODES_H

#include "base/status.h"
#include "engines/regimes/study/regimes_keys.h"
#include "kernels/regimes/coulomb_layout.h"

enum { FRICTION_MODES = COULOMB_MAX_MODES };

typedef struct friction_modes {
  int n, damped;
  double omega[FRICTION_MODES];   // Ω0_i > 0
  double zeta[FRICTION_MODES];    // < 1
  double contact[FRICTION_MODES]; // g_i = wᵀψ_i
  double load[FRICTION_MODES], inertia[FRICTION_MODES];
  // The constrained system (u locked), set by friction_modes_lock:
  double slot_omega[FRICTION_MODES];                // [n-1], undamped natural frequencies
  double slot_mode[FRICTION_MODES][FRICTION_MODES]; // Z, [n][n-1], orthonormal, perpendicular to g
  double locked[FRICTION_MODES];                    // η of a static unit contact displacement
  // Complex eigenbasis with damping: [n-1] eigenvalues (positive imaginary part), y parts of the
  // right eigenvectors [n-1][n-1] (row: coordinate), rows of the inverse [n-1][2(n-1)], rotated so
  // that W is real.
  double slot_value[FRICTION_MODES][2], slot_weight[FRICTION_MODES];
  double slot_right[FRICTION_MODES][FRICTION_MODES][2], slot_left[FRICTION_MODES][2 * FRICTION_MODES][2];
} friction_modes;

// Computes eigenvalues (ascending) and eigenvectors of a symmetric matrix a [n][stride], which is
// overwritten, by Jacobi's method: small relative errors, and no set-up cost for the two or three
// coordinates of most chains. vector[i][k]: row i of mode k.
void friction_eigen(int n, int stride, double *a, double *value, double *vector);

// Modes of a chain of n masses (m_i > 0) and springs k_i (k_1 to ground or base, k_i between i−1
// and i; n + 1 springs with the last to ground, or n), with a contact on mass `contact` (1-based;
// wall_type WALL_MASS: to the next mass). `wall` determines load and coordinates
// (docs/theory/regimes.md). *shape: [n][n], row of mass i, may be NULL.
chatter_status friction_modes_chain(int n, const double *mass, int n_springs, const double *spring, int wall,
                                    int contact, friction_modes *out, double *shape);

// Completes the constrained system. Fails if no mode moves the contact or the eigenbasis is
// defective.
chatter_status friction_modes_lock(friction_modes *self);

#endif
