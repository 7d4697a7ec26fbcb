// Modal truncation, MacNeal (Monjaraz-Tec et al. 2022, equations 17 to 19) and Rubin. Residual
// attachment modes A' = K⁻¹B - Φ ω⁻² Φ_bᵀ are M- and K-orthogonal to the modes Φ, so both matrices
// are diagonal already: A'ᵀKA' = F'_bb. If the kept modes already give the boundary's static
// response, F' is rounding: Rubin omits such attachment modes; MacNeal needs F' and refuses. With
// rigid-body modes, K⁻¹ is that of self-equilibrated loads (inertia relief), or an artificial
// boundary stiffness k_a is added before and subtracted after the reduction
// (docs/theory/reduction.md).
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "base/log.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/rigid_motions.h"
#include "reduction/algebra/statics.h"
#include "reduction/canonical.h"
#include "reduction/methods.h"

typedef struct attachment {
  structure free;
  double *residual;    // A', [b][n]
  double *phi_b;       // Φ_b, [b][m]
  double *flexibility; // F'_bb, [b][b]
  int n_independent;   // number of attachment modes that exceed rounding
  double *combination; // their coefficients, [n_independent][b]
} attachment;

static const double exhausted_flexibility =
    1e-10; // smallest F' relative to (K⁻¹)_bb; also the tolerance of the static flexibility

static void symmetrise(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[(long)i * n + j] = a[(long)j * n + i] = 0.5 * (a[(long)i * n + j] + a[(long)j * n + i]);
}

static void restrict_to_boundary(const interface *f, int count, const double *rows, double *out) {
  for (int b = 0; b < f->n_boundary; b++)
    for (int k = 0; k < count; k++)
      out[(long)b * count + k] = direction_dot(&f->boundary[b], rows + (long)k * f->n);
}

// Finds the eigenvectors of F'_bb, in units of (K⁻¹)_bb, whose eigenvalues exceed rounding.
static chatter_status find_independent_rows(int nb, const double *whole, arena *memory, attachment *out) {
  double *relative, *lambda, *unit, largest = 0;
  DENSE(relative, memory, nb, nb);
  DENSE(lambda, memory, nb, 1);
  DENSE(unit, memory, nb, 1);
  for (int b = 0; b < nb; b++) largest = fmax(largest, whole[(long)b * nb + b]);
  for (int b = 0; b < nb; b++) {
    const double size = fmax(whole[(long)b * nb + b], exhausted_flexibility * largest);
    unit[b] = size > 0 ? 1 / sqrt(size) : 0;
  }
  for (int a = 0; a < nb; a++)
    for (int b = 0; b < nb; b++)
      relative[(long)a * nb + b] = unit[a] * out->flexibility[(long)a * nb + b] * unit[b];
  TRY(dense_eigen(nb, relative, NULL, lambda, "the residual flexibility of the boundary"));
  int first = 0;
  while (first < nb && lambda[first] <= exhausted_flexibility) first++;
  out->n_independent = nb - first;
  out->combination = relative + (long)first * nb;
  for (int i = 0; i < out->n_independent; i++)
    for (int b = 0; b < nb; b++) out->combination[(long)i * nb + b] *= unit[b];
  return CHATTER_OK;
}

static chatter_status find_attachment_modes(const interface *f, attachment *out, canonical_basis *basis) {
  int n = f->n, nb = f->n_boundary, m = out->free.n_modes, n_rigid = out->free.n_rigid;
  double *weight;
  DENSE(out->residual, basis->memory, nb, n);
  DENSE(out->phi_b, basis->memory, nb, m);
  DENSE(out->flexibility, basis->memory, nb, nb);
  DENSE(basis->reference, basis->memory, nb, nb);
  DENSE(weight, basis->memory, nb, m);
  restrict_to_boundary(f, m, out->free.modes, out->phi_b);
  for (int b = 0; b < nb; b++) direction_add(&f->boundary[b], 1, out->residual + (long)b * n);
  TRY(structure_solve(&out->free, nb, out->residual, NULL, NULL));
  restrict_to_boundary(f, nb, out->residual, basis->reference);
  symmetrise(nb, basis->reference);
  for (int b = 0; b < nb; b++)
    for (int k = n_rigid; k < m; k++)
      weight[(long)b * m + k] = out->phi_b[(long)b * m + k] / out->free.lambda[k];
  dense_multiply(0, 0, nb, n, m, -1, weight, out->free.modes, 1, out->residual);
  restrict_to_boundary(f, nb, out->residual, out->flexibility);
  symmetrise(nb, out->flexibility);
  return find_independent_rows(nb, basis->reference, basis->memory, out);
}

