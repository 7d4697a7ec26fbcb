#include "ensemble/batch/job.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "ensemble/batch/binder.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/look.h"
#include "machines/kernel_kind.h"

static long padded(long n) {
  return (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
}

size_t batch_job_bytes(const plan_group *group, long n) {
  const engine_layout *l = &group->layout;
  size_t rows = (size_t)l->n_state + (size_t)l->n_parameters + (size_t)l->n_window_rows;
  return 8 * (rows * (size_t)padded(n) + (size_t)l->n_model + 2 * (size_t)l->n_parameters) +
         4 * (size_t)l->n_tables;
}

// Parameters of all trajectories, one row of `stride` per parameter; padding repeats the last trajectory, so
// that it is computed without harm.
typedef struct bound {
  long stride;
  double *value; // [n_parameters][stride]
  double *state; // [n_state][stride]
} bound;

typedef struct binding {
  const batch_job *job;
  const bound *to;
} binding;

static chatter_status bind_one(void *context, binder *by, long column) {
  const binding *self = context;
  const bound *b = self->to;
  const engine_layout *l = &by->group->layout;
  double *parameter = by->column, *state = parameter + l->n_parameters;
  trajectory_price price;
  TRY(binder_bind(by, self->job->trajectory[column], parameter, state, &price));
  self->job->expected[column] = price.expected;
  for (int p = 0; p < l->n_parameters; p++) b->value[p * b->stride + column] = parameter[p];
  for (int s = 0; s < l->n_state; s++) b->state[s * b->stride + column] = state[s];
  return CHATTER_OK;
}

static void pad(const engine_layout *l, const bound *b, long n) {
  for (long column = n; column < b->stride; column++) {
    for (int p = 0; p < l->n_parameters; p++)
      b->value[p * b->stride + column] = b->value[p * b->stride + n - 1];
    for (int s = 0; s < l->n_state; s++) b->state[s * b->stride + column] = b->state[s * b->stride + n - 1];
    b->value[PARAMETER_SERIES * b->stride + column] = -1;
  }
}

// Chosen trajectories get consecutive rows of `series`.
static long number_series(const bound *b, long n) {
  long n_series = 0;
  double *row = b->value + PARAMETER_SERIES * b->stride;
  for (long i = 0; i < n; i++) {
    if (row[i] >= 0) row[i] = (double)n_series++;
  }
  return n_series;
}

static chatter_status bind_all(const run_plan *plan, batch_job *job, const bound *b) {
  const engine_layout *l = &job->group->layout;
  const double *steps = b->value + PARAMETER_STEPS * b->stride;
  TRY(binder_for(plan, job->group, job->n, bind_one, &(binding){job, b}));
  for (long i = 0; i < job->n; i++) {
    job->longest = steps[i] > job->longest ? steps[i] : job->longest;
    if (b->state[STATE_STATUS * b->stride + i] == TRAJECTORY_OK)
      job->first = b->state[STATE_STEPS * b->stride + i];
  }
  job->step = job->first;
  pad(l, b, job->n);
  job->n_series = l->series_values > 0 ? number_series(b, job->n) : 0;
  return CHATTER_OK;
}

// 1 where the parameter differs between columns (bitwise, so that the choice hides nothing).
static int row_varies(const double *row, long stride) {
  for (long i = 1; i < stride; i++) {
    if (memcmp(&row[i], &row[0], sizeof *row) != 0) return 1;
  }
  return 0;
}

enum { BLOCK_ALIGN = 256 }; // bytes: whole cache lines, and what a GPU reads at once

static void measure(batch_job *job, const bound *b) {
  const engine_layout *l = &job->group->layout;
  size_t n_values = 0, n_p = (size_t)l->n_parameters, stride = (size_t)b->stride;
  for (int p = 0; p < l->n_parameters; p++)
    n_values += row_varies(b->value + p * b->stride, b->stride) ? stride : 1;
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

static kernel_batch view(const batch_job *job, unsigned char *base, long stride) {
  return (kernel_batch){
      .sizes = job->group->layout.sizes,
      .n_trajectories = job->n,
      .stride = stride,
      .model = (const double *)(const void *)(base + job->offset[BATCH_MODEL]),
      .tables = (const int *)(const void *)(base + job->offset[BATCH_TABLES]),
      .step_first = job->first,
      .parameters = (const double *)(const void *)(base + job->offset[BATCH_VALUES]),
      .parameter_offset = (const long *)(const void *)(base + job->offset[BATCH_OFFSETS]),
      .parameter_varies = (const int *)(const void *)(base + job->offset[BATCH_VARIES]),
      .state = (double *)(void *)(base + job->offset[BATCH_STATE]),
      .windows = (double *)(void *)(base + job->offset[BATCH_WINDOWS]),
      .series = (double *)(void *)(base + job->offset[BATCH_SERIES]),
  };
}

// Rows that vary come first, so that they keep the alignment of the block; single values follow.
static void fill_parameters(batch_job *job, const bound *b) {
  const engine_layout *l = &job->group->layout;
  double *values = (double *)(void *)(job->host_memory + job->offset[BATCH_VALUES]);
  long *offset = (long *)(void *)(job->host_memory + job->offset[BATCH_OFFSETS]);
  int *varies = (int *)(void *)(job->host_memory + job->offset[BATCH_VARIES]);
  long at = 0;
  for (int pass = 1; pass >= 0; pass--) {
    for (int p = 0; p < l->n_parameters; p++) {
      const double *row = b->value + p * b->stride;
      if (pass == 1) varies[p] = row_varies(row, b->stride);
      if (varies[p] != pass) continue;
      long n = pass ? b->stride : 1;
      memcpy(values + at, row, (size_t)n * sizeof *values);
      offset[p] = at;
      at += n;
    }
  }
}

static chatter_status fill(batch_job *job, const bound *b) {
  const engine_layout *l = &job->group->layout;
  measure(job, b);
  ALLOCATE(job->host_memory, job->offset[N_BATCH_BLOCKS]);
  job->host = view(job, job->host_memory, b->stride);
  fill_parameters(job, b);
  if (l->n_model > 0) memcpy(job->host_memory + job->offset[BATCH_MODEL], l->model, 8 * (size_t)l->n_model);
  if (l->n_tables > 0) {
    memcpy(job->host_memory + job->offset[BATCH_TABLES], l->tables, sizeof(int) * (size_t)l->n_tables);
  }
  memcpy(job->host.state, b->state, 8 * (size_t)l->n_state * (size_t)b->stride);
  if (l->engine->specialise) l->engine->specialise(l, &job->host, &job->host.sizes);
  return CHATTER_OK;
}

static chatter_status build(const run_plan *plan, batch_job *job) {
  const engine_layout *l = &job->group->layout;
  bound b = {.stride = padded(job->n)};
  ALLOCATE(b.value, (size_t)(l->n_parameters + l->n_state) * (size_t)b.stride);
  b.state = b.value + l->n_parameters * b.stride;
  chatter_status status = bind_all(plan, job, &b);
  if (status == CHATTER_OK) status = fill(job, &b);
  memory_free(b.value);
  return status;
}

static chatter_status list(batch_job *job, const long *trajectory) {
  ALLOCATE(job->trajectory, job->n);
  ALLOCATE(job->expected, job->n);
  ALLOCATE(job->retired, job->n);
  memcpy(job->trajectory, trajectory, (size_t)job->n * sizeof *trajectory);
  job->number = trajectory[0];
  for (long i = 1; i < job->n; i++) job->number = trajectory[i] < job->number ? trajectory[i] : job->number;
  return CHATTER_OK;
}

chatter_status batch_job_create(const run_plan *plan, int group, long n, const long *trajectory,
                                batch_job *out) {
  *out = (batch_job){.n = n, .group = &plan->groups[group], .group_index = group, .threads = plan->threads};
  chatter_status status = list(out, trajectory);
  if (status == CHATTER_OK) status = build(plan, out);
  if (status == CHATTER_OK) status = batch_look_create(out, &out->look);
  if (status != CHATTER_OK) batch_job_destroy(out);
  return status;
}

void batch_job_destroy(batch_job *self) {
  if (self->device_memory) self->machine->release(self->machine, self->device_memory);
  batch_look_destroy(self->look);
  memory_free(self->host_memory);
  memory_free(self->trajectory);
  memory_free(self->expected);
  memory_free(self->retired);
  *self = (batch_job){0};
}

static const engine *engine_of(const batch_job *self) {
  return self->group->layout.engine;
}

const char *batch_job_stepper(const batch_job *self) {
  return engine_of(self)->advance ? engine_of(self)->name : self->host.sizes.kind->name;
}

static chatter_status upload(batch_job *self, backend *machine) {
  size_t bytes = self->offset[N_BATCH_BLOCKS];
  backend_result result = BACKEND_OK;
  self->machine = machine;
  self->device = self->host;
  if (engine_of(self)->advance) return CHATTER_OK;
  if (machine->prepare) result = machine->prepare(machine, &self->host.sizes, self->host.tables);
  if (result != BACKEND_OK) return device_error(machine, result, "integration");
  result = machine->allocate(machine, bytes, &self->device_memory);
  if (result != BACKEND_OK) {
    self->device_memory = NULL;
    self->out_of_memory = result == BACKEND_OUT_OF_MEMORY;
    char what[120];
    snprintf(what, sizeof what, "memory for %ld trajectories (%.1f MiB)", self->n, (double)bytes / 1048576);
    return device_error(machine, result, what);
  }
  self->device = view(self, self->device_memory, self->host.stride);
  self->device.sizes = self->host.sizes;
  result = machine->upload(machine, self->device_memory, self->host_memory, bytes);
  return result == BACKEND_OK ? CHATTER_OK : device_error(machine, result, "transfer to the device");
}

chatter_status batch_job_upload(batch_job *self, backend *machine) {
  TRY(upload(self, machine));
  return batch_look_at(self);
}

static chatter_status launch(batch_job *self) {
  if (engine_of(self)->advance) {
    const engine_machine machine = {.threads = self->threads > 0 ? self->threads : backend_cpu_threads(),
                                    .gpu = self->machine->gpu,
                                    .interrupt = self->interrupt};
    return engine_of(self)->advance(&self->group->layout, &self->device, machine);
  }
  const int is_looked_at = self->look && self->device.step_end - self->step <= 1;
  if (!is_looked_at) self->machine->interrupt = self->interrupt;
  const backend_result result = self->machine->launch(self->machine, &self->device);
  self->machine->interrupt = (launch_interrupt){0};
  if (result == BACKEND_INTERRUPTED) return CHATTER_CHECKPOINTED;
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "integration");
}

// An interrupted launch leaves some trajectories where it was to end and others where it began. Those behind
// come up first, so that lanes that go on together stand at one step, whoever else shares their vector.
chatter_status batch_job_advance(batch_job *self, double n_steps) {
  double wanted = self->heading > self->step ? self->heading : self->step + n_steps;
  if (self->look && self->look->stop < wanted) wanted = self->look->stop;
  self->device.step_end = wanted < self->longest ? wanted : self->longest;
  const chatter_status status = launch(self);
  if (status == CHATTER_CHECKPOINTED) {
    self->heading = self->device.step_end;
    return CHATTER_OK;
  }
  TRY(status);
  self->step = self->device.step_end;
  self->heading = 0;
  return batch_look_at(self);
}

int batch_job_finished(const batch_job *self) {
  return self->step >= self->longest;
}

// The same bytes of both memories.
static chatter_status download(batch_job *self, size_t first, size_t bytes) {
  const unsigned char *from = (const unsigned char *)self->device_memory + first;
  if (bytes == 0) return CHATTER_OK;
  const backend_result result =
      self->machine->download(self->machine, self->host_memory + first, from, bytes);
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "transfer from the device");
}

