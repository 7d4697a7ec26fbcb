// Failing runs: a lost device and a device with too little memory keep the finished results. Parts
// that do not belong together are refused with a specific message. Too many failed trajectories are
// reported.
#include "engines/transient/study/transient_keys.h"
#include "run_bench.h"
#include "study/file/storage.h"

static void whole(void) {
  run_options o = quiet("cpu");
  CHECK_OK(run_study(&config, in_folder("whole.h5"), &o));
}

static void lost_device(void) {
  run_options o = quiet("device_sim");
  o.batch = 8;
  o.chunk = 1500;
  setenv("CHATTER_DEVICE_SIM_LOST", "7", 1);
  RAISES(run_study(&config, in_folder("lost.h5"), &o), CHATTER_DEVICE, "lost");
  unsetenv("CHATTER_DEVICE_SIM_LOST");
  // finished results remain
  TEST_CHECK(access(in_folder("lost.h5.parts/part-000000.h5"), F_OK) == 0);
  RAISES(run_study(&config, in_folder("lost.h5"), &o), CHATTER_IO, "--resume");
  o.resume = 1;
  CHECK_OK(run_study(&config, in_folder("lost.h5"), &o));
  SAME("whole.h5", "lost.h5");
}

// A device with too little memory for all trajectories uses smaller batches.
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
  study bad;
  CHECK_OK(study_copy(&config, &bad));
  integrator_writable(&bad)->divergence = 1e-3; // all but the smallest motions count as diverged
  run_options o = quiet("cpu");
  o.max_failed = -0.05;
  RAISES(run_study(&bad, in_folder("failed.h5"), &o), CHATTER_TOO_MANY_FAILED, "--max-failed");
  TEST_CHECK(access(in_folder("failed.h5"), F_OK) == 0); // complete nevertheless
  study_destroy(&bad);
}

// A study that fails before any result leaves no files that would stop the corrected study.
static void leaves_nothing(void) {
  study bad;
  run_options o = quiet("cpu");
  CHECK_OK(study_copy(&config, &bad));
  snprintf(bad.excitations[0].node, sizeof bad.excitations[0].node, "nowhere");
  RAISES(run_study(&bad, in_folder("corrected.h5"), &o), CHATTER_BAD_MODEL, "nowhere");
  TEST_CHECK(access(in_folder("corrected.h5.parts"), F_OK) != 0);
  CHECK_OK(run_study(&config, in_folder("corrected.h5"), &o));
  SAME("whole.h5", "corrected.h5");
  study_destroy(&bad);
}

int main(void) {
  run_bench_begin();
  whole();
  lost_device();
  small_device();
  refused();
  too_many_failed();
  leaves_nothing();
  return run_bench_end();
}
