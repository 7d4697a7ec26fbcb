// Stores fields of a running batch.
#include "ensemble/batch/snapshots.h"

#include <math.h>

#include "base/memory.h"
#include "ensemble/batch/job/job_transfer.h"
#include "ensemble/observe/field_outputs.h"

static const engine_layout *layout_of(const batch_job *job) {
  return &job->group->layout;
}

static double *series_of(const batch_job *job, const kernel_batch *at, long i) {
  return at->series +
         (long)engine_parameter(&job->host, PARAMETER_SERIES_ROW, i) * layout_of(job)->series_values;
}

// Chooses the columns whose fields are stored. No state before a step is known yet; fields stored
// before a stop remain.
static void choose(const batch_job *job, batch_snapshots *self) {
  for (long i = 0; i < job->n; i++) {
    if (engine_parameter(&job->host, PARAMETER_SERIES_ROW, i) < 0) continue;
    self->before[self->n * layout_of(job)->n_state + STATE_STEPS] = -1;
    self->column[self->n++] = i;
  }
}

static size_t motion_numbers(const engine_layout *l) {
  const reduced_model *r = l->reduced;
  return 2 * (size_t)r->n_modes + (size_t)r->n_boundary + 3 * (size_t)r->n_contacts;
}

static chatter_status allocate(const batch_job *job, batch_snapshots *self) {
  const engine_layout *l = layout_of(job);
  ALLOCATE(self->column, job->n_series);
  ALLOCATE(self->before, (size_t)job->n_series * (size_t)l->n_state);
  ALLOCATE(self->after, l->n_state);
  ALLOCATE(self->motion, motion_numbers(l) + fields_room(l) + 1);
  return CHATTER_OK;
}

chatter_status batch_snapshots_create(const batch_job *job, batch_snapshots **out) {
  *out = NULL;
  if (layout_of(job)->n_fields == 0 || !layout_of(job)->engine->fields.motion || job->n_series == 0)
    return CHATTER_OK;
  ALLOCATE(*out, 1);
  const chatter_status status = allocate(job, *out);
  if (status == CHATTER_OK) {
    choose(job, *out);
    (*out)->stop = job->step; // the first step; a resumed batch stands further on
    return CHATTER_OK;
  }
  batch_snapshots_destroy(*out);
  *out = NULL;
  return status;
}

void batch_snapshots_destroy(batch_snapshots *self) {
  if (!self) return;
  memory_free(self->column);
  memory_free(self->before);
  memory_free(self->after);
  memory_free(self->motion);
  memory_free(self);
}

// Returns 1 if chosen column c is stored at a step: it has not ended and the step is an instant of
// a field.
static int is_due(const batch_job *job, long c, double step) {
  return step >= 0 && fields_next(layout_of(job), &job->host, job->snapshots->column[c], step) == step;
}

// Fetches rows of the state for the columns that are due: all between the first and the last of
// them.
static chatter_status fetch(batch_job *job, double step) {
  const batch_snapshots *self = job->snapshots;
  long first = -1, last = -1;
  for (long c = 0; c < self->n; c++) {
    if (!is_due(job, c, step)) continue;
    if (first < 0) first = self->column[c];
    last = self->column[c];
  }
  const long stride = job->host.stride;
  for (int row = 0; first >= 0 && row < layout_of(job)->n_state; row++)
    TRY(batch_job_download(job, &job->host.state[row * stride + first], (size_t)(last - first + 1)));
  return CHATTER_OK;
}

static void copy_column(const batch_job *job, long i, double *to) {
  for (int row = 0; row < layout_of(job)->n_state; row++)
    to[row] = job->host.state[row * job->host.stride + i];
}

static chatter_status keep(batch_job *job, long c, double step) {
  batch_snapshots *self = job->snapshots;
  const engine_layout *l = layout_of(job);
  const reduced_model *r = l->reduced;
  const long i = self->column[c];
  const double *before = self->before + c * l->n_state;
  engine_motion motion = {.coordinate = self->motion};
  motion.velocity = motion.coordinate + r->n_modes;
  motion.force = motion.velocity + r->n_modes;
  motion.contact = motion.force + r->n_boundary;
  copy_column(job, i, self->after);
  if (before[STATE_STEPS] != step || self->after[STATE_STEPS] != step + 1) return CHATTER_OK; // it had ended
  l->engine->fields.motion(l, &job->host, i, before, self->after, &motion);
  double *series = series_of(job, &job->host, i);
  fields_keep(l, &job->host, i, step, &motion, self->motion + motion_numbers(l), series);
  const long first = l->fields[0].place; // the kernel's own numbers lie before it
  return batch_job_send(job, series + first, (size_t)(l->series_values - first));
}

// Stores the step that has just been done.
static chatter_status keep_snapshots(batch_job *job, double step) {
  TRY(fetch(job, step));
  for (long c = 0; c < job->snapshots->n; c++)
    if (is_due(job, c, step)) TRY(keep(job, c, step));
  return CHATTER_OK;
}

static chatter_status find_next_stop(batch_job *job, double step) {
  batch_snapshots *self = job->snapshots;
  TRY(fetch(job, step));
  for (long c = 0; c < self->n; c++)
    if (is_due(job, c, step)) copy_column(job, self->column[c], self->before + c * layout_of(job)->n_state);
  return CHATTER_OK;
}

static double find_stop(const batch_job *job) {
  double least = INFINITY;
  for (long c = 0; c < job->snapshots->n; c++) {
    const double next = fields_next(layout_of(job), &job->host, job->snapshots->column[c], job->step);
    least = fmin(least, next == job->step ? next + 1 : next);
  }
  return least;
}

chatter_status batch_snapshots_take(batch_job *job) {
  if (!job->snapshots || job->step < job->snapshots->stop) return CHATTER_OK;
  TRY(keep_snapshots(job, job->step - 1));
  TRY(find_next_stop(job, job->step));
  job->snapshots->stop = find_stop(job);
  return CHATTER_OK;
}