static chatter_status solve_free_interface(const reduction_input *in, const model *m, const interface *f,
                                           attachment *out, canonical_basis *basis) {
  double added = in->settings->rigid_stiffness;
  out->free = (structure){.stiffness = &m->stiffness,
                          .mass = &m->mass,
                          .modes_place = reduction_input_place(in, "reduction.modes")};
  if (added > 0) {
    out->free.added = added;
    out->free.n_added = f->n_boundary;
    out->free.added_at = f->boundary;
  }
  TRY(structure_create(&out->free, (int)in->settings->modes));
  basis->n_kept = out->free.n_modes;
  basis->scale = out->free.scale;
  chatter_status status = CHATTER_OK;
  if (added > 0 && out->free.n_rigid > 0)
    status =
        error_raise(CHATTER_BAD_STUDY,
                    "%s: %d rigid-body modes are left with the artificial stiffness at the boundary; leave "
                    "reduction.rigid_stiffness out: they are then set apart exactly",
                    reduction_input_place(in, "reduction.rigid_stiffness"), out->free.n_rigid);
  else if (out->free.n_rigid > 0)
    log_info("%d rigid-body modes: the attachment modes are those of self-equilibrated loads",
             out->free.n_rigid);
  if (status == CHATTER_OK) status = rigid_warn_costly(m, &out->free);
  if (status == CHATTER_OK) status = find_attachment_modes(f, out, basis);
  if (out->free.n_rigid > 0 || added > 0) basis->reference = NULL;
  if (status != CHATTER_OK) structure_destroy(&out->free);
  return status;
}

// Refuses contacts at nodes without mass: such a node follows its springs in every mode, so modes
// alone would tie its contact rigidly to them.
static chatter_status check_boundary_masses(const reduction_input *in, const model *m, const interface *f) {
  for (int b = 0; b < f->n_boundary; b++)
    for (int i = 0; i < f->boundary[b].n; i++) {
      const int equation = f->boundary[b].equation[i];
      if (sparse_diagonal(&m->mass, equation) > 0) continue;
      int node = 0;
      while (m->nodes[node].equation[0] != equation && m->nodes[node].equation[1] != equation &&
             m->nodes[node].equation[2] != equation)
        node++;
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: node %ld is in contact and has no mass: reduction.method modal would leave out "
                         "how far it gives way; allowed: massless_craig_bampton, macneal",
                         reduction_input_place(in, "reduction.method"), m->nodes[node].id);
    }
  return CHATTER_OK;
}

chatter_status method_modal(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out) {
  TRY(check_boundary_masses(in, m, f));
  structure a = {.stiffness = &m->stiffness,
                 .mass = &m->mass,
                 .modes_place = reduction_input_place(in, "reduction.modes")};
  TRY(structure_create(&a, in->settings->modes > 0 ? (int)in->settings->modes : -1));
  out->n_modes = out->n_kept = a.n_modes;
  out->omega2 = dense_array(out->memory, (size_t)a.n_modes, 1);
  out->modes = dense_array(out->memory, (size_t)a.n_modes, (size_t)a.n);
  out->inner = out->modes;
  if (out->omega2 && out->modes) {
    memcpy(out->omega2, a.lambda, (size_t)a.n_modes * sizeof *a.lambda);
    memcpy(out->modes, a.modes, (size_t)a.n_modes * (size_t)a.n * sizeof *a.modes);
  }
  chatter_status status = rigid_warn_costly(m, &a);
  structure_destroy(&a);
  TRY(status);
  return out->omega2 && out->modes ? CHATTER_OK : CHATTER_DEVICE;
}

// MacNeal's reduction, which is canonical already.
static chatter_status reduce_macneal(attachment *p, canonical_basis *out) {
  int m = p->free.n_modes;
  size_t bytes = (size_t)m * (size_t)out->n * sizeof(double);
  out->massless = 1;
  out->n_modes = m;
  DENSE(out->omega2, out->memory, m, 1);
  DENSE(out->modes, out->memory, m, out->n);
  memcpy(out->omega2, p->free.lambda, (size_t)m * sizeof(double));
  memcpy(out->modes, p->free.modes, bytes);
  out->inner = out->modes;
  out->statics = p->residual;
  out->flexibility = p->flexibility;
  return CHATTER_OK;
}