chatter_status batch_job_download(batch_job *self, const double *host, size_t n) {
  if (engine_of(self)->advance) return CHATTER_OK;
  return download(self, (size_t)((const unsigned char *)host - self->host_memory), n * sizeof *host);
}

chatter_status batch_job_send(batch_job *self, const double *host, size_t n) {
  if (engine_of(self)->advance) return CHATTER_OK;
  unsigned char *to =
      (unsigned char *)self->device_memory + ((const unsigned char *)host - self->host_memory);
  const backend_result result = self->machine->upload(self->machine, to, host, n * sizeof *host);
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "transfer to the device");
}

long batch_job_rows(const batch_job *self, long i) {
  const engine_layout *l = &self->group->layout;
  return l->engine->rows_written ? l->engine->rows_written(l, &self->host, i) : l->n_window_rows;
}

static chatter_status download_all(batch_job *self) {
  const size_t *at = self->offset;
  long rows = 0;
  TRY(download(self, at[BATCH_STATE], at[BATCH_WINDOWS] - at[BATCH_STATE]));
  for (long i = 0; i < self->n; i++) {
    const long own = batch_job_rows(self, i);
    rows = own > rows ? own : rows;
  }
  TRY(download(self, at[BATCH_WINDOWS], 8 * (size_t)rows * (size_t)self->host.stride));
  return download(self, at[BATCH_SERIES], at[N_BATCH_BLOCKS] - at[BATCH_SERIES]);
}

