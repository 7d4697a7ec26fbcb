#include "ensemble/execute.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "ensemble/batch_results.h"
#include "ensemble/deal.h"
#include "base/stop.h"

static const double chunk_seconds = 0.5;
static const double longest_chunk = 1e15; // steps: what batches that end soon let it grow to

typedef struct execution execution;

typedef struct worker {
  execution *common;
  backend *machine;
  batch_job job;         // the running batch
  batch_reached reached; // by its trajectories, for the progress
  double chunk;          // steps of the next launch
  double last_checkpoint, checkpoint_cost;
  pthread_t thread;
  chatter_status status;
} worker;

struct execution {
  pthread_mutex_t lock;
  pthread_cond_t prepared; // a deal is on its machine, or given back
  dealer dealer;
  run_plan *plan;
  const execute_options *options;
  execute_summary *summary;
  int n_workers;
  worker *worker;
  double start, finished_steps; // expected steps of finished batches
  atomic_int abort;             // an error that ends the whole run
  char *errors[32];             // messages of worker threads
  int n_errors;
};

static void show_progress(execution *e) {
  if (!e->options->progress) return;
  double expected = e->finished_steps, done = e->summary->steps, total = dealer_total_steps(&e->dealer);
  for (int i = 0; i < e->n_workers; i++) {
    expected += e->worker[i].reached.expected;
    done += e->worker[i].reached.steps;
  }
  double seconds = stop_clock() - e->start;
  char note[80];
  // A batch ends as a whole: trajectories are counted by the share of their steps that is done.
  const double share = total > 0 ? fmin(expected / total, 1) : 1;
  long n = (long)(share * (double)e->plan->n);
  n = n > e->summary->finished ? n : e->summary->finished;
  snprintf(note, sizeof note, "%ld of %ld trajectories, %.3g trajectory-%ss/s", n, e->plan->n,
           seconds > 0 ? done / seconds : 0.0, engine_step(e->plan->engine));
  log_progress("Integration", share, note);
}

static chatter_status write_checkpoint(worker *w) {
  const execute_options *o = w->common->options;
  if (!o->folder) return CHATTER_OK;
  double before = stop_clock();
  TRY(batch_job_fetch(&w->job));
  TRY(checkpoint_write(o->folder, o->identity, &w->job));
  w->last_checkpoint = stop_clock();
  w->checkpoint_cost = w->last_checkpoint - before;
  return CHATTER_OK;
}

// Checkpoints never take more than about a twentieth of the time.
static int checkpoint_due(const worker *w) {
  double every = w->common->options->checkpoint_every;
  if (every < 0 || !w->common->options->folder) return 0;
  double pause = every > 20 * w->checkpoint_cost ? every : 20 * w->checkpoint_cost;
  return stop_clock() - w->last_checkpoint >= pause;
}

static void adapt_chunk(worker *w, double seconds) {
  if (w->common->options->chunk > 0) return;
  double factor = seconds > 0 ? chunk_seconds / seconds : 4;
  factor = factor > 4 ? 4 : factor < 0.25 ? 0.25 : factor;
  w->chunk = fmin(fmax(w->chunk * factor, 1), longest_chunk);
  w->chunk = (double)(long long)w->chunk;
}

// How many times as many steps as expected trajectories have taken so far.
static double steps_ratio(execution *e) {
  pthread_mutex_lock(&e->lock);
  const double expected = e->finished_steps, ratio = expected > 0 ? e->summary->steps / expected : 1;
  pthread_mutex_unlock(&e->lock);
  return ratio > 0 ? ratio : 1;
}

// *stopped: the batch is not finished but stands in a checkpoint.
static chatter_status advance(worker *w, int *stopped) {
  execution *e = w->common;
  *stopped = 0;
  w->last_checkpoint = stop_clock();
  while (!batch_job_finished(&w->job)) {
    if (stop_asked() || e->abort) {
      *stopped = 1;
      return write_checkpoint(w);
    }
    double before = stop_clock();
    TRY(batch_job_advance(&w->job, w->chunk));
    adapt_chunk(w, stop_clock() - before);
    if (checkpoint_due(w) && !batch_job_finished(&w->job)) TRY(write_checkpoint(w));
    batch_reached reached;
    TRY(batch_job_reached(&w->job, steps_ratio(e), &reached));
    pthread_mutex_lock(&e->lock);
    w->reached = reached;
    show_progress(e);
    pthread_mutex_unlock(&e->lock);
  }
  return batch_job_fetch(&w->job);
}

static void count(execution *e, const batch_job *job, const result_set *part) {
  const int *status = result_set_find(part, "status")->data;
  const double *steps = result_set_find(part, "steps")->data;
  for (long i = 0; i < job->n; i++) {
    if (status[i] >= 0 && status[i] < N_TRAJECTORY_STATUS) e->summary->count[status[i]]++;
    e->summary->steps += steps[i];
    e->summary->flops += steps[i] * job->group->layout.flops_per_step;
  }
  e->summary->finished += job->n;
}

