// State shared by the workers of a run, and that of one worker; for execute.c and worker.c only.
#ifndef CHATTER_ENSEMBLE_BATCH_WORKER_H
#define CHATTER_ENSEMBLE_BATCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "ensemble/batch/scheduler.h"
#include "ensemble/batch/execute.h"
#include "ensemble/batch/collect.h"

typedef struct execution execution;

typedef struct worker {
  execution *common;
  backend *machine;
  batch_job job;           // the running batch
  batch_reached reached;   // by its trajectories, for the progress bar
  collected_results taken; // its results for the next part
  double chunk;            // steps of the next launch
  double launched;         // start time of the last launch
  double stepping;         // s, this worker's launches
  double unreported;       // s of the last launches, not yet reported
  double last_checkpoint, checkpoint_cost;
  pthread_t thread;
  chatter_status status;
} worker;

struct execution {
  pthread_mutex_t lock;
  pthread_cond_t prepared; // signals that an assignment is on its machine, or given back
  scheduler scheduler;
  run_plan *plan;
  const execute_options *options;
  execute_summary *summary;
  int n_workers;
  worker *worker;
  double start;
  double finished_steps, taken_steps; // of finished batches: expected and actual
  double shown;                       // progress shown, which never decreases
  atomic_int abort;                   // 1: an error ends the whole run
  char *errors[32];                   // messages of worker threads
  int n_errors;
};

void worker_show_progress(execution *e); // under the lock
// Steps the worker's batch and takes its results. *stopped: a stop was asked for, and the batch is
// in a checkpoint.
chatter_status worker_run(worker *w, int *stopped);
chatter_status worker_close(worker *w); // closes a finished batch; under the lock

#endif