chatter_status batch_job_fetch(batch_job *self) {
  if (!engine_of(self)->advance) TRY(download_all(self));
  // Until then, and so in a checkpoint, the mark keeps what has ended early from being stepped again.
  double *status = self->host.state + STATE_STATUS * self->host.stride;
  for (long i = 0; i < self->n && batch_job_finished(self); i++)
    if (status[i] == TRAJECTORY_ENDED) status[i] = TRAJECTORY_OK;
  return CHATTER_OK;
}

int batch_job_has_ended(const batch_job *self, long i) {
  const double *state = self->host.state + i;
  return batch_job_finished(self) || state[STATE_STATUS * self->host.stride] != TRAJECTORY_OK ||
         state[STATE_STEPS * self->host.stride] >= engine_parameter(&self->host, PARAMETER_STEPS, i);
}

chatter_status batch_job_check(const batch_job *self) {
  const double *state = self->host.state;
  for (long i = 0; i < self->n; i++) {
    double done = state[STATE_STEPS * self->host.stride + i],
           status = state[STATE_STATUS * self->host.stride + i];
    CHECK(status != TRAJECTORY_OK || done > self->first || self->longest == 0,
          "the device has not stepped a trajectory");
  }
  return CHATTER_OK;
}

// The first rows of the state, which all kernels share, to the host.
static chatter_status fetch_outcome(batch_job *self) {
  if (engine_of(self)->advance) return CHATTER_OK;
  return download(self, self->offset[BATCH_STATE], sizeof(double) * STATE_TIME * (size_t)self->host.stride);
}

