// Makes the canonical form of a reduced model.
#include "reduction/canonical.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/direction.h"
#include "reduction/store/reduced_content.h"

// Sets the ω² of rigid-body modes to exact zeros; a negative ω² beyond rounding is an error. The
// rounding level is that of the whole structure: if the contact holds a free body, its rigid-body
// motions are static modes, and the zeros of their stiffness are differences of element forces of
// that size.
static chatter_status clean_spectrum(const canonical_basis *basis, double *omega2) {
  int n = basis->n_modes, n_rigid = dense_count_rigid(n, omega2, basis->scale);
  for (int k = 0; k < n_rigid; k++) omega2[k] = 0;
  if (n > n_rigid && !(omega2[n_rigid] > 0))
    return error_raise(CHATTER_BAD_MODEL, "the reduced stiffness is indefinite: ω² = %.3g (rad/s)²",
                       omega2[n_rigid]);
  return CHATTER_OK;
}

chatter_status canonical_massless(int n_inner, double *kbb, const double *kbi, double *kii, const double *v,
                                  const double *inner, const double *dual, canonical_basis *out) {
  int n = out->n, nb = out->n_boundary, m = n_inner;
  double *follow, *phi_b;
  out->massless = 1;
  out->n_modes = m;
  DENSE(out->omega2, out->memory, m, 1);
  DENSE(out->modes, out->memory, m, n);
  DENSE(out->inner, out->memory, m, n);
  DENSE(out->statics, out->memory, nb, n);
  DENSE(out->flexibility, out->memory, nb, nb);
  DENSE(follow, out->memory, nb, m);
  DENSE(phi_b, out->memory, m, nb);
  TRY(dense_invert(nb, kbb, "the reduced stiffness of the massless boundary"));
  memcpy(out->flexibility, kbb, (size_t)nb * (size_t)nb * sizeof *kbb);
  // q_b = F r + follow η with follow = -F K̃_bi, and H = K̃_ii - K̃_ib F K̃_bi.
  dense_multiply(0, 0, nb, m, nb, -1, kbb, kbi, 0, follow);
  dense_multiply(1, 0, m, m, nb, 1, kbi, follow, 1, kii);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++)
      kii[(long)i * m + j] = kii[(long)j * m + i] = 0.5 * (kii[(long)i * m + j] + kii[(long)j * m + i]);
  TRY(dense_eigen(m, kii, NULL, out->omega2, "the reduced model")); // rows of kii: eigenvectors Qᵀ
  TRY(clean_spectrum(out, out->omega2));
  dense_multiply(0, 1, m, nb, m, 1, kii, follow, 0, phi_b);
  dense_multiply(0, 0, m, n, m, 1, kii, inner, 0, out->modes);
  dense_multiply(0, 0, m, n, nb, 1, phi_b, v, 1, out->modes);
  dense_multiply(0, 0, m, n, m, 1, kii, dual, 0, out->inner);
  dense_multiply(0, 0, nb, n, nb, 1, out->flexibility, v, 0, out->statics);
  return CHATTER_OK;
}

// Largest ω² of a basis vector relative to the structure's largest k/m. Beyond it the modal mass is
// rounding, (1e-16)².
static const double massless_ratio = 1e12;

static chatter_status raise_massless_motion(void) {
  return error_raise(
      CHATTER_BAD_MODEL,
      "the boundary carries no mass of its own in this reduced model: the reduction.method macneal "
      "or massless_craig_bampton is for such boundaries; else keep fewer modes (reduction.modes)");
}

chatter_status canonical_carrying(int n_basis, double *k, double *m, const double *basis,
                                  canonical_basis *out) {
  out->massless = 0;
  out->n_modes = n_basis;
  DENSE(out->omega2, out->memory, n_basis, 1);
  DENSE(out->modes, out->memory, n_basis, out->n);
  // Attachment and constraint modes differ from normal modes in size by orders of magnitude: scale
  // to unit mass.
  double *unit;
  DENSE(unit, out->memory, n_basis, 1);
  for (int i = 0; i < n_basis; i++) {
    double mass = m[(long)i * n_basis + i];
    if (!(mass > 0) || k[(long)i * n_basis + i] > massless_ratio * out->scale * mass)
      return raise_massless_motion();
    unit[i] = 1 / sqrt(mass);
  }
  for (int i = 0; i < n_basis; i++)
    for (int j = 0; j < n_basis; j++) {
      k[(long)i * n_basis + j] *= unit[i] * unit[j];
      m[(long)i * n_basis + j] *= unit[i] * unit[j];
    }
  chatter_status status = dense_eigen(n_basis, k, m, out->omega2, "the reduced model");
  if (status == CHATTER_BAD_MODEL) {
    error_clear();
    return raise_massless_motion();
  }
  TRY(status);
  TRY(clean_spectrum(out, out->omega2));
  for (int j = 0; j < n_basis; j++)
    for (int i = 0; i < n_basis; i++) k[(long)j * n_basis + i] *= unit[i];
  dense_multiply(0, 0, n_basis, out->n, n_basis, 1, k, basis, 0, out->modes);
  out->inner = out->modes;
  return CHATTER_OK;
}

