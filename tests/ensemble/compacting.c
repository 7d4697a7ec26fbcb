// Compacting of batches during a run: every number of every trajectory equals, bit by bit, that of
// a batch that is not compacted, on every machine and also if the batch is stopped and resumed. The
// lanes are fuller.
#include <unistd.h>

#include "ensemble/state/checkpoint.h"
#include "ensemble/batch/job/job_compact.h"
#include "ensemble_bench.h"
#include "tests/processor.h"

// Motions end early once their cycles repeat; the cost of a cycle varies by a factor of five.
static const char map[] =
    "study: regimes\n"
    "regimes: {wall: base, contact_mass: 1, gamma: [1], kappa: [1], r1: 1, beta: 0.3, cycles: 120, window: "
    "5}\n"
    "ensemble: {design: {type: grid, parameters: {regimes.r1: {from: 0.1, to: 2.3, count: 12},\n"
    "  regimes.beta: {from: 0.05, to: 2.5, count: 14}}}}\n"
    "outputs:\n"
    "  regime: {quantity: regime}\n"
    "  third: {node: 2, reduce: max}\n";
// Step lengths differ, so that trajectories end one after the other. Some are thrown against a wall
// until they diverge. Windows and series are on.
static const char chain[] =
    "study: transient\n"
    "model: {type: chain, masses: [1, 1, 1], springs: [100, 100, 100]}\n"
    "reduction: {method: modal}\n"
    "contact:\n"
    "  - {nodes: 3, law: unilateral, gap: 0.01, restitution: 0.6}\n"
    "  - {nodes: 1, law: coulomb, preload: 1, friction: 0.4}\n"
    "excitation: {node: 1, amplitude: 1, frequency: 1}\n"
    "integrator: {scheme: moreau, step: 0.005, duration: 6, window: 3, windows: 4}\n"
    "ensemble: {design: {type: grid, parameters: {integrator.step: {from: 0.002, to: 0.02, count: 13},\n"
    "  excitation.amplitude: {values: [1, 1.0e+200, 3, 1.0e+160]}}}}\n"
    "outputs:\n"
    "  amplitude: {node: 3, reduce: half_peak_to_peak}\n"
    "  parts: {node: 3, reduce: windows}\n"
    "  trace: {node: 2, reduce: series, every: 10, trajectories: [0, 7, 30, 51]}\n";
static const char curves[] = BENCH_CURVES("600");
static const run_identity identity = {"study", "values", "1/1", "auto", "double", "none", "0"};
static char folder[] = "/tmp/chatter-compacting-XXXXXX";

// All results of every trajectory after its end.
typedef struct ends {
  size_t each; // number of doubles per trajectory
  double *value;
  long taken;
  phase_times spent;
} ends;

static ends room_for(const bench *b) {
  const engine_layout *l = &b->plan.groups[0].layout;
  ends all = {.each = (size_t)(l->n_state + l->n_window_rows + l->series_values)};
  all.value = calloc((size_t)b->values.n * all.each, sizeof *all.value);
  if (!all.value) exit(1);
  return all;
}

static void take_one(const batch_job *job, long i, ends *all) {
  const engine_layout *l = &job->group->layout;
  const kernel_batch *host = &job->host;
  double *to = all->value + (size_t)job->trajectory[i] * all->each, *state = to;
  const double series = engine_parameter(host, PARAMETER_SERIES_ROW, i);
  for (int s = 0; s < l->n_state; s++) *to++ = host->state[s * host->stride + i];
  for (long w = 0; w < l->n_window_rows; w++) *to++ = host->windows[w * host->stride + i];
  if (l->series_values > 0 && series >= 0)
    memcpy(to, host->series + (long)series * l->series_values, (size_t)l->series_values * sizeof *to);
  if (state[STATE_STATUS] == TRAJECTORY_ENDED) state[STATE_STATUS] = TRAJECTORY_OK;
  all->taken++;
}

static void take_ended(batch_job *job, ends *all) {
  for (long i = 0; i < job->n; i++) {
    if (job->collected[i] || !batch_job_has_ended(job, i)) continue;
    take_one(job, i, all);
    job->collected[i] = 1;
    job->n_collected++;
  }
}

// Resumes the batch from its checkpoint.
static void resume(bench *b, batch_job *job, backend *machine) {
  checkpoint *kept;
  int n;
  CHECK_OK(checkpoint_write(folder, &identity, job));
  CHECK_OK(checkpoint_read_all(folder, &identity, &n, &kept));
  TEST_CHECK(n == 1);
  CHECK_OK(checkpoint_remove(folder, job));
  batch_job_destroy(job);
  CHECK_OK(batch_job_create(&b->plan, 0, kept->n, kept->trajectory, job));
  CHECK_OK(checkpoint_restore(kept, job));
  CHECK_OK(batch_job_upload(job, machine));
  checkpoint_destroy_all(n, kept);
}

