// Calls ARPACK for the lowest modes of large models.
#include "reduction/algebra/eigen.h"

#include <arpack/arpack.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/dot.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/statics.h"
#include "reduction/algebra/structure.h"

// Relative accuracy of 1/(λ + shift). ARPACK's default, the rounding unit, doubles the number of
// solutions without a gain.
static const double lanczos_tolerance = 1e-14;

// y = (K + shift M)⁻¹ b on the admissible displacements; `extended` [n + n_held] is workspace.
static chatter_status apply_inverse(const structure *self, const double *b, double *y, double *extended) {
  memcpy(extended, b, (size_t)self->n * sizeof *b);
  for (int h = 0; h < self->n_held; h++) extended[self->n + h] = 0;
  TRY(structure_apply_inverse(self, 1, extended));
  memcpy(y, extended, (size_t)self->n * sizeof *y);
  return CHATTER_OK;
}

// Fills the start vector, the same in every run.
static void fill_start_vector(int n, double *v) {
  uint64_t state = 20260101;
  for (int i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    v[i] = (double)(state >> 11) * 0x1p-53 - 0.5;
  }
}

typedef struct lanczos { // ARPACK's arrays
  int n, n_basis;
  double *residual, *basis, *work, *work_small, *extended;
  a_int parameters[11], pointers[14], info;
} lanczos;

static chatter_status iterate_lanczos(const structure *self, int count, lanczos *z) {
  a_int ido = 0;
  z->info = 1; // a start vector is given
  z->parameters[0] = 1;
  z->parameters[2] = 500; // most restarts
  z->parameters[6] = 3;   // shift-invert mode
  for (;;) {
    dsaupd_c(&ido, "G", z->n, "LM", count, lanczos_tolerance, z->residual, z->n_basis, z->basis, z->n,
             z->parameters, z->pointers, z->work, z->work_small, z->n_basis * (z->n_basis + 8), &z->info);
    double *x = z->work + z->pointers[0] - 1, *y = z->work + z->pointers[1] - 1;
    if (ido == -1) {
      sparse_multiply(self->mass, x, y);
      TRY(apply_inverse(self, y, y, z->extended));
    } else if (ido == 1) {
      TRY(apply_inverse(self, z->work + z->pointers[2] - 1, y, z->extended));
    } else if (ido == 2) {
      sparse_multiply(self->mass, x, y);
    } else {
      break;
    }
  }
  if (z->info != 0 || z->parameters[4] < count)
    return error_raise(CHATTER_BAD_MODEL, "only %d of %d modes converged (ARPACK %d)", (int)z->parameters[4],
                       count, (int)z->info);
  return CHATTER_OK;
}

// Sorts the pairs by λ, then makes the vectors M-orthonormal in that order, with fixed signs.
static chatter_status orthonormalise_pairs(const structure *self, int count, double *lambda,
                                           double *vectors) {
  int n = self->n;
  double *row, *weighted;
  chatter_status status = CHATTER_OK;
  ALLOCATE(row, n);
  ALLOCATE(weighted, (long)count * n);
  for (int k = 1; k < count; k++) // insertion sort: ARPACK's order is almost right
    for (int j = k; j > 0 && lambda[j] < lambda[j - 1]; j--) {
      double *a = vectors + (long)j * n, *b = a - n, t = lambda[j];
      lambda[j] = lambda[j - 1];
      lambda[j - 1] = t;
      memcpy(row, a, (size_t)n * sizeof *row);
      memcpy(a, b, (size_t)n * sizeof *row);
      memcpy(b, row, (size_t)n * sizeof *row);
    }
  for (int k = 0; k < count; k++) {
    double *v = vectors + (long)k * n, *mv = weighted + (long)k * n;
    for (int pass = 0; pass < 2; pass++)
      for (int j = 0; j < k; j++) {
        double along = dot(n, weighted + (long)j * n, v);
        for (int i = 0; i < n; i++) v[i] -= along * vectors[(long)j * n + i];
      }
    sparse_multiply(self->mass, v, mv);
    double square = dot(n, v, mv), factor = dense_sign(n, v) / sqrt(square);
    if (!(square > 0)) {
      status =
          error_raise(CHATTER_BAD_MODEL, "the mass matrix is indefinite, or mode %d carries no mass", k + 1);
      break;
    }
    for (int i = 0; i < n; i++) v[i] *= factor, mv[i] *= factor;
  }
  memory_free(row);
  memory_free(weighted);
  return status;
}

enum {
  ROW_SUM_FACTOR = 10
}; // usual ratio of the sum of a row of |K| to its diagonal entry in solid elements

