// Uploads, advances and fetches a batch, and measures its progress.
#include "ensemble/batch/batch_job.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/devices.h"
#include "ensemble/batch/job/job_transfer.h"
#include "ensemble/batch/snapshots.h"
#include "machines/kernel_kind.h"

void batch_job_destroy(batch_job *self) {
  if (self->device_memory) self->machine->release(self->machine, self->device_memory);
  batch_snapshots_destroy(self->snapshots);
  memory_free(self->host_memory);
  memory_free(self->trajectory);
  memory_free(self->expected);
  memory_free(self->counted);
  memory_free(self->collected);
  *self = (batch_job){0};
}

static const engine *engine_of(const batch_job *self) {
  return self->group->layout.engine;
}

const char *batch_job_stepper(const batch_job *self) {
  return engine_of(self)->advance ? engine_of(self)->name : self->host.sizes.kind->name;
}

const double *batch_job_work(const batch_job *self) {
  const int row = engine_of(self)->columns.work_row;
  return self->host.state + (row ? row : STATE_STEPS) * self->host.stride;
}

static chatter_status upload(batch_job *self, backend *machine) {
  size_t bytes = self->offset[N_BATCH_BLOCKS];
  backend_result result = BACKEND_OK;
  self->machine = machine;
  self->device = self->host;
  if (engine_of(self)->advance) return CHATTER_OK;
  double start = clock_seconds();
  if (machine->prepare) result = machine->prepare(machine, &self->host.sizes, self->host.tables);
  phase_times_add(&self->spent, SPENT_compile, start);
  start = clock_seconds();
  if (result != BACKEND_OK) return device_error(machine, result, "integration");
  result = machine->allocate(machine, bytes, &self->device_memory);
  if (result != BACKEND_OK) {
    self->device_memory = NULL;
    self->out_of_memory = result == BACKEND_OUT_OF_MEMORY;
    char what[120];
    snprintf(what, sizeof what, "memory for %ld trajectories (%.1f MiB)", self->n, (double)bytes / 1048576);
    return device_error(machine, result, what);
  }
  self->device = batch_job_view(self, self->device_memory, self->host.stride);
  self->device.sizes = self->host.sizes;
  result = machine->upload(machine, self->device_memory, self->host_memory, bytes);
  phase_times_add(&self->spent, SPENT_upload, start);
  self->spent.up += (double)bytes;
  return result == BACKEND_OK ? CHATTER_OK : device_error(machine, result, "transfer to the device");
}

chatter_status batch_job_upload(batch_job *self, backend *machine) {
  memcpy(self->counted, batch_job_work(self), sizeof *self->counted * (size_t)self->n);
  self->running = self->front = self->n;
  TRY(upload(self, machine));
  return batch_snapshots_take(self);
}

static chatter_status launch(batch_job *self) {
  if (engine_of(self)->advance) {
    const engine_machine machine = {.threads = self->threads > 0 ? self->threads : backend_cpu_threads(),
                                    .gpu = self->machine->gpu,
                                    .interrupt = self->interrupt};
    return engine_of(self)->advance(&self->group->layout, &self->device, machine);
  }
  const int is_looked_at = self->snapshots && self->device.step_end - self->step <= 1;
  if (!is_looked_at) self->machine->interrupt = self->interrupt;
  const backend_result result = self->machine->launch(self->machine, &self->device);
  self->machine->interrupt = (launch_interrupt){0};
  if (result == BACKEND_INTERRUPTED) return CHATTER_CHECKPOINTED;
  return result == BACKEND_OK ? CHATTER_OK : device_error(self->machine, result, "integration");
}

// An interrupted launch leaves some trajectories at its end step and others at its first. The
// latter are stepped first, so that lanes stepped together stand at the same step whatever shares
// their vector.
chatter_status batch_job_advance(batch_job *self, double n_steps) {
  double wanted = self->heading > self->step ? self->heading : self->step + n_steps;
  if (self->snapshots && self->snapshots->stop < wanted) wanted = self->snapshots->stop;
  self->device.step_end = wanted < self->longest ? wanted : self->longest;
  const double start = clock_seconds();
  const chatter_status status = launch(self);
  phase_times_add(&self->spent, SPENT_step, start);
  self->spent.launches++;
  if (status == CHATTER_CHECKPOINTED) {
    self->heading = self->device.step_end;
    return CHATTER_OK;
  }
  TRY(status);
  self->step = self->device.step_end;
  self->heading = 0;
  return batch_snapshots_take(self);
}

int batch_job_finished(const batch_job *self) {
  return self->step >= self->longest;
}

long batch_job_rows(const batch_job *self, long i) {
  const engine_layout *l = &self->group->layout;
  return l->engine->restart.rows_written ? l->engine->restart.rows_written(l, &self->host, i)
                                         : l->n_window_rows;
}

long batch_job_most_rows(const batch_job *self) {
  long rows = 0;
  for (long i = 0; i < self->n; i++) {
    const long own = batch_job_rows(self, i);
    rows = own > rows ? own : rows;
  }
  return rows;
}

