// The affine-invariant ensemble sampler.
#include "inference/stretch.h"

#include <math.h>
#include <string.h>

#include "kernels/random.h"
#include "statistics/normal.h"

// Streams of random numbers in addition to those of kernels/random.h and of
// statistics/sobol_indices.c.
enum { STREAM_START = 40000, STREAM_PARTNER = 50000, STREAM_STRETCH, STREAM_ACCEPT };
static const double max_stretch = 2; // the stretch lies in [1 / max_stretch, max_stretch]

static double draw_uniform(const stretch_chain *self, int walker, unsigned stream) {
  return random_uniform(self->seed, (uint64_t)self->step * (uint64_t)self->walkers + (uint64_t)walker, stream,
                        0);
}

// Evaluates the densities of n rows z into `density`.
static chatter_status evaluate_densities(stretch_chain *self, const inference_target *target, int n,
                                         const double *z, double *density) {
  TRY(target->residuals(target->self, n, z, self->r, self->ok));
  for (int i = 0; i < n; i++) {
    double prior = 0;
    for (int k = 0; k < self->d; k++) prior -= 0.5 * z[i * self->d + k] * z[i * self->d + k];
    density[i] = self->ok[i] ? prior + target_likelihood(target, self->r + (long)i * target->m) : -INFINITY;
  }
  return CHATTER_OK;
}

chatter_status stretch_create(const inference_target *target, int walkers, long warmup, long steps,
                              uint64_t seed, arena *memory, stretch_chain *out) {
  const size_t d = (size_t)target->d, w = (size_t)walkers, n = (size_t)steps * w;
  *out = (stretch_chain){.d = target->d, .walkers = walkers, .seed = seed, .warmup = warmup, .room = steps};
  if (!(out->z = arena_allocate(memory, w * d * sizeof *out->z)) ||
      !(out->density = arena_allocate(memory, w * sizeof *out->density)) ||
      !(out->kept = arena_allocate(memory, n * d * sizeof *out->kept)) ||
      !(out->kept_density = arena_allocate(memory, n * sizeof *out->kept_density)) ||
      !(out->proposal = arena_allocate(memory, w * d * sizeof *out->proposal)) ||
      !(out->r = arena_allocate(memory, w * (size_t)target->m * sizeof *out->r)) ||
      !(out->stretch = arena_allocate(memory, 2 * w * sizeof *out->stretch)) ||
      !(out->ok = arena_allocate(memory, w)))
    return error_raise(CHATTER_DEVICE, "out of memory for %ld steps of %d walkers", steps, walkers);
  return CHATTER_OK;
}

void stretch_place(stretch_chain *self, const double *centre, const double *factor) {
  const int d = self->d;
  for (int i = 0; i < self->walkers; i++) {
    double xi[d];
    for (int k = 0; k < d; k++)
      xi[k] = statistics_normal_quantile(
          random_uniform(self->seed, (unsigned long long)i, (unsigned)STREAM_START + (unsigned)k, 0));
    for (int k = 0; k < d; k++) {
      double sum = centre[k];
      for (int l = 0; l <= k; l++) sum += factor[k * d + l] * xi[l];
      self->z[i * d + k] = sum;
    }
  }
}

// Proposes moves of walkers first ... first + n - 1 along lines to the n others.
static void propose_moves(stretch_chain *self, int first, int n) {
  const int d = self->d, other = first ? 0 : n;
  for (int i = 0; i < n; i++) {
    const int partner = other + (int)(draw_uniform(self, first + i, STREAM_PARTNER) * n);
    const double u = 1 + (max_stretch - 1) * draw_uniform(self, first + i, STREAM_STRETCH),
                 stretch = u * u / max_stretch;
    const double *x = self->z + (first + i) * d, *from = self->z + partner * d;
    self->stretch[i] = stretch;
    for (int k = 0; k < d; k++) self->proposal[i * d + k] = from[k] + stretch * (x[k] - from[k]);
  }
}

static void accept_moves(stretch_chain *self, int first, int n, const double *density) {
  const int d = self->d;
  for (int i = 0; i < n; i++) {
    double *own = &self->density[first + i];
    const double ratio = (d - 1) * log(self->stretch[i]) + density[i] - *own;
    // A walker without an answer moves to any place with one.
    if (!(density[i] > -INFINITY && log(draw_uniform(self, first + i, STREAM_ACCEPT)) < ratio)) continue;
    memcpy(self->z + (first + i) * d, self->proposal + i * d, sizeof *self->z * (size_t)d);
    *own = density[i];
    self->accepted += self->step >= self->warmup;
  }
}

chatter_status stretch_step(stretch_chain *self, const inference_target *target) {
  const int n = self->walkers / 2;
  double *density = self->stretch + self->walkers;
  if (!self->is_known) TRY(evaluate_densities(self, target, self->walkers, self->z, self->density));
  self->is_known = 1;
  for (; self->half < 2; self->half++) {
    const int first = self->half * n;
    propose_moves(self, first, n);
    TRY(evaluate_densities(self, target, n, self->proposal, density));
    accept_moves(self, first, n, density);
  }
  self->half = 0;
  const long at = self->step++ - self->warmup;
  if (at < 0 || at >= self->room) return CHATTER_OK;
  memcpy(self->kept + at * self->walkers * self->d, self->z,
         sizeof *self->z * (size_t)self->walkers * (size_t)self->d);
  memcpy(self->kept_density + at * self->walkers, self->density,
         sizeof *self->density * (size_t)self->walkers);
  return CHATTER_OK;
}
