// Several devices in one run: the same bits as one device, and no trajectory assigned twice. A
// device that is lost during the run loses its own batch only.
#include "ensemble/batch/execute.h"
#include "ensemble_bench.h"

enum { MOST = 64 };

typedef struct gathered {
  int n, times[MOST];
  double drift[MOST];
} gathered;

static chatter_status gather(void *self, result_set *part) {
  gathered *g = self;
  const result_variable *number = result_set_find(part, "trajectory");
  const double *drift = result_set_find(part, "energy_drift")->data;
  for (size_t i = 0; i < number->size[0]; i++) {
    int t = ((const int *)number->data)[i];
    g->drift[t] = drift[i];
    g->times[t]++;
    g->n++;
  }
  return CHATTER_OK;
}

static chatter_status run_on(device_set *devices, gathered *out, execute_summary *summary) {
  bench b;
  execute_options options = {
      .batch = 3, .chunk = 500, .checkpoint_every = -1, .sink = gather, .sink_self = out};
  memset(out, 0, sizeof *out);
  bench_open(&b, bench_bar_bounces);
  TEST_CHECK(b.values.n <= MOST);
  chatter_status status = execute_plan(&b.plan, devices, &options, summary);
  bench_close(&b);
  return status;
}

static void add(device_set *set, const char *name) {
  backend_options options = backend_default();
  options.threads = 1;
  TEST_CHECK(backend_open(name, options, &set->device[set->n]) == BACKEND_OK);
  set->n++;
}

int main(void) {
  log_quiet(1);
  gathered one, many;
  execute_summary summary;
  device_set set = {.n = 0};
  add(&set, "cpu");
  CHECK_OK(run_on(&set, &one, &summary));
  devices_close(&set);
  TEST_CHECK(one.n == 19);
  TEST_CHECK(summary.finished == 19 && summary.count[TRAJECTORY_OK] == 19);

  add(&set, "cpu");
  add(&set, "device_sim");
  add(&set, "cpu_scalar");
  CHECK_OK(run_on(&set, &many, &summary));
  devices_close(&set);
  TEST_CHECK(memcmp(&one, &many, sizeof one) == 0); // each trajectory once, with the same bits

  // If the CPU has done everything before the other thread begins, the run is repeated.
  chatter_status status = CHATTER_OK;
  for (int tries = 0; tries < 50 && status == CHATTER_OK; tries++) {
    devices_close(&set);
    setenv("CHATTER_DEVICE_SIM_LOST", "2", 1);
    add(&set, "cpu");
    add(&set, "device_sim");
    unsetenv("CHATTER_DEVICE_SIM_LOST");
    status = run_on(&set, &many, &summary);
  }
  TEST_CHECK(status == CHATTER_DEVICE);
  int named = 0;
  for (int i = 0; i < error_count(); i++) named |= strstr(error_message(i), "device_sim") != NULL;
  TEST_CHECK(named);
  error_clear();
  devices_close(&set);
  TEST_CHECK(many.n == 16 ||
             many.n == 18); // 19 without one batch, of three or the last one, on the lost device
  for (int t = 0; t < 19; t++) {
    TEST_CHECK(many.times[t] <= 1);
    if (many.times[t]) TEST_CHECK(memcmp(&many.drift[t], &one.drift[t], sizeof(double)) == 0);
  }
  return TEST_END();
}
