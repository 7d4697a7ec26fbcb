#include "engines/response/response_stability.h"

#include <math.h>
#include <stdlib.h>

#include "base/threads.h"
#include "engines/response/floquet.h"
#include "engines/response/response_motion.h"
#include "machines/backend.h"

// Equal steps of a period: 16 to a wave of the highest harmonic, and enough for the chords of contact forces.
enum { LEAST_STEPS = 1024, STEPS_PER_HARMONIC = 32 };

typedef struct finder {
  const engine_layout *layout;
  const kernel_batch *host;
  long *first; // [n], of each trajectory's points among all
  int *stable, *kind;
  double *multiplier;
} finder;

static chatter_status find_point(const finder *self, const response_column *column, int point,
                                 response_motion *motion, double complex *value, long to) {
  const int harmonics = motion->orbit.harmonics;
  const int steps =
      STEPS_PER_HARMONIC * harmonics > LEAST_STEPS ? STEPS_PER_HARMONIC * harmonics : LEAST_STEPS;
  response_motion_point(column, point, motion);
  TRY(floquet_multipliers(&motion->system, &motion->orbit, steps, value));
  self->kind[to] = (int)floquet_classify(floquet_size(&motion->system), value, &self->multiplier[to]);
  self->stable[to] = self->kind[to] == FLOQUET_STABLE ? POINT_STABLE : POINT_UNSTABLE;
  return CHATTER_OK;
}

// A point whose contacts change state more often than there is room for, or whose forces do not follow from
// displacements, is one of unknown stability.
static chatter_status find_all(const finder *self, long i, arena *memory) {
  const response_column column = response_column_of(self->layout, self->host, i);
  response_motion motion;
  TRY(response_motion_create(self->layout, memory, &motion));
  response_motion_trajectory(&column, &motion);
  if (!floquet_applies(&motion.system)) return CHATTER_OK;
  double complex *value = arena_allocate(memory, ((size_t)floquet_size(&motion.system) + 1) * sizeof *value);
  if (!value) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int k = 0; k < column.n_points; k++) {
    if (response_number(&column, k, RECORD_STAGE) == STAGE_DNNM) continue;
    const int before = error_count();
    const chatter_status status = find_point(self, &column, k, &motion, value, self->first[i] + k);
    if (status != CHATTER_OK && status != CHATTER_BAD_MODEL) return status;
    error_keep(before);
  }
  return CHATTER_OK;
}

static chatter_status find_trajectory(void *context, int thread, long i) {
  (void)thread;
  arena *memory = arena_create();
  if (!memory) return CHATTER_DEVICE;
  const chatter_status status = find_all(context, i, memory);
  arena_destroy(memory);
  return status;
}

chatter_status response_find_stability(const engine_layout *layout, const study *config, long n,
                                       const kernel_batch *host, int *stable, double *multiplier, int *kind) {
  const int wanted = response_of(config)->stability;
  finder self = {.layout = layout, .host = host, .stable = stable, .multiplier = multiplier, .kind = kind};
  long total = 0;
  self.first = malloc(((size_t)n + 1) * sizeof *self.first);
  if (!self.first) return error_raise(CHATTER_DEVICE, "out of memory");
  for (long i = 0; i < n; i++) {
    const response_column column = response_column_of(layout, host, i);
    self.first[i] = total;
    for (int k = 0; k < column.n_points; k++, total++) {
      const double known = response_number(&column, k, RECORD_STABLE);
      stable[total] = wanted == STABILITY_NO || known < 0 ? POINT_UNKNOWN : (int)known;
      if (wanted != STABILITY_FLOQUET) continue;
      multiplier[total] = NAN;
      kind[total] = N_FLOQUET;
    }
  }
  chatter_status status = CHATTER_OK;
  if (wanted == STABILITY_FLOQUET) status = threads_for(backend_cpu_threads(), n, find_trajectory, &self);
  free(self.first);
  return status;
}
