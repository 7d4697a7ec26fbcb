// Modal damping D of the canonical form: from the model's own C, and from the study's ratios or Rayleigh
// coefficients. Damping acts on the inner coordinates only, never on a massless boundary (paper, section 2).
#include <math.h>
#include <string.h>

#include "reduction/dense.h"
#include "reduction/methods.h"

chatter_status damping_from_model(const model *m, const canonical_basis *basis, reduced_model *out) {
  int n = basis->n, n_modes = basis->n_modes;
  if (m->damping.n == 0 || n_modes == 0) return CHATTER_OK;
  double *image, *d;
  DENSE(image, basis->memory, n_modes, n);
  DENSE(d, out->memory, n_modes, n_modes);
  for (int k = 0; k < n_modes; k++)
    sparse_multiply(&m->damping, basis->inner + (long)k * n, image + (long)k * n);
  dense_multiply(0, 1, n_modes, n_modes, n, 1, basis->inner, image, 0, d);
  for (int i = 0; i < n_modes; i++)
    for (int j = 0; j < i; j++)
      d[(long)i * n_modes + j] = d[(long)j * n_modes + i] =
          0.5 * (d[(long)i * n_modes + j] + d[(long)j * n_modes + i]);
  out->damping = d;
  return CHATTER_OK;
}

static chatter_status check_ratios(const study *s, const reduced_model *self) {
  const reduction_config *c = &s->reduction;
  if (c->modal_damping.n > self->n_modes)
    return error_raise(CHATTER_BAD_STUDY, "%s: %d modal damping ratios for %d modes",
                       study_place(s, "reduction.modal_damping"), c->modal_damping.n, self->n_modes);
  const double given[] = {c->damping, c->rayleigh_mass, c->rayleigh_stiffness};
  const char *name[] = {"reduction.damping", "reduction.rayleigh.mass", "reduction.rayleigh.stiffness"};
  for (int i = 0; i < 3; i++)
    if (!(given[i] >= 0 && isfinite(given[i])))
      return error_raise(CHATTER_BAD_STUDY, "%s: %s is %g; allowed: zero or positive",
                         study_place(s, name[i]), name[i], given[i]);
  for (int k = 0; k < c->modal_damping.n; k++)
    if (!(c->modal_damping.value[k] >= 0 && isfinite(c->modal_damping.value[k])))
      return error_raise(CHATTER_BAD_STUDY, "%s: modal damping ratio %d is %g; allowed: zero or positive",
                         study_place(s, "reduction.modal_damping"), k + 1, c->modal_damping.value[k]);
  return CHATTER_OK;
}

chatter_status damping_from_study(const study *s, reduced_model *self) {
  const reduction_config *c = &s->reduction;
  int m = self->n_modes, n_rigid = 0, listed = c->modal_damping.n;
  TRY(check_ratios(s, self));
  for (int k = 0; k < m; k++) n_rigid += self->omega2[k] == 0;
  // A rigid-body mode has no ratio: Rayleigh's a M on it needs the matrix.
  if (c->rayleigh_mass > 0 && n_rigid > 0 && !self->damping) DENSE(self->damping, self->memory, m, m);
  for (int k = 0; k < m; k++) {
    double omega = sqrt(self->omega2[k]);
    // a shorter list: its last ratio holds for the modes above (those of the boundary in Craig–Bampton,
    // Rubin)
    double ratio = listed == 0 ? c->damping : c->modal_damping.value[k < listed ? k : listed - 1];
    if (omega > 0) ratio += 0.5 * (c->rayleigh_mass / omega + c->rayleigh_stiffness * omega);
    self->zeta[k] = ratio;
    if (self->damping)
      self->damping[(long)k * m + k] += 2 * ratio * omega + (omega > 0 ? 0 : c->rayleigh_mass);
  }
  if (!self->damping) return CHATTER_OK;
  // A matrix that is diagonal after all is ratios.
  double largest = 0, off = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double size = fabs(self->damping[(long)i * m + j]);
      if (i != j && size > off) off = size;
      if (size > largest) largest = size;
    }
  for (int k = 0; k < m; k++)
    if (self->omega2[k] == 0 && self->damping[(long)k * m + k] != 0) return CHATTER_OK;
  for (int k = 0; k < m; k++)
    if (self->omega2[k] > 0) self->zeta[k] = self->damping[(long)k * m + k] / (2 * sqrt(self->omega2[k]));
  if (off <= 1e-12 * largest) self->damping = NULL;
  return CHATTER_OK;
}
