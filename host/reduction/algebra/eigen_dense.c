// Computes and refines all modes of small models.
#include "reduction/algebra/eigen_dense.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/statics.h"
#include "reduction/algebra/structure.h"

// A motion counts as massless below this fraction of the largest mass, with each coordinate scaled
// by its own mass: 1e4 rounding units.
static const double massless_tolerance = 1e-12;
// Smallest pivots of a matrix with unit diagonal that prove it positive definite.
static const double safe_pivot = 1e-9;
// Two λ count as distinct from this fraction of the largest λ on: 1e4 rounding units, as in
// dense_count_rigid.
static const double least_pole_distance = 1e-12;

// Computes an orthonormal basis [n - n_held][n] of the admissible displacements from the QR factors
// of B.
static chatter_status admissible_basis(const structure *self, double *basis, double *q) {
  int n = self->n, n_held = self->n_held;
  double *tau;
  ALLOCATE(tau, n_held + 1);
  for (int h = 0; h < n_held; h++) direction_add(&self->held[h], 1, q + (long)h * n);
  int failed = LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, n_held, q, n, tau) != 0;
  for (int h = 0; h < n_held && !failed; h++) failed = fabs(q[(long)h * n + h]) < 1e-10;
  if (!failed) failed = LAPACKE_dorgqr(LAPACK_COL_MAJOR, n, n, n_held, q, n, tau) != 0;
  memory_free(tau);
  if (failed) return error_raise(CHATTER_BAD_MODEL, "the contact directions depend on each other");
  memcpy(basis, q + (long)n_held * n, (size_t)(n - n_held) * (size_t)n * sizeof *q);
  return CHATTER_OK;
}

// small [m][m] = basis · matrix · basisᵀ
static chatter_status project_matrix(const structure *self, int stiffness, int m, const double *basis,
                                     double *small) {
  double *image;
  ALLOCATE(image, (long)m * self->n);
  for (int k = 0; k < m; k++) {
    if (stiffness)
      structure_apply_stiffness(self, basis + (long)k * self->n, image + (long)k * self->n);
    else
      sparse_multiply(self->mass, basis + (long)k * self->n, image + (long)k * self->n);
  }
  dense_multiply(0, 1, m, m, self->n, 1, basis, image, 0, small);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < i; j++)
      small[(long)i * m + j] = small[(long)j * m + i] =
          0.5 * (small[(long)i * m + j] + small[(long)j * m + i]);
  memory_free(image);
  return CHATTER_OK;
}

// Diagonal of S, so that S M S has a unit diagonal; coordinates without mass are scaled by their
// stiffness.
static void find_row_scales(int m, const double *k, const double *mass, double *unit) {
  double stiffest = 0;
  for (int i = 0; i < m; i++) stiffest = fmax(stiffest, k[(long)i * m + i]);
  for (int i = 0; i < m; i++) {
    double kg = mass[(long)i * m + i], stiffness = k[(long)i * m + i];
    unit[i] = kg > 0 ? 1 / sqrt(kg) : stiffness > 0 ? sqrt(stiffest / stiffness) : 1;
  }
}

static void scale_matrix(int m, const double *unit, const double *a, double *scaled) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) scaled[(long)i * m + j] = unit[i] * a[(long)i * m + j] * unit[j];
}

// Returns 1 if a matrix with unit diagonal is clearly positive definite; the matrix is destroyed.
static int is_positive_definite(int m, double *a) {
  if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', m, a, m) != 0) return 0;
  for (int i = 0; i < m; i++)
    if (!(a[(long)i * m + i] * a[(long)i * m + i] > safe_pivot)) return 0;
  return 1;
}

