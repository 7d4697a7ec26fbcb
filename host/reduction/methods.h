// The reductions, one file each, and what they hand to the one canonical form (canonical.c).
#ifndef CHATTER_REDUCTION_METHODS_H
#define CHATTER_REDUCTION_METHODS_H

#include "reduction/algebra/structure.h"
#include "reduction/interface/interface.h"

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

// Each sets up everything in `out` but memory, n and n_boundary, which the caller has set.
chatter_status method_modal(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out);
chatter_status method_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                    canonical_basis *out);
chatter_status method_massless_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                             canonical_basis *out);
chatter_status method_macneal(const reduction_input *in, const model *m, const interface *f,
                              canonical_basis *out);
chatter_status method_rubin(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out);

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
// The rows of dependent contacts, made again from the independent ones that the reduction kept (dependent.c).
chatter_status dependent_expand(const interface *f, reduced_model *out);
// Modal damping matrix from the model's C, NULL where that is proportional (then ratios in out->zeta).
chatter_status damping_from_model(const model *m, const canonical_basis *basis, reduced_model *out);
// Ratios, list and Rayleigh coefficients of the study, on top of what the model brought.
chatter_status damping_from_study(const study *s, reduced_model *self);

// Method none: the model itself, which has no basis (unreduced.c). Sets up all but the recovery.
chatter_status unreduced_make(const reduction_input *in, const model *m, const interface *f,
                              reduced_model *out);
// 2/ω_max of its two explicit schemes, without damping.
chatter_status unreduced_limits(reduced_model *self);

// The reduction of a model that is in memory, without the study's damping: what reduce_study caches.
// out->memory is the caller's, also on failure.
chatter_status reduce_model(const study *s, const model *m, reduced_model *out);

#endif
