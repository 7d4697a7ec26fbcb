// Runs to files: however a run is cut up (batches, chunks, shards, interruptions, a lost device, several
// devices), the results are the same to the last bit; what does not belong together is refused.
#include <sys/stat.h>
#include <unistd.h>

#include "ensemble/run.h"
#include "ensemble_bench.h"
#include "results/results.h"

static char folder[] = "/tmp/chatter-t61-XXXXXX";
static study config;

static const char *in_folder(const char *name) {
  static char paths[8][256];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static run_options quiet(const char *device) {
  run_options o = run_default();
  o.device.device = device;
  o.device.threads = 2;
  o.progress = 0;
  o.checkpoint_every = 1e9;
  return o;
}

static size_t bytes_of(const result_variable *v) {
  size_t n = v->type == RESULT_DOUBLE ? sizeof(double) : sizeof(int);
  for (int d = 0; d < v->n_dims; d++) n *= v->size[d];
  return n;
}

static void same_results(const char *a_path, const char *b_path, int line) {
  result_set *a, *b;
  CHECK_OK(results_read(a_path, &a));
  CHECK_OK(results_read(b_path, &b));
  int compared = 0;
  for (int i = 0; i < a->n_variables; i++) {
    const result_variable *x = &a->variables[i], *y = result_set_find(b, x->name);
    if (x->type == RESULT_STRING) continue;
    int same = y && bytes_of(x) == bytes_of(y) && memcmp(x->data, y->data, bytes_of(x)) == 0;
    if (!same) {
      fprintf(stderr, "t61_run.c:%d: variable '%s' differs\n", line, x->name);
      check_failures++;
    }
    compared++;
  }
  TEST_CHECK(compared >= 9); // trajectory, status, end_time, steps, two parameters, outputs
  result_set_destroy(a);
  result_set_destroy(b);
}
#define SAME(a, b) same_results(in_folder(a), in_folder(b), __LINE__)

static void raises(chatter_status got, chatter_status expected, const char *text, int line) {
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), text) != NULL;
  if (got != expected || !found) {
    fprintf(stderr, "t61_run.c:%d: status %d, expected %d with '%s'\n", line, got, expected, text);
    log_errors();
    check_failures++;
  }
  error_clear();
}
#define RAISES(call, status, text) raises(call, status, text, __LINE__)

static void cut_up(void) {
  run_options o = quiet("cpu");
  CHECK_OK(run_study(&config, in_folder("whole.h5"), &o));
  o.batch = 4;
  o.chunk = 111;
  o.checkpoint_every = 0;
  CHECK_OK(run_study(&config, in_folder("pieces.h5"), &o));
  SAME("whole.h5", "pieces.h5");
  TEST_CHECK(access(in_folder("pieces.h5.parts"), F_OK) != 0); // a finished run is one file
  o = quiet("device_sim");
  CHECK_OK(run_study(&config, in_folder("sim.h5"), &o));
  SAME("whole.h5", "sim.h5");
}

static void shards(void) {
  static const char *const names[] = {"s1.h5", "s2.h5", "s3.h5"};
  const char *paths[3];
  run_options o = quiet("cpu");
  o.n_shards = 3;
  for (o.shard = 1; o.shard <= 3; o.shard++) {
    paths[o.shard - 1] = in_folder(names[o.shard - 1]);
    CHECK_OK(run_study(&config, paths[o.shard - 1], &o));
  }
  CHECK_OK(results_merge(in_folder("merged.h5"), 0, 3, paths));
  SAME("whole.h5", "merged.h5");
  TEST_CHECK(results_merge(in_folder("two.h5"), 0, 2, paths) != CHATTER_OK); // a shard is missing
  error_clear();
}

