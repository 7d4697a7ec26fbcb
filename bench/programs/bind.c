// Measures the cost estimate and the binding of the trajectories of studies, with their initial
// states: µs of processor time per trajectory on one thread, the best of a few.
// usage: bench_bind STUDY...
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "ensemble/batch/binder.h"
#include "ensemble/batch/job/job_bind.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "tests/check.h"

enum { REPEATS = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static chatter_status estimate(void *context, binder *by, long i) {
  (void)context;
  trajectory_estimate estimate;
  return binder_estimate(by, by->group->trajectory[i], &estimate);
}

static double pricing(const run_plan *plan) {
  const plan_group *group = &plan->groups[0];
  double best = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    const double start = now();
    CHECK_OK(binder_for(plan, group, group->n, estimate, NULL));
    best = fmin(best, now() - start);
  }
  return best;
}

static double binding(const run_plan *plan) {
  const plan_group *group = &plan->groups[0];
  double best = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    batch_job job;
    const double start = now();
    CHECK_OK(batch_job_create(plan, 0, group->n, group->trajectory, &job));
    best = fmin(best, now() - start);
    batch_job_destroy(&job);
  }
  return best;
}

static void measure(const char *path) {
  study config;
  samples values;
  run_plan plan;
  CHECK_OK(study_load(path, 0, NULL, &config));
  CHECK_OK(samples_from_design(&config, &values));
  CHECK_OK(plan_create(&config, &values, 1, 1, NULL, &plan));
  plan.threads = 1;
  CHECK_OK(plan_open_group(&plan, 0));
  const double n = (double)plan.groups[0].n;
  printf("%-36s %7.0f trajectories: price %8.3f us, bind %8.3f us each\n", path, n, 1e6 * pricing(&plan) / n,
         1e6 * binding(&plan) / n);
  plan_destroy(&plan);
  samples_destroy(&values);
  study_destroy(&config);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) measure(argv[i]);
  return TEST_END();
}