// Under the lock: results are made and written by one thread at a time.
static chatter_status close_batch(worker *w) {
  execution *e = w->common;
  result_set *part;
  TRY(batch_job_check(&w->job));
  TRY(batch_results(&w->job, e->plan, &part));
  chatter_status status = e->options->sink(e->options->sink_self, part);
  if (status == CHATTER_OK && e->options->folder) status = checkpoint_remove(e->options->folder, &w->job);
  if (status == CHATTER_OK) count(e, &w->job, part);
  result_set_destroy(part);
  e->finished_steps += batch_job_expected(&w->job);
  w->reached = (batch_reached){0};
  show_progress(e);
  return status;
}

// A lost device leaves the others at work; any other error ends the run. Under the lock: nobody else begins.
static void end_run(execution *e, chatter_status status) {
  if (status != CHATTER_OK && status != CHATTER_DEVICE) e->abort = 1;
}

// Under the lock. Waits for what the others prepare: it may be given back.
static chatter_status take_deal(worker *w, deal *out, int *some) {
  execution *e = w->common;
  for (;;) {
    *some = 0;
    if (stop_asked() || e->abort) return CHATTER_OK;
    const double seconds = stop_clock() - e->start, steps = e->summary->steps;
    const double speed = steps > 0 && seconds > 0 ? steps / seconds / e->n_workers : 0;
    TRY(dealer_take(&e->dealer, w->machine, e->n_workers, speed, out, some));
    if (*some || e->dealer.preparing == 0) return CHATTER_OK;
    pthread_cond_wait(&e->prepared, &e->lock);
  }
}

// The batch of a deal, made without the lock. *again: the machine had no room for so many, smaller ones can
// be dealt.
static chatter_status prepare_batch(worker *w, deal *of, int *again) {
  execution *e = w->common;
  const int before = error_count();
  int out_of_memory;
  const chatter_status status = deal_prepare(of, e->plan, e->options, w->machine, &w->job, &out_of_memory);
  pthread_mutex_lock(&e->lock);
  if (status == CHATTER_OK)
    dealer_prepared(&e->dealer, of);
  else
    *again = dealer_give_back(&e->dealer, of, out_of_memory);
  if (!*again) end_run(e, status);
  pthread_cond_broadcast(&e->prepared);
  pthread_mutex_unlock(&e->lock);
  if (!*again) return status;
  error_keep(before);
  return CHATTER_OK;
}

static chatter_status take_batch(worker *w, int *some) {
  execution *e = w->common;
  deal of;
  for (int again = 1; again;) {
    again = 0;
    pthread_mutex_lock(&e->lock);
    const chatter_status status = take_deal(w, &of, some);
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
    chatter_status status = advance(w, &stopped);
    pthread_mutex_lock(&e->lock);
    if (status == CHATTER_OK && !stopped) status = close_batch(w);
    dealer_return(&e->dealer, &w->job);
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
    if (e->worker[i].status != CHATTER_OK && (status == CHATTER_OK || status == CHATTER_DEVICE)) {
      status = e->worker[i].status;
    }
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
  chatter_status status = dealer_create(plan, options, &e.dealer);
  if (status == CHATTER_OK) status = dealer_open(&e.dealer);
  e.start = stop_clock();
  if (status == CHATTER_OK) {
    for (int i = 0; i < e.n_workers; i++) {
      e.worker[i] = (worker){.common = &e, .machine = &devices->device[i]};
      e.worker[i].chunk = options->chunk > 0 ? (double)options->chunk : 64;
    }
    show_progress(&e);
    run_workers(&e);
    log_progress_end();
    status = outcome(&e);
  }
  out->seconds = stop_clock() - e.start;
  dealer_destroy(&e.dealer);
  pthread_cond_destroy(&e.prepared);
  pthread_mutex_destroy(&e.lock);
  memory_free(e.worker);
  return status;
}

// The processors that bind are shared by the workers.
static chatter_status execute_shared(run_plan *plan, device_set *devices, const execute_options *options,
                                     execute_summary *out) {
  const int before = plan->threads, all = before > 0 ? before : backend_cpu_threads();
  plan->threads = all > devices->n ? all / devices->n : 1;
  const chatter_status status = execute_on(plan, devices, options, out);
  plan->threads = before;
  return status;
}

// Reduced models with few trajectories each leave most threads of one batch idle: then each thread is a
// machine of its own and takes its own batches.
chatter_status execute_plan(run_plan *plan, device_set *devices, const execute_options *options,
                            execute_summary *out) {
  device_set split;
  *out = (execute_summary){0};
  if (plan->n == 0) return CHATTER_OK;
  TRY(engine_check_precision(plan->engine, devices->precision));
  TRY(devices_split(devices, plan->n_groups, &split));
  chatter_status status = execute_shared(plan, split.n > 0 ? &split : devices, options, out);
  devices_close(&split);
  return status;
}
