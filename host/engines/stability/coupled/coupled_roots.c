#include "engines/stability/coupled/coupled_roots.h"

#include <math.h>
#include <stdlib.h>

#include "engines/stability/coupled/coupled_count.h"
#include "engines/stability/coupled/coupled_primal.h"
#include "base/memory.h"
#include "engines/stability/coupled/coupled.h"

enum { MOST_PASSES = 200, SPARE = 2, MOST_OUTSIDE = 16 };

typedef struct pole {
  double complex at;
  int mode;
} pole;

typedef struct strip {
  const coupled_system *system;
  double low, high;
  int n, n_inside;  // poles above the real axis, sorted by Im; number of them below `high`
  int first;        // first pole above `low`
  pole *poles;      // [n]
  double size;      // magnitude of the poles inside
  int n_low, *mode; // modes without poles above `high`
  int n_roots, n_done, n_outside, n_starts;
  double complex *root; // [n_roots], then roots found outside the strip
  double *step;         // [n_roots], size of the last step; 0: converged
} strip;

static int by_height(const void *a, const void *b) {
  const double x = cimag(((const pole *)a)->at), y = cimag(((const pole *)b)->at);
  return (x > y) - (x < y);
}
static int roots_by_height(const void *a, const void *b) {
  const double x = cimag(*(const double complex *)a), y = cimag(*(const double complex *)b);
  return (x > y) - (x < y);
}

static double complex reciprocal(double complex s) {
  const double square = creal(s) * creal(s) + cimag(s) * cimag(s);
  return CMPLX(creal(s) / square, -cimag(s) / square);
}

static int nearest(const strip *self, double complex s) {
  int best = -1;
  double least = INFINITY;
  for (int p = 0; p < self->n; p++) {
    const double x = creal(s - self->poles[p].at), y = cimag(s - self->poles[p].at);
    if (x * x + y * y < least) least = x * x + y * y, best = p;
  }
  return best;
}

// Starts between neighbouring poles, where the roots of bodies without friction and damping lie;
// slightly aside, so that pairs can separate.
static void start(strip *self) {
  const double top = fmin(self->high, 2 * self->size);
  for (int i = 0; i < self->n_roots; i++) {
    const int above = self->first + i;
    const double complex a = above > self->first ? self->poles[above - 1].at : CMPLX(0, self->low);
    const double complex b = above < self->n_inside ? self->poles[above].at : CMPLX(creal(a), top);
    const double aside = (i % 2 ? 0.02 : -0.02) * cimag(b - a);
    self->root[i] = (a + b) / 2 + aside;
    self->step[i] = INFINITY;
  }
  self->n_done = self->n_outside = self->n_starts = 0;
}

// Restarts root i elsewhere in the strip, each time in another place (multiples of the golden
// section).
static void start_anew(strip *self, int i) {
  const double part = fmod(0.618033988749895 * ++self->n_starts, 1);
  const double height = self->low + part * (fmin(self->high, self->size) - self->low);
  self->root[i] = CMPLX(self->n_starts % 2 ? 0.1 * height : -0.1 * height, height);
  self->step[i] = INFINITY;
}

// Returns the logarithmic derivative at root i after multiplication by the poles up to the height
// of the strip and division by the other roots, also those below the real axis; 0 if it is
// infinite: at a root.
static double complex log_slope(const strip *self, int i) {
  const coupled_system *system = self->system;
  const double complex z = self->root[i];
  const pole *near = &self->poles[nearest(self, z)];
  const coupled_value f = coupled_determinant(system, z, near->mode);
  if (f.value == 0) return 0;
  double complex slope = f.slope / f.value + reciprocal(z - conj(near->at));
  for (int k = 0; k < self->n_low; k++) {
    const int mode = self->mode[k];
    if (mode == near->mode) continue;
    const double c = system->damping[mode];
    slope += (2 * z + c) * reciprocal(z * (z + c) + system->omega2[mode]);
  }
  if (cimag(near->at) >= self->high) slope -= reciprocal(z - near->at) + reciprocal(z - conj(near->at));
  for (int j = 0; j < self->n_roots + self->n_outside; j++)
    slope -= reciprocal(z - conj(self->root[j])) + (j != i ? reciprocal(z - self->root[j]) : 0);
  return slope;
}

static void iterate_root(strip *self, int i) {
  const double complex z = self->root[i];
  if (!(cimag(z) > self->low && cimag(z) < self->high) && self->n_outside < MOST_OUTSIDE) {
    self->root[self->n_roots + self->n_outside++] = z;
    start_anew(self, i);
    return;
  }
  self->step[i] = 0, self->n_done++;
}

// Takes one step of root i, which ends at rounding level when steps no longer shrink.
static void advance(strip *self, int i) {
  const double complex slope = log_slope(self, i);
  if (slope == 0) {
    iterate_root(self, i);
    return;
  }
  double complex step = reciprocal(slope);
  const double size = cabs(step), at = cabs(self->root[i]);
  if (size > 0.5 * at) step *= 0.5 * at / size;
  self->root[i] -= step;
  if (!(cabs(self->root[i]) < 3 * self->size && cimag(self->root[i]) > self->low / 2))
    start_anew(self, i);
  else if (size <= 1e-15 * at || (size <= 1e-9 * at && size >= 0.5 * self->step[i]))
    iterate_root(self, i);
  else
    self->step[i] = size;
}

