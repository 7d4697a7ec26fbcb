// Runs the workers of a plan.
#include "ensemble/batch/execute.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/worker.h"

// Ends the run after an error, under the lock: no worker begins another batch. After a lost device
// the other devices continue.
static void end_run(execution *e, chatter_status status) {
  if (status != CHATTER_OK && status != CHATTER_DEVICE) e->abort = 1;
}

// Gets the next assignment, under the lock. Waits while other workers prepare batches, which may be
// given back.
static chatter_status next_assignment(worker *w, assignment *out, int *some) {
  execution *e = w->common;
  for (;;) {
    *some = 0;
    if (stop_asked() || e->abort) return CHATTER_OK;
    const double seconds = clock_seconds() - e->start, steps = e->taken_steps - e->summary->resumed_steps;
    const double speed = steps > 0 && seconds > 0 ? steps / seconds / e->n_workers : 0;
    TRY(scheduler_next(&e->scheduler, w->machine, e->n_workers, speed, out, some));
    if (*some || e->scheduler.preparing == 0) return CHATTER_OK;
    pthread_cond_wait(&e->prepared, &e->lock);
  }
}

// Makes the batch of an assignment, without the lock. *again: the machine's memory was too small;
// smaller batches can be assigned.
static chatter_status prepare_batch(worker *w, assignment *of, int *again) {
  execution *e = w->common;
  const int before = error_count();
  int out_of_memory;
  const chatter_status status =
      assignment_prepare(of, e->plan, e->options, w->machine, &w->job, &out_of_memory);
  pthread_mutex_lock(&e->lock);
  if (status == CHATTER_OK)
    scheduler_prepared(&e->scheduler, of);
  else
    *again = scheduler_give_back(&e->scheduler, of, out_of_memory);
  if (!*again) end_run(e, status);
  pthread_cond_broadcast(&e->prepared);
  pthread_mutex_unlock(&e->lock);
  if (!*again) return status;
  error_keep(before);
  return CHATTER_OK;
}

static chatter_status take_batch(worker *w, int *some) {
  execution *e = w->common;
  assignment of;
  for (int again = 1; again;) {
    again = 0;
    pthread_mutex_lock(&e->lock);
    const chatter_status status = next_assignment(w, &of, some);
    end_run(e, status);
    if (status != CHATTER_OK) pthread_cond_broadcast(&e->prepared);
    pthread_mutex_unlock(&e->lock);
    if (status != CHATTER_OK || !*some) return status;
    TRY(prepare_batch(w, &of, &again));
  }
  return CHATTER_OK;
}

static chatter_status work(worker *w) {
  execution *e = w->common;
  for (;;) {
    int some, stopped = 0;
    TRY(take_batch(w, &some));
    if (!some) return CHATTER_OK;
    chatter_status status = worker_run(w, &stopped);
    pthread_mutex_lock(&e->lock);
    if (status == CHATTER_OK && !stopped) status = worker_close(w);
    collect_forget(&w->taken);
    scheduler_return(&e->scheduler, &w->job);
    end_run(e, status);
    pthread_mutex_unlock(&e->lock);
    if (status != CHATTER_OK || stopped) return status;
  }
}

static void keep_errors(execution *e) {
  pthread_mutex_lock(&e->lock);
  for (int i = 0; i < error_count() && e->n_errors < (int)(sizeof e->errors / sizeof *e->errors); i++) {
    e->errors[e->n_errors] = strdup(error_message(i));
    if (e->errors[e->n_errors]) e->n_errors++;
  }
  pthread_mutex_unlock(&e->lock);
  error_clear();
}

static void *work_in_thread(void *argument) {
  worker *w = argument;
  w->status = work(w);
  keep_errors(w->common);
  return NULL;
}

static void run_workers(execution *e) {
  if (e->n_workers == 1) {
    e->worker[0].status = work(&e->worker[0]);
    return;
  }
  int started = 0;
  for (; started < e->n_workers; started++) {
    worker *w = &e->worker[started];
    if (pthread_create(&w->thread, NULL, work_in_thread, w) != 0) break;
  }
  for (int i = started; i < e->n_workers; i++) e->worker[i].status = CHATTER_OK; // fewer threads than devices
  for (int i = 0; i < started; i++) pthread_join(e->worker[i].thread, NULL);
  if (started == 0) e->worker[0].status = work(&e->worker[0]);
  for (int i = 0; i < e->n_errors; i++) {
    error_raise(CHATTER_INTERNAL, "%s", e->errors[i]);
    free(e->errors[i]);
  }
}

static chatter_status outcome(const execution *e) {
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < e->n_workers; i++) {
    const chatter_status own = e->worker[i].status;
    if (own == CHATTER_OK) continue;
    const int is_lost = status == CHATTER_DEVICE && own != CHATTER_CHECKPOINTED;
    if (status == CHATTER_OK || status == CHATTER_CHECKPOINTED || is_lost) status = own;
  }
  if (status == CHATTER_OK && e->summary->finished < e->plan->n) status = CHATTER_CHECKPOINTED;
  return status;
}

static chatter_status execute_on(run_plan *plan, device_set *devices, const execute_options *options,
                                 execute_summary *out) {
  execution e = {.plan = plan, .options = options, .summary = out, .n_workers = devices->n};
  ALLOCATE(e.worker, devices->n);
  pthread_mutex_init(&e.lock, NULL);
  pthread_cond_init(&e.prepared, NULL);
  chatter_status status = scheduler_create(plan, options, &e.scheduler);
  if (status == CHATTER_OK) status = scheduler_open(&e.scheduler);
  e.start = clock_seconds();
  if (status == CHATTER_OK) {
    for (int i = 0; i < e.n_workers; i++) {
      e.worker[i] = (worker){.common = &e, .machine = &devices->device[i]};
      e.worker[i].chunk = (double)options->chunk;
    }
    worker_show_progress(&e);
    run_workers(&e);
    log_progress_end();
    status = outcome(&e);
  }
  out->seconds = clock_seconds() - e.start;
  for (int i = 0; i < e.n_workers; i++) collect_release(&e.worker[i].taken);
  scheduler_destroy(&e.scheduler);
  pthread_cond_destroy(&e.prepared);
  pthread_mutex_destroy(&e.lock);
  memory_free(e.worker);
  return status;
}

// Runs workers that share the processors for binding.
static chatter_status execute_shared(run_plan *plan, device_set *devices, const execute_options *options,
                                     execute_summary *out) {
  const int before = plan->threads, all = before > 0 ? before : backend_cpu_threads();
  plan->threads = all > devices->n ? all / devices->n : 1;
  const chatter_status status = execute_on(plan, devices, options, out);
  plan->threads = before;
  return status;
}

// If the reduced models have few trajectories each, one batch would leave most threads idle; then
// each thread is a machine of its own with its own batches.
chatter_status execute_plan(run_plan *plan, device_set *devices, const execute_options *options,
                            execute_summary *out) {
  device_set split;
  *out = (execute_summary){0};
  if (plan->n == 0) return CHATTER_OK;
  TRY(engine_check_precision(plan->engine, devices->precision));
  TRY(devices_split_by_thread(devices, plan->n_groups, &split));
  chatter_status status = execute_shared(plan, split.n > 0 ? &split : devices, options, out);
  devices_close(&split);
  return status;
}
