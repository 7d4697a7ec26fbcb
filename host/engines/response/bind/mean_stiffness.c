// Means of models with rigid-body modes, which only the contacts hold: H_0 = F + Σ φφᵀ/ω² does not
// exist. Springs K are added at the contact coordinates, and the contact forces are increased by
// their force, r̃ = r + K q. This changes no motion, and the springs hold the structure: q = H̃ r̃
// + c̃ f, H̃ = (H_0⁻¹ + K)⁻¹. With W = K (1 + F K)⁻¹:
//   (Ω² + ΦᵀW Φ) p = Φᵀ(r̃ - W (F r̃ + d f)) + φ_f f,
//   r = r̃ - W (Φ p + F r̃ + d f),   y = Φ_y p + F_y r + d_y f.
#include "engines/response/bind/mean_stiffness.h"

#include <math.h>
#include <string.h>

#include "engines/response/study/response_keys.h"
#include "reduction/algebra/dense.h"
#include "study/file/key_place.h"

// Returns the spring of one coordinate: about the stiffness of the structure there; for a rigid
// body, its inertia times ω² in the range of the response.
static double spring_of(const study *config, const reduced_model *r, int row) {
  const double *phi = r->phi_b + (long)row * r->n_modes;
  const double omega2 = 4 * M_PI * M_PI * response_config_of(config)->from * response_config_of(config)->to;
  double flexibility = r->flexibility[(long)row * r->n_boundary + row], rigid = 0;
  for (int k = 0; k < r->n_modes; k++) {
    if (r->omega2[k] > 0)
      flexibility += phi[k] * phi[k] / r->omega2[k];
    else
      rigid += phi[k] * phi[k];
  }
  return flexibility > 0 ? 1 / flexibility : rigid > 0 ? omega2 / rigid : 0;
}

// Friction of set-valued laws along tangents has no stiffness against a mean.
chatter_status response_plan_mean_stiffness(const study *config, const reduced_model *r, arena *memory,
                                            response_setup *setup) {
  if (!response_has_static(config) || r->omega2[0] != 0) return CHATTER_OK;
  DENSE(setup->hold, memory, r->n_boundary, 1);
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const int count = point->law == HB_LAW_SET_VALUED ? point->has_normal : point->count;
    for (int b = point->first; b < point->first + count; b++)
      setup->hold[b] = spring_of(config, r, setup->coordinate[b]);
  }
  return CHATTER_OK;
}

typedef struct held_system {
  int modes, n, ports, loads;
  const double *phi, *flexibility, *direct, *load; // matrices of the packed model
  const double *spring;
  double *w, *s;                    // W [n][n]; (Ω² + ΦᵀW Φ)⁻¹ [modes][modes]
  double *v, *force, *on_modes, *p; // work arrays of one column
} held_system;

static chatter_status create_held_system(const response_setup *setup, const int *dim, const double *packed,
                                         arena *memory, held_system *out) {
  *out = (held_system){.modes = dim[DIM_HB_MODES],
                       .n = dim[DIM_HB_BOUNDARY],
                       .ports = hb_n_ports(dim),
                       .loads = dim[DIM_HB_LOADS],
                       .phi = packed + hb_model_at(dim, HB_MODEL_SHAPES),
                       .flexibility = packed + hb_model_at(dim, HB_MODEL_FLEXIBILITY),
                       .direct = packed + hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY),
                       .load = packed + hb_model_at(dim, HB_MODEL_LOADS),
                       .spring = setup->hold};
  DENSE(out->w, memory, out->n, out->n);
  DENSE(out->s, memory, out->modes, out->modes);
  DENSE(out->v, memory, out->n, 1);
  DENSE(out->force, memory, out->n, 1);
  DENSE(out->on_modes, memory, out->modes, 1);
  DENSE(out->p, memory, out->modes, 1);
  return CHATTER_OK;
}