// Projects Φ_b, Φ_f, Φ_y and, for a massless boundary, F, F_f, F_y, F_yf, F_ff. By Galerkin's
// method a load away from the boundary acts on the statics through F_f = statics · load
// (docs/theory/reduction.md).
static chatter_status project_statics(const canonical_basis *basis, const interface *f,
                                      int consistent_gravity, reduced_model *out) {
  int n = basis->n, nb = out->n_boundary, nl = out->n_loads, ny = out->n_responses;
  double *boundary_load; // F⁻¹ F_f
  if (!basis->massless) return CHATTER_OK;
  memcpy(out->flexibility, basis->flexibility, (size_t)nb * (size_t)nb * sizeof *out->flexibility);
  DENSE(out->stiffness, out->memory, nb, nb);
  memcpy(out->stiffness, out->flexibility, (size_t)nb * (size_t)nb * sizeof *out->stiffness);
  TRY(dense_invert(nb, out->stiffness, "the flexibility F of the massless boundary"));
  DENSE(boundary_load, basis->memory, nb, nl);
  for (int b = 0; b < nb; b++) {
    const double *u = basis->statics + (long)b * n;
    for (int l = 0; l < nl; l++)
      if (!(consistent_gravity && f->load_is_inertia[l]))
        out->f_f[b * nl + l] = dot(n, u, f->loads + (long)l * n);
    for (int y = 0; y < ny; y++) out->f_y[y * nb + b] = direction_dot(&f->responses[y], u);
  }
  dense_multiply(0, 0, nb, nl, nb, 1, out->stiffness, out->f_f, 0, boundary_load);
  dense_multiply(0, 0, ny, nl, nb, 1, out->f_y, boundary_load, 0, out->f_yf);
  dense_multiply(1, 0, nl, nl, nb, 1, out->f_f, boundary_load, 0, out->f_ff);
  return CHATTER_OK;
}

chatter_status canonical_allocate(const interface *f, reduced_model *out) {
  out->n_boundary = out->n_independent = f->n_boundary;
  out->n_loads = f->n_loads;
  out->n_responses = f->n_responses;
  out->n_contacts = f->n_contacts;
  out->n_masses = f->n_masses;
  TRY(reduced_allocate(out));
  memcpy(out->load_offset, f->load_offset, (size_t)out->n_loads * sizeof *out->load_offset);
  memcpy(out->load_name, f->load_name, (size_t)out->n_loads * STUDY_NAME);
  memcpy(out->response_name, f->response_name, (size_t)out->n_responses * STUDY_NAME);
  memcpy(out->contacts, f->contacts, (size_t)out->n_contacts * sizeof *out->contacts);
  return CHATTER_OK;
}

chatter_status canonical_project(const canonical_basis *basis, const interface *f, int consistent_gravity,
                                 reduced_model *out) {
  int n = basis->n;
  out->massless = basis->massless;
  out->n_modes = basis->n_modes;
  out->n_kept = basis->n_kept;
  TRY(canonical_allocate(f, out));
  int m = out->n_modes;
  memcpy(out->omega2, basis->omega2, (size_t)m * sizeof *out->omega2);
  for (int k = 0; k < m; k++) {
    const double *mode = basis->modes + (long)k * n, *inner = basis->inner + (long)k * n;
    for (int b = 0; b < out->n_boundary; b++) out->phi_b[b * m + k] = direction_dot(&f->boundary[b], mode);
    for (int y = 0; y < out->n_responses; y++) out->phi_y[y * m + k] = direction_dot(&f->responses[y], mode);
    for (int l = 0; l < out->n_loads; l++) // consistent gravity, -M̃ r g, acts on the inner coordinates alone
      out->phi_f[l * m + k] =
          dot(n, consistent_gravity && f->load_is_inertia[l] ? inner : mode, f->loads + (long)l * n);
  }
  return project_statics(basis, f, consistent_gravity, out);
}
