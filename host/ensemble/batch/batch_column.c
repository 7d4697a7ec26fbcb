// Writes and reads the bytes of a column.
#include "ensemble/batch/batch_column.h"

#include <string.h>

typedef struct extent { // numbers of each kind, in this order
  size_t state, windows, series;
} extent;

static int is_zero(double x) {
  static const double zero = 0;
  return memcmp(&x, &zero, sizeof x) == 0; // bitwise: -0 is not zero
}

static double *series_of(const batch_job *self, long i) {
  const double row = engine_parameter(&self->host, PARAMETER_SERIES_ROW, i);
  const long values = self->group->layout.series_values;
  return values > 0 && row >= 0 ? self->host.series + (long)row * values : NULL;
}

static extent extent_of(const batch_job *self, long i) {
  const engine_layout *l = &self->group->layout;
  const double *series = series_of(self, i), *windows = self->host.windows + i;
  long rows = batch_job_rows(self, i), values = series ? l->series_values : 0;
  while (rows > 0 && is_zero(windows[(rows - 1) * self->host.stride])) rows--;
  while (values > 0 && is_zero(series[values - 1])) values--;
  return (extent){(size_t)l->n_state, (size_t)rows, (size_t)values};
}

static size_t bytes_of(const extent *of) {
  return sizeof *of + sizeof(double) * (of->state + of->windows + of->series);
}

size_t batch_column_bytes(const batch_job *self, long i) {
  const extent of = extent_of(self, i);
  return bytes_of(&of);
}

void batch_column_write(const batch_job *self, long i, unsigned char *to) {
  const extent of = extent_of(self, i);
  const kernel_batch *host = &self->host;
  double *value = (double *)(void *)(to + sizeof of);
  memcpy(to, &of, sizeof of);
  for (size_t r = 0; r < of.state; r++) *value++ = host->state[(long)r * host->stride + i];
  for (size_t r = 0; r < of.windows; r++) *value++ = host->windows[(long)r * host->stride + i];
  if (of.series > 0) memcpy(value, series_of(self, i), sizeof *value * of.series);
}

int batch_column_read(batch_job *self, long i, size_t bytes, const unsigned char *from) {
  const engine_layout *l = &self->group->layout;
  const kernel_batch *host = &self->host;
  const double *value = (const double *)(const void *)(from + sizeof(extent));
  double *series = series_of(self, i);
  extent of;
  if (bytes < sizeof of) return 0;
  memcpy(&of, from, sizeof of);
  if (of.state != (size_t)l->n_state || of.windows > (size_t)l->n_window_rows ||
      of.series > (series ? (size_t)l->series_values : 0) || bytes_of(&of) != bytes)
    return 0;
  for (size_t r = 0; r < of.state; r++) host->state[(long)r * host->stride + i] = *value++;
  for (size_t r = 0; r < of.windows; r++) host->windows[(long)r * host->stride + i] = *value++;
  if (of.series > 0) memcpy(series, value, sizeof *value * of.series);
  return 1;
}
