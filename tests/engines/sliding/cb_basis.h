// Craig-Bampton bases of a body, computed for tests with LAPACK and dense matrices from the sparse
// ones of its model: u = T [u_b; η], T = [I 0; Ψ Φ_i].
#ifndef CHATTER_TESTS_CB_BASIS_H
#define CHATTER_TESTS_CB_BASIS_H

#include <lapacke.h>

#include "model/model.h"
#include "model/sparse_matrix.h"
#include "tests/check.h"

typedef struct cb_basis {
  int n, n_boundary, n_interior, n_kept;
  int *boundary, *interior; // equations
  double *stiffness, *mass; // [n][n]
  double *psi;              // Ψ, [n_boundary][n_interior]
  double *phi, *omega2;     // [n_kept][n_interior], mass 1; (rad/s)²
} cb_basis;

static inline double *cb_array(long n) {
  double *array = calloc((size_t)n + 1, sizeof *array);
  if (!array) exit(1);
  return array;
}

static inline double *cb_dense(const sparse *a) {
  double *full = cb_array((long)a->n * a->n);
  for (int i = 0; i < a->n; i++)
    for (long k = a->row[i]; k < a->row[i + 1]; k++)
      full[(long)i * a->n + a->column[k]] = full[(long)a->column[k] * a->n + i] = a->value[k];
  return full;
}

// Extracts rows and columns of `a` by lists of equations.
static inline double *cb_part(const double *a, int n, int n_rows, const int *rows, int n_columns,
                              const int *columns) {
  double *part = cb_array((long)n_rows * n_columns);
  for (int i = 0; i < n_rows; i++)
    for (int j = 0; j < n_columns; j++) part[(long)i * n_columns + j] = a[(long)rows[i] * n + columns[j]];
  return part;
}

static inline void cb_solve(cb_basis *self) {
  const int m = self->n_interior, b = self->n_boundary;
  double *k = cb_part(self->stiffness, self->n, m, self->interior, m, self->interior),
         *mass = cb_part(self->mass, self->n, m, self->interior, m, self->interior), *value = cb_array(m);
  self->psi = cb_part(self->stiffness, self->n, b, self->boundary, m, self->interior);
  for (long i = 0; i < (long)b * m; i++) self->psi[i] = -self->psi[i];
  TEST_CHECK(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', m, b, k, m, self->psi, m) == 0);
  free(k);
  k = cb_part(self->stiffness, self->n, m, self->interior, m, self->interior);
  TEST_CHECK(LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'L', m, k, m, mass, m, value) == 0);
  self->phi = k, self->omega2 = value; // columns are rows here; the first n_kept are used
  free(mass);
}

static inline cb_basis cb_make(const model *body, int n_boundary, const int *boundary, int n_kept) {
  cb_basis self = {.n = body->mass.n, .n_boundary = n_boundary, .n_kept = n_kept};
  int *is_boundary = calloc((size_t)self.n, sizeof *is_boundary);
  self.boundary = calloc((size_t)n_boundary, sizeof *self.boundary);
  self.interior = calloc((size_t)self.n, sizeof *self.interior);
  if (!is_boundary || !self.boundary || !self.interior) exit(1);
  for (int i = 0; i < n_boundary; i++) is_boundary[self.boundary[i] = boundary[i]] = 1;
  for (int i = 0; i < self.n; i++)
    if (!is_boundary[i]) self.interior[self.n_interior++] = i;
  free(is_boundary);
  self.stiffness = cb_dense(&body->stiffness), self.mass = cb_dense(&body->mass);
  cb_solve(&self);
  return self;
}

// Computes u of all equations from [u_b; η].
static inline void cb_expand(const cb_basis *self, const double *reduced, double *full) {
  for (int j = 0; j < self->n_interior; j++) {
    double sum = 0;
    for (int k = 0; k < self->n_kept; k++)
      sum += self->phi[(long)k * self->n_interior + j] * reduced[self->n_boundary + k];
    for (int i = 0; i < self->n_boundary; i++) sum += self->psi[(long)i * self->n_interior + j] * reduced[i];
    full[self->interior[j]] = sum;
  }
  for (int i = 0; i < self->n_boundary; i++) full[self->boundary[i]] = reduced[i];
}

// Returns Φ_iᵀ (M_ib + M_ii Ψ) u_b + η, the part of mode k in M u. With u_b = 0 this is η.
static inline double cb_mass_row(const cb_basis *self, int k, const double *full) {
  double sum = 0;
  for (int j = 0; j < self->n_interior; j++) {
    double row = 0;
    for (int i = 0; i < self->n; i++) row += self->mass[(long)self->interior[j] * self->n + i] * full[i];
    sum += self->phi[(long)k * self->n_interior + j] * row;
  }
  return sum;
}

// Computes [u_b; η] of a vector u = T [u_b; η].
static inline void cb_restrict(const cb_basis *self, const double *full, double *reduced) {
  double *rest = cb_array(self->n);
  for (int i = 0; i < self->n_boundary; i++) reduced[i] = full[self->boundary[i]];
  for (int k = 0; k < self->n_kept; k++) reduced[self->n_boundary + k] = 0;
  cb_expand(self, reduced, rest);
  for (int i = 0; i < self->n; i++) rest[i] = full[i] - rest[i];
  for (int k = 0; k < self->n_kept; k++) reduced[self->n_boundary + k] = cb_mass_row(self, k, rest);
  free(rest);
}

static inline void cb_free(cb_basis *self) {
  free(self->boundary), free(self->interior), free(self->stiffness), free(self->mass);
  free(self->psi), free(self->phi), free(self->omega2);
}

#endif
