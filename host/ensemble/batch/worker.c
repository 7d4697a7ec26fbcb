// A worker: steps its batch, takes results, writes checkpoints.
#include "ensemble/batch/worker.h"

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"
#include "ensemble/batch/job/job_compact.h"

// A launch takes half the time within which a run must answer a signal.
static const double chunk_seconds = 0.25;
static const double first_chunk = 4;      // steps; the speed is unknown
static const double longest_chunk = 1e15; // steps; batches that end soon let the chunk grow to this

// Returns the finished fraction of a worker's batch; taking results counts as a share of its time.
static double batch_share(const worker *w) {
  const double all = w->stepping + w->taken.seconds, stepping = all > 0 ? w->stepping / all : 1;
  const long assigned = w->job.n + w->job.left.n, taken = w->job.n_collected + w->job.left.n;
  const double collected = assigned > 0 ? (double)taken / (double)assigned : 0;
  return stepping * w->reached.expected + (1 - stepping) * collected * batch_job_expected(&w->job);
}

void worker_show_progress(execution *e) {
  if (!e->options->progress && !e->options->share) return;
  double expected = e->finished_steps, done = e->taken_steps - e->summary->resumed_steps,
         total = scheduler_total_steps(&e->scheduler);
  long finished = e->summary->finished;
  for (int i = 0; i < e->n_workers; i++) {
    if (e->worker[i].reached.expected > 0) expected += batch_share(&e->worker[i]);
    if (e->worker[i].reached.steps > 0) done += e->worker[i].reached.steps - e->worker[i].job.resumed;
  }
  // Trajectories are counted by the finished share of their steps. The run ends only when its file
  // is written.
  const double share = fmin(total > 0 ? expected / total : 1, 0.99);
  e->shown = share > e->shown ? share : e->shown;
  if (e->options->share) *e->options->share = e->shown;
  if (!e->options->progress) return;
  const double seconds = clock_seconds() - e->start;
  char note[80];
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

// Makes a part of the taken results; under the lock, by one thread at a time.
static chatter_status flush(worker *w) {
  execution *e = w->common;
  const double start = clock_seconds();
  result_set *part;
  TRY(collect_join(&w->taken, &part));
  if (!part) return CHATTER_OK;
  const chatter_status status = e->options->sink(e->options->sink_self, part);
  if (status == CHATTER_OK) count(e, &w->job, part);
  result_set_destroy(part);
  phase_times_add(&w->job.spent, SPENT_write, start);
  return status;
}

static int asked_to_stop(const execution *e) {
  return stop_asked() || e->abort;
}

// Takes the results of ended trajectories until the time `late` or a stop; the rest stays in the
// batch.
static chatter_status collect(worker *w, double late) {
  execution *e = w->common;
  const int before = error_count();
  chatter_status status = CHATTER_OK;
  for (int some = 1; some && status == CHATTER_OK && clock_seconds() < late && !asked_to_stop(e);) {
    pthread_mutex_lock(&e->lock);
    status = collect_slice(&w->taken, &w->job, e->plan, &some);
    worker_show_progress(e);
    pthread_mutex_unlock(&e->lock);
  }
  if (status != CHATTER_INTERRUPTED) return status;
  error_keep(before); // stopped within a slice, which is taken anew later
  return CHATTER_OK;
}

static chatter_status locked_flush(worker *w) {
  pthread_mutex_lock(&w->common->lock);
  const chatter_status status = flush(w);
  pthread_mutex_unlock(&w->common->lock);
  return status;
}

static double next_checkpoint(const worker *w) {
  double every = w->common->options->checkpoint_every;
  if (every < 0 || !w->common->options->folder) return INFINITY;
  return w->last_checkpoint + checkpoint_pause(every, w->checkpoint_cost);
}

static int checkpoint_due(const worker *w) {
  return clock_seconds() >= next_checkpoint(w);
}

// Writes the part first, then the checkpoint without its trajectories: after a kill between the
// two, the part counts.
static chatter_status write_checkpoint(worker *w) {
  const execute_options *o = w->common->options;
  if (!o->folder) return CHATTER_OK;
  double before = clock_seconds();
  TRY(batch_job_fetch(&w->job));
  TRY(collect(w, before + chunk_seconds));
  TRY(locked_flush(w));
  const double start = clock_seconds();
  TRY(checkpoint_write(o->folder, o->identity, &w->job));
  phase_times_add(&w->job.spent, SPENT_checkpoint, start);
  w->last_checkpoint = clock_seconds();
  w->checkpoint_cost = w->last_checkpoint - before;
  return CHATTER_OK;
}

// Returns 1 if a launch must end; all its threads call this.
static int ends_launch(void *context) {
  const worker *w = context;
  return clock_seconds() - w->launched >= chunk_seconds || asked_to_stop(w->common) || checkpoint_due(w);
}

// Adapts the chunk; `seconds`: the time that all trajectories took for it, in one launch or in
// several.
static void adapt_chunk(worker *w, double seconds) {
  if (w->common->options->chunk > 0) return;
  double factor = seconds > 0 ? chunk_seconds / seconds : 4;
  factor = factor > 4 ? 4 : factor < 0.25 ? 0.25 : factor;
  w->chunk = fmin(fmax(w->chunk * factor, 1), longest_chunk);
  w->chunk = (double)(long long)w->chunk;
}

// Returns the ratio of steps taken to steps expected, over the trajectories so far.
static double steps_ratio(execution *e) {
  pthread_mutex_lock(&e->lock);
  const double expected = e->finished_steps, ratio = expected > 0 ? e->taken_steps / expected : 1;
  pthread_mutex_unlock(&e->lock);
  return ratio > 0 ? ratio : 1;
}

static chatter_status launch(worker *w, double *seconds) {
  const double from = w->job.step;
  w->launched = clock_seconds();
  TRY(batch_job_advance(&w->job, w->chunk));
  const double taken = clock_seconds() - w->launched;
  w->unreported += taken;
  *seconds += taken;
  if (w->job.heading > w->job.step) return CHATTER_OK;          // the interrupted launch continues
  if (w->job.step - from >= w->chunk) adapt_chunk(w, *seconds); // not if fields stopped it
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
  worker_show_progress(e);
  pthread_mutex_unlock(&e->lock);
  return CHATTER_OK;
}

// Returns 1 if results should be taken while other trajectories are stepped: some at first, to
// measure the time, then whenever a quarter of the batch has ended.
static int collect_due(const worker *w) {
  const long ended = w->reached.ended - w->job.n_collected, there = w->job.n - w->job.n_collected;
  const long least = w->taken.slice == 0 ? 1 : there / 4 > BATCH_ALIGN ? there / 4 : BATCH_ALIGN;
  return (ended >= least && ended < there) || batch_job_is_thin(&w->job);
}

// Takes results early and compacts the batch, so that running trajectories fill lanes and warps
// again.
static chatter_status collect_early(worker *w) {
  TRY(batch_job_fetch(&w->job));
  TRY(collect(w, next_checkpoint(w)));
  return batch_job_is_thin(&w->job) ? batch_job_compact(&w->job) : CHATTER_OK;
}

// Steps the batch to its end. *stopped: a stop was asked for.
static chatter_status advance(worker *w, int *stopped) {
  double seconds = 0;
  w->last_checkpoint = clock_seconds();
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
    if (collect_due(w)) TRY(collect_early(w));
  }
  return batch_job_fetch(&w->job);
}

