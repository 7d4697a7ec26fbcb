// Solves static problems with iterative refinement.
#include "reduction/algebra/statics.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/structure.h"

enum { MAX_REFINEMENTS = 5 };
// Allowed backward error. A stable factorisation leaves about 1e-16. ccx writes the stiffness of
// decks with 14 digits, so a solution that is exact for entries changed by 1e-12 is as accurate as
// the material data allow.
static const double refinement_tolerance = 1e-12;

void structure_apply_stiffness(const structure *self, const double *x, double *y) {
  sparse_multiply(self->stiffness, x, y);
  for (int b = 0; b < self->n_added; b++)
    direction_add(&self->added_at[b], self->added * direction_dot(&self->added_at[b], x), y);
}

// fmax that keeps a NaN.
static double larger_of_two(double a, double b) {
  return isnan(a) || a > b ? a : b;
}

// load 1: x -= (M R) Rᵀ x, a load made orthogonal to the rigid-body modes. load 0: x -= R (M R)ᵀ x,
// a displacement.
static void relieve_inertia(const structure *self, int load, double *x) {
  for (int r = 0; r < self->n_rigid; r++) {
    const double *rigid = self->rigid + (long)r * self->n, *weighted = self->mass_rigid + (long)r * self->n;
    double along = dot(self->n, load ? rigid : weighted, x);
    const double *from = load ? weighted : rigid;
    for (int i = 0; i < self->n; i++) x[i] -= along * from[i];
  }
}

// Computes the residual b - K x - B μ and c - Bᵀ x of one extended vector and returns its backward
// error: max |residual| over the largest sum of moduli |b| + |K| |x| + |B| |μ|. In a slender body
// element forces cancel to a small part of themselves, so the residual cannot be small relative to
// b.
// A coordinate f that is fixed in the factor of a free structure absorbs the rounding of K ρ = 0,
// with ρ the rigid-body mode that is 1 at f and 0 at the other fixed coordinates. Its residual is
// -(K ρ)ᵀ x, up to the sum of moduli of all rows times the relative error of an entry, however
// exact the other rows are.
static double find_residual(const structure *self, const double *b, const double *x, double *r,
                            double *scratch) {
  int n = self->n, n_held = self->n_held;
  double largest = 0, size = 0, all = 0;
  sparse_multiply_absolute(self->stiffness, x, scratch);
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(b[i]) + scratch[i]);
    all += fabs(b[i]) + scratch[i];
  }
  for (int a = 0; a < self->n_added; a++)
    size = fmax(size, self->added * fabs(direction_dot(&self->added_at[a], x)));
  for (int h = 0; h < n_held; h++) size = fmax(size, fmax(self->held_scale * fabs(x[n + h]), fabs(b[n + h])));
  structure_apply_stiffness(self, x, scratch);
  for (int i = 0; i < n; i++) r[i] = b[i] - scratch[i];
  for (int h = 0; h < n_held; h++) {
    direction_add(&self->held[h], -self->held_scale * x[n + h], r);
    r[n + h] = b[n + h] - self->held_scale * direction_dot(&self->held[h], x);
  }
  for (int f = 0; f < self->n_rigid; f++) scratch[f] = r[self->fixed[f]]; // n_rigid <= n
  for (int f = 0; f < self->n_rigid; f++)
    r[self->fixed[f]] *= size / (size + STRUCTURE_ENTRY_ERROR / refinement_tolerance * all);
  for (int i = 0; i < n + n_held; i++) largest = larger_of_two(largest, fabs(r[i]));
  for (int f = 0; f < self->n_rigid; f++) r[self->fixed[f]] = scratch[f];
  return size > 0 || isnan(largest) ? largest / size : 0;
}

// Sets the entries at fixed coordinates to 0. Self-equilibrated loads need no reaction at the
// coordinates that were fixed to factorise a free structure.
static void clear_fixed_coordinates(const structure *self, int count, double *e) {
  for (int k = 0; k < count; k++)
    for (int f = 0; f < self->n_rigid; f++) e[(long)k * (self->n + self->n_held) + self->fixed[f]] = 0;
}

