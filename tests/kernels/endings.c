// Neighbouring trajectories end in the same step, each with its own status, some early and
// successfully. None is stepped again in the next launch or delays its neighbours, for any number
// of lanes and launches.
#include "tests/kernels/ending/ending_case.h"

int main(void) {
  batch_case c = ending_case_create(53);
  static const struct {
    const char *name;
    int lanes, single, parts;
  } RUNS[] = {{"cpu", 0, 0, 1},    {"cpu", 0, 0, 7},     {"cpu", 1, 0, 3},          {"cpu", 0, 1, 7},
              {"cpu:v3", 4, 0, 1}, {"cpu:v3", 4, 1, 60}, {"cpu:baseline", 1, 0, 7}, {"device_sim", 0, 0, 60}};
  int done = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend_options options = backend_default();
    backend b;
    char what[100];
    options.lanes = RUNS[i].lanes, options.threads = 1, options.single_precision = RUNS[i].single;
    // a CPU without this instruction set
    if (backend_open(RUNS[i].name, options, &b) != BACKEND_OK) continue;
    snprintf(what, sizeof what, "%s, %d lanes, %d launches", RUNS[i].name, RUNS[i].lanes, RUNS[i].parts);
    case_result r = case_run(&b, &c, RUNS[i].parts);
    ending_case_check(&c, r.state, what);
    case_result_free(&r);
    b.close(&b);
    done++;
  }
  TEST_CHECK(done >= 5);
  case_free(&c);
  return TEST_END();
}
