// Modal damping D of the canonical form: from the model's own C, and from the study's ratios or
// Rayleigh coefficients. Damping acts on the inner coordinates only, never on a massless boundary
// (Monjaraz-Tec et al. 2022, section 2).
#include <math.h>
#include <string.h>

#include "reduction/damping.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"

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

static chatter_status check_damping_numbers(const study *s, const reduced_model *self) {
  const reduction_config *c = &s->reduction;
  if (c->modal_damping.n > self->n_modes)
    return error_raise(CHATTER_BAD_STUDY, "%s: %d modal damping ratios for %d modes",
                       study_place(s, "reduction.modal_damping"), c->modal_damping.n, self->n_modes);
  for (int p = 0; c->modal_damping.n > 0 && p < s->ensemble.n_parameters; p++) {
    study_scalar scalar;
    if (study_find_scalar(s, s->ensemble.parameters[p].path, "ensemble", &scalar) == CHATTER_OK &&
        strcmp(scalar.path, "reduction.damping") == 0)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: the modes have ratios of their own here, so that the ensemble parameter "
                         "reduction.damping would change nothing (allowed: one of the two)",
                         study_place(s, "reduction.modal_damping"));
  }
  if (self->sparse && (c->damping > 0 || c->modal_damping.n > 0))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: method none has no modes to damp (allowed: reduction.rayleigh_mass, "
                       "rayleigh_stiffness)",
                       study_place(s, c->damping > 0 ? "reduction.damping" : "reduction.modal_damping"));
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

double damping_ratio(const reduction_config *c, double omega, int k) {
  const int listed = c->modal_damping.n;
  double ratio = listed == 0 ? c->damping : c->modal_damping.value[k < listed ? k : listed - 1];
  if (omega > 0) ratio += 0.5 * (c->rayleigh_mass / omega + c->rayleigh_stiffness * omega);
  return ratio;
}

double damping_mode_ratio(const reduced_model *self, const reduction_config *c, int k) {
  if (self->damping_is_saved) return self->zeta[k];
  const double own = self->own_zeta ? self->own_zeta[k] : 0;
  return own + damping_ratio(c, sqrt(self->omega2[k]), k);
}

double damping_rate(const reduced_model *self, const reduction_config *c, int k) {
  if (self->omega2[k] == 0 || self->sparse) return c->rayleigh_mass; // Rayleigh's stiffness part multiplies A
  return 2 * sqrt(self->omega2[k]) * damping_mode_ratio(self, c, k);
}

int damping_varies(const study *s) {
  static const char *const numbers[] = {"reduction.damping", "reduction.modal_damping", "reduction.rayleigh"};
  for (int p = 0; p < s->ensemble.n_parameters; p++) {
    study_scalar scalar;
    if (study_find_scalar(s, s->ensemble.parameters[p].path, "ensemble", &scalar) != CHATTER_OK) continue;
    for (int i = 0; i < 3; i++)
      if (strncmp(scalar.path, numbers[i], strlen(numbers[i])) == 0) return 1;
  }
  return 0;
}

int damping_is_same(const reduction_config *a, const reduction_config *b) {
  if (a->modal_damping.n != b->modal_damping.n) return 0;
  for (int i = 0; i < a->modal_damping.n; i++)
    if (a->modal_damping.value[i] != b->modal_damping.value[i]) return 0;
  return a->damping == b->damping && a->rayleigh_mass == b->rayleigh_mass &&
         a->rayleigh_stiffness == b->rayleigh_stiffness;
}

// Converts the model's damping matrix into ratios if it is diagonal apart from rigid-body modes.
static chatter_status find_own_ratios(reduced_model *self) {
  const int m = self->n_modes;
  double largest = 0, off = 0;
  if (!self->damping) return CHATTER_OK;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      const double size = fabs(self->damping[(long)i * m + j]);
      if (i != j && size > off) off = size;
      if (size > largest) largest = size;
    }
  if (off > 1e-12 * largest)
    return CHATTER_OK; // not diagonal: more than the rounding of the projection, about 1e-16 of the largest
                       // entry
  for (int k = 0; k < m; k++)
    if (self->omega2[k] == 0 && self->damping[(long)k * m + k] != 0) return CHATTER_OK;
  DENSE(self->own_zeta, self->memory, m, 1);
  for (int k = 0; k < m; k++)
    if (self->omega2[k] > 0) self->own_zeta[k] = self->damping[(long)k * m + k] / (2 * sqrt(self->omega2[k]));
  self->damping = NULL;
  return CHATTER_OK;
}

chatter_status damping_from_study(const study *s, reduced_model *self) {
  const reduction_config *c = &s->reduction;
  const int m = self->n_modes;
  int rigid = 0;
  TRY(check_damping_numbers(s, self));
  if (self->sparse) return CHATTER_OK;
  TRY(find_own_ratios(self));
  for (int k = 0; k < m; k++) rigid |= self->omega2[k] == 0;
  for (int k = 0; k < m; k++) self->zeta[k] = damping_mode_ratio(self, c, k);
  // A rigid-body mode has no ratio, so Rayleigh's a M on it needs the matrix. If the damping
  // varies, each trajectory has its own rate.
  if (c->rayleigh_mass > 0 && rigid && !self->damping && !damping_varies(s))
    DENSE(self->damping, self->memory, m, m);
  for (int k = 0; self->damping && k < m; k++) {
    double *diagonal = &self->damping[(long)k * m + k];
    *diagonal += damping_rate(self, c, k);
    if (self->omega2[k] > 0) self->zeta[k] = *diagonal / (2 * sqrt(self->omega2[k]));
  }
  return CHATTER_OK;
}