double batch_job_steps(const batch_job *self, long i) {
  const double done = self->host.state[STATE_STEPS * self->host.stride + i];
  return done > self->first ? done - self->first : 0;
}

chatter_status batch_job_reached(batch_job *self, double ratio, batch_reached *out) {
  *out = (batch_reached){0};
  TRY(fetch_outcome(self));
  for (long i = 0; i < self->n; i++) {
    const double steps = engine_parameter(&self->host, PARAMETER_STEPS, i) - self->first;
    const double expected = self->expected[i], own = batch_job_steps(self, i);
    const int has_ended = batch_job_has_ended(self, i);
    // What is known exactly goes up to its end, a guess never quite.
    const double most = expected < steps ? 0.95 * expected : expected, part = own / ratio;
    out->ended += has_ended;
    out->steps += own;
    out->expected += has_ended ? expected : part < most ? part : most;
    out->likely += has_ended || own > expected ? own : expected;
  }
  if (out->ended == self->n) self->step = self->longest; // nobody is left who could take more
  return CHATTER_OK;
}

double batch_job_expected(const batch_job *self) {
  double sum = 0;
  for (long i = 0; i < self->n; i++) sum += self->expected[i];
  return sum;
}

static void gather(const batch_job *from, const long *column, const bound *to, batch_job *out) {
  const engine_layout *l = &from->group->layout;
  for (long c = 0; c < out->n; c++) {
    const long i = column[c];
    for (int p = 0; p < l->n_parameters; p++)
      to->value[p * to->stride + c] = engine_parameter(&from->host, p, i);
    for (int s = 0; s < l->n_state; s++)
      to->state[s * to->stride + c] = from->host.state[s * from->host.stride + i];
    double *status = &to->state[STATE_STATUS * to->stride + c];
    if (*status == TRAJECTORY_ENDED) *status = TRAJECTORY_OK;
    out->expected[c] = from->expected[i];
  }
  pad(l, to, out->n);
  out->n_series = l->series_values > 0 ? number_series(to, out->n) : 0;
}

static void gather_observed(const batch_job *from, const long *column, batch_job *out) {
  const size_t values = (size_t)from->group->layout.series_values;
  for (long c = 0; c < out->n; c++) {
    const long i = column[c], rows = batch_job_rows(from, i);
    for (long r = 0; r < rows; r++)
      out->host.windows[r * out->host.stride + c] = from->host.windows[r * from->host.stride + i];
    const double to = engine_parameter(&out->host, PARAMETER_SERIES, c),
                 at = engine_parameter(&from->host, PARAMETER_SERIES, i);
    if (values > 0 && to >= 0)
      memcpy(out->host.series + (size_t)to * values, from->host.series + (size_t)at * values, 8 * values);
  }
}

static chatter_status select_columns(const batch_job *self, const long *column, batch_job *out) {
  const engine_layout *l = &self->group->layout;
  bound b = {.stride = padded(out->n)};
  for (long c = 0; c < out->n; c++) out->trajectory[c] = self->trajectory[column[c]];
  ALLOCATE(b.value, (size_t)(l->n_parameters + l->n_state) * (size_t)b.stride);
  b.state = b.value + l->n_parameters * b.stride;
  gather(self, column, &b, out);
  const chatter_status status = fill(out, &b);
  if (status == CHATTER_OK) gather_observed(self, column, out);
  memory_free(b.value);
  return status;
}

chatter_status batch_job_select(const batch_job *self, long n, const long *column, batch_job *out) {
  *out = (batch_job){.n = n,
                     .group = self->group,
                     .group_index = self->group_index,
                     .first = self->first,
                     .step = self->longest,
                     .longest = self->longest,
                     .threads = self->threads};
  chatter_status status = list(out, column);
  if (status == CHATTER_OK) status = select_columns(self, column, out);
  if (status != CHATTER_OK) batch_job_destroy(out);
  return status;
}