chatter_status structure_apply_inverse(const structure *self, int count, double *e) {
  int size = self->n + self->n_held;
  for (int k = 0; k < count; k++) relieve_inertia(self, 1, e + (long)k * size);
  clear_fixed_coordinates(self, count, e);
  TRY(ldl_solve(self->factor, count, e));
  for (int k = 0; k < count; k++) relieve_inertia(self, 0, e + (long)k * size);
  return CHATTER_OK;
}

// Computes the residuals r of all vectors; returns the largest backward error.
static double find_residuals(const structure *self, int count, const double *b, const double *e, double *r,
                             double *scratch) {
  int size = self->n + self->n_held;
  double worst = 0;
  for (int k = 0; k < count; k++) {
    long at = (long)k * size;
    worst = larger_of_two(worst, find_residual(self, b + at, e + at, r + at, scratch));
  }
  return worst;
}

// Refines once, and again while a solution exceeds the allowed backward error and still improves.
static chatter_status refine_solutions(const structure *self, int count, const double *b, double *e,
                                       double *r, double *scratch) {
  int size = self->n + self->n_held;
  double before = INFINITY, worst = find_residuals(self, count, b, e, r, scratch);
  for (int pass = 0;
       pass == 0 || (worst > refinement_tolerance && worst < 0.5 * before && pass < MAX_REFINEMENTS);
       pass++) {
    clear_fixed_coordinates(self, count, r);
    TRY(ldl_solve(self->factor, count, r));
    for (long i = 0; i < (long)count * size; i++) e[i] += r[i];
    before = worst;
    worst = find_residuals(self, count, b, e, r, scratch);
  }
  if (worst <= refinement_tolerance) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_MODEL,
      "static solution inexact: the nodal forces are off by %.1e of the forces in the elements; "
      "allowed: %.0e. Look for parts that hang together by very soft or very stiff elements, "
      "for nearly flat elements, and for mixed units",
      worst, refinement_tolerance);
}

// Replaces extended right-hand sides e [count][n + n_held] by refined solutions.
static chatter_status solve_extended(const structure *self, int count, double *e) {
  long entries = (long)count * (self->n + self->n_held);
  double *b, *r, *scratch;
  ALLOCATE(b, entries);
  ALLOCATE(r, entries);
  ALLOCATE(scratch, self->n);
  memcpy(b, e, (size_t)entries * sizeof *e);
  clear_fixed_coordinates(self, count, e);
  chatter_status status = ldl_solve(self->factor, count, e);
  if (status == CHATTER_OK) status = refine_solutions(self, count, b, e, r, scratch);
  memory_free(b);
  memory_free(r);
  memory_free(scratch);
  return status;
}

chatter_status structure_solve(const structure *self, int count, double *x, const double *imposed,
                               double *multiplier) {
  int n = self->n, n_held = self->n_held, size = n + n_held;
  if (count == 0) return CHATTER_OK;
  double *e;
  ALLOCATE(e, (long)count * size);
  for (int k = 0; k < count; k++) {
    double *column = e + (long)k * size;
    memcpy(column, x + (long)k * n, (size_t)n * sizeof *x);
    relieve_inertia(self, 1, column);
    for (int h = 0; h < n_held && imposed; h++)
      column[n + h] = self->held_scale * imposed[(long)k * n_held + h];
  }
  chatter_status status = solve_extended(self, count, e);
  for (int k = 0; k < count && status == CHATTER_OK; k++) {
    double *column = e + (long)k * size;
    relieve_inertia(self, 0, column);
    memcpy(x + (long)k * n, column, (size_t)n * sizeof *x);
    for (int h = 0; h < n_held && multiplier; h++)
      multiplier[(long)k * n_held + h] = self->held_scale * column[n + h];
  }
  memory_free(e);
  return status;
}
