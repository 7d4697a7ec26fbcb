// Two bodies in their own modes, coupled by one sliding contact, for small motions at a fixed place
// of it:
//   p_k'' + c_k p_k' + ω_k² p_k = f_k − Σ_u give_u,k z_u,   take_0 · p = 0,   z_u = take_u · p for u > 0.
// z_0 is the change of the normal force: give_0 = B_E Φ, take_0 = B_C Φ. In a deformed state z_1
// and z_2 are the changes of the element's angle and of the place along it, which rotate and shift
// the static force. Eliminating p leaves m equations, S(s) z = 0, with S_ij = [i = j > 0] + Σ_k
// take_i,k give_j,k H_k(s) and H_k = 1 / (s² + c_k s + ω_k²). Eigenvalues are the zeros of det S;
// its poles are those of the H_k and are simple.
#ifndef CHATTER_STABILITY_COUPLED_H
#define CHATTER_STABILITY_COUPLED_H

#include <complex.h>
#include "engines/sliding/pair/pair.h"

enum { COUPLED_MOST = 3 };

typedef struct coupled_system {
  int n, m;                                              // modes; 1, or 3 in a deformed state
  const double *omega2, *damping;                        // [n], 1/s² and 1/s
  const double *give[COUPLED_MOST], *take[COUPLED_MOST]; // [n]
} coupled_system;

enum { COUPLED_ROWS = 2 * COUPLED_MOST };

// Sets the system of the pair in contact at a place. `force`: the static normal force, N; 0:
// without the terms of a deformed state. `store` [COUPLED_ROWS][n] holds the system's rows.
void coupled_system_at_contact(const contact_pair *pair, const pair_contact *at, double friction,
                               double sense, double force, double *store, coupled_system *out);

// Returns the pole of mode k in the upper half-plane; for an overdamped mode the slower real pole.
double complex coupled_pole(const coupled_system *self, int k);

typedef struct coupled_value {
  double complex value, slope;
} coupled_value;

// Returns det S at s and its derivative; with `near` >= 0 of (s − pole of mode `near`) det S, in
// which that pole is cancelled analytically, so that it is accurate near the pole.
coupled_value coupled_determinant(const coupled_system *self, double complex s, int near);

// Computes S at s.
void coupled_matrix(const coupled_system *self, double complex s,
                    double complex matrix[COUPLED_MOST][COUPLED_MOST]);

// Returns the displacement per force: response · p for f = load at s (dual assembly, Brunetti et
// al. 2021, equation 45).
double complex coupled_response(const coupled_system *self, double complex s, const double *load,
                                const double *response);

#endif
