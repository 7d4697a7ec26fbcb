// Runs to files: the results are the same bit by bit, however a run is divided into batches,
// chunks, machines, shards or interrupted runs.
#include "results/join/results_merge.h"
#include "run_bench.h"

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

// Interrupts a run repeatedly, each time a little later.
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
  CHECK_OK(run_study(&config, in_folder("cut.h5"), &o)); // nothing to resume: a message, no change
}

int main(void) {
  run_bench_begin();
  cut_up();
  shards();
  interrupted();
  return run_bench_end();
}
