// From a method's reduced matrices to the canonical form of the design, section 2.
#ifndef CHATTER_REDUCTION_CANONICAL_H
#define CHATTER_REDUCTION_CANONICAL_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"

// Displacement of the model q = Σ p_k modes_k + Σ r_b statics_b, with p'' + ω² p = (modes) · f, r the
// boundary force, modes M-dual to `inner`: p = inner · M q. All rows have n numbers and belong to `memory`.
typedef struct canonical_basis {
  arena *memory;
  int n, n_modes, n_boundary;
  int n_kept;             // normal modes among them
  int massless;           // 0: no statics, F = 0
  double scale;           // structure.scale: what ω² is rounded against
  double *omega2;         // [n_modes], ascending, zeros for rigid-body modes
  double *modes;          // [n_modes][n]
  double *inner;          // [n_modes][n]; the same as modes for a mass-carrying boundary
  double *statics;        // [n_boundary][n]
  double *flexibility;    // F, [n_boundary][n_boundary]
  double reference_error; // what rounding may leave of its largest entry, relative
  double *reference; // (K⁻¹)_bb for the static check, [n_boundary][n_boundary], or NULL (rigid modes, modal)
} canonical_basis;

// Massless boundary: q = V q_b + N η with BᵀV = 1, BᵀN = 0, unit mass of η and K̃ as given (kbb [b][b], kbi
// [b][m], kii [m][m], destroyed). Eliminates q_b, diagonalises the rest. dual [m][n]: η = dual · M q.
chatter_status canonical_massless(int n_inner, double *kbb, const double *kbi, double *kii, const double *v,
                                  const double *inner, const double *dual, canonical_basis *out);

// Mass-carrying boundary: q = basisᵀ x with the pair k, m [n_basis][n_basis], which are destroyed.
chatter_status canonical_carrying(int n_basis, double *k, double *m, const double *basis,
                                  canonical_basis *out);

// Arrays for out's own modes and the interface's boundary, loads and responses, with their names and
// contacts.
chatter_status canonical_allocate(const interface *f, reduced_model *out);

// Everything of the reduced model that follows from the basis and the interface; allocates it.
chatter_status canonical_project(const canonical_basis *basis, const interface *f, int consistent_gravity,
                                 reduced_model *out);

#endif
