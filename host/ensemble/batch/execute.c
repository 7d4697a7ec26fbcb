#include "ensemble/batch/execute.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/deal.h"
#include "ensemble/batch/retire.h"

// A launch ends in half the time within which the run answers to a signal.
static const double chunk_seconds = 0.25;
static const double first_chunk = 4;      // steps: nothing is known of them yet
static const double longest_chunk = 1e15; // steps: what batches that end soon let it grow to

typedef struct execution execution;

typedef struct worker {
  execution *common;
  backend *machine;
  batch_job job;         // the running batch
  batch_reached reached; // by its trajectories, for the progress
  retired_results taken; // of it, for the next part
  double chunk;          // steps of the next launch
  double launched;       // when the last one began
  double stepping;       // s of this worker's launches,
  double unreported;     // but for these of the last ones
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
  double start;
  double finished_steps, taken_steps; // of finished batches: expected, and really done
  double shown;                       // of the progress, which never goes back
  atomic_int abort;                   // an error that ends the whole run
  char *errors[32];                   // messages of worker threads
  int n_errors;
};

// Part of the expected steps of a worker's batch that is done: what takes results takes its part of the time.
static double batch_share(const worker *w) {
  const double all = w->stepping + w->taken.seconds, stepping = all > 0 ? w->stepping / all : 1;
  const double retired = w->job.n > 0 ? (double)w->job.n_retired / (double)w->job.n : 0;
  return stepping * w->reached.expected + (1 - stepping) * retired * batch_job_expected(&w->job);
}

// Under the lock.
static void show_progress(execution *e) {
  if (!e->options->progress) return;
  double expected = e->finished_steps, done = e->taken_steps, total = dealer_total_steps(&e->dealer);
  long finished = e->summary->finished;
  for (int i = 0; i < e->n_workers; i++) {
    if (e->worker[i].reached.expected > 0) expected += batch_share(&e->worker[i]);
    done += e->worker[i].reached.steps;
  }
  double seconds = stop_clock() - e->start;
  char note[80];
  // A batch ends as a whole: trajectories are counted by the share of their steps that is done. The run has
  // not ended before its file is written.
  const double share = fmin(total > 0 ? expected / total : 1, 0.99);
  e->shown = share > e->shown ? share : e->shown;
  long n = (long)(e->shown * (double)e->plan->n);
  n = n > finished ? n : finished;
  snprintf(note, sizeof note, "%ld of %ld trajectories, %.3g trajectory-%ss/s", n, e->plan->n,
           seconds > 0 ? done / seconds : 0.0, engine_step(e->plan->engine));
  log_progress("Integration", e->shown, note);
}

static void count(execution *e, const batch_job *job, const result_set *part) {
  const int *status = result_set_find(part, "status")->data;
  const result_variable *steps = result_set_find(part, "steps");
  for (size_t i = 0; i < steps->size[0]; i++) {
    const double done = ((const double *)steps->data)[i];
    if (status[i] >= 0 && status[i] < N_TRAJECTORY_STATUS) e->summary->count[status[i]]++;
    e->summary->steps += done;
    e->summary->flops += done * job->group->layout.flops_per_step;
  }
  e->summary->finished += (long)steps->size[0];
}

// Results that were taken become a part; under the lock, by one thread at a time.
static chatter_status flush(worker *w) {
  execution *e = w->common;
  result_set *part;
  TRY(retire_join(&w->taken, &part));
  if (!part) return CHATTER_OK;
  const chatter_status status = e->options->sink(e->options->sink_self, part);
  if (status == CHATTER_OK) count(e, &w->job, part);
  result_set_destroy(part);
  return status;
}

static int asked_to_stop(const execution *e) {
  return stop_asked() || e->abort;
}

// Takes the results of all that have ended, until it is late or an end is asked for: what is left stays in
// the batch.
static chatter_status retire(worker *w, double late) {
  execution *e = w->common;
  const int before = error_count();
  chatter_status status = CHATTER_OK;
  for (int some = 1; some && status == CHATTER_OK && stop_clock() < late && !asked_to_stop(e);) {
    pthread_mutex_lock(&e->lock);
    status = retire_slice(&w->taken, &w->job, e->plan, &some);
    show_progress(e);
    pthread_mutex_unlock(&e->lock);
  }
  if (status != CHATTER_INTERRUPTED) return status;
  error_keep(before); // within a slice: it is taken anew
  return CHATTER_OK;
}

static chatter_status locked_flush(worker *w) {
  pthread_mutex_lock(&w->common->lock);
  const chatter_status status = flush(w);
  pthread_mutex_unlock(&w->common->lock);
  return status;
}

// Checkpoints never take more than about a twentieth of the time.
static double next_checkpoint(const worker *w) {
  double every = w->common->options->checkpoint_every;
  if (every < 0 || !w->common->options->folder) return INFINITY;
  double pause = every > 20 * w->checkpoint_cost ? every : 20 * w->checkpoint_cost;
  return w->last_checkpoint + pause;
}

static int checkpoint_due(const worker *w) {
  return stop_clock() >= next_checkpoint(w);
}

