// Craig–Bampton reduction (Monjaraz-Tec et al. 2022, equations 20 and 21) and its massless variant
// (equations 22 to 24). Equation numbers below are of the same preprint; see
// docs/theory/reduction.md.
#include <float.h>
#include <math.h>
#include <string.h>

#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/statics.h"
#include "reduction/canonical.h"
#include "reduction/methods.h"

typedef struct fixed_interface {
  structure held;   // modes Θ [m][n], ω²
  double *psi;      // constraint modes Ψ, [b][n]
  double *mass_psi; // M Ψ, [b][n]
  double *kbb;      // K̃_bb, [b][b]
} fixed_interface;

static void symmetrise(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[(long)i * n + j] = a[(long)j * n + i] = 0.5 * (a[(long)i * n + j] + a[(long)j * n + i]);
}

// Computes Ψ and K̃_bb from the saddle system: K Ψ + B μ = 0, BᵀΨ = 1 (0 at held rows), so K̃_bb =
// ΨᵀKΨ = -μ_b.
static chatter_status find_constraint_modes(const interface *f, fixed_interface *out,
                                            canonical_basis *basis) {
  int n = f->n, nb = f->n_boundary, n_held = nb + f->n_held;
  double *identity, *multiplier;
  DENSE(out->psi, basis->memory, nb, n);
  DENSE(out->mass_psi, basis->memory, nb, n);
  DENSE(out->kbb, basis->memory, nb, nb);
  DENSE(identity, basis->memory, nb, n_held);
  DENSE(multiplier, basis->memory, nb, n_held);
  for (int b = 0; b < nb; b++) identity[(long)b * n_held + b] = 1;
  TRY(structure_solve(&out->held, nb, out->psi, identity, multiplier));
  for (int i = 0; i < nb; i++)
    for (int j = 0; j < nb; j++) out->kbb[(long)i * nb + j] = -multiplier[(long)i * n_held + j];
  symmetrise(nb, out->kbb);
  for (int b = 0; b < nb; b++)
    sparse_multiply(out->held.mass, out->psi + (long)b * n, out->mass_psi + (long)b * n);
  // (K⁻¹)_bb = K̃_bb⁻¹, if the structure is held well enough to have it.
  double *reference;
  DENSE(reference, basis->memory, nb, nb);
  memcpy(reference, out->kbb, (size_t)nb * (size_t)nb * sizeof *reference);
  basis->reference = reference;
  return CHATTER_OK;
}

static chatter_status solve_fixed_interface(const reduction_input *in, const model *m, const interface *f,
                                            fixed_interface *out, canonical_basis *basis) {
  direction *held = arena_allocate(basis->memory, (size_t)(f->n_boundary + f->n_held + 1) * sizeof *held);
  if (!held) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  if (f->n_boundary > 0) memcpy(held, f->boundary, (size_t)f->n_boundary * sizeof *held);
  if (f->n_held > 0) memcpy(held + f->n_boundary, f->held, (size_t)f->n_held * sizeof *held);
  out->held = (structure){.stiffness = &m->stiffness,
                          .mass = &m->mass,
                          .modes_place = reduction_input_place(in, "reduction.modes"),
                          .held = held,
                          .n_held = f->n_boundary + f->n_held};
  TRY(structure_create(&out->held, (int)in->settings->modes));
  basis->n_kept = out->held.n_modes;
  basis->scale = out->held.scale;
  chatter_status status = find_constraint_modes(f, out, basis);
  if (status != CHATTER_OK) structure_destroy(&out->held);
  return status;
}

