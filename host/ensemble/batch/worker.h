// Within execute.c and worker.c: what the workers of a run share, and one of them at its batch.
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
  batch_reached reached;   // by its trajectories, for the progress
  collected_results taken; // of it, for the next part
  double chunk;            // steps of the next launch
  double launched;         // when the last one began
  double stepping;         // s of this worker's launches,
  double unreported;       // but for these of the last ones
  double last_checkpoint, checkpoint_cost;
  pthread_t thread;
  chatter_status status;
} worker;

struct execution {
  pthread_mutex_t lock;
  pthread_cond_t prepared; // an assignment is on its machine, or given back
  scheduler scheduler;
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

void worker_show_progress(execution *e); // under the lock
// Steps the worker's batch and takes its results. *stopped: an end was asked for; the batch stands in a
// checkpoint.
chatter_status worker_run(worker *w, int *stopped);
chatter_status worker_close(worker *w); // of a batch that is done; under the lock

#endif
