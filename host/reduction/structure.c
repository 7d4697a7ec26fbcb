#include "reduction/structure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reduction/dense.h"

enum {
  DENSE_ALWAYS = 300, // equations up to which all modes are computed at once
  DENSE_MOST = 4000,  // and beyond which that is refused
  EXTRA_MODES = 4,    // computed beyond those asked for: a cluster at the end is then complete
  MOST_RIGID = STRUCTURE_RIGID
};

double direction_dot(const direction *d, const double *q) {
  double sum = 0;
  for (int i = 0; i < d->n; i++) sum += d->weight[i] * q[d->equation[i]];
  return sum;
}

void direction_add(const direction *d, double factor, double *q) {
  for (int i = 0; i < d->n; i++) q[d->equation[i]] += factor * d->weight[i];
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

void structure_stiffness(const structure *self, const double *x, double *y) {
  sparse_multiply(self->stiffness, x, y);
  for (int b = 0; b < self->n_added; b++)
    direction_add(&self->added_at[b], self->added * direction_dot(&self->added_at[b], x), y);
}

// The saddle matrix of K + shift M (+ added), the coordinates in `fixed` cut out.
static chatter_status assemble(const structure *self, double shift, int n_fixed, const int *fixed,
                               ldl_matrix *a) {
  const sparse *k = self->stiffness, *m = self->mass;
  long entries =
      k->n_entries + (shift != 0 ? m->n_entries : 0) + n_fixed + 6L * self->n_held + 36L * self->n_added;
  TRY(ldl_matrix_create(self->n + self->n_held, entries, a));
  char *cut;
  ALLOCATE(cut, self->n);
  for (int f = 0; f < n_fixed; f++) cut[fixed[f]] = 1;
  for (int part = 0; part < (shift != 0 ? 2 : 1); part++) {
    const sparse *s = part ? m : k;
    for (int i = 0; i < s->n; i++)
      for (long e = s->row[i]; e < s->row[i + 1]; e++)
        if (!cut[i] && !cut[s->column[e]])
          ldl_matrix_add(a, i, s->column[e], part ? shift * s->value[e] : s->value[e]);
  }
  for (int b = 0; b < self->n_added; b++)
    for (int i = 0; i < self->added_at[b].n; i++)
      for (int j = 0; j < self->added_at[b].n; j++) {
        const direction *d = &self->added_at[b];
        if (d->equation[i] <= d->equation[j] && !cut[d->equation[i]] && !cut[d->equation[j]])
          ldl_matrix_add(a, d->equation[i], d->equation[j], self->added * d->weight[i] * d->weight[j]);
      }
  for (int f = 0; f < n_fixed; f++) ldl_matrix_add(a, fixed[f], fixed[f], self->held_scale);
  for (int b = 0; b < self->n_held; b++)
    for (int i = 0; i < self->held[b].n; i++)
      if (!cut[self->held[b].equation[i]])
        ldl_matrix_add(a, self->held[b].equation[i], self->n + b, self->held_scale * self->held[b].weight[i]);
  memory_free(cut);
  return CHATTER_OK;
}

static chatter_status factorise(const structure *self, double shift, int detect_null, int n_fixed,
                                const int *fixed, ldl **out) {
  ldl_matrix a;
  chatter_status status = assemble(self, shift, n_fixed, fixed, &a);
  if (status == CHATTER_OK)
    status = ldl_create(&a, detect_null,
                        self->n_held ? "the stiffness with the boundary held" : "the stiffness", out);
  ldl_matrix_destroy(&a);
  return status;
}

// One coordinate per rigid-body mode to be fixed: greedily the largest row of what is left of R.
static chatter_status choose_fixed(const structure *self, int *fixed) {
  int n = self->n, r = self->n_rigid;
  double *rest;
  ALLOCATE(rest, (long)n * r);
  memcpy(rest, self->modes, (size_t)n * (size_t)r * sizeof *rest);
  for (int f = 0; f < r; f++) {
    int best = 0;
    double largest = -1;
    for (int i = 0; i < n; i++) {
      double size = 0;
      for (int k = 0; k < r; k++) size += rest[(long)k * n + i] * rest[(long)k * n + i];
      if (size > largest) largest = size, best = i;
    }
    fixed[f] = best;
    double row[MOST_RIGID];
    for (int k = 0; k < r; k++) row[k] = rest[(long)k * n + best];
    for (int i = 0; i < n && largest > 0; i++) {
      double along = 0;
      for (int k = 0; k < r; k++) along += rest[(long)k * n + i] * row[k];
      for (int k = 0; k < r; k++) rest[(long)k * n + i] -= along / largest * row[k];
    }
  }
  memory_free(rest);
  return CHATTER_OK;
}

static chatter_status check_definite(const structure *self, int count, const double *lambda) {
  int negative = 0;
  for (int k = 0; k < count; k++) negative += lambda[k] < -1e-10 * self->scale;
  if (negative)
    return error_raise(CHATTER_BAD_MODEL,
                       "the stiffness is indefinite: %d negative eigenvalues, the lowest %.3g (rad/s)²",
                       negative, lambda[0]);
  return CHATTER_OK;
}

// Keeps the first n_modes of the computed eigenpairs and counts the rigid-body modes.
static chatter_status keep(structure *self, int n_modes, int count, const double *lambda,
                           const double *vectors) {
  TRY(check_definite(self, count, lambda));
  self->n_rigid = dense_count_rigid(count, lambda, self->scale);
  if (self->n_rigid > MOST_RIGID)
    return error_raise(CHATTER_BAD_MODEL, "%d rigid-body modes or mechanisms; allowed: at most %d",
                       self->n_rigid, MOST_RIGID);
  self->n_modes = n_modes < self->n_rigid ? self->n_rigid : n_modes;
  if (self->n_modes > count) self->n_modes = count;
  DENSE(self->lambda, self->memory, self->n_modes, 1);
  DENSE(self->modes, self->memory, self->n_modes, self->n);
  for (int k = self->n_rigid; k < self->n_modes; k++) self->lambda[k] = lambda[k];
  memcpy(self->modes, vectors, (size_t)self->n_modes * (size_t)self->n * sizeof *vectors);
  return CHATTER_OK;
}

static chatter_status create_dense(structure *self, int n_modes) {
  int count;
  double *lambda = NULL, *vectors = NULL;
  chatter_status status = eigen_dense(self, &count, &lambda, &vectors);
  if (status == CHATTER_OK) status = keep(self, n_modes, count, lambda, vectors);
  memory_free(lambda);
  memory_free(vectors);
  return status;
}

// Modes by Lanczos about -shift. The factor stays in self->factor where it is that of K itself.
static chatter_status create_lanczos(structure *self, int n_modes, double shift) {
  chatter_status status;
  int count = n_modes + EXTRA_MODES, most = (self->n - self->n_held) / 2;
  if (count > most) count = most;
  double *lambda = NULL, *vectors = NULL;
  ALLOCATE(lambda, count);
  vectors = memory_array((size_t)count * (size_t)self->n, sizeof *vectors, __FILE__, __LINE__);
  status = vectors ? eigen_lanczos(self, self->factor, shift, count, lambda, vectors) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = keep(self, n_modes, count, lambda, vectors);
  memory_free(lambda);
  memory_free(vectors);
  return status;
}

static void drop_factor(structure *self) {
  ldl_destroy(self->factor);
  self->factor = NULL;
}

// K itself when it is definite; where it is not, modes from K + shift M, and K with fixed coordinates for the
// static solutions.
static chatter_status create_sparse(structure *self, int n_modes) {
  TRY(factorise(self, 0, 1, 0, NULL, &self->factor));
  int suspect = ldl_null(self->factor) > 0 || ldl_negative(self->factor) != self->n_held;
  if (!suspect) {
    TRY(create_lanczos(self, n_modes, 0));
    if (self->n_rigid == 0) return CHATTER_OK;
  }
  drop_factor(self);
  double shift = 1e-7 * self->scale;
  TRY(factorise(self, shift, 0, 0, NULL, &self->factor));
  if (ldl_negative(self->factor) != self->n_held)
    return error_raise(CHATTER_BAD_MODEL,
                       "the stiffness is indefinite or the contact directions depend on each other "
                       "(%d negative pivots, %d expected)",
                       ldl_negative(self->factor), self->n_held);
  TRY(create_lanczos(self, n_modes, shift));
  drop_factor(self);
  return CHATTER_OK;
}

static chatter_status create_factor(structure *self) {
  if (self->factor) return CHATTER_OK;
  TRY(choose_fixed(self, self->fixed));
  TRY(factorise(self, 0, 0, self->n_rigid, self->fixed, &self->factor));
  if (ldl_negative(self->factor) != self->n_held)
    return error_raise(CHATTER_BAD_MODEL, "the contact directions depend on each other or on the supports");
  return CHATTER_OK;
}

static void find_scales(structure *self) {
  double stiffest = 0;
  for (int i = 0; i < self->n; i++) {
    double k = sparse_diagonal(self->stiffness, i), m = sparse_diagonal(self->mass, i);
    if (k > stiffest) stiffest = k;
    if (m > 0 && k / m > self->scale) self->scale = k / m;
  }
  if (self->added > stiffest) stiffest = self->added;
  self->held_scale = stiffest > 0 ? stiffest : 1;
  if (!(self->scale > 0)) self->scale = 1;
}

static chatter_status create(structure *self, int n_modes) {
  int free_coordinates = self->n - self->n_held;
  if (n_modes > free_coordinates)
    return error_raise(CHATTER_BAD_STUDY, "reduction.modes is %d; allowed: at most %d (%d equations%s)",
                       n_modes, free_coordinates, self->n,
                       self->n_held ? " less the boundary coordinates" : "");
  find_scales(self);
  int all = n_modes < 0;
  if (all) n_modes = free_coordinates;
  if (self->n <= DENSE_ALWAYS || n_modes + EXTRA_MODES > free_coordinates / 4) {
    if (self->n > DENSE_MOST)
      return error_raise(
          CHATTER_BAD_STUDY,
          "reduction.modes is %s of a model of %d equations; allowed: at most a quarter of them%s",
          all ? "all" : "most", self->n, all ? " (give a number)" : "");
    TRY(create_dense(self, n_modes));
  } else {
    TRY(create_sparse(self, n_modes));
  }
  return create_factor(self);
}

chatter_status structure_create(structure *self, int n_modes) {
  self->n = self->stiffness->n;
  self->factor = NULL;
  self->n_rigid = self->n_modes = 0;
  self->scale = 0;
  self->memory = arena_create();
  if (!self->memory) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  chatter_status status = create(self, n_modes);
  if (status != CHATTER_OK) structure_destroy(self);
  return status;
}

void structure_destroy(structure *self) {
  drop_factor(self);
  arena_destroy(self->memory);
  self->memory = NULL;
}

// x -= (M R) Rᵀ x (a load made orthogonal to the rigid-body modes) or x -= R (M R)ᵀ x (a displacement).
static void relieve(const structure *self, const double *mass_rigid, int load, double *x) {
  for (int r = 0; r < self->n_rigid; r++) {
    const double *rigid = self->modes + (long)r * self->n, *weighted = mass_rigid + (long)r * self->n;
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
  double *e, *mass_rigid;
  ALLOCATE(e, (long)count * size);
  ALLOCATE(mass_rigid, (long)self->n_rigid * n);
  for (int r = 0; r < self->n_rigid; r++)
    sparse_multiply(self->mass, self->modes + (long)r * n, mass_rigid + (long)r * n);
  for (int k = 0; k < count; k++) {
    double *column = e + (long)k * size;
    memcpy(column, x + (long)k * n, (size_t)n * sizeof *x);
    relieve(self, mass_rigid, 1, column);
    for (int h = 0; h < n_held && imposed; h++)
      column[n + h] = self->held_scale * imposed[(long)k * n_held + h];
  }
  chatter_status status = solve_extended(self, count, e);
  for (int k = 0; k < count && status == CHATTER_OK; k++) {
    double *column = e + (long)k * size;
    relieve(self, mass_rigid, 0, column);
    memcpy(x + (long)k * n, column, (size_t)n * sizeof *x);
    for (int h = 0; h < n_held && multiplier; h++)
      multiplier[(long)k * n_held + h] = self->held_scale * column[n + h];
  }
  memory_free(e);
  memory_free(mass_rigid);
  return status;
}