static chatter_status download_all(batch_job *self) {
  const size_t *at = self->offset, row = 8 * (size_t)self->host.stride;
  TRY(batch_job_fetch_bytes(self, at[BATCH_STATE], row * (size_t)self->group->layout.n_state));
  TRY(batch_job_fetch_bytes(self, at[BATCH_WINDOWS], row * (size_t)batch_job_most_rows(self)));
  return batch_job_fetch_bytes(self, at[BATCH_SERIES], at[N_BATCH_BLOCKS] - at[BATCH_SERIES]);
}

chatter_status batch_job_fetch(batch_job *self) {
  if (!engine_of(self)->advance) TRY(download_all(self));
  // The mark keeps ended trajectories from being stepped again, also after a checkpoint.
  double *status = self->host.state + STATE_STATUS * self->host.stride;
  for (long i = 0; i < self->n && batch_job_finished(self); i++)
    if (status[i] == TRAJECTORY_ENDED) status[i] = TRAJECTORY_OK;
  return CHATTER_OK;
}

// Positions of the trajectories, looked up once for all.
typedef struct standing {
  const double *status, *done, *total;
  int total_varies, finished;
  double first, at; // steps: where all began, and where the trajectories stand that the next launches step
} standing;

// Finds the positions. After an interrupted launch some trajectories are ahead of the others.
static standing standing_of(const batch_job *self) {
  const kernel_batch *host = &self->host;
  return (standing){.status = host->state + STATE_STATUS * host->stride,
                    .done = host->state + STATE_STEPS * host->stride,
                    .total = host->parameters + host->parameter_offset[PARAMETER_STEPS],
                    .total_varies = host->parameter_varies[PARAMETER_STEPS],
                    .finished = batch_job_finished(self),
                    .first = self->first,
                    .at = self->heading > self->step ? self->heading : self->step};
}

static double total_steps(const standing *s, long i) {
  return s->total[i * s->total_varies];
}

static int has_ended(const standing *s, long i) {
  return s->finished || s->status[i] != TRAJECTORY_OK || s->done[i] >= total_steps(s, i);
}

static int is_running(const standing *s, long i) {
  return !has_ended(s, i) && s->done[i] <= s->at;
}

static double steps_taken(const standing *s, long i) {
  return s->done[i] > s->first ? s->done[i] - s->first : 0;
}

int batch_job_has_ended(const batch_job *self, long i) {
  const standing s = standing_of(self);
  return has_ended(&s, i);
}

int batch_job_is_running(const batch_job *self, long i) {
  const standing s = standing_of(self);
  return is_running(&s, i);
}

double batch_job_steps(const batch_job *self, long i) {
  const standing s = standing_of(self);
  return steps_taken(&s, i);
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

// Copies the first rows of the state, which all kernels share, to the host, and counts the work
// done.
static chatter_status fetch_outcome(batch_job *self) {
  if (engine_of(self)->advance) return CHATTER_OK;
  const size_t row = sizeof(double) * (size_t)self->host.stride,
               work = (size_t)engine_of(self)->columns.work_row;
  TRY(batch_job_fetch_bytes(self, self->offset[BATCH_STATE], STATE_TIME * row));
  return work ? batch_job_fetch_bytes(self, self->offset[BATCH_STATE] + work * row, row) : CHATTER_OK;
}

// Returns the largest work of n columns since the last call; *sum: their total.
static double count_work(batch_job *self, long first, long n, double *sum) {
  const double *work = batch_job_work(self) + first;
  double *counted = self->counted + first, most = 0;
  for (long i = 0; i < n; i++) {
    const double own = work[i] - counted[i];
    counted[i] = work[i];
    *sum += own;
    most = own > most ? own : most;
  }
  return most;
}

// Counts the utilisation of lanes: 8 or 32 that go together take as long as the slowest.
static void count_lanes(batch_job *self) {
  phase_times *spent = &self->spent;
  for (long warp = 0; warp < self->n; warp += 32) {
    double most = 0;
    for (long i = warp; i < warp + 32 && i < self->n; i += 8) {
      const double own = count_work(self, i, self->n - i < 8 ? self->n - i : 8, &spent->work);
      spent->lane_work_8 += 8 * own;
      most = own > most ? own : most;
    }
    spent->lane_work_32 += 32 * most;
  }
}

chatter_status batch_job_reached(batch_job *self, double ratio, batch_reached *out) {
  *out =
      (batch_reached){.steps = self->left.steps, .expected = self->left.expected, .likely = self->left.steps};
  TRY(fetch_outcome(self));
  count_lanes(self);
  self->running = 0;
  const standing all = standing_of(self);
  for (long i = 0; i < self->n; i++) {
    const double steps = total_steps(&all, i) - self->first, expected = self->expected[i],
                 own = steps_taken(&all, i);
    const int ended = has_ended(&all, i);
    // A known number of steps may be reached fully; an estimate is reached to 95 per cent at most.
    const double most = expected < steps ? 0.95 * expected : expected, part = own / ratio;
    out->ended += ended;
    self->running += is_running(&all, i);
    out->steps += own;
    out->expected += ended ? expected : part < most ? part : most;
    out->likely += ended || own > expected ? own : expected;
  }
  if (out->ended == self->n) self->step = self->longest; // no trajectory remains that could take more
  return CHATTER_OK;
}

double batch_job_expected(const batch_job *self) {
  double sum = self->left.expected;
  for (long i = 0; i < self->n; i++) sum += self->expected[i];
  return sum;
}
