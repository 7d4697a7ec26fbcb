// A batch of trajectories in progress: bound to samples, in the backend's memory, advanced chunk by
// chunk, and turned into results. Host and device have one allocation each, divided into the arrays
// of kernel_batch.
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_JOB_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_JOB_H

#include "ensemble/phase_times.h"
#include "ensemble/run_plan.h"
#include "machines/backend.h"

// Blocks of the allocation. Those before BATCH_STATE are constant while stepping.
typedef enum {
  BATCH_VALUES,
  BATCH_MODEL,
  BATCH_OFFSETS,
  BATCH_VARIES,
  BATCH_TABLES,
  BATCH_STATE,
  BATCH_WINDOWS,
  BATCH_SERIES,
  N_BATCH_BLOCKS
} batch_block;

// Columns that left the batch after their results were taken.
typedef struct batch_left {
  long n;
  double steps, expected; // as in batch_reached
} batch_left;

struct batch_snapshots; // snapshots.h
typedef struct batch_job {
  long n;
  long *trajectory; // [n] numbers in the ensemble, in the order of columns
  const plan_group *group;
  int group_index;
  double first;         // first step of its trajectories
  double step, longest; // step reached by all that have not ended; steps of the longest trajectory
  double heading;       // end step of an interrupted launch, which some have reached; 0: none was interrupted
  launch_interrupt interrupt; // of launches
  long number;                // lowest trajectory when it was first assigned; names its checkpoint
  unsigned char *collected;   // [n] 1: results taken
  long n_collected;
  batch_left left;                   // of the columns that have left
  double *expected;                  // [n] steps that each will probably take
  double *counted;                   // [n] work that batch_job_reached has counted in `spent`
  double resumed;                    // steps taken before this run
  long running;                      // columns that the next launch steps, set by batch_job_reached
  long front;                        // columns that were running at the last compaction
  long n_series;                     // chosen trajectories in this batch
  struct batch_snapshots *snapshots; // NULL: no fields are stored
  kernel_batch host, device;
  unsigned char *host_memory;
  void *device_memory;
  size_t offset[N_BATCH_BLOCKS + 1]; // bytes, offsets of the blocks in either memory
  backend *machine;                  // NULL until uploaded
  int out_of_memory;                 // 1: batch_job_upload failed for lack of memory
  int threads;                       // for engines that step on the CPU by themselves
  phase_times spent;
} batch_job;

void batch_job_destroy(batch_job *self);

chatter_status batch_job_upload(batch_job *self, backend *machine);
// Launches once: n_steps further, or to the next instant of a field, or after an interrupted launch
// to the end step of that launch.
chatter_status batch_job_advance(batch_job *self, double n_steps);
const char *batch_job_stepper(const batch_job *self); // name of the kernel or engine
int batch_job_finished(const batch_job *self);
chatter_status batch_job_fetch(batch_job *self);       // copies state, written windows and series to the host
double batch_job_steps(const batch_job *self, long i); // steps of trajectory i in this run
int batch_job_has_ended(const batch_job *self, long i); // by the state on the host
chatter_status
batch_job_check(const batch_job *self); // checks a finished, fetched batch: every trajectory was stepped

// Progress of the trajectories. Those that have left are included, except in `ended`.
typedef struct batch_reached {
  long ended;
  double steps;    // trajectory-steps done
  double expected; // finished part of the expected steps, if these are `ratio` times too few
  double likely;   // probable total of steps, at least the expected one
} batch_reached;
chatter_status batch_job_reached(batch_job *self, double ratio, batch_reached *out); // reads from the machine
double batch_job_expected(const batch_job *self); // of all trajectories, those in `left` included

// Returns the number of window rows, from the first, that trajectory i of a fetched batch may have
// written.
long batch_job_rows(const batch_job *self, long i);

// Returns the largest batch_job_rows of all trajectories.
long batch_job_most_rows(const batch_job *self);
// Returns the work of each trajectory so far, [n], by the state on the host.
const double *batch_job_work(const batch_job *self);
// Returns 1 if trajectory i stands where the next launches begin; some are ahead already.
int batch_job_is_running(const batch_job *self, long i);

#endif
