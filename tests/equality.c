// The whole state is bitwise the same for any number of lanes, threads, chunks, batches and
// machines: a chain with impacts, slip and stick, and a bouncing bar with different step lengths.
#include "tests/ensemble/ensemble_bench.h"

#include "ensemble/batch/batch_results.h"

static const struct {
  const char *device;
  long threads, lanes, batch;
  double chunk;
} cases[] = {
    {"cpu", 1, 4, 1000, 1e9},      {"cpu", 2, 4, 1000, 1e9},       {"cpu", 1, 0, 1000, 1e9},
    {"cpu", 3, 0, 5, 1e9},         {"cpu", 1, 1, 1000, 37},        {"cpu", 2, 4, 7, 113},
    {"cpu_scalar", 2, 0, 4, 1},    {"device_sim", 1, 0, 1000, 64}, {"device_sim", 2, 4, 6, 1001},
    {"cpu:baseline", 2, 0, 3, 99},
};

static void equal_everywhere(const char *text, const char *name) {
  bench b;
  bench_open(&b, text);
  char reference[65], hex[65];
  long counts[N_TRAJECTORY_STATUS] = {0};
  bench_hash(&b, &(device_choice){.device = "cpu", .threads = 1, .lanes = 1}, 1000, 1e9, reference, counts);
  TEST_CHECK(counts[TRAJECTORY_OK] == b.values.n); // no trajectory failed, so every one was stepped
                                                   // to its end
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    device_choice choice = {.device = cases[i].device, .threads = cases[i].threads, .lanes = cases[i].lanes};
    bench_hash(&b, &choice, cases[i].batch, cases[i].chunk, hex, NULL);
    if (strcmp(hex, reference) == 0) continue;
    fprintf(stderr, "%s: case %zu (%s, lanes %ld, batch %ld, chunk %g) gives other bits\n", name, i,
            cases[i].device, cases[i].lanes, cases[i].batch, cases[i].chunk);
    check_failures++;
  }
  bench_close(&b);
}

// The hash must be sensitive: a change of one bit of one parameter changes it.
static void hash_is_sensitive(void) {
  char a[65], c[65];
  bench b;
  device_choice choice = {.device = "cpu", .threads = 1};
  bench_open(&b, bench_chain_impacts);
  bench_hash(&b, &choice, 1000, 1e9, a, NULL);
  double *x = &b.values.value[0];
  *x = nextafter(*x, 10);
  bench_hash(&b, &choice, 1000, 1e9, c, NULL);
  TEST_CHECK(strcmp(a, c) != 0);
  bench_close(&b);
}

// Impacts, slip and stick must all occur, because otherwise equality would prove little.
static void everything_occurs(void) {
  bench b;
  device_set devices;
  batch_job job;
  result_set *set;
  bench_open(&b, bench_chain_impacts);
  CHECK_OK(devices_open(&(device_choice){.device = "cpu"}, &devices));
  CHECK_OK(batch_job_create(&b.plan, 0, b.plan.groups[0].n, b.plan.groups[0].trajectory, &job));
  CHECK_OK(batch_job_upload(&job, &devices.device[0]));
  while (!batch_job_finished(&job)) CHECK_OK(batch_job_advance(&job, 1000));
  CHECK_OK(batch_job_fetch(&job));
  CHECK_OK(batch_results(&job, &b.plan, &set));
  const double *impacts = result_set_find(set, "impacts")->data,
               *sticking = result_set_find(set, "sticking")->data;
  int n_impacts = 0, n_stick = 0, n_slip = 0;
  for (long i = 0; i < b.values.n; i++) {
    n_impacts += impacts[i] >= 1;
    n_stick += sticking[i] > 0.05;
    n_slip += sticking[i] < 0.95;
  }
  TEST_CHECK(n_impacts >= 5);
  TEST_CHECK(n_stick >= 5);
  TEST_CHECK(n_slip >= 5);
  result_set_destroy(set);
  batch_job_destroy(&job);
  devices_close(&devices);
  bench_close(&b);
}

int main(void) {
  equal_everywhere(bench_chain_impacts, "chain");
  equal_everywhere(bench_bar_bounces, "bar");
  hash_is_sensitive();
  everything_occurs();
  return TEST_END();
}
