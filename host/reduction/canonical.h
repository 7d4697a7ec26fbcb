// From a method's reduced matrices to the canonical form of reduced.h (docs/theory/reduction.md).
#ifndef CHATTER_REDUCTION_CANONICAL_H
#define CHATTER_REDUCTION_CANONICAL_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"

// Basis of the model's displacement q = Σ p_k modes_k + Σ r_b statics_b, with p'' + ω² p = (modes)
// · f and the boundary force r. `inner` is M-dual to the modes: p = inner · M q. All rows have n
// numbers and belong to `memory`.
typedef struct canonical_basis {
  arena *memory;
  int n, n_modes, n_boundary;
  int n_kept;             // normal modes among n_modes
  int massless;           // 0: no statics, F = 0
  double scale;           // structure.scale, the reference of the rounding of ω²
  double *omega2;         // [n_modes], ascending, zeros for rigid-body modes
  double *modes;          // [n_modes][n]
  double *inner;          // [n_modes][n]; equals `modes` for a mass-carrying boundary
  double *statics;        // [n_boundary][n]
  double *flexibility;    // F, [n_boundary][n_boundary]
  double reference_error; // rounding error of `reference` relative to its largest entry
  double *
      reference; // (K⁻¹)_bb for the static check, [n_boundary][n_boundary]; NULL: rigid modes or method modal
} canonical_basis;

// Massless boundary: q = V q_b + N η with BᵀV = 1, BᵀN = 0, unit mass of η and the given K̃ (kbb
// [b][b], kbi [b][m], kii [m][m], destroyed). Eliminates q_b and diagonalises the rest. dual
// [m][n]: η = dual · M q.
chatter_status canonical_massless(int n_inner, double *kbb, const double *kbi, double *kii, const double *v,
                                  const double *inner, const double *dual, canonical_basis *out);

// Mass-carrying boundary: q = basisᵀ x with the pair k, m [n_basis][n_basis], which are destroyed.
chatter_status canonical_carrying(int n_basis, double *k, double *m, const double *basis,
                                  canonical_basis *out);

// Allocates out's arrays for its modes and the interface's boundary, loads and responses, with
// names and contacts.
chatter_status canonical_allocate(const interface *f, reduced_model *out);

// Allocates and computes all of the reduced model that follows from the basis and the interface.
chatter_status canonical_project(const canonical_basis *basis, const interface *f, int consistent_gravity,
                                 reduced_model *out);

#endif
