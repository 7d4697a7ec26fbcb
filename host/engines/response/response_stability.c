#include "engines/response/response_stability.h"

#include <math.h>
#include <stdlib.h>

#include "base/threads.h"
#include "engines/response/floquet.h"
#include "engines/response/response_motion.h"

// Equal steps of a period: 32 to a wave of the highest harmonic, and enough for the chords of contact forces.
enum { LEAST_STEPS = 1024, STEPS_PER_HARMONIC = 32 };

typedef struct finder {
  const engine_layout *layout;
  const kernel_batch *host;
  long n, *first; // [n + 1], of each trajectory's points among all
  int *stable, *kind;
  double *multiplier;
} finder;

// A motion whose contacts change state more often than there is room for, or whose forces do not follow from
// displacements, is one of unknown stability.
static chatter_status find_multipliers(const finder *self, response_motion *motion, arena *memory, long to) {
  const int n = floquet_size(&motion->system), wanted = STEPS_PER_HARMONIC * motion->orbit.harmonics;
  const int before = error_count();
  double complex *value = arena_allocate(memory, ((size_t)n + 1) * sizeof *value);
  if (!value) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = floquet_multipliers(&motion->system, &motion->orbit,
                                                    wanted > LEAST_STEPS ? wanted : LEAST_STEPS, value);
  if (status == CHATTER_BAD_MODEL) {
    error_keep(before);
    return CHATTER_OK;
  }
  TRY(status);
  self->kind[to] = (int)floquet_classify(n, value, &self->multiplier[to]);
  self->stable[to] = self->kind[to] == FLOQUET_STABLE ? POINT_STABLE : POINT_UNSTABLE;
  return CHATTER_OK;
}

static chatter_status find_point(const finder *self, const response_column *column, int point, arena *memory,
                                 long to) {
  response_motion motion;
  TRY(response_motion_create(self->layout, memory, &motion));
  response_motion_trajectory(column, &motion);
  if (!floquet_applies(&motion.system)) return CHATTER_OK;
  response_motion_point(column, point, &motion);
  return find_multipliers(self, &motion, memory, to);
}

// Piece `at` of all points of all trajectories.
static chatter_status find_piece(void *context, int thread, long at) {
  const finder *self = context;
  long low = 0, high = self->n; // first[low] <= at < first[high]
  (void)thread;
  while (high - low > 1) {
    const long middle = (low + high) / 2;
    *(self->first[middle] <= at ? &low : &high) = middle;
  }
  const response_column column = response_column_of(self->layout, self->host, low);
  const int point = (int)(at - self->first[low]);
  if (response_number(&column, point, RECORD_STAGE) == STAGE_DNNM) return CHATTER_OK;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find_point(self, &column, point, memory, at);
  arena_destroy(memory);
  return status;
}

chatter_status response_find_stability(const engine_layout *layout, const study *config, long n,
                                       const kernel_batch *host, int *stable, double *multiplier, int *kind) {
  const int wanted = response_of(config)->stability;
  finder self = {
      .layout = layout, .host = host, .n = n, .stable = stable, .multiplier = multiplier, .kind = kind};
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
  self.first[n] = total;
  chatter_status status = CHATTER_OK;
  if (wanted == STABILITY_FLOQUET) status = threads_for(response_threads(layout), total, find_piece, &self);
  free(self.first);
  return status;
}
