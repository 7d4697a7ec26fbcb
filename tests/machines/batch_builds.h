// Runs a batch in every build of a kernel for the CPU and on the simulated device: the bits do not
// depend on lanes, launches and neighbours.
#ifndef CHATTER_TESTS_BATCH_BUILDS_H
#define CHATTER_TESTS_BATCH_BUILDS_H

#include "tests/machines/batch_case.h"

// Checks from the first result that the case is worth comparing.
typedef void case_course(const batch_case *c, const case_result *r, int variant);

static inline void case_check_builds(const batch_case *c, case_course *check, int variant) {
  static const struct {
    const char *name;
    int lanes, parts;
  } RUNS[] = {{"cpu", 1, 1},     {"cpu", 8, 1},          {"cpu", 8, 7},
              {"cpu", 0, 2},     {"cpu:v3", 4, 1},       {"cpu:v3", 4, 9},
              {"cpu:v3", 1, 13}, {"cpu:baseline", 1, 3}, {"device_sim", 0, 5}};
  case_result first = {0};
  int done = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend_options options = backend_default();
    backend b;
    char what[100];
    options.lanes = RUNS[i].lanes, options.threads = 1;
    // a CPU without this instruction set
    if (backend_open(RUNS[i].name, options, &b) != BACKEND_OK) continue;
    snprintf(what, sizeof what, "%s, %d lanes, %d launches", RUNS[i].name, RUNS[i].lanes, RUNS[i].parts);
    case_result r = case_run(&b, c, RUNS[i].parts);
    if (done++ == 0) {
      check(c, &r, variant);
      first = r;
    } else {
      TEST_CHECK(case_compare(c, &first, &r, what) == 0);
      case_result_free(&r);
    }
    b.close(&b);
  }
  TEST_CHECK(done >= 4);
  case_result_free(&first);
}

#endif
