// Linear undamped modes of the system with all contacts stuck, from which damped nonlinear normal
// modes start.
#ifndef CHATTER_ENGINES_RESPONSE_STUCK_MODE_H
#define CHATTER_ENGINES_RESPONSE_STUCK_MODE_H

#include "base/status.h"

// A system in modal coordinates with springs K_c at its contact coordinates:
//   p'' + (diag(ω²) + Φᵀ (K_c⁻¹ + F)⁻¹ Φ) p = 0
typedef struct stuck_system {
  int n_modes, n_boundary;
  const double *omega2;      // [n_modes]
  const double *phi;         // [n_boundary][n_modes]
  const double *flexibility; // F, [n_boundary][n_boundary]
} stuck_system;

// The last solution, reused for the next call with the same springs; zeroed before the first call.
typedef struct stuck_modes {
  int is_solved;
  double *stiffness;    // K_c, [n_boundary]
  double *lambda;       // [n_modes], ascending
  double *shape;        // [n_modes][n_modes], row k: mode k, of unit mass
  double *coordinate;   // [n_modes][n_boundary], its contact coordinates
  double *work, *solve; // scratch: [n_boundary][n_boundary], [n_boundary][n_modes]
} stuck_modes;

size_t stuck_modes_bytes(const stuck_system *system);
// Returns the stuck modes in `scratch`, which keeps the last solution.
stuck_modes *stuck_modes_at(const stuck_system *system, void *scratch);
chatter_status stuck_modes_solve(const stuck_system *system, const double *stiffness, stuck_modes *self);

#endif
