// Computes modes and factors of a structure.
#include "reduction/algebra/structure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/eigen.h"
#include "reduction/algebra/eigen_dense.h"

enum {
  DENSE_MOST = 4000,     // equations beyond which the computation of all modes is refused
  STURM_BESIDE = 150000, // equations up to which two factors are kept at once
  EXTRA_MODES = 4,       // computed beyond those asked for, to complete a cluster at the end
  MOST_RIGID = STRUCTURE_MAX_RIGID
};

// Assembles the saddle matrix of K + shift M (with added stiffness), without the coordinates in
// `fixed`.
static chatter_status assemble_saddle_matrix(const structure *self, double shift, int n_fixed,
                                             const int *fixed, ldl_matrix *a) {
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

static chatter_status factorise_saddle_matrix(const structure *self, double shift, int detect_null,
                                              int n_fixed, const int *fixed, ldl **out) {
  ldl_matrix a;
  chatter_status status = assemble_saddle_matrix(self, shift, n_fixed, fixed, &a);
  if (status == CHATTER_OK)
    status = ldl_create(&a, detect_null,
                        self->n_held ? "the stiffness with the boundary held" : "the stiffness", out);
  ldl_matrix_destroy(&a);
  return status;
}

// Chooses one coordinate to fix for each rigid-body mode, by Gaussian elimination with the largest
// row of R.
static chatter_status choose_fixed_coordinates(const structure *self, int *fixed) {
  int n = self->n, r = self->n_rigid;
  double *rest;
  ALLOCATE(rest, (long)n * r);
  memcpy(rest, self->rigid, (size_t)n * (size_t)r * sizeof *rest);
  for (int f = 0; f < r; f++) {
    int best = 0;
    double largest = -1;
    for (int i = 0; i < n; i++) {
      double size = 0;
      for (int k = 0; k < r; k++) size += rest[(long)k * n + i] * rest[(long)k * n + i];
      if (size > largest) largest = size, best = i;
    }
    fixed[f] = best;
    double row[STRUCTURE_MAX_RIGID];
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

static chatter_status check_spectrum(const structure *self, int count, const double *lambda) {
  int negative = 0;
  for (int k = 0; k < count; k++) negative += lambda[k] < -1e-10 * self->scale;
  if (negative)
    return error_raise(CHATTER_BAD_MODEL,
                       "the stiffness is indefinite: %d negative eigenvalues, the lowest %.3g (rad/s)²",
                       negative, lambda[0]);
  return CHATTER_OK;
}

// Stores the first n_rigid vectors as rigid-body modes.
static chatter_status store_rigid_modes(structure *self, int n_rigid, const double *vectors) {
  long n = self->n;
  if (n_rigid > STRUCTURE_MAX_RIGID)
    return error_raise(CHATTER_BAD_MODEL, "%d rigid-body modes or mechanisms; allowed: at most %d", n_rigid,
                       STRUCTURE_MAX_RIGID);
  DENSE(self->rigid, self->memory, n_rigid, n);
  DENSE(self->mass_rigid, self->memory, n_rigid, n);
  memcpy(self->rigid, vectors, (size_t)n_rigid * (size_t)n * sizeof *vectors);
  for (int r = 0; r < n_rigid; r++)
    sparse_multiply(self->mass, self->rigid + r * n, self->mass_rigid + r * n);
  self->n_rigid = n_rigid;
  return CHATTER_OK;
}

// Stores the first n_elastic elastic pairs behind the rigid-body modes.
static chatter_status store_elastic_modes(structure *self, int n_elastic, const double *lambda,
                                          const double *vectors) {
  size_t n = (size_t)self->n, r = (size_t)self->n_rigid;
  self->n_modes = self->n_rigid + n_elastic;
  DENSE(self->lambda, self->memory, self->n_modes, 1);
  DENSE(self->modes, self->memory, self->n_modes, self->n);
  if (r > 0) memcpy(self->modes, self->rigid, r * n * sizeof *vectors);
  if (n_elastic == 0) return CHATTER_OK;
  memcpy(self->modes + r * n, vectors, (size_t)n_elastic * n * sizeof *vectors);
  memcpy(self->lambda + r, lambda, (size_t)n_elastic * sizeof *lambda);
  return CHATTER_OK;
}

static int at_least_zero(int n) {
  return n > 0 ? n : 0;
}

static chatter_status raise_too_many_modes(const structure *self, int n_modes, int most, const char *why) {
  if (most == 0 && self->n_held > 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: reduction.modes is %d, and the model of %d %s has none left with its contact nodes held: "
        "they are all of it that moves%s. Take reduction.method modal, which keeps its own modes, or, of a "
        "body that slides and cannot be reduced so, more elements",
        self->modes_place, n_modes, self->n, text_plural(self->n, "equation", "equations"), why);
  return error_raise(CHATTER_BAD_STUDY, "%s: reduction.modes is %d; allowed: at most %d (%d %s%s%s)",
                     self->modes_place, n_modes, most, self->n, text_plural(self->n, "equation", "equations"),
                     self->n_held ? " less the boundary coordinates" : "", why);
}

// Computes the lowest n_modes modes in dense arithmetic; n_modes < 0: all.
static chatter_status compute_dense_modes(structure *self, int n_modes) {
  int count, n_rigid = 0;
  double *lambda = NULL, *vectors = NULL;
  chatter_status status = eigen_dense(self, &count, &lambda, &vectors);
  if (status == CHATTER_OK && n_modes > count)
    status = raise_too_many_modes(self, n_modes, count, " less the motions without mass");
  if (n_modes < 0) n_modes = count;
  if (status == CHATTER_OK) status = check_spectrum(self, count, lambda);
  if (status == CHATTER_OK) {
    n_rigid = dense_count_rigid(count, lambda, self->scale);
    status = store_rigid_modes(self, n_rigid, vectors);
  }
  if (status == CHATTER_OK)
    status = store_elastic_modes(self, at_least_zero(n_modes - n_rigid), lambda + n_rigid,
                                 vectors + (long)n_rigid * self->n);
  memory_free(lambda);
  memory_free(vectors);
  return status;
}

static void destroy_factor(structure *self) {
  ldl_destroy(self->factor);
  self->factor = NULL;
}

// Checks by Sturm's theorem that no mode is missing: the negative pivots of K - σM, with σ in the
// widest gap beyond the wanted modes, count the modes below σ. *missed: the number that Lanczos did
// not find, which can happen for repeated frequencies.
static chatter_status check_modes_complete(structure *self, int wanted, int count, const double *lambda,
                                           int *missed) {
  int below = count, bulky = self->n > STURM_BESIDE;
  double widest = 1 + 1e-7, sigma = 0;
  for (int j = wanted > 0 ? wanted : 1; j < count; j++)
    if (lambda[j] > widest * lambda[j - 1]) {
      widest = lambda[j] / lambda[j - 1];
      sigma = sqrt(lambda[j] * lambda[j - 1]);
      below = j;
    }
  *missed = sigma > 0 ? 0 : 1; // all in one cluster: its end needs more modes
  if (sigma == 0) return CHATTER_OK;
  ldl *factor;
  if (bulky) destroy_factor(self);
  TRY(factorise_saddle_matrix(self, -sigma, 0, 0, NULL, &factor));
  *missed = ldl_count_negative(factor) - self->n_held - self->n_rigid - below;
  ldl_destroy(factor);
  return bulky ? factorise_saddle_matrix(self, 0, 0, self->n_rigid, self->fixed, &self->factor) : CHATTER_OK;
}

static chatter_status try_elastic_modes(structure *self, int wanted, int count, int *n_zero, int *missed) {
  double *lambda, *vectors;
  ALLOCATE(lambda, count);
  ALLOCATE(vectors, (long)count * self->n);
  chatter_status status = eigen_lanczos(self, 0, count, lambda, vectors);
  if (status == CHATTER_OK) status = check_spectrum(self, count, lambda);
  if (status == CHATTER_OK) *n_zero = dense_count_rigid(count, lambda, self->scale);
  if (status == CHATTER_OK && *n_zero == 0) {
    status = check_modes_complete(self, wanted, count, lambda, missed);
    if (status == CHATTER_OK && *missed == 0) status = store_elastic_modes(self, wanted, lambda, vectors);
  }
  memory_free(lambda);
  memory_free(vectors);
  return status;
}

// Computes the first `wanted` elastic modes by Lanczos with the factor for static solutions.
// *n_zero: the number of rigid-body modes found that were not known yet; if positive, nothing is
// kept.
static chatter_status compute_elastic_modes(structure *self, int wanted, int *n_zero) {
  int missed = 1, most = (self->n - self->n_held) / 2;
  *n_zero = 0;
  if (wanted == 0) return store_elastic_modes(self, 0, NULL, NULL);
  for (int extra = EXTRA_MODES; missed != 0 && *n_zero == 0 && extra < 20 * EXTRA_MODES; extra *= 4)
    TRY(try_elastic_modes(self, wanted, wanted + extra < most ? wanted + extra : most, n_zero, &missed));
  if (missed != 0 && *n_zero == 0)
    return error_raise(CHATTER_BAD_MODEL, "%d modes were not found below the last one; ask for more modes",
                       missed);
  return CHATTER_OK;
}

// Finds the rigid-body modes from K + shift M.
static chatter_status find_rigid_modes(structure *self) {
  double shift = 1e-7 * self->scale;
  TRY(factorise_saddle_matrix(self, shift, 0, 0, NULL, &self->factor));
  if (ldl_count_negative(self->factor) != self->n_held)
    return error_raise(CHATTER_BAD_MODEL,
                       "the stiffness is indefinite or the contact directions depend on each other "
                       "(%d negative pivots, %d expected)",
                       ldl_count_negative(self->factor), self->n_held);
  int n_rigid = 0, count = 0;
  double *lambda = NULL, *vectors = NULL;
  chatter_status status = CHATTER_OK;
  while (status == CHATTER_OK && count - n_rigid < 2 && n_rigid <= STRUCTURE_MAX_RIGID) {
    count = 2 * count + 8;
    memory_free(lambda);
    memory_free(vectors);
    lambda = memory_array((size_t)count, sizeof *lambda, __FILE__, __LINE__);
    vectors = memory_array((size_t)count * (size_t)self->n, sizeof *vectors, __FILE__, __LINE__);
    status = lambda && vectors ? eigen_lanczos(self, shift, count, lambda, vectors) : CHATTER_DEVICE;
    if (status == CHATTER_OK) n_rigid = dense_count_rigid(count, lambda, self->scale);
  }
  if (status == CHATTER_OK) status = store_rigid_modes(self, n_rigid, vectors);
  memory_free(lambda);
  memory_free(vectors);
  destroy_factor(self);
  return status;
}

// Factorises K for static solutions, with one coordinate fixed for each rigid-body mode.
static chatter_status create_factor(structure *self) {
  TRY(choose_fixed_coordinates(self, self->fixed));
  TRY(factorise_saddle_matrix(self, 0, 0, self->n_rigid, self->fixed, &self->factor));
  if (ldl_count_negative(self->factor) != self->n_held)
    return error_raise(CHATTER_BAD_MODEL,
                       "the stiffness is indefinite, or the contact directions depend on each "
                       "other or on the supports");
  return CHATTER_OK;
}

// Computes modes by Lanczos: with K itself if it is definite, else with its rigid-body modes
// separated.
static chatter_status compute_sparse_modes(structure *self, int n_modes) {
  int n_zero = 0;
  TRY(factorise_saddle_matrix(self, 0, 1, 0, NULL, &self->factor));
  if (ldl_count_null(self->factor) == 0 && ldl_count_negative(self->factor) == self->n_held) {
    TRY(compute_elastic_modes(self, n_modes, &n_zero));
    if (n_zero == 0) return CHATTER_OK;
  }
  destroy_factor(self);
  TRY(find_rigid_modes(self));
  TRY(create_factor(self));
  TRY(compute_elastic_modes(self, at_least_zero(n_modes - self->n_rigid), &n_zero));
  return n_zero == 0
             ? CHATTER_OK
             : error_raise(CHATTER_BAD_MODEL, "the stiffness is singular, its rigid-body modes are unclear");
}

static chatter_status find_scales(structure *self) {
  double stiffest = 0;
  for (int i = 0; i < self->n; i++) {
    double k = sparse_diagonal(self->stiffness, i), m = sparse_diagonal(self->mass, i);
    if (k > stiffest) stiffest = k;
    if (m > 0 && k / m > self->scale) self->scale = k / m;
    if (m < 0)
      return error_raise(CHATTER_BAD_MODEL,
                         "the mass matrix is indefinite: equation %d has %g kg on the diagonal", i + 1, m);
  }
  if (self->added > stiffest) stiffest = self->added;
  self->held_scale = stiffest > 0 ? stiffest : 1;
  if (!(self->scale > 0)) self->scale = 1;
  return CHATTER_OK;
}

static chatter_status compute_modes(structure *self, int n_modes) {
  int free_coordinates = self->n - self->n_held;
  if (n_modes > free_coordinates) return raise_too_many_modes(self, n_modes, free_coordinates, "");
  TRY(find_scales(self));
  int all = n_modes < 0;
  if (self->n <= STRUCTURE_DENSE_LIMIT || all || n_modes + EXTRA_MODES > free_coordinates / 4) {
    if (self->n > DENSE_MOST)
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: reduction.modes is %s of a model of %d equations; allowed: at most a quarter of them%s",
          self->modes_place, all ? "all" : "most", self->n, all ? " (give a number)" : "");
    TRY(compute_dense_modes(self, n_modes));
    return create_factor(self);
  }
  return compute_sparse_modes(self, n_modes);
}

chatter_status structure_create(structure *self, int n_modes) {
  self->n = self->stiffness->n;
  self->factor = NULL;
  self->n_rigid = self->n_modes = 0;
  self->scale = 0;
  self->memory = arena_create();
  if (!self->memory) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  chatter_status status = compute_modes(self, n_modes);
  if (status != CHATTER_OK) structure_destroy(self);
  return status;
}

void structure_destroy(structure *self) {
  destroy_factor(self);
  arena_destroy(self->memory);
  self->memory = NULL;
}