// Computes W = √K (1 + √K F √K)⁻¹ √K, and S⁻¹ by eigenpairs. The least eigenvalues show whether a
// mode is still free.
static chatter_status condense_modes(const study *config, const double *omega2, arena *memory,
                                     held_system *self) {
  static const double rounding = 1e-12; // relative to the largest eigenvalue
  const int n = self->n, m = self->modes;
  double *image, *lambda, *vector;
  DENSE(image, memory, n, m);
  DENSE(lambda, memory, m, 1);
  DENSE(vector, memory, m, m);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      self->w[(long)a * n + b] =
          (a == b) + sqrt(self->spring[a]) * self->flexibility[(long)a * n + b] * sqrt(self->spring[b]);
  TRY(dense_invert(n, self->w, "1 + √K F √K of the springs that hold means"));
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) self->w[(long)a * n + b] *= sqrt(self->spring[a]) * sqrt(self->spring[b]);
  dense_multiply(0, 0, n, m, n, 1, self->w, self->phi, 0, image);
  for (int k = 0; k < m; k++) vector[(long)k * m + k] = omega2[k];
  dense_multiply(1, 0, m, m, n, 1, self->phi, image, 1, vector);
  TRY(dense_eigen(m, vector, NULL, lambda, "the structure that contacts hold"));
  if (!(lambda[0] > rounding * lambda[m - 1]))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the model has rigid-body motions that no contact holds along its normal or by a spring, so "
        "that its mean displacement, the static harmonic, is not determined (allowed: a supported "
        "model, contacts that hold it, or response.static: no)",
        study_place(config, "response.static"));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++) sum += vector[(long)k * m + i] * vector[(long)k * m + j] / lambda[k];
      self->s[(long)i * m + j] = sum;
    }
  return CHATTER_OK;
}

// Writes the response of all ports to r̃ = e_b, or (b < 0) to load l, into column `at` of rows of
// length `width`.
static void held_response(const held_system *self, int b, int l, double *to, int width) {
  const int n = self->n, m = self->modes;
  for (int c = 0; c < n; c++)
    self->v[c] = b >= 0 ? self->flexibility[(long)c * n + b] : self->direct[(long)c * self->loads + l];
  for (int c = 0; c < n; c++) {
    self->force[c] = c == b;
    for (int e = 0; e < n; e++) self->force[c] -= self->w[(long)c * n + e] * self->v[e];
  }
  for (int k = 0; k < m; k++) {
    self->on_modes[k] = b >= 0 ? 0 : self->load[(long)l * m + k];
    for (int c = 0; c < n; c++) self->on_modes[k] += self->phi[(long)c * m + k] * self->force[c];
  }
  dense_multiply(0, 0, m, 1, m, 1, self->s, self->on_modes, 0, self->p);
  dense_multiply(0, 0, n, 1, m, 1, self->phi, self->p, 1, self->v);
  for (int c = 0; c < n; c++) {
    self->force[c] = c == b;
    for (int e = 0; e < n; e++) self->force[c] -= self->w[(long)c * n + e] * self->v[e];
  }
  for (int y = 0; y < self->ports; y++) {
    double sum = b >= 0 ? 0 : self->direct[(long)y * self->loads + l];
    for (int k = 0; k < m; k++) sum += self->phi[(long)y * m + k] * self->p[k];
    for (int c = 0; c < n; c++) sum += self->flexibility[(long)y * n + c] * self->force[c];
    to[(long)y * width] = sum;
  }
}

chatter_status response_pack_mean_stiffness(const study *config, const response_setup *setup, const int *dim,
                                            arena *memory, double *packed) {
  held_system self;
  if (!setup->hold) return CHATTER_OK;
  TRY(create_held_system(setup, dim, packed, memory, &self));
  memcpy(packed + hb_model_at(dim, HB_MODEL_HOLDING_SPRINGS), setup->hold, (size_t)self.n * sizeof *packed);
  TRY(dense_begin());
  const chatter_status status =
      condense_modes(config, packed + hb_model_at(dim, HB_MODEL_OMEGA2), memory, &self);
  for (int b = 0; status == CHATTER_OK && b < self.n; b++)
    held_response(&self, b, 0, packed + hb_model_at(dim, HB_MODEL_HELD_FLEXIBILITY) + b, self.n);
  for (int l = 0; status == CHATTER_OK && l < self.loads; l++)
    held_response(&self, -1, l, packed + hb_model_at(dim, HB_MODEL_HELD_LOADS) + l, self.loads);
  dense_end();
  return status;
}
