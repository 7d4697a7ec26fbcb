// Measures the speed of a run.
#include "ensemble/batch/measure.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "ensemble/batch/execute.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/batch/job/job_bind.h"
#include "ensemble/batch/job/job_compact.h"
#include "machines/backend.h"

static const double measure_seconds = 0.2, probe_seconds = 2, results_seconds = 0.5;
static const double launch_seconds = 1; // time of the launches of a measurement
// PROBED: trajectories per thread that are run to their results; as many as the widest lanes.
enum { FIRST_STEPS = 4, MOST_TRAJECTORIES = 65536, PROBED = 8 };

static int is_late(void *end) {
  return clock_seconds() >= *(const double *)end || stop_signalled();
}

// Launches once and measures the time and the number of trajectory-steps.
static chatter_status launch(batch_job *job, double n_steps, batch_reached *at, double *seconds,
                             double *steps) {
  const double start = clock_seconds(), before = at->steps;
  TRY(stop_check());
  TRY(batch_job_advance(job, n_steps));
  *seconds = clock_seconds() - start;
  TRY(batch_job_reached(job, 1, at));
  *steps = at->steps - before;
  return CHATTER_OK;
}

// Measures the speed. The first launch also compiles kernels and touches memory; it counts only if
// it is the whole run. Launches grow until they have taken `enough` seconds together.
static chatter_status step(batch_job *job, double enough, measured_speed *out) {
  double seconds = 0, steps = 0, n = FIRST_STEPS, done = 0, taken = 0, first = clock_seconds() + enough;
  batch_reached at = {0};
  job->interrupt = (launch_interrupt){is_late, &first};
  TRY(launch(job, n, &at, &seconds, &steps));
  if (at.ended == job->n) taken = seconds, done = steps;
  while (at.ended < job->n && taken < enough) {
    double end = clock_seconds() + enough - taken;
    job->interrupt = (launch_interrupt){is_late, &end};
    TRY(launch(job, n, &at, &seconds, &steps));
    taken += seconds, done += steps;
    if (seconds < measure_seconds / 4) n *= 2;
  }
  out->seconds += taken;
  out->steps_per_second = taken > 0 ? done / taken : 0;
  out->ratio = at.likely / batch_job_expected(job);
  return CHATTER_OK;
}

// Measures the time of making results: s per step if trajectories end by themselves, because
// results then grow with the steps, else s per trajectory.
static chatter_status make_results(const batch_job *job, run_plan *plan, double *each) {
  const plan_group *group = job->group;
  const int by_steps = group->expected < group->steps;
  double seconds = 0, made = 0;
  for (long column = 0; column < job->n && seconds < results_seconds; column++) {
    batch_job one;
    result_set *set;
    const double start = clock_seconds();
    TRY(batch_job_select(job, 1, &column, &one));
    const chatter_status status = batch_results(&one, plan, &set);
    made += by_steps ? batch_job_steps(&one, 0) : 1;
    batch_job_destroy(&one);
    TRY(status);
    result_set_destroy(set);
    seconds += clock_seconds() - start;
  }
  *each = made > 0 ? seconds / made : 0;
  return CHATTER_OK;
}

static chatter_status to_results(batch_job *job, run_plan *plan, measured_speed *out) {
  const plan_group *group = job->group;
  TRY(step(job, probe_seconds, out));
  TRY(batch_job_fetch(job));
  TRY(make_results(job, plan, &out->results));
  if (group->expected < group->steps) out->results *= out->ratio * group->expected / (double)group->n;
  return CHATTER_OK;
}

static chatter_status beginning(batch_job *job, run_plan *plan, measured_speed *out) {
  (void)plan;
  return step(job, measure_seconds, out);
}

// Measures n trajectories, evenly spread over a group.
static chatter_status measure(run_plan *plan, int group, backend *machine, long n, measured_speed *out,
                              chatter_status (*what)(batch_job *, run_plan *, measured_speed *)) {
  const plan_group *of = &plan->groups[group];
  batch_job job;
  long *list;
  ALLOCATE(list, n);
  for (long i = 0; i < n; i++) list[i] = of->trajectory[(long)((double)i / (double)n * (double)of->n)];
  chatter_status status = batch_job_create(plan, group, n, list, &job);
  memory_free(list);
  TRY(status);
  status = batch_job_upload(&job, machine);
  if (status == CHATTER_OK && job.longest > 0) status = what(&job, plan, out);
  batch_job_destroy(&job);
  return status;
}

// Returns how many of n trajectories fit into the time of a launch, by the speed of the first few.
// A GPU takes as long for few as for many, so all are tried there if its kernels do the steps; also
// if the few made no step.
static long affordable(const run_plan *plan, const backend *machine, const measured_speed *few, long n) {
  const double most = few->steps_per_second * launch_seconds / FIRST_STEPS;
  const int at_once = machine->gpu && !plan->engine->advance;
  return at_once || most <= 0 || most >= (double)n ? n : (long)most;
}

// The speed is measured on a whole batch with full lanes; the number of steps, on a few
// trajectories run to their ends.
chatter_status measure_speed(run_plan *plan, int group, device_set *devices, measured_speed *out) {
  TRY(engine_check_precision(plan->engine, devices->precision));
  backend *machine = &devices->device[0];
  const plan_group *of = &plan->groups[group];
  const long threads = plan->threads > 0 ? plan->threads : backend_cpu_threads(), few = PROBED * threads,
             most = execute_batch_size(of, machine, devices->n, 0);
  measured_speed whole = {.ratio = 1};
  *out = (measured_speed){.ratio = 1};
  out->n = most < MOST_TRAJECTORIES ? most : MOST_TRAJECTORIES;
  TRY(measure(plan, group, machine, out->n < few ? out->n : few, out, to_results));
  const long n = affordable(plan, machine, out, out->n);
  if (n <= few) {
    if (out->n > few) out->n = few;
    return CHATTER_OK;
  }
  out->n = n;
  TRY(measure(plan, group, machine, out->n, &whole, beginning));
  out->steps_per_second = whole.steps_per_second;
  out->seconds += whole.seconds;
  return CHATTER_OK;
}
