// Cost estimates and binding by threads: the same bits for any number of threads. Every trajectory
// gets the values that it gets alone, without remains of the previous one. The error of the lowest
// trajectory is reported.
#include <time.h>

#include "ensemble_bench.h"
#include "machines/backend.h"

// Five masses; the parameters change modes (gamma), damping, frequency and friction.
static const char five_masses[] =
    "study: regimes\n"
    "regimes: {wall: ground, contact_mass: 4, gamma: [1, 1, 1, 1], kappa: [1, 1, 1, 1], r1: 1, beta: 0.3,\n"
    "  cycles: 4, window: 2}\n"
    "ensemble: {seed: 3, design: {type: grid, parameters: {regimes.gamma.1: {values: [1, 2]},\n"
    "  regimes.r1: {from: 0.3, to: 1.7, count: 9}, regimes.beta: {values: [0.1, 0.4, 0.5]}}}}\n"
    "outputs:\n"
    "  regime: {quantity: regime}\n"
    "  limit: {quantity: beta_lim}\n"
    "  motion: {quantity: beta_nomotion}\n"
    "  third: {node: 3, reduce: max}\n";
static const char damped_masses[] =
    "study: regimes\n"
    "regimes: {wall: base, contact_mass: 2, gamma: [1, 2], kappa: [1, 1], r1: 1, beta: 0.3, cycles: 4, "
    "window: 2}\n"
    "reduction: {damping: 0.01}\n"
    "ensemble: {design: {type: grid, parameters: {regimes.beta: {values: [0.1, 0.4]},\n"
    "  reduction.damping: {values: [0.01, 0.02, 0.01, 0]}, regimes.r1: {from: 0.3, to: 1.7, count: 5}}}}\n"
    "outputs:\n"
    "  regime: {quantity: regime}\n"
    "  motion: {quantity: beta_nomotion}\n";
static const char two_contacts[] =
    "study: regimes\n"
    "model: {type: chain, masses: [1, 1, 1], springs: [1, 1, 1]}\n"
    "reduction: {method: modal}\n"
    "contact:\n"
    "  - {nodes: 2, law: coulomb, preload: 1, friction: 0.2}\n"
    "  - {nodes: 3, law: coulomb, preload: 1, friction: 0.2}\n"
    "excitation: {node: 1, amplitude: 1, frequency: 0.2, phase: cos}\n"
    "integrator: {scheme: moreau, steps_per_period: 100}\n"
    "regimes: {cycles: 4, window: 2}\n"
    "ensemble: {design: {type: grid, parameters: {excitation.frequency: {from: 0.03, to: 0.35, count: 7},\n"
    "  contact.1.friction: {values: [0.1, 0.5]}, regimes.cycles: {values: [4, 6]}}}}\n"
    "outputs:\n"
    "  regime: {quantity: regime, contact: 1}\n"
    "  amplitude: {node: 3, reduce: half_peak_to_peak}\n";

static void bind_all(bench *b, int threads, batch_job *job) {
  b->plan.threads = threads;
  plan_close_group(&b->plan, 0);
  CHECK_OK(plan_open_group(&b->plan, 0));
  CHECK_OK(batch_job_create(&b->plan, 0, b->plan.groups[0].n, b->plan.groups[0].trajectory, job));
}

static int same_column(const batch_job *all, long i, const batch_job *one) {
  const engine_layout *l = &all->group->layout;
  int same = 1;
  for (int p = 0; p < l->n_parameters; p++) {
    const double x = engine_parameter(&all->host, p, i), y = engine_parameter(&one->host, p, 0);
    same &= memcmp(&x, &y, sizeof x) == 0;
  }
  for (int s = 0; s < l->n_state; s++)
    same &= memcmp(&all->host.state[s * all->host.stride + i], &one->host.state[s * one->host.stride],
                   sizeof(double)) == 0;
  return same;
}

static void bits_are_equal(const char *text) {
  bench b;
  batch_job one, many, alone;
  bench_open(&b, text);
  TEST_CHECK(b.plan.n_groups == 1 && b.plan.n > 20);
  bind_all(&b, 1, &one);
  const double steps = b.plan.groups[0].steps;
  for (int threads = 2; threads <= 5; threads++) {
    bind_all(&b, threads, &many);
    TEST_CHECK(memcmp(one.trajectory, many.trajectory, (size_t)one.n * sizeof *one.trajectory) == 0);
    TEST_CHECK(one.offset[N_BATCH_BLOCKS] == many.offset[N_BATCH_BLOCKS] &&
               memcmp(one.host_memory, many.host_memory, one.offset[N_BATCH_BLOCKS]) == 0);
    TEST_CHECK(one.longest == many.longest && b.plan.groups[0].steps == steps);
    batch_job_destroy(&many);
  }
  int same = 0;
  for (long i = 0; i < one.n; i++) {
    CHECK_OK(batch_job_create(&b.plan, 0, 1, &one.trajectory[i], &alone));
    same += same_column(&one, i, &alone);
    batch_job_destroy(&alone);
  }
  TEST_CHECK(same == one.n);
  // The compared values differ from column to column.
  CHECK_OK(batch_job_create(&b.plan, 0, 1, &one.trajectory[0], &alone));
  TEST_CHECK(!same_column(&one, one.n - 1, &alone));
  batch_job_destroy(&alone);
  batch_job_destroy(&one);
  bench_close(&b);
}

static const engine *real;

// Refuses trajectories 5, 11 and 17, the lowest of them last.
static chatter_status refusing_estimate(const engine_layout *layout, const study *config, long trajectory,
                                        void *scratch, trajectory_estimate *estimate) {
  if (trajectory == 5) nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  if (trajectory == 5 || trajectory == 11 || trajectory == 17)
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld is refused", trajectory);
  return real->columns.estimate(layout, config, trajectory, scratch, estimate);
}

static void the_lowest_trajectory_is_told(void) {
  for (int threads = 1; threads <= 6; threads++) {
    bench b;
    bench_open(&b, bench_bar_bounces);
    plan_close_group(&b.plan, 0);
    real = b.plan.engine;
    engine refusing = *real;
    refusing.columns.estimate = refusing_estimate;
    b.plan.engine = &refusing;
    // Restores the order before sorting by cost.
    for (long i = 0; i < b.plan.groups[0].n; i++) b.plan.groups[0].trajectory[i] = i;
    b.plan.threads = threads;
    TEST_CHECK(plan_open_group(&b.plan, 0) == CHATTER_BAD_STUDY);
    TEST_CHECK(error_count() == 1 && !b.plan.groups[0].opened);
    CHECK_EQUAL_TEXT(error_message(0), "trajectory 5 is refused");
    error_clear();
    bench_close(&b);
  }
}

int main(void) {
  log_quiet(1);
  bits_are_equal(bench_chain_impacts);
  bits_are_equal(five_masses);
  bits_are_equal(damped_masses);
  bits_are_equal(two_contacts);
  the_lowest_trajectory_is_told();
  return TEST_END();
}