static int iterate(strip *self) {
  start(self);
  for (int pass = 1; pass <= MOST_PASSES; pass++) {
    for (int i = 0; i < self->n_roots; i++)
      if (self->step[i] != 0) advance(self, i);
    if (self->n_done == self->n_roots) return pass;
  }
  return 0;
}

// Returns 1 if the distinct roots are as many as were counted.
static int proved(const strip *self) {
  for (int i = 0; i < self->n_roots; i++) {
    const double height = cimag(self->root[i]);
    if (!(height > self->low && height < self->high) || !isfinite(creal(self->root[i]))) return 0;
    for (int j = 0; j < i; j++)
      if (cabs(self->root[i] - self->root[j]) <= 1e-10 * cabs(self->root[i])) return 0;
  }
  return 1;
}

// Finds a strip that ends between two poles and contains `wanted` roots, or all; 0: no count
// succeeded.
static chatter_status find_strip(strip *self, int wanted, int *found) {
  self->first = 0;
  while (self->first < self->n && cimag(self->poles[self->first].at) <= self->low) self->first++;
  for (int more = wanted + SPARE;; more++) {
    self->n_inside = self->first + more;
    if (self->n_inside >= self->n) {
      self->n_inside = self->n;
      self->high = 1e3 * (self->low + cimag(self->poles[self->n - 1].at));
    } else {
      const pole *at = &self->poles[self->n_inside];
      self->high = cimag(at[-1].at) + 0.5 * (cimag(at->at) - cimag(at[-1].at));
    }
    self->size = 0;
    for (int p = self->first; p < self->n_inside; p++) self->size = fmax(self->size, cabs(self->poles[p].at));
    self->n_low = 0;
    for (int k = 0; k < self->system->n; k++)
      if (cimag(coupled_pole(self->system, k)) < self->high) self->mode[self->n_low++] = k;
    TRY(coupled_count(self->system, self->low, self->high, &self->n_roots));
    const int all = self->n_inside == self->n, most = self->n_inside - self->first + 1;
    *found = self->n_roots >= (all ? 0 : wanted) && self->n_roots <= most;
    if (*found || all) return CHATTER_OK;
  }
}

static chatter_status solve_dense(const coupled_system *self, int wanted, double low, coupled_roots *out) {
  const int n = 2 * (self->n - 1);
  double complex *all;
  ALLOCATE(all, n + 1);
  const chatter_status status = coupled_eigenvalues_dense(self, all);
  int kept = 0;
  for (int i = 0; status == CHATTER_OK && i < n; i++)
    if (cimag(all[i]) > low) all[kept++] = all[i];
  qsort(all, (size_t)kept, sizeof *all, roots_by_height);
  out->n = kept < wanted ? kept : wanted;
  out->by_lapack = 1;
  for (int i = 0; i < out->n; i++) out->value[i] = all[i];
  memory_free(all);
  return status;
}

// Solves a strip. *found: 0 if the count or the iteration failed.
static chatter_status solve_strip(strip *self, int wanted, coupled_roots *out, int *found) {
  *found = 0;
  if (self->n > 0) TRY(find_strip(self, wanted, found));
  out->passes = *found ? iterate(self) : 0;
  *found = out->passes > 0 && proved(self);
  if (!*found) return CHATTER_OK;
  qsort(self->root, (size_t)self->n_roots, sizeof *self->root, roots_by_height);
  out->n = self->n_roots < wanted ? self->n_roots : wanted;
  for (int i = 0; i < out->n; i++) out->value[i] = self->root[i];
  return CHATTER_OK;
}

static chatter_status solve(strip *self, arena *memory, int wanted, coupled_roots *out, int *found) {
  const coupled_system *system = self->system;
  const size_t n = (size_t)system->n + 2 + MOST_OUTSIDE;
  self->poles = arena_allocate(memory, n * sizeof *self->poles);
  self->mode = arena_allocate(memory, n * sizeof *self->mode);
  self->root = arena_allocate(memory, n * sizeof *self->root);
  self->step = arena_allocate(memory, n * sizeof *self->step);
  if (!self->poles || !self->mode || !self->root || !self->step) return CHATTER_DEVICE;
  for (int k = 0; k < system->n; k++) {
    const double complex p = coupled_pole(system, k);
    if (cimag(p) > 0) self->poles[self->n++] = (pole){p, k};
  }
  qsort(self->poles, (size_t)self->n, sizeof *self->poles, by_height);
  return solve_strip(self, wanted, out, found);
}

chatter_status coupled_eigenvalues(const coupled_system *self, int wanted, double low, coupled_roots *out) {
  strip at = {.system = self, .low = low};
  int found;
  arena *memory = arena_create();
  if (!memory) return CHATTER_DEVICE;
  out->by_lapack = 0;
  const chatter_status status = solve(&at, memory, wanted, out, &found);
  arena_destroy(memory);
  TRY(status);
  return found ? CHATTER_OK : solve_dense(self, wanted, low, out);
}