// First the part, then the checkpoint without its trajectories: behind a kill between the two the part
// counts.
static chatter_status write_checkpoint(worker *w) {
  const execute_options *o = w->common->options;
  if (!o->folder) return CHATTER_OK;
  double before = stop_clock();
  TRY(batch_job_fetch(&w->job));
  TRY(retire(w, before + chunk_seconds));
  TRY(locked_flush(w));
  TRY(checkpoint_write(o->folder, o->identity, &w->job));
  w->last_checkpoint = stop_clock();
  w->checkpoint_cost = w->last_checkpoint - before;
  return CHATTER_OK;
}

// Asked by launches, from all their threads.
static int ends_launch(void *context) {
  const worker *w = context;
  return stop_clock() - w->launched >= chunk_seconds || asked_to_stop(w->common) || checkpoint_due(w);
}

// `seconds`: that all trajectories took for the chunk, in one launch or in several.
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
  const double expected = e->finished_steps, ratio = expected > 0 ? e->taken_steps / expected : 1;
  pthread_mutex_unlock(&e->lock);
  return ratio > 0 ? ratio : 1;
}

static chatter_status launch(worker *w, double *seconds) {
  w->launched = stop_clock();
  TRY(batch_job_advance(&w->job, w->chunk));
  const double taken = stop_clock() - w->launched;
  w->unreported += taken;
  *seconds += taken;
  if (w->job.heading > w->job.step) return CHATTER_OK; // goes on
  adapt_chunk(w, *seconds);
  *seconds = 0;
  return CHATTER_OK;
}

static chatter_status note_reached(worker *w) {
  execution *e = w->common;
  batch_reached reached;
  TRY(batch_job_reached(&w->job, steps_ratio(e), &reached));
  pthread_mutex_lock(&e->lock);
  w->reached = reached;
  w->stepping += w->unreported;
  w->unreported = 0;
  show_progress(e);
  pthread_mutex_unlock(&e->lock);
  return CHATTER_OK;
}

// Results are taken while others are still stepped: at first some, which tells how long they take, then
// whenever a quarter of what is there has ended.
static int retire_due(const worker *w) {
  const long ended = w->reached.ended - w->job.n_retired, there = w->job.n - w->job.n_retired;
  const long least = w->taken.slice == 0 ? 1 : there / 4 > BATCH_ALIGN ? there / 4 : BATCH_ALIGN;
  return ended >= least && ended < there;
}

static chatter_status retire_early(worker *w) {
  TRY(batch_job_fetch(&w->job));
  return retire(w, next_checkpoint(w));
}

// Steps the batch to its end. *stopped: an end was asked for.
static chatter_status advance(worker *w, int *stopped) {
  double seconds = 0;
  w->last_checkpoint = stop_clock();
  if (w->common->options->chunk == 0) w->chunk = first_chunk;
  *stopped = 0;
  w->job.interrupt = (launch_interrupt){ends_launch, w};
  while (!batch_job_finished(&w->job)) {
    *stopped = asked_to_stop(w->common);
    if (*stopped) return CHATTER_OK;
    TRY(launch(w, &seconds));
    TRY(note_reached(w));
    if (batch_job_finished(&w->job)) break;
    if (checkpoint_due(w)) TRY(write_checkpoint(w));
    if (retire_due(w)) TRY(retire_early(w));
  }
  return batch_job_fetch(&w->job);
}

// Takes what results of a finished batch are left. *stopped: not all, as an end was asked for.
static chatter_status finish(worker *w, int *stopped) {
  while (w->job.n_retired < w->job.n && !*stopped) {
    *stopped = asked_to_stop(w->common);
    if (*stopped) break;
    if (checkpoint_due(w)) TRY(write_checkpoint(w));
    TRY(retire(w, next_checkpoint(w)));
  }
  return CHATTER_OK;
}

// Under the lock.
static chatter_status close_batch(worker *w) {
  execution *e = w->common;
  TRY(flush(w));
  if (e->options->folder) TRY(checkpoint_remove(e->options->folder, &w->job));
  e->finished_steps += batch_job_expected(&w->job);
  e->taken_steps += w->reached.steps;
  w->reached = (batch_reached){0};
  show_progress(e);
  return CHATTER_OK;
}

// *stopped: the batch stands in a checkpoint.
static chatter_status run_batch(worker *w, int *stopped) {
  TRY(advance(w, stopped));
  if (!*stopped) TRY(finish(w, stopped));
  return *stopped ? write_checkpoint(w) : CHATTER_OK;
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
    const double seconds = stop_clock() - e->start, steps = e->taken_steps;
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
    chatter_status status = run_batch(w, &stopped);
    pthread_mutex_lock(&e->lock);
    if (status == CHATTER_OK && !stopped) status = close_batch(w);
    retire_forget(&w->taken);
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
  chatter_status status = dealer_create(plan, options, &e.dealer);
  if (status == CHATTER_OK) status = dealer_open(&e.dealer);
  e.start = stop_clock();
  if (status == CHATTER_OK) {
    for (int i = 0; i < e.n_workers; i++) {
      e.worker[i] = (worker){.common = &e, .machine = &devices->device[i]};
      e.worker[i].chunk = (double)options->chunk;
    }
    show_progress(&e);
    run_workers(&e);
    log_progress_end();
    status = outcome(&e);
  }
  out->seconds = stop_clock() - e.start;
  for (int i = 0; i < e.n_workers; i++) retire_release(&e.worker[i].taken);
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