typedef enum { ALONE, TOGETHER, RESUMED } treatment;

static ends run(bench *b, const device_choice *choice, treatment how, double chunk) {
  ends all = room_for(b);
  device_set devices;
  batch_job job;
  batch_reached reached;
  CHECK_OK(devices_open(choice, &devices));
  CHECK_OK(batch_job_create(&b->plan, 0, b->plan.n, b->plan.groups[0].trajectory, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  for (int round = 0; !batch_job_finished(&job); round++) {
    CHECK_OK(batch_job_advance(&job, chunk));
    CHECK_OK(batch_job_reached(&job, 1, &reached));
    TEST_CHECK(reached.ended <= job.n && job.running + reached.ended <= job.n);
    if (how == ALONE || batch_job_finished(&job) || !batch_job_is_thin(&job)) continue;
    CHECK_OK(batch_job_fetch(&job));
    take_ended(&job, &all);
    CHECK_OK(batch_job_compact(&job));
    TEST_CHECK(job.n + all.taken == b->plan.n && job.front == job.running);
    if (how == RESUMED) resume(b, &job, &devices.device[0]);
  }
  CHECK_OK(batch_job_fetch(&job));
  take_ended(&job, &all);
  all.spent = job.spent;
  TEST_CHECK(all.taken == b->plan.n);
  if (how != RESUMED) {
    CHECK_OK(batch_job_reached(&job, 1, &reached));
    double steps = 0;
    for (long i = 0; i < b->plan.n; i++) steps += all.value[(size_t)i * all.each + STATE_STEPS];
    TEST_CHECK(reached.steps == steps && reached.likely == steps);
    // the order of summation differs
    CHECK_NEAR(batch_job_expected(&job), b->plan.groups[0].expected, 1e-9, 1e-12);
  }
  batch_job_destroy(&job);
  devices_close(&devices);
  return all;
}

static int same(const bench *b, const ends *x, const ends *y) {
  return memcmp(x->value, y->value, (size_t)b->values.n * x->each * sizeof *x->value) == 0;
}

static void on_machine(bench *b, const ends *alone, const device_choice *choice, double chunk) {
  for (treatment how = TOGETHER; how <= RESUMED; how++) {
    ends got = run(b, choice, how, chunk);
    if (!same(b, alone, &got)) {
      fprintf(stderr, "%s, %ld lanes, treatment %d: other bits\n", choice->device, choice->lanes, how);
      check_failures++;
    }
    free(got.value);
  }
}

// Checks that the work is the same in any order and that fewer lanes are idle.
static void fuller(bench *b, const ends *alone, double chunk, double gain) {
  ends got = run(b, &(device_choice){.device = "cpu_scalar"}, TOGETHER, chunk);
  TEST_CHECK(got.spent.compactions >= 1 && alone->spent.compactions == 0);
  TEST_CHECK(got.spent.work == alone->spent.work);
  TEST_CHECK(got.spent.lane_work_8 >= got.spent.work && got.spent.lane_work_32 >= got.spent.lane_work_8);
  TEST_CHECK(got.spent.lane_work_32 * gain <= alone->spent.lane_work_32);
  free(got.value);
}

static void study_of(const char *text, double chunk, double gain) {
  bench b;
  bench_open(&b, text);
  ends alone = run(&b, &(device_choice){.device = "cpu_scalar"}, ALONE, chunk);
  for (int lanes = 1; lanes <= 8; lanes += lanes == 1 ? 3 : 4)
    if (processor_has(lanes))
      on_machine(&b, &alone, &(device_choice){.device = "cpu", .threads = 2, .lanes = lanes}, chunk);
  on_machine(&b, &alone, &(device_choice){.device = "device_sim", .threads = 1}, chunk);
  fuller(&b, &alone, chunk, gain);
  free(alone.value);
  bench_close(&b);
}

// One launch to the end: eight neighbouring lanes all pass as many steps as the longest of them.
static void lanes_are_counted(void) {
  bench b;
  bench_open(&b, bench_bar_bounces);
  double by_hand = 0, work = 0;
  const long n = b.plan.n;
  ends all = run(&b, &(device_choice){.device = "cpu"}, ALONE, 1e9);
  for (long i = 0; i < n; i += 8) {
    double most = 0;
    for (long k = i; k < i + 8 && k < n; k++) {
      const double steps = all.value[(size_t)b.plan.groups[0].trajectory[k] * all.each + STATE_STEPS];
      most = steps > most ? steps : most;
      work += steps;
    }
    by_hand += 8 * most;
  }
  TEST_CHECK(all.spent.work == work && all.spent.lane_work_8 == by_hand && by_hand > work);
  free(all.value);
  bench_close(&b);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  log_quiet(1);
  study_of(map, 7, 1.2);
  study_of(chain, 150, 1.05);
  study_of(curves, 20, 1);
  lanes_are_counted();
  return rmdir(folder) == 0 ? TEST_END() : 1;
}
