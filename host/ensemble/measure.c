#include "ensemble/measure.h"

#include "base/memory.h"
#include "ensemble/batch_job.h"
#include "ensemble/execute.h"
#include "base/stop.h"

static const double measure_seconds = 0.2;
enum { FIRST_STEPS = 4, MOST_TRAJECTORIES = 65536 };

// One launch; what it took and how many trajectory-steps were done.
static chatter_status launch(batch_job *job, double n_steps, batch_reached *at, double *seconds,
                             double *steps) {
  const double start = stop_clock(), before = at->steps;
  TRY(batch_job_advance(job, n_steps));
  *seconds = stop_clock() - start;
  TRY(batch_job_reached(job, 1, at));
  *steps = at->steps - before;
  return CHATTER_OK;
}

// The first launch also makes kernels and touches memory: it counts only where it is the whole run. Launches
// grow until they have taken long enough together.
static chatter_status step(batch_job *job, measured_speed *out) {
  double seconds = 0, steps = 0, n = FIRST_STEPS, done = 0, taken = 0;
  batch_reached at = {0};
  TRY(launch(job, n, &at, &seconds, &steps));
  if (at.ended == job->n) taken = seconds, done = steps;
  while (at.ended < job->n && taken < measure_seconds) {
    TRY(launch(job, n, &at, &seconds, &steps));
    taken += seconds, done += steps;
    if (seconds < measure_seconds / 4) n *= 2;
  }
  out->seconds = taken;
  out->steps_per_second = taken > 0 ? done / taken : 0;
  out->ratio = at.likely / batch_job_expected(job);
  return CHATTER_OK;
}

static chatter_status measure(run_plan *plan, int group, backend *machine, const long *list,
                              measured_speed *out) {
  batch_job job;
  TRY(batch_job_create(plan, group, out->n, list, &job));
  chatter_status status = batch_job_upload(&job, machine);
  if (status == CHATTER_OK && job.longest > 0) status = step(&job, out);
  batch_job_destroy(&job);
  return status;
}

chatter_status measure_speed(run_plan *plan, int group, device_set *devices, measured_speed *out) {
  TRY(engine_check_precision(plan->engine, devices->precision));
  const plan_group *of = &plan->groups[group];
  long *list, n = execute_batch_size(of, &devices->device[0], devices->n, 0);
  n = n < MOST_TRAJECTORIES ? n : MOST_TRAJECTORIES;
  *out = (measured_speed){.n = n, .ratio = 1};
  ALLOCATE(list, n);
  for (long i = 0; i < n; i++) list[i] = of->trajectory[(long)((double)i / (double)n * (double)of->n)];
  const chatter_status status = measure(plan, group, &devices->device[0], list, out);
  memory_free(list);
  return status;
}
