// Compacts a batch.
#include "ensemble/batch/job/job_compact.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/stop.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/job/job_bind.h"
#include "ensemble/batch/job/job_transfer.h"

// Steps after which the measured cost predicts that of later steps.
static const double telling = 16;

int batch_job_is_thin(const batch_job *self) {
  if (self->snapshots || self->running == 0 || self->front <= BATCH_ALIGN) return 0;
  const int counts = self->group->layout.engine->columns.work_row > 0;
  if (counts && self->spent.compactions == 0 && self->step >= self->first + telling) return 1;
  return 4 * self->running <= 3 * self->front;
}

// Returns the class of a trajectory's cost per step; classes differ by a quarter. Within a class
// the order of the batch is kept, in which neighbours have similar parameters and motions.
static int pace_of(const batch_job *self, long i) {
  const double classes = 4, steps = batch_job_steps(self, i), work = batch_job_work(self)[i];
  if (!batch_job_is_running(self, i)) return INT_MIN;
  return steps > 0 && work > 0 ? (int)floor(classes * log(work / steps)) : 0;
}

// Orders the kept columns, [n - n_retired]: running ones first, the most expensive of them in
// front; columns of equal class keep their order.
static chatter_status order(const batch_job *self, long *column) {
  sort_item *list;
  long n = 0;
  ALLOCATE(list, self->n);
  for (long i = 0; i < self->n; i++)
    if (!self->collected[i]) list[n++] = (sort_item){(uint64_t)(INT_MAX - (int64_t)pace_of(self, i)), i};
  const chatter_status status = sort_items(n, list);
  for (long c = 0; c < n; c++) column[c] = list[c].index;
  memory_free(list);
  return status;
}

// Adds the columns that leave to the progress counters.
static void leave(batch_job *self) {
  for (long i = 0; i < self->n; i++) {
    if (!self->collected[i]) continue;
    self->left.n++;
    self->left.steps += batch_job_steps(self, i);
    self->left.expected += self->expected[i];
  }
}

typedef struct moving {
  long n, stride;     // columns and padded length of the new rows
  const long *column; // [n] old position of each column
  double *row;        // [stride]
} moving;

// Moves a row to its new place, padded with its last number; the new place is never behind the old
// one.
static void move_row(const moving *m, double *to, const double *from) {
  batch_columns_gather(m->row, from, m->n, m->column);
  for (long c = m->n; c < m->stride; c++) m->row[c] = m->row[m->n - 1];
  memcpy(to, m->row, (size_t)m->stride * sizeof *to);
}

static void move_list(const moving *m, double *list) {
  batch_columns_gather(m->row, list, m->n, m->column);
  memcpy(list, m->row, (size_t)m->n * sizeof *list);
}

static void move_parameters(batch_job *self, const moving *m) {
  double *values = (double *)(void *)(self->host_memory + self->offset[BATCH_VALUES]);
  long *offset = (long *)(void *)(self->host_memory + self->offset[BATCH_OFFSETS]), at = 0;
  for (int p = 0; p < self->group->layout.n_parameters; p++) {
    if (!self->host.parameter_varies[p]) continue; // single values stay in place
    move_row(m, values + at, values + offset[p]);
    for (long c = m->n; c < m->stride && p == PARAMETER_SERIES_ROW; c++) values[at + c] = -1;
    offset[p] = at;
    at += m->stride;
  }
}

// Moves the window rows written so far; all others are 0, as at first.
static void move_observed(batch_job *self, const moving *m, long rows) {
  double *state = self->host.state, *windows = self->host.windows;
  const long stride = self->host.stride;
  for (int s = 0; s < self->group->layout.n_state; s++)
    move_row(m, state + s * m->stride, state + s * stride);
  for (long r = 0; r < rows; r++) move_row(m, windows + r * m->stride, windows + r * stride);
  memset(windows + rows * m->stride, 0, sizeof *windows * (size_t)(rows * (stride - m->stride)));
}

static void move_lists(batch_job *self, const moving *m) {
  long *number = (long *)(void *)m->row;
  for (long c = 0; c < m->n; c++) number[c] = self->trajectory[m->column[c]];
  memcpy(self->trajectory, number, (size_t)m->n * sizeof *number);
  move_list(m, self->expected);
  move_list(m, self->counted);
  memset(self->collected, 0, (size_t)m->n);
}

static chatter_status send(batch_job *self, size_t first, size_t bytes) {
  return batch_job_send(self, (const double *)(const void *)(self->host_memory + first), bytes / 8);
}

// Sends the moved arrays to the machine. windows: bytes of the windows written, in the old layout.
static chatter_status send_moved(batch_job *self, size_t windows) {
  const size_t *at = self->offset, row = 8 * (size_t)self->host.stride;
  TRY(send(self, at[BATCH_VALUES], at[BATCH_MODEL] - at[BATCH_VALUES]));
  TRY(send(self, at[BATCH_OFFSETS], at[BATCH_VARIES] - at[BATCH_OFFSETS]));
  TRY(send(self, at[BATCH_STATE], row * (size_t)self->group->layout.n_state));
  return send(self, at[BATCH_WINDOWS], windows);
}

// Moves all arrays; returns the bytes of windows that have changed.
static size_t move(batch_job *self, const moving *m) {
  const long rows = batch_job_most_rows(self);
  const size_t windows = 8 * (size_t)rows * (size_t)self->host.stride;
  leave(self);
  move_parameters(self, m);
  move_observed(self, m, rows);
  move_lists(self, m);
  self->n = self->host.n_trajectories = self->device.n_trajectories = m->n;
  self->host.stride = self->device.stride = m->stride;
  self->n_collected = 0;
  self->front = self->running;
  return windows;
}

static chatter_status rearrange(batch_job *self, long *column, size_t *windows) {
  moving m = {.n = self->n - self->n_collected, .column = column};
  m.stride = batch_columns_stride(m.n);
  ALLOCATE(m.row, m.stride);
  const chatter_status status = order(self, column);
  if (status == CHATTER_OK) *windows = move(self, &m);
  memory_free(m.row);
  return status;
}

chatter_status batch_job_compact(batch_job *self) {
  const double start = clock_seconds();
  size_t windows;
  long *column;
  ALLOCATE(column, self->n - self->n_collected);
  const chatter_status status = rearrange(self, column, &windows);
  memory_free(column);
  TRY(status);
  self->spent.compactions++;
  phase_times_add(&self->spent, SPENT_compact, start);
  return send_moved(self, windows);
}

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
