// Fills the host memory of a batch.
#include "ensemble/batch/job/job_bind.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/binder.h"
#include "ensemble/batch/job/job_transfer.h"
#include "ensemble/batch/snapshots.h"
#include "machines/kernel_kind.h"

long batch_columns_stride(long n) {
  return (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
}

void batch_columns_gather(double *to, const double *from, long n, const long *column) {
  for (long c = 0; c < n; c++) to[c] = from[column[c]];
}

chatter_status batch_columns_create(const engine_layout *l, long n, batch_columns *out) {
  *out = (batch_columns){.stride = batch_columns_stride(n)};
  ALLOCATE(out->varies, l->n_parameters);
  out->value = memory_array((size_t)(l->n_parameters + l->n_state) * (size_t)out->stride, sizeof *out->value,
                            __FILE__, __LINE__);
  if (out->value) {
    out->state = out->value + l->n_parameters * out->stride;
    return CHATTER_OK;
  }
  memory_free(out->varies);
  return CHATTER_DEVICE;
}

void batch_columns_destroy(batch_columns *self) {
  memory_free(self->value);
  memory_free(self->varies);
}

size_t batch_job_bytes(const plan_group *group, long n) {
  const engine_layout *l = &group->layout;
  size_t rows = (size_t)l->n_state + (size_t)l->n_parameters + (size_t)l->n_window_rows;
  return 8 * (rows * (size_t)batch_columns_stride(n) + (size_t)l->n_model + 2 * (size_t)l->n_parameters) +
         4 * (size_t)l->n_tables;
}

typedef struct binding {
  const batch_job *job;
  const batch_columns *to;
  long together; // columns of a piece
} binding;

// Binds adjacent columns and copies them into the rows together: each number of a single column
// would touch another cache line.
static chatter_status bind_piece(void *context, binder *by, long piece) {
  const binding *self = context;
  const batch_columns *b = self->to;
  const engine_layout *l = &by->group->layout;
  const long first = piece * self->together, left = self->job->n - first, rows = l->n_parameters + l->n_state;
  const long n = left < self->together ? left : self->together;
  for (long c = 0; c < n; c++) {
    double *parameter = by->column + c * rows;
    trajectory_estimate estimate;
    TRY(binder_bind(by, self->job->trajectory[first + c], parameter, parameter + l->n_parameters, &estimate));
    self->job->expected[first + c] = estimate.expected;
  }
  for (long row = 0; row < rows; row++) {
    double *to = b->value + row * b->stride + first; // states follow the parameters
    for (long c = 0; c < n; c++) to[c] = by->column[c * rows + row];
  }
  return CHATTER_OK;
}

static void pad(const engine_layout *l, const batch_columns *b, long n) {
  for (long column = n; column < b->stride; column++) {
    for (int p = 0; p < l->n_parameters; p++)
      b->value[p * b->stride + column] = b->value[p * b->stride + n - 1];
    for (int s = 0; s < l->n_state; s++) b->state[s * b->stride + column] = b->state[s * b->stride + n - 1];
    b->value[PARAMETER_SERIES_ROW * b->stride + column] = -1;
  }
}

// Numbers the chosen trajectories: they get consecutive rows of `series`. Returns how many there
// are.
static long number_series(const batch_columns *b, long n) {
  long n_series = 0;
  double *row = b->value + PARAMETER_SERIES_ROW * b->stride;
  for (long i = 0; i < n; i++) {
    if (row[i] >= 0) row[i] = (double)n_series++;
  }
  return n_series;
}

enum {
  BIND_ALONE = 1024
}; // up to this number of trajectories each is a piece of its own, as binding may be expensive

static chatter_status bind_all(const run_plan *plan, batch_job *job, const batch_columns *b) {
  const double *steps = b->value + PARAMETER_STEPS * b->stride;
  const long together = job->n <= BIND_ALONE ? 1 : BINDER_COLUMNS, n = (job->n + together - 1) / together;
  TRY(binder_for(plan, job->group, n, bind_piece, &(binding){job, b, together}));
  for (long i = 0; i < job->n; i++) {
    job->longest = steps[i] > job->longest ? steps[i] : job->longest;
    if (b->state[STATE_STATUS * b->stride + i] == TRAJECTORY_OK)
      job->first = b->state[STATE_STEPS * b->stride + i];
  }
  job->step = job->first;
  return CHATTER_OK;
}

// Returns 1 if a parameter differs between columns, bitwise, so that single values lose nothing.
static int row_varies(const double *row, long stride) {
  for (long i = 1; i < stride; i++) {
    if (memcmp(&row[i], &row[0], sizeof *row) != 0) return 1;
  }
  return 0;
}

enum { BLOCK_ALIGN = 256 }; // bytes: whole cache lines and GPU memory transactions

static void measure(batch_job *job, const batch_columns *b) {
  const engine_layout *l = &job->group->layout;
  size_t n_values = 0, n_p = (size_t)l->n_parameters, stride = (size_t)b->stride;
  for (int p = 0; p < l->n_parameters; p++) {
    b->varies[p] = row_varies(b->value + p * b->stride, b->stride);
    n_values += b->varies[p] ? stride : 1;
  }
  const size_t bytes[N_BATCH_BLOCKS] = {
      [BATCH_VALUES] = 8 * n_values,
      [BATCH_MODEL] = 8 * (size_t)l->n_model,
      [BATCH_OFFSETS] = sizeof(long) * n_p,
      [BATCH_VARIES] = sizeof(int) * n_p,
      [BATCH_TABLES] = sizeof(int) * (size_t)l->n_tables,
      [BATCH_STATE] = 8 * (size_t)l->n_state * stride,
      [BATCH_WINDOWS] = 8 * (size_t)l->n_window_rows * stride,
      [BATCH_SERIES] = 8 * (size_t)job->n_series * (size_t)l->series_values,
  };
  for (int i = 0; i < N_BATCH_BLOCKS; i++) {
    job->offset[i + 1] = job->offset[i] + (bytes[i] + BLOCK_ALIGN - 1) / BLOCK_ALIGN * BLOCK_ALIGN;
  }
}

// Copies the parameters: rows that vary first, aligned as the block, then single values.
static void fill_parameters(batch_job *job, const batch_columns *b) {
  const engine_layout *l = &job->group->layout;
  double *values = (double *)(void *)(job->host_memory + job->offset[BATCH_VALUES]);
  long *offset = (long *)(void *)(job->host_memory + job->offset[BATCH_OFFSETS]);
  int *varies = (int *)(void *)(job->host_memory + job->offset[BATCH_VARIES]);
  long at = 0;
  for (int pass = 1; pass >= 0; pass--) {
    for (int p = 0; p < l->n_parameters; p++) {
      const double *row = b->value + p * b->stride;
      varies[p] = b->varies[p];
      if (varies[p] != pass) continue;
      long n = pass ? b->stride : 1;
      memcpy(values + at, row, (size_t)n * sizeof *values);
      offset[p] = at;
      at += n;
    }
  }
}

chatter_status batch_job_fill(batch_job *job, const batch_columns *b) {
  const engine_layout *l = &job->group->layout;
  pad(l, b, job->n);
  job->n_series = l->series_values > 0 ? number_series(b, job->n) : 0;
  measure(job, b);
  ALLOCATE(job->host_memory, job->offset[N_BATCH_BLOCKS]);
  job->host = batch_job_view(job, job->host_memory, b->stride);
  fill_parameters(job, b);
  if (l->n_model > 0) memcpy(job->host_memory + job->offset[BATCH_MODEL], l->model, 8 * (size_t)l->n_model);
  if (l->n_tables > 0) {
    memcpy(job->host_memory + job->offset[BATCH_TABLES], l->tables, sizeof(int) * (size_t)l->n_tables);
  }
  memcpy(job->host.state, b->state, 8 * (size_t)l->n_state * (size_t)b->stride);
  return CHATTER_OK;
}

void batch_job_specialise(batch_job *job) {
  const engine_layout *l = &job->group->layout;
  if (l->engine->columns.specialise) l->engine->columns.specialise(l, &job->host, &job->host.sizes);
}

static chatter_status build(const run_plan *plan, batch_job *job) {
  batch_columns b;
  TRY(batch_columns_create(&job->group->layout, job->n, &b));
  chatter_status status = bind_all(plan, job, &b);
  if (status == CHATTER_OK) status = batch_job_fill(job, &b);
  if (status == CHATTER_OK) batch_job_specialise(job);
  batch_columns_destroy(&b);
  return status;
}

chatter_status batch_job_list(batch_job *job) {
  ALLOCATE(job->trajectory, job->n);
  ALLOCATE(job->expected, job->n);
  ALLOCATE(job->counted, job->n);
  ALLOCATE(job->collected, job->n);
  return CHATTER_OK;
}

static chatter_status list(batch_job *job, const long *trajectory) {
  TRY(batch_job_list(job));
  memcpy(job->trajectory, trajectory, (size_t)job->n * sizeof *trajectory);
  job->number = trajectory[0];
  for (long i = 1; i < job->n; i++) job->number = trajectory[i] < job->number ? trajectory[i] : job->number;
  return CHATTER_OK;
}

chatter_status batch_job_create(const run_plan *plan, int group, long n, const long *trajectory,
                                batch_job *out) {
  const double start = clock_seconds();
  *out = (batch_job){.n = n, .group = &plan->groups[group], .group_index = group, .threads = plan->threads};
  chatter_status status = list(out, trajectory);
  if (status == CHATTER_OK) status = build(plan, out);
  if (status == CHATTER_OK) status = batch_snapshots_create(out, &out->snapshots);
  phase_times_add(&out->spent, SPENT_bind, start);
  if (status != CHATTER_OK) batch_job_destroy(out);
  return status;
}