// Ends at once again and again, each time a little further.
static void interrupted(void) {
  run_options o = quiet("cpu");
  o.batch = 16;
  o.chunk = 700;
  o.max_time = 1e-9;
  chatter_status status = run_study(&config, in_folder("cut.h5"), &o);
  TEST_CHECK(status == CHATTER_CHECKPOINTED);
  error_clear();
  o.resume = 1;
  o.max_time = 0.004;
  int rounds = 0;
  do {
    status = run_study(&config, in_folder("cut.h5"), &o);
    if (++rounds > 30) o.max_time = 0;
  } while (status == CHATTER_CHECKPOINTED);
  CHECK_OK(status);
  TEST_CHECK(rounds >= 2);
  SAME("whole.h5", "cut.h5");
  CHECK_OK(
      run_study(&config, in_folder("cut.h5"), &o)); // nothing is left to resume: says so, changes nothing
}

static void lost_device(void) {
  run_options o = quiet("device_sim");
  o.batch = 8;
  o.chunk = 1500;
  setenv("CHATTER_DEVICE_SIM_LOST", "7", 1);
  RAISES(run_study(&config, in_folder("lost.h5"), &o), CHATTER_DEVICE, "lost");
  unsetenv("CHATTER_DEVICE_SIM_LOST");
  TEST_CHECK(access(in_folder("lost.h5.parts/part-000000.h5"), F_OK) == 0); // what was finished is there
  RAISES(run_study(&config, in_folder("lost.h5"), &o), CHATTER_IO, "--resume");
  o.resume = 1;
  CHECK_OK(run_study(&config, in_folder("lost.h5"), &o));
  SAME("whole.h5", "lost.h5");
}

// A device too small for everything at once: smaller batches.
static void small_device(void) {
  run_options o = quiet("device_sim");
  setenv("CHATTER_DEVICE_SIM_MEMORY", "24000", 1);
  CHECK_OK(run_study(&config, in_folder("small.h5"), &o));
  setenv("CHATTER_DEVICE_SIM_MEMORY", "3000", 1);
  RAISES(run_study(&config, in_folder("none.h5"), &o), CHATTER_DEVICE, "memory");
  unsetenv("CHATTER_DEVICE_SIM_MEMORY");
  SAME("whole.h5", "small.h5");
}

static void refused(void) {
  run_options o = quiet("cpu");
  RAISES(run_study(&config, in_folder("whole.h5"), &o), CHATTER_IO, "--force");
  o.batch = 16;
  o.chunk = 300;
  o.max_time = 1e-9;
  TEST_CHECK(run_study(&config, in_folder("mixed.h5"), &o) == CHATTER_CHECKPOINTED);
  o.resume = 1;
  o.max_time = 0;
  o.overrides = "contact.0.gap=0.02";
  RAISES(run_study(&config, in_folder("mixed.h5"), &o), CHATTER_IO, "--set");
  o.overrides = "";
  o.device.precision = "single";
  RAISES(run_study(&config, in_folder("mixed.h5"), &o), CHATTER_IO, "--precision");
  o.device.precision = NULL;
  o.shard = o.n_shards = 2;
  RAISES(run_study(&config, in_folder("mixed.h5"), &o), CHATTER_IO, "shard");
  o.shard = o.n_shards = 1;
  CHECK_OK(run_study(&config, in_folder("mixed.h5"), &o));
  SAME("whole.h5", "mixed.h5");
}

static void too_many_failed(void) {
  study bad = config;
  bad.integrator.divergence = 1e-3; // all but the smallest motions count as diverged
  run_options o = quiet("cpu");
  o.max_failed = -0.05;
  RAISES(run_study(&bad, in_folder("failed.h5"), &o), CHATTER_TOO_MANY_FAILED, "--max-failed");
  TEST_CHECK(access(in_folder("failed.h5"), F_OK) == 0); // complete all the same
}

int main(void) {
  log_quiet(1);
  if (!mkdtemp(folder)) return 1;
  CHECK_OK(study_parse(bench_chain_impacts, strlen(bench_chain_impacts), "bench.yaml", 0, NULL, &config));
  cut_up();
  shards();
  interrupted();
  lost_device();
  small_device();
  refused();
  too_many_failed();
  study_destroy(&config);
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command) == 0 ? TEST_END() : 1;
}
