// One batch of trajectories on its way: bound to samples, in the backend's memory, advanced chunk by chunk,
// and back as results. Host and device hold one allocation each, carved into the arrays of kernel_batch.
#ifndef CHATTER_ENSEMBLE_BATCH_BATCH_JOB_H
#define CHATTER_ENSEMBLE_BATCH_BATCH_JOB_H

#include "ensemble/phase_times.h"
#include "ensemble/run_plan.h"
#include "machines/backend.h"

// Up to BATCH_STATE everything is constant while stepping.
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

// Columns that a batch no longer has, since their results were taken.
typedef struct batch_left {
  long n;
  double steps, expected; // as in batch_reached
} batch_left;

struct batch_snapshots; // snapshots.h
typedef struct batch_job {
  long n;
  long *trajectory; // [n] numbers in the ensemble, in the order of the columns
  const plan_group *group;
  int group_index;
  double first;               // the step that its trajectories began with
  double step, longest;       // reached by all that have not ended; steps of the dearest trajectory
  double heading;             // where an interrupted launch was to end, and some stand already; 0: none was
  launch_interrupt interrupt; // of launches
  long number;                // lowest trajectory when it was first assigned: the name of its checkpoint
  unsigned char *collected;   // [n] 1: its results are taken
  long n_collected;
  batch_left left;                   // of the batch that it was assigned as
  double *expected;                  // [n] steps that each is likely to take
  double *counted;                   // [n] work of each that batch_job_reached has counted in `spent`
  double resumed;                    // steps that they had taken before this run
  long running;                      // columns that the next launch steps, by batch_job_reached
  long front;                        // as many columns as were running when they were last brought together
  long n_series;                     // chosen trajectories in this batch
  struct batch_snapshots *snapshots; // NULL: no fields are kept of them
  kernel_batch host, device;
  unsigned char *host_memory;
  void *device_memory;
  size_t offset[N_BATCH_BLOCKS + 1]; // bytes, of the blocks in either memory
  backend *machine;                  // NULL until uploaded
  int out_of_memory;                 // why batch_job_upload failed
  int threads;                       // for engines that step by themselves
  phase_times spent;
} batch_job;

void batch_job_destroy(batch_job *self);

chatter_status batch_job_upload(batch_job *self, backend *machine);
// One launch, n_steps further, or no further than where fields look at it, or, behind an interrupted one, to
// where that was to end.
chatter_status batch_job_advance(batch_job *self, double n_steps);
const char *batch_job_stepper(const batch_job *self); // name of the kernel, or of the engine
int batch_job_finished(const batch_job *self);
chatter_status batch_job_fetch(batch_job *self);       // state, windows as far as written, series to the host
double batch_job_steps(const batch_job *self, long i); // that trajectory i has done in this run
int batch_job_has_ended(const batch_job *self, long i); // trajectory i, by the state on the host
chatter_status
batch_job_check(const batch_job *self); // of a finished, fetched batch: every trajectory was stepped

// How far the trajectories are; those that have left count too, but not in `ended`.
typedef struct batch_reached {
  long ended;
  double steps;    // trajectory-steps done
  double expected; // part of the expected ones that is done, where they are `ratio` times too few
  double likely;   // steps that they will have taken in the end, at least as many as expected
} batch_reached;
chatter_status batch_job_reached(batch_job *self, double ratio, batch_reached *out); // asks the machine
double batch_job_expected(const batch_job *self); // of all together, with `left`

// Rows of windows, from the first, that trajectory i of a fetched batch may have written.
long batch_job_rows(const batch_job *self, long i);

// Returns the largest batch_job_rows of all trajectories.
long batch_job_most_rows(const batch_job *self);
// What each trajectory has cost so far, [n], by the state on the host.
const double *batch_job_work(const batch_job *self);
// Returns 1 where trajectory i stands where the next launches begin; some are ahead already.
int batch_job_is_running(const batch_job *self, long i);

#endif