// Checks ‖φ - (λ + shift)(K + shift M)⁻¹ M φ‖ / ‖φ‖ of every pair. The factor of a free structure
// is that of K with coordinates fixed. It equals K only as far as the rigid-body modes cost no
// energy: the rounding δK of the entries changes the solution by δK relative to the lowest
// eigenvalue.
static chatter_status check_residuals(const structure *self, double shift, int count, const double *lambda,
                                      const double *vectors) {
  int n = self->n, size = n + self->n_held;
  double *e;
  ALLOCATE(e, (long)count * size);
  for (int k = 0; k < count; k++) sparse_multiply(self->mass, vectors + (long)k * n, e + (long)k * size);
  chatter_status status = structure_apply_inverse(self, count, e);
  for (int k = 0; k < count && status == CHATTER_OK; k++) {
    const double *v = vectors + (long)k * n, *y = e + (long)k * size;
    double off = 0;
    for (int i = 0; i < n; i++) {
      double d = v[i] - (lambda[k] + shift) * y[i];
      off += d * d;
    }
    off = sqrt(off / dot(n, v, v));
    const double allowed =
        1e-7 + ROW_SUM_FACTOR * STRUCTURE_ENTRY_ERROR * self->scale / fabs(lambda[0] + shift);
    if (!(off <= allowed))
      status = error_raise(CHATTER_BAD_MODEL, "mode %d is inexact: relative residual %.1e; allowed: %.1e",
                           k + 1, off, allowed);
  }
  memory_free(e);
  return status;
}

chatter_status eigen_lanczos(const structure *self, double shift, int count, double *lambda,
                             double *vectors) {
  lanczos z = {.n = self->n, .n_basis = 2 * count + 10};
  int largest = self->n - self->n_held;
  if (z.n_basis > largest) z.n_basis = largest;
  a_int *select;
  ALLOCATE(z.residual, z.n);
  ALLOCATE(z.basis, (long)z.n * z.n_basis);
  ALLOCATE(z.work, 3L * z.n);
  ALLOCATE(z.work_small, (long)z.n_basis * (z.n_basis + 8));
  ALLOCATE(z.extended, z.n + self->n_held);
  ALLOCATE(select, z.n_basis);
  fill_start_vector(z.n, z.residual);
  chatter_status status = iterate_lanczos(self, count, &z);
  if (status == CHATTER_OK) {
    dseupd_c(1, "A", select, lambda, vectors, z.n, -shift, "G", z.n, "LM", count, lanczos_tolerance,
             z.residual, z.n_basis, z.basis, z.n, z.parameters, z.pointers, z.work, z.work_small,
             z.n_basis * (z.n_basis + 8), &z.info);
    if (z.info != 0) status = error_raise(CHATTER_INTERNAL, "ARPACK's dseupd failed (%d)", (int)z.info);
  }
  if (status == CHATTER_OK) status = orthonormalise_pairs(self, count, lambda, vectors);
  if (status == CHATTER_OK) status = check_residuals(self, shift, count, lambda, vectors);
  memory_free(z.residual);
  memory_free(z.basis);
  memory_free(z.work);
  memory_free(z.work_small);
  memory_free(z.extended);
  memory_free(select);
  return status;
}

// Computes the largest eigenvalue for one or two coordinates, too few for Lanczos' method.
static chatter_status eigen_largest_of_few(int n, void (*multiply)(void *, const double *, double *),
                                           void *context, double *lambda) {
  double unit[2] = {1, 0}, column[2] = {0, 0}, other[2] = {0, 0};
  multiply(context, unit, column);
  if (n == 2) multiply(context, (double[]){0, 1}, other);
  const double mean = 0.5 * (column[0] + other[1]), half = 0.5 * (column[0] - other[1]);
  *lambda = n == 2 ? mean + hypot(half, column[1]) : column[0];
  return CHATTER_OK;
}

chatter_status eigen_largest(arena *scratch, int n, void (*multiply)(void *, const double *, double *),
                             void *context, double *lambda) {
  lanczos z = {.n = n, .n_basis = n < 40 ? n : 40};
  a_int ido = 0;
  if (n < 3) return eigen_largest_of_few(n, multiply, context, lambda);
  DENSE(z.residual, scratch, n, 1);
  DENSE(z.basis, scratch, z.n_basis, n);
  DENSE(z.work, scratch, 3, n);
  DENSE(z.work_small, scratch, z.n_basis, z.n_basis + 8);
  fill_start_vector(n, z.residual);
  z.info = 1;
  z.parameters[0] = z.parameters[6] = 1;
  z.parameters[2] = 2000; // restarts
  do {
    dsaupd_c(&ido, "I", n, "LA", 1, 1e-10, z.residual, z.n_basis, z.basis, n, z.parameters, z.pointers,
             z.work, z.work_small, z.n_basis * (z.n_basis + 8), &z.info);
    if (ido == 1 || ido == -1) multiply(context, z.work + z.pointers[0] - 1, z.work + z.pointers[1] - 1);
  } while (ido == 1 || ido == -1);
  if (z.info != 0 || z.parameters[4] < 1)
    return error_raise(CHATTER_BAD_MODEL, "the largest frequency did not converge (ARPACK %d)", (int)z.info);
  a_int select[40];
  dseupd_c(0, "A", select, lambda, z.basis, n, 0, "I", n, "LA", 1, 1e-10, z.residual, z.n_basis, z.basis, n,
           z.parameters, z.pointers, z.work, z.work_small, z.n_basis * (z.n_basis + 8), &z.info);
  return z.info == 0 ? CHATTER_OK : error_raise(CHATTER_INTERNAL, "ARPACK's dseupd failed (%d)", (int)z.info);
}