static chatter_status reduce_carrying(fixed_interface *p, canonical_basis *out) {
  int n = out->n, nb = out->n_boundary, m = p->held.n_modes, size = nb + m;
  double *k, *mass, *basis, *mbb, *mbi;
  DENSE(k, out->memory, size, size);
  DENSE(mass, out->memory, size, size);
  DENSE(basis, out->memory, size, n);
  DENSE(mbb, out->memory, nb, nb);
  DENSE(mbi, out->memory, nb, m);
  memcpy(basis, p->psi, (size_t)nb * (size_t)n * sizeof *basis);
  memcpy(basis + (long)nb * n, p->held.modes, (size_t)m * (size_t)n * sizeof *basis);
  dense_multiply(0, 1, nb, nb, n, 1, p->mass_psi, p->psi, 0, mbb);
  dense_multiply(0, 1, nb, m, n, 1, p->mass_psi, p->held.modes, 0, mbi);
  symmetrise(nb, mbb);
  for (int i = 0; i < nb; i++) {
    for (int j = 0; j < nb; j++) {
      k[(long)i * size + j] = p->kbb[(long)i * nb + j];
      mass[(long)i * size + j] = mbb[(long)i * nb + j];
    }
    for (int j = 0; j < m; j++)
      mass[(long)i * size + nb + j] = mass[(long)(nb + j) * size + i] = mbi[(long)i * m + j];
  }
  for (int j = 0; j < m; j++) {
    k[(long)(nb + j) * size + nb + j] = p->held.lambda[j];
    mass[(long)(nb + j) * size + nb + j] = 1;
  }
  return canonical_carrying(size, k, mass, basis, out);
}

static chatter_status reduce_massless(fixed_interface *p, canonical_basis *out) {
  int n = out->n, nb = out->n_boundary, m = p->held.n_modes;
  const double *omega2 = p->held.lambda;
  double *alpha, *weighted, *kbi, *kii;
  DENSE(alpha, out->memory, m, nb); // α = ΘᵀMΨ (equation 23)
  DENSE(weighted, out->memory, m, nb);
  DENSE(kbi, out->memory, nb, m);
  DENSE(kii, out->memory, m, m);
  dense_multiply(0, 1, m, nb, n, 1, p->held.modes, p->mass_psi, 0, alpha);
  dense_multiply(1, 0, nb, n, m, -1, alpha, p->held.modes, 1, p->psi); // Ψ_α = Ψ - Θ α (equation 22)
  for (int j = 0; j < m; j++) {
    for (int b = 0; b < nb; b++) {
      weighted[(long)j * nb + b] = omega2[j] * alpha[(long)j * nb + b];
      kbi[(long)b * m + j] = -weighted[(long)j * nb + b];
    }
    kii[(long)j * m + j] = omega2[j];
  }
  dense_multiply(1, 0, nb, nb, m, 1, alpha, weighted, 1, p->kbb); // K̃*_bb = K̃_bb + αᵀω²α (equation 24)
  symmetrise(nb, p->kbb);
  return canonical_massless(m, p->kbb, kbi, kii, p->psi, p->held.modes, p->held.modes, out);
}

static double largest_diagonal(int n, const double *a) {
  double largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, a[(long)i * n + i]);
  return largest;
}

// Computes (K⁻¹)_bb = K̃_bb⁻¹, whose accuracy depends on the condition of K̃_bb: on a soft mount
// the stiffness of the body between its contact points exceeds that of the mount by orders of
// magnitude.
static chatter_status invert_reference(canonical_basis *out) {
  int nb = out->n_boundary;
  double stiffest = largest_diagonal(nb, out->reference);
  TRY(dense_invert(nb, out->reference, "the stiffness condensed to the boundary"));
  out->reference_error = 10 * DBL_EPSILON * nb * stiffest * largest_diagonal(nb, out->reference);
  return CHATTER_OK;
}

static chatter_status reduce_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                           canonical_basis *out,
                                           chatter_status (*finish)(fixed_interface *, canonical_basis *)) {
  fixed_interface p;
  TRY(solve_fixed_interface(in, m, f, &p, out));
  chatter_status status = finish(&p, out);
  structure_destroy(&p.held);
  if (status != CHATTER_OK) return status;
  // Rigid-body modes: K̃_bb is singular and (K⁻¹)_bb does not exist.
  if (out->n_modes > 0 && out->omega2[0] == 0)
    out->reference = NULL;
  else
    status = invert_reference(out);
  return status;
}

chatter_status method_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                    canonical_basis *out) {
  return reduce_craig_bampton(in, m, f, out, reduce_carrying);
}

chatter_status method_massless_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                             canonical_basis *out) {
  return reduce_craig_bampton(in, m, f, out, reduce_massless);
}