// MacNeal's reduction with k_a: K̃ of equation 19, less k_a at the boundary, is diagonalised again.
static chatter_status reduce_macneal_with_added_stiffness(attachment *p, canonical_basis *out) {
  int n = out->n, nb = out->n_boundary, m = p->free.n_modes;
  double *stiffness, *kbi, *kii, *v, *inner;
  DENSE(stiffness, out->memory, nb, nb);
  DENSE(kbi, out->memory, nb, m);
  DENSE(kii, out->memory, m, m);
  DENSE(v, out->memory, nb, n);
  DENSE(inner, out->memory, m, n);
  memcpy(stiffness, p->flexibility, (size_t)nb * (size_t)nb * sizeof *stiffness);
  TRY(dense_invert(nb, stiffness, "the residual flexibility of the boundary"));
  dense_multiply(0, 0, nb, n, nb, 1, stiffness, p->residual, 0, v); // V = A' F'⁻¹
  dense_multiply(0, 0, nb, m, nb, -1, stiffness, p->phi_b, 0, kbi);
  dense_multiply(1, 0, m, m, nb, -1, p->phi_b, kbi, 0, kii);
  memcpy(inner, p->free.modes, (size_t)m * (size_t)n * sizeof *inner);
  dense_multiply(1, 0, m, n, nb, -1, p->phi_b, v, 1, inner); // N = Φ - V Φ_b
  for (int k = 0; k < m; k++) kii[(long)k * m + k] += p->free.lambda[k];
  for (int b = 0; b < nb; b++) stiffness[(long)b * nb + b] -= p->free.added;
  return canonical_massless(m, stiffness, kbi, kii, v, inner, p->free.modes, out);
}

chatter_status method_macneal(const reduction_input *in, const model *m, const interface *f,
                              canonical_basis *out) {
  attachment p;
  TRY(solve_free_interface(in, m, f, &p, out));
  if (p.n_independent < out->n_boundary) {
    structure_destroy(&p.free);
    return error_raise(
        CHATTER_BAD_MODEL,
        "the modes kept already describe some motion of the boundary alone, as far as rounding tells (a soft "
        "mount "
        "hides the flexibility of the body): keep fewer modes (reduction.modes) or contact nodes, or take "
        "reduction.method massless_craig_bampton");
  }
  chatter_status status =
      p.free.added > 0 ? reduce_macneal_with_added_stiffness(&p, out) : reduce_macneal(&p, out);
  structure_destroy(&p.free);
  return status;
}

// Rubin's reduction: the mass N = A'ᵀMA' of the attachment modes is kept.
static chatter_status reduce_rubin(attachment *p, canonical_basis *out) {
  int n = out->n, nb = out->n_boundary, m = p->free.n_modes, na = p->n_independent, size = m + na;
  double *k, *mass, *basis, *image, *boundary;
  DENSE(k, out->memory, size, size);
  DENSE(mass, out->memory, size, size);
  DENSE(basis, out->memory, size, n);
  DENSE(image, out->memory, na, n);
  DENSE(boundary, out->memory, size, nb);
  double *attached = basis + (long)m * n, *at_boundary = boundary + (long)m * nb;
  memcpy(basis, p->free.modes, (size_t)m * (size_t)n * sizeof *basis);
  dense_multiply(0, 0, na, n, nb, 1, p->combination, p->residual, 0, attached);
  dense_multiply(0, 0, na, nb, nb, 1, p->combination, p->flexibility, 0, at_boundary);
  for (int i = 0; i < m; i++) {
    k[(long)i * size + i] = p->free.lambda[i];
    mass[(long)i * size + i] = 1;
    for (int b = 0; b < nb; b++) boundary[(long)i * nb + b] = p->phi_b[(long)b * m + i];
  }
  for (int i = 0; i < na; i++) sparse_multiply(p->free.mass, attached + (long)i * n, image + (long)i * n);
  for (int i = 0; i < na; i++)
    for (int j = 0; j <= i; j++) {
      const double inertia = dot(n, image + (long)i * n, attached + (long)j * n);
      const double flexible = dot(nb, at_boundary + (long)i * nb, p->combination + (long)j * nb);
      long at = (long)(m + i) * size + m + j, mirrored = (long)(m + j) * size + m + i;
      mass[at] = mass[mirrored] = inertia;
      k[at] = k[mirrored] = flexible;
    }
  if (p->free.added > 0) dense_multiply(0, 1, size, size, nb, -p->free.added, boundary, boundary, 1, k);
  return canonical_carrying(size, k, mass, basis, out);
}

chatter_status method_rubin(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out) {
  attachment p;
  TRY(solve_free_interface(in, m, f, &p, out));
  if (p.n_independent < out->n_boundary)
    log_info("%d of %d attachment modes are left out: the modes kept describe them already",
             out->n_boundary - p.n_independent, out->n_boundary);
  chatter_status status = reduce_rubin(&p, out);
  // Eigenvalues of the reduced pair have the rounding of the largest; on a soft mount the lowest
  // determines (K⁻¹)_bb.
  if (status == CHATTER_OK && out->n_modes > 0 && out->omega2[0] > 0)
    out->reference_error = DBL_EPSILON * out->omega2[out->n_modes - 1] / out->omega2[0];
  structure_destroy(&p.free);
  return status;
}
