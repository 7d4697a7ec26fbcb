// The same bits of every trajectory of the sliding contact, whatever the lanes, launches and neighbours.
#include "tests/engines/sliding/sliding_case.h"

int main(void) {
  kernel_sizes sizes = slide_case_sizes(7, 45, 12);
  batch_case c = slide_case_create(sizes, 21, 3000, 3);
  static const struct {
    const char *name;
    int lanes, parts;
  } RUNS[] = {{"cpu", 1, 1},    {"cpu", 0, 1},     {"cpu", 0, 7},          {"cpu:v3", 4, 1},
              {"cpu:v3", 4, 9}, {"cpu:v3", 1, 13}, {"cpu:baseline", 1, 3}, {"device_sim", 0, 5}};
  case_result first = {0};
  int done = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend_options options = backend_default();
    backend b;
    char what[100];
    options.lanes = RUNS[i].lanes, options.threads = 1;
    if (backend_open(RUNS[i].name, options, &b) != BACKEND_OK) continue; // a processor without it
    snprintf(what, sizeof what, "%s, %d lanes, %d launches", RUNS[i].name, RUNS[i].lanes, RUNS[i].parts);
    case_result r = case_run(&b, &c, RUNS[i].parts);
    if (done++ == 0) {
      first = r;
      for (long t = 0; t < 21; t++) {
        const double *s = r.state + t;
        const long st = c.host.stride;
        const int ob = sliding_row_observed(sizes.dim);
        printf("%ld: status %g steps %g element %g", t, s[STATE_STATUS * st], s[STATE_STEPS * st],
               s[SLIDE_ELEMENT * st]);
        for (int g = 0; g < SLIDE_CASE_SIGNALS; g++)
          printf(" [%d %.4g %.4g]", g, s[(ob + 2 * g * N_ACCUMULATE + ACCUMULATE_MIN) * st],
                 s[(ob + 2 * g * N_ACCUMULATE + ACCUMULATE_MAX) * st]);
        printf("\n");
      }
    } else {
      TEST_CHECK(case_compare(&c, &first, &r, what) == 0);
      case_result_free(&r);
    }
    b.close(&b);
  }
  TEST_CHECK(done >= 4);
  case_result_free(&first);
  case_free(&c);
  return TEST_END();
}
