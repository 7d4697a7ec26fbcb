// Estimates and binds trajectories in several threads.
#include "ensemble/batch/binder.h"

#include <string.h>

#include "base/memory.h"
#include "base/threads.h"
#include "machines/backend.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"

chatter_status binder_copy_study(const study *from, study **out) {
  ALLOCATE(*out, 1);
  const chatter_status status = study_copy(from, *out);
  if (status == CHATTER_OK) return CHATTER_OK;
  memory_free(*out);
  *out = NULL;
  return status;
}

void binder_free_study(study *self) {
  study_destroy(self);
  memory_free(self);
}

chatter_status binder_open(const run_plan *plan, const plan_group *group, binder *out) {
  const engine_layout *l = &group->layout;
  *out = (binder){.plan = plan, .group = group};
  TRY(binder_copy_study(group->study, &out->study));
  out->scratch = memory_array(1, l->scratch_bytes, __FILE__, __LINE__);
  if (!out->scratch) return CHATTER_DEVICE;
  ALLOCATE(out->column, BINDER_COLUMNS * (l->n_parameters + l->n_state));
  return CHATTER_OK;
}

void binder_close(binder *self) {
  if (self->study) binder_free_study(self->study);
  memory_free(self->scratch);
  memory_free(self->column);
}

chatter_status binder_set_sample(binder *self, long trajectory) {
  const samples *s = self->plan->samples;
  const double *value = s->value + trajectory * s->n_parameters;
  for (int p = 0; p < s->n_parameters; p++) TRY(study_scalar_set(self->study, &s->parameters[p], value[p]));
  return CHATTER_OK;
}

// Limits all numbers of an estimate to the trajectory's steps.
static void complete(trajectory_estimate *estimate) {
  if (!(estimate->expected > 0) || estimate->expected > estimate->steps) estimate->expected = estimate->steps;
}

chatter_status binder_estimate(binder *self, long trajectory, trajectory_estimate *estimate) {
  const engine_layout *l = &self->group->layout;
  *estimate = (trajectory_estimate){.status = TRAJECTORY_OK};
  TRY(binder_set_sample(self, trajectory));
  TRY(self->plan->engine->columns.estimate(l, self->study, trajectory, self->scratch, estimate));
  complete(estimate);
  return CHATTER_OK;
}

chatter_status binder_bind(binder *self, long trajectory, double *parameter, double *state,
                           trajectory_estimate *estimate) {
  const engine_layout *l = &self->group->layout;
  *estimate = (trajectory_estimate){.status = TRAJECTORY_OK};
  TRY(binder_set_sample(self, trajectory));
  memset(parameter, 0, (size_t)l->n_parameters * sizeof *parameter);
  memset(state, 0, (size_t)l->n_state * sizeof *state);
  parameter[PARAMETER_SERIES_ROW] = -1;
  TRY(self->plan->engine->columns.bind(l, self->study, trajectory, self->scratch, parameter, state,
                                       estimate));
  complete(estimate);
  state[STATE_STEPS] = estimate->from.first;
  if (estimate->status == TRAJECTORY_OK) return CHATTER_OK;
  parameter[PARAMETER_STEPS] = 0;
  memset(state, 0, (size_t)l->n_state * sizeof *state);
  state[STATE_STATUS] = estimate->status;
  return CHATTER_OK;
}

typedef struct binding {
  binder *binder; // [threads]
  binder_piece piece;
  void *context;
} binding;

static chatter_status one(void *context, int thread, long i) {
  const binding *self = context;
  self->binder[thread].thread = thread;
  return self->piece(self->context, &self->binder[thread], i);
}

chatter_status binder_for(const run_plan *plan, const plan_group *group, long n, binder_piece piece,
                          void *context) {
  const int wanted = plan->threads > 0 ? plan->threads : backend_cpu_threads();
  const int n_threads = n < 1 ? 1 : wanted < n ? wanted : (int)n;
  binding self = {.piece = piece, .context = context};
  const int before = error_count();
  chatter_status status = CHATTER_OK;
  ALLOCATE(self.binder, n_threads);
  for (int i = 0; i < n_threads && status == CHATTER_OK; i++)
    status = binder_open(plan, group, &self.binder[i]);
  if (status == CHATTER_OK) status = threads_for(n_threads, n, one, &self);
  for (int i = 0; i < n_threads; i++) binder_close(&self.binder[i]);
  memory_free(self.binder);
  if (status != CHATTER_INTERRUPTED) return status;
  error_keep(before); // a resumed run estimates and binds anew
  return CHATTER_CHECKPOINTED;
}