// Condenses the first n_massless motions of kz = [K_00 K_0+; K_+0 K_++], which have no mass:
// z_0 = follow z_+ with follow = -K_00⁻¹ K_0+, and condensed = K_++ + K_+0 follow.
static chatter_status condense_massless(int m, int n_massless, const double *kz, arena *scratch,
                                        double **follow, double **condensed) {
  int kept = m - n_massless;
  double *k00, *k0p;
  DENSE(k00, scratch, n_massless, n_massless);
  DENSE(k0p, scratch, n_massless, kept);
  DENSE(*follow, scratch, n_massless, kept);
  DENSE(*condensed, scratch, kept, kept);
  for (int i = 0; i < n_massless; i++) {
    memcpy(k00 + (long)i * n_massless, kz + (long)i * m, (size_t)n_massless * sizeof *kz);
    memcpy(k0p + (long)i * kept, kz + (long)i * m + n_massless, (size_t)kept * sizeof *kz);
  }
  for (int i = 0; i < kept; i++)
    memcpy(*condensed + (long)i * kept, kz + (long)(n_massless + i) * m + n_massless,
           (size_t)kept * sizeof *kz);
  double *unit, *scaled;
  DENSE(unit, scratch, n_massless, 1);
  DENSE(scaled, scratch, n_massless, n_massless);
  find_row_scales(n_massless, k00, k00, unit);
  scale_matrix(n_massless, unit, k00, scaled);
  if (!is_positive_definite(n_massless, scaled))
    return error_raise(
        CHATTER_BAD_MODEL,
        "the mass matrix is singular, and some motion without mass has no stiffness either; in "
        "a mesh of C3D20R elements use C3D20, or more elements across");
  TRY(dense_invert(n_massless, k00, "the stiffness of the motions without mass"));
  dense_multiply(0, 0, n_massless, kept, n_massless, -1, k00, k0p, 0, *follow);
  dense_multiply(1, 0, kept, kept, n_massless, 1, k0p, *follow, 1, *condensed);
  for (int i = 0; i < kept; i++)
    for (int j = 0; j < i; j++) {
      double *low = *condensed + (long)i * kept + j, *high = *condensed + (long)j * kept + i;
      *low = *high = 0.5 * (*low + *high);
    }
  return CHATTER_OK;
}

// Computes the eigenpairs with finite λ of a pair whose mass may be singular; scaled = S M S is
// destroyed. vectors [*kept][m].
static chatter_status solve_semidefinite(int m, const double *k, const double *unit, double *scaled,
                                         arena *scratch, int *kept, double *lambda, double *vectors) {
  double *masses, *image, *kz, *follow, *condensed, *mass, *z;
  int n_massless = 0;
  DENSE(masses, scratch, m, 1);
  TRY(dense_eigen(m, scaled, NULL, masses, "the mass matrix"));
  if (masses[0] < -massless_tolerance * masses[m - 1] || !(masses[m - 1] > 0))
    return error_raise(CHATTER_BAD_MODEL, "the mass matrix of the model is indefinite");
  while (masses[n_massless] <= massless_tolerance * masses[m - 1]) n_massless++;
  *kept = m - n_massless;
  for (int e = 0; e < m; e++)
    for (int i = 0; i < m; i++)
      scaled[(long)e * m + i] *= unit[i]; // now x = scaledᵀ z has the mass diag(masses)
  DENSE(image, scratch, m, m);
  DENSE(kz, scratch, m, m);
  DENSE(mass, scratch, *kept, *kept);
  DENSE(z, scratch, *kept, m);
  dense_multiply(0, 0, m, m, m, 1, scaled, k, 0, image);
  dense_multiply(0, 1, m, m, m, 1, image, scaled, 0, kz);
  TRY(condense_massless(m, n_massless, kz, scratch, &follow, &condensed));
  for (int i = 0; i < *kept; i++) mass[(long)i * *kept + i] = masses[n_massless + i];
  TRY(dense_eigen(*kept, condensed, mass, lambda, "the model"));
  for (int e = 0; e < *kept; e++) {
    const double *v = condensed + (long)e * *kept;
    memcpy(z + (long)e * m + n_massless, v, (size_t)*kept * sizeof *v);
    for (int i = 0; i < n_massless; i++)
      for (int j = 0; j < *kept; j++) z[(long)e * m + i] += follow[(long)i * *kept + j] * v[j];
  }
  dense_multiply(0, 0, *kept, m, m, 1, z, scaled, 0, vectors);
  return CHATTER_OK;
}

static chatter_status solve_pair(int m, double *k, double *mass, int *kept, double *lambda, double *vectors) {
  double *unit = NULL, *scaled = NULL;
  chatter_status status = CHATTER_OK;
  arena *scratch = arena_create();
  if (scratch) unit = dense_array(scratch, (size_t)m, 1);
  if (unit) scaled = dense_array(scratch, (size_t)m, (size_t)m);
  if (!scaled) {
    status = error_raise(CHATTER_DEVICE, "out of memory for %d modes", m);
  } else {
    find_row_scales(m, k, mass, unit);
    scale_matrix(m, unit, mass, scaled);
    if (is_positive_definite(m, scaled)) {
      status = dense_eigen(m, k, mass, lambda, "the model");
      memcpy(vectors, k, (size_t)m * (size_t)m * sizeof *k);
    } else {
      scale_matrix(m, unit, mass, scaled);
      status = solve_semidefinite(m, k, unit, scaled, scratch, kept, lambda, vectors);
    }
  }
  arena_destroy(scratch);
  return status;
}

