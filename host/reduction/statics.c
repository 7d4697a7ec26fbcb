// Static solutions of a structure, free or held, with its rigid-body modes set apart.
#include <math.h>
#include <string.h>

#include "reduction/structure.h"

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// x -= (M R) Rᵀ x (a load made orthogonal to the rigid-body modes) or x -= R (M R)ᵀ x (a displacement).
static void relieve(const structure *self, int load, double *x) {
  for (int r = 0; r < self->n_rigid; r++) {
    const double *rigid = self->rigid + (long)r * self->n, *weighted = self->mass_rigid + (long)r * self->n;
    double along = dot(self->n, load ? rigid : weighted, x);
    const double *from = load ? weighted : rigid;
    for (int i = 0; i < self->n; i++) x[i] -= along * from[i];
  }
}

// Residual b - K x - B μ and c - Bᵀ x of one extended vector; returns max |residual| / max |terms|.
static double residual(const structure *self, const double *b, const double *x, double *r, double *scratch) {
  int n = self->n, n_held = self->n_held;
  structure_stiffness(self, x, scratch);
  double largest = 0, size = 0;
  for (int i = 0; i < n; i++) r[i] = b[i] - scratch[i];
  for (int h = 0; h < n_held; h++) {
    direction_add(&self->held[h], -self->held_scale * x[n + h], r);
    r[n + h] = b[n + h] - self->held_scale * direction_dot(&self->held[h], x);
    size = fmax(size, self->held_scale * fabs(x[n + h]));
    size = fmax(size, fabs(b[n + h]));
  }
  for (int i = 0; i < n; i++) size = fmax(size, fmax(fabs(b[i]), fabs(scratch[i])));
  for (int i = 0; i < n + n_held; i++) largest = fmax(largest, fabs(r[i]));
  return size > 0 ? largest / size : 0;
}

// Self-equilibrated loads need no reaction at the coordinates that are fixed to factorise a free structure.
static void clear_fixed(const structure *self, int count, double *e) {
  for (int k = 0; k < count; k++)
    for (int f = 0; f < self->n_rigid; f++) e[(long)k * (self->n + self->n_held) + self->fixed[f]] = 0;
}

chatter_status structure_invert(const structure *self, int count, double *e) {
  int size = self->n + self->n_held;
  for (int k = 0; k < count; k++) relieve(self, 1, e + (long)k * size);
  clear_fixed(self, count, e);
  TRY(ldl_solve(self->factor, count, e));
  for (int k = 0; k < count; k++) relieve(self, 0, e + (long)k * size);
  return CHATTER_OK;
}

// Extended right-hand sides e [count][n + n_held] are replaced by solutions, refined once.
static chatter_status solve_extended(const structure *self, int count, double *e) {
  int size = self->n + self->n_held;
  double *b, *r, *scratch;
  size_t bytes = (size_t)count * (size_t)size * sizeof *e;
  ALLOCATE(b, (long)count * size);
  ALLOCATE(r, (long)count * size);
  ALLOCATE(scratch, self->n);
  memcpy(b, e, bytes);
  clear_fixed(self, count, e);
  chatter_status status = ldl_solve(self->factor, count, e);
  double worst = 0;
  for (int pass = 0; pass < 2 && status == CHATTER_OK; pass++) {
    worst = 0;
    for (int k = 0; k < count; k++) {
      long at = (long)k * size;
      worst = fmax(worst, residual(self, b + at, e + at, r + at, scratch));
    }
    if (pass == 1) break;
    clear_fixed(self, count, r);
    status = ldl_solve(self->factor, count, r);
    for (long i = 0; i < (long)count * size; i++) e[i] += r[i];
  }
  if (status == CHATTER_OK && !(worst <= 1e-9))
    status = error_raise(CHATTER_BAD_MODEL, "static solution inexact: relative residual %.1e; allowed: 1e-9",
                         worst);
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
    relieve(self, 1, column);
    for (int h = 0; h < n_held && imposed; h++)
      column[n + h] = self->held_scale * imposed[(long)k * n_held + h];
  }
  chatter_status status = solve_extended(self, count, e);
  for (int k = 0; k < count && status == CHATTER_OK; k++) {
    double *column = e + (long)k * size;
    relieve(self, 0, column);
    memcpy(x + (long)k * n, column, (size_t)n * sizeof *x);
    for (int h = 0; h < n_held && multiplier; h++)
      multiplier[(long)k * n_held + h] = self->held_scale * column[n + h];
  }
  memory_free(e);
  return status;
}