// Takes the remaining results of a finished batch. *stopped: a stop came before the last.
static chatter_status finish(worker *w, int *stopped) {
  while (w->job.n_collected < w->job.n && !*stopped) {
    *stopped = asked_to_stop(w->common);
    if (*stopped) break;
    if (checkpoint_due(w)) TRY(write_checkpoint(w));
    TRY(collect(w, next_checkpoint(w)));
  }
  return CHATTER_OK;
}

chatter_status worker_close(worker *w) {
  execution *e = w->common;
  TRY(flush(w));
  if (e->options->folder) TRY(checkpoint_remove(e->options->folder, &w->job));
  phase_times_log(&w->job.spent, w->machine->name, (double)(w->job.n + w->job.left.n), w->reached.steps);
  e->finished_steps += batch_job_expected(&w->job);
  e->taken_steps += w->reached.steps;
  e->summary->resumed_steps += w->job.resumed;
  e->summary->steps -= w->job.resumed; // `count` includes them
  e->summary->flops -= w->job.resumed * w->job.group->layout.flops_per_step;
  w->reached = (batch_reached){0};
  worker_show_progress(e);
  return CHATTER_OK;
}

chatter_status worker_run(worker *w, int *stopped) {
  TRY(advance(w, stopped));
  if (!*stopped) TRY(finish(w, stopped));
  return *stopped ? write_checkpoint(w) : CHATTER_OK;
}