// Refines LAPACK's eigenpairs by one step of Ogita and Aishima 2018 on all vectors. LAPACK's errors
// are some rounding units of the largest λ, which in a slender body is 1e8 times the lowest; the
// products K φ with sparse K are far more accurate. With R = 1 - ΦMΦᵀ and S = ΦKΦᵀ: λ_j = S_jj / (1
// - R_jj), and Φ becomes Φ + E Φ with E_ji = (S_ij + λ_j R_ij) / (λ_j - λ_i), or R_ij / 2 for λ
// that are equal up to rounding. The step squares the error.
static chatter_status refine_with_scratch(const structure *self, int count, double *lambda, double *vectors,
                                          arena *scratch) {
  const int n = self->n;
  double *image, *s, *r;
  DENSE(image, scratch, count, n);
  DENSE(s, scratch, count, count);
  DENSE(r, scratch, count, count);
  for (int j = 0; j < count; j++) structure_apply_stiffness(self, vectors + (long)j * n, image + (long)j * n);
  dense_multiply(0, 1, count, count, n, 1, vectors, image, 0, s);
  for (int j = 0; j < count; j++) sparse_multiply(self->mass, vectors + (long)j * n, image + (long)j * n);
  dense_multiply(0, 1, count, count, n, -1, vectors, image, 0, r);
  for (int j = 0; j < count; j++) {
    const long diagonal = (long)j * (count + 1);
    r[diagonal] += 1;
    lambda[j] = s[diagonal] / (1 - r[diagonal]);
  }
  const double apart = least_pole_distance * fmax(self->scale, lambda[count - 1]);
  for (int j = 0; j < count; j++)
    for (int i = 0; i < count; i++) {
      const long at = (long)j * count + i;
      const double distance = lambda[j] - lambda[i];
      s[at] = fabs(distance) > apart ? (s[at] + lambda[j] * r[at]) / distance : 0.5 * r[at];
    }
  memcpy(image, vectors, (size_t)count * (size_t)n * sizeof *image);
  dense_multiply(0, 0, count, n, count, 1, s, image, 1, vectors);
  for (int j = 1; j < count; j++) lambda[j] = fmax(lambda[j], lambda[j - 1]); // equal up to rounding
  return CHATTER_OK;
}

static chatter_status refine_eigenpairs(const structure *self, int count, double *lambda, double *vectors) {
  if (count == 0) return CHATTER_OK;
  arena *scratch = arena_create();
  const chatter_status status = scratch ? refine_with_scratch(self, count, lambda, vectors, scratch)
                                        : error_raise(CHATTER_DEVICE, "out of memory for %d modes", count);
  arena_destroy(scratch);
  return status;
}

static chatter_status solve_dense(const structure *self, int *count, double *lambda, double *vectors,
                                  double *k, double *mass, double *basis, double *q) {
  int n = self->n, m = *count;
  if (self->n_held)
    TRY(admissible_basis(self, basis, q));
  else
    for (int i = 0; i < n; i++) basis[(long)i * n + i] = 1;
  TRY(project_matrix(self, 1, m, basis, k));
  TRY(project_matrix(self, 0, m, basis, mass));
  TRY(solve_pair(m, k, mass, count, lambda, q));
  dense_multiply(0, 0, *count, n, m, 1, q, basis, 0, vectors);
  TRY(refine_eigenpairs(self, *count, lambda, vectors));
  for (int j = 0; j < *count; j++) {
    double *v = vectors + (long)j * n, sign = dense_sign(n, v);
    for (int i = 0; i < n; i++) v[i] *= sign;
  }
  return CHATTER_OK;
}

chatter_status eigen_dense(const structure *self, int *count, double **lambda, double **vectors) {
  int n = self->n, m = n - self->n_held;
  double *k, *mass, *basis, *q;
  *count = m;
  ALLOCATE(*lambda, m + 1);
  ALLOCATE(*vectors, (long)m * n + 1);
  ALLOCATE(k, (long)m * m + 1);
  ALLOCATE(mass, (long)m * m + 1);
  ALLOCATE(basis, (long)m * n + 1);
  ALLOCATE(q, (long)n * n);
  chatter_status status = m > 0 ? solve_dense(self, count, *lambda, *vectors, k, mass, basis, q) : CHATTER_OK;
  memory_free(k);
  memory_free(mass);
  memory_free(basis);
  memory_free(q);
  return status;
}
