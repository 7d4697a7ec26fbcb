// The linear, undamped modes of the system whose contacts all stick: where damped nonlinear normal modes
// begin.
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

// What has been solved, for the next call with the same springs; in zeroed memory at first.
typedef struct stuck_modes {
  int is_solved;
  double *stiffness;    // K_c, [n_boundary]
  double *lambda;       // [n_modes], ascending
  double *shape;        // [n_modes][n_modes], row k: mode k, of unit mass
  double *coordinate;   // [n_modes][n_boundary], its contact coordinates
  double *work, *solve; // scratch: [n_boundary][n_boundary], [n_boundary][n_modes]
} stuck_modes;

size_t stuck_modes_bytes(const stuck_system *system);
// A place for them in `scratch`, which keeps what was solved.
stuck_modes *stuck_modes_at(const stuck_system *system, void *scratch);
chatter_status stuck_modes_solve(const stuck_system *system, const double *stiffness, stuck_modes *self);

#endif
