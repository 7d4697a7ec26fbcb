// Takes results of a batch in slices.
#include "ensemble/batch/collect.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/batch/job/job_compact.h"
#include "results/result_rows.h"

static const double slice_seconds = 0.1;

static chatter_status keep(collected_results *self, result_set *set) {
  if (self->n == self->capacity) {
    const int capacity = self->capacity ? 2 * self->capacity : 16;
    result_set **grown = realloc(self->set, (size_t)capacity * sizeof *grown);
    if (!grown) return error_raise(CHATTER_DEVICE, "out of memory for results");
    self->set = grown;
    self->capacity = capacity;
  }
  self->set[self->n++] = set;
  return CHATTER_OK;
}

static chatter_status make(const batch_job *chosen, run_plan *plan, result_set **set) {
  TRY(batch_job_check(chosen));
  return batch_results(chosen, plan, set);
}

// Makes results of some columns. A batch that is finished as a whole needs no copy.
static chatter_status make_of(const batch_job *job, run_plan *plan, long n, const long *column,
                              result_set **set) {
  batch_job chosen;
  if (n == job->n && batch_job_finished(job)) return make(job, plan, set);
  TRY(batch_job_select(job, n, column, &chosen));
  const chatter_status status = make(&chosen, plan, set);
  batch_job_destroy(&chosen);
  return status;
}

static chatter_status take(collected_results *self, const batch_job *job, run_plan *plan, long n,
                           const long *column) {
  result_set *set;
  TRY(make_of(job, plan, n, column, &set));
  const chatter_status status = keep(self, set);
  if (status != CHATTER_OK) result_set_destroy(set);
  return status;
}

static void adapt(collected_results *self, double seconds) {
  self->seconds += seconds;
  const long most = 1L << 30; // larger than any batch; the size must not double for ever
  if (seconds < slice_seconds / 2 && self->slice < most) self->slice *= 2;
  if (seconds > 2 * slice_seconds && self->slice > 1) self->slice /= 2;
}

chatter_status collect_slice(collected_results *self, batch_job *job, run_plan *plan, int *some) {
  const double before = clock_seconds();
  long *column, n = 0;
  if (self->slice == 0) self->slice = 1; // its time is unknown
  *some = 0;
  ALLOCATE(column, job->n);
  for (long i = 0; i < job->n && n < self->slice; i++)
    if (!job->collected[i] && batch_job_has_ended(job, i)) column[n++] = i;
  const chatter_status status = n > 0 ? take(self, job, plan, n, column) : CHATTER_OK;
  for (long k = 0; status == CHATTER_OK && k < n; k++) job->collected[column[k]] = 1;
  if (status == CHATTER_OK) {
    job->n_collected += n;
    *some = n > 0;
    phase_times_add(&job->spent, SPENT_extract, before);
    if (n > 0) adapt(self, clock_seconds() - before);
  }
  memory_free(column);
  return status;
}

void collect_forget(collected_results *self) {
  for (int i = 0; i < self->n; i++) result_set_destroy(self->set[i]);
  self->n = 0;
}

chatter_status collect_join(collected_results *self, result_set **part) {
  *part = NULL;
  if (self->n == 0) return CHATTER_OK;
  if (self->n == 1) {
    *part = self->set[0];
    self->n = 0;
    return CHATTER_OK;
  }
  TRY(result_sets_concatenate(self->n, self->set, part));
  collect_forget(self);
  return CHATTER_OK;
}

void collect_release(collected_results *self) {
  collect_forget(self);
  free(self->set);
  *self = (collected_results){0};
}
