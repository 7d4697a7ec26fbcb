// The roughness force, from noise and from a file, and signals in a frequency band have the same
// bits for any lanes, neighbours, machines and launches.
#include "tests/kernels/noisy/noisy_case.h"

static const struct {
  const char *name;
  int lanes, parts;
} RUNS[] = {{"cpu", 8, 1},    {"cpu", 8, 7},          {"cpu", 0, 1},
            {"cpu", 1, 3},    {"cpu:v3", 4, 1},       {"cpu:v3", 4, 60},
            {"cpu:v3", 1, 5}, {"cpu:baseline", 1, 7}, {"device_sim", 0, 60}};

static void check(const batch_case *c, const char *what) {
  case_result first = noisy_case_run(c);
  int done = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend_options options = backend_default();
    backend b;
    char text[100];
    options.lanes = RUNS[i].lanes, options.threads = 1;
    // a CPU without this instruction set
    if (backend_open(RUNS[i].name, options, &b) != BACKEND_OK) continue;
    snprintf(text, sizeof text, "%s: %s, %d lanes, %d launches", what, RUNS[i].name, RUNS[i].lanes,
             RUNS[i].parts);
    case_result r = case_run(&b, c, RUNS[i].parts);
    TEST_CHECK(case_compare(c, &first, &r, text) == 0);
    case_result_free(&r);
    b.close(&b);
    done++;
  }
  TEST_CHECK(done >= 4);
  for (long i = 0; i < c->host.n_trajectories; i++)
    for (int s = 0; s < NOISY_SIGNALS; s++)
      TEST_CHECK(noisy_value(c, &first, i, s, ACCUMULATOR_SQUARE_SUM) > 0);
  case_result_free(&first);
}

int main(void) {
  double model[34];
  const roughness_samples file = {.start = -1e-4, .distance = 2e-4, .n = 32, .model = model};
  for (int i = 0; i < 34; i++) model[i] = sin(0.7 * i) + 0.01 * i;
  batch_case noise = noisy_case_mixed(NULL), from_file = noisy_case_mixed(&file);
  check(&noise, "noise");
  check(&from_file, "file");
  case_free(&noise), case_free(&from_file);
  return TEST_END();
}
