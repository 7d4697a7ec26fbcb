// A batch of some of the columns of another, for their results.
#include <string.h>

#include "base/memory.h"
#include "ensemble/batch/job/job_parts.h"

static void gather(const batch_job *from, const long *column, const batch_columns *to, batch_job *out) {
  const engine_layout *l = &from->group->layout;
  const kernel_batch *host = &from->host;
  for (int p = 0; p < l->n_parameters; p++) {
    double *row = to->value + p * to->stride;
    const double *value = host->parameters + host->parameter_offset[p];
    if (host->parameter_varies[p])
      batch_columns_gather(row, value, out->n, column);
    else
      for (long c = 0; c < out->n; c++) row[c] = *value;
  }
  for (int s = 0; s < l->n_state; s++)
    batch_columns_gather(to->state + s * to->stride, host->state + s * host->stride, out->n, column);
  batch_columns_gather(out->expected, from->expected, out->n, column);
  for (long c = 0; c < out->n; c++) out->trajectory[c] = from->trajectory[column[c]];
}

static void gather_windows(const batch_job *from, const long *column, batch_job *out) {
  const engine_layout *l = &from->group->layout;
  const kernel_batch *host = &from->host;
  double *to = out->host.windows;
  if (!l->engine->restart.rows_written) {
    for (long r = 0; r < l->n_window_rows; r++)
      batch_columns_gather(to + r * out->host.stride, host->windows + r * host->stride, out->n, column);
    return;
  }
  for (long c = 0; c < out->n; c++) {
    const long i = column[c], rows = batch_job_rows(from, i);
    for (long r = 0; r < rows; r++) to[r * out->host.stride + c] = host->windows[r * host->stride + i];
  }
}

static void gather_series(const batch_job *from, const long *column, batch_job *out) {
  const size_t values = (size_t)from->group->layout.series_values;
  for (long c = 0; c < out->n && values > 0; c++) {
    const double to = engine_parameter(&out->host, PARAMETER_SERIES_ROW, c),
                 at = engine_parameter(&from->host, PARAMETER_SERIES_ROW, column[c]);
    if (to >= 0)
      memcpy(out->host.series + (size_t)to * values, from->host.series + (size_t)at * values, 8 * values);
  }
}

// Fills `out`, whose n and common numbers are set, from a fetched batch.
static chatter_status fill_from(const batch_job *self, const long *column, batch_job *out) {
  batch_columns b;
  TRY(batch_job_list(out));
  TRY(batch_columns_create(&self->group->layout, out->n, &b));
  gather(self, column, &b, out);
  const chatter_status status = batch_job_fill(out, &b);
  batch_columns_destroy(&b);
  TRY(status);
  gather_windows(self, column, out);
  gather_series(self, column, out);
  return CHATTER_OK;
}

chatter_status batch_job_select(const batch_job *self, long n, const long *column, batch_job *out) {
  *out = (batch_job){.n = n,
                     .group = self->group,
                     .group_index = self->group_index,
                     .first = self->first,
                     .step = self->longest,
                     .longest = self->longest,
                     .threads = self->threads};
  const chatter_status status = fill_from(self, column, out);
  if (status != CHATTER_OK) {
    batch_job_destroy(out);
    return status;
  }
  double *ended = out->host.state + STATE_STATUS * out->host.stride;
  for (long c = 0; c < n; c++)
    if (ended[c] == TRAJECTORY_ENDED) ended[c] = TRAJECTORY_OK;
  batch_job_specialise(out);
  return CHATTER_OK;
}
