#include "plot/spread/ensemble_statistics.h"

chatter_status ensemble_statistics(const figure *self, const statistics_wanted *wanted,
                                   const result_variable *y, size_t n_counts, const size_t *counts,
                                   output_statistics *out) {
  const double *value = figure_values(self, y);
  unsigned char *is_ok = arena_allocate(self->memory, self->n + 1);
  if (!value || !is_ok) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (self->n == 0 || self->n % wanted->group != 0)
    return error_raise(CHATTER_IO,
                       "%zu trajectories are no whole groups of %zu: shards are put together first", self->n,
                       wanted->group);
  for (size_t i = 0; i < self->n; i++) is_ok[i] = (unsigned char)figure_trajectory_is_ok(self, i);
  return output_statistics_after(wanted, y, self->n, value, is_ok, n_counts, counts, self->memory, out);
}
