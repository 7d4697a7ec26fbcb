// What it costs to price and to bind the trajectories of studies, with their initial states: µs per
// trajectory, once per number of threads. usage: bench_bind THREADS STUDY...
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "ensemble/batch_job.h"
#include "tests/check.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { REPEATS = 5 };

// The best of a few: others may be at work on the machine.
static double binding(run_plan *plan) {
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

// What is left of opening a group without its reduction.
static double pricing(run_plan *plan) {
  double best = INFINITY;
  for (int i = 0; i < REPEATS; i++) {
    plan_close_group(plan, 0);
    double start = now();
    CHECK_OK(plan_open_group(plan, 0));
    double all = now() - start;
    if (plan->engine->needs_model && !plan->engine->needs_model(plan->groups[0].study)) {
      best = fmin(best, all);
      continue;
    }
    reduced_model again;
    start = now();
    CHECK_OK(reduce_study(plan->groups[0].study, &again));
    all -= now() - start;
    reduced_destroy(&again);
    best = fmin(best, all);
  }
  return best;
}

static void measure(const char *path, int threads) {
  study config;
  samples values;
  run_plan plan;
  CHECK_OK(study_load(path, 0, NULL, &config));
  CHECK_OK(samples_from_design(&config, &values));
  CHECK_OK(plan_create(&config, &values, 1, 1, NULL, &plan));
  plan.threads = threads;
  const double opened = pricing(&plan), bound = binding(&plan), n = (double)plan.groups[0].n;
  printf("%-36s %7.0f trajectories: price %8.3f us, bind %8.3f us each\n", path, n, 1e6 * opened / n,
         1e6 * bound / n);
  plan_destroy(&plan);
  samples_destroy(&values);
  study_destroy(&config);
}

int main(int argc, char **argv) {
  for (int i = 2; i < argc; i++) measure(argv[i], atoi(argv[1]));
  return TEST_END();
}
