// The same bits on the CPU whatever the lanes, threads, chunks, instruction set, and whether the sizes were
// known to the compiler: full state, windows and series, on batches with impacts, slip and stick.
#include "cuda/batch_case.h"

static backend open_backend(const char *name, int lanes, int threads) {
  backend_options options = backend_default();
  backend b;
  options.lanes = lanes, options.threads = threads;
  if (backend_open(name, options, &b) != BACKEND_OK)
    b.launch = NULL; // a processor without the instruction set
  return b;
}

static void check_batch(batch_case *c, const char *what) {
  static const struct {
    const char *name;
    int lanes, threads, parts;
  } RUNS[] = {{"cpu", 0, 1, 1},    {"cpu", 0, 2, 1},        {"cpu", 0, 3, 7},
              {"cpu:v4", 8, 1, 3}, {"cpu:v3", 4, 1, 1},     {"cpu:v3", 4, 3, 5},
              {"cpu:v3", 1, 2, 1}, {"cpu_scalar", 0, 1, 2}, {"cpu:baseline", 1, 1, 1}};
  backend reference = open_backend("cpu:baseline", 1, 1);
  case_result expected = case_run(&reference, c, 1);
  case_check_events(c, &expected);
  int compared = 0;
  for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++) {
    backend b = open_backend(RUNS[i].name, RUNS[i].lanes, RUNS[i].threads);
    if (!b.launch) continue;
    char text[320];
    snprintf(text, sizeof text, "%s: %s, %s in %d parts", what, RUNS[i].name, b.description, RUNS[i].parts);
    case_result got = case_run(&b, c, RUNS[i].parts);
    TEST_CHECK(case_compare(c, &expected, &got, text) == 0);
    case_result_free(&got);
    b.close(&b);
    compared++;
  }
  TEST_CHECK(compared >= 6); // at least the scalar ones
  case_result_free(&expected);
  reference.close(&reference);
}

int main(void) {
  static const int LAYOUTS[] = {LAYOUT_NORMAL, LAYOUT_ONE_TANGENT, LAYOUT_NORMAL_ONE, LAYOUT_TWO_TANGENTS,
                                LAYOUT_NORMAL_TWO};
  for (size_t i = 0; i < sizeof LAYOUTS / sizeof *LAYOUTS; i++) {
    kernel_sizes sizes;
    char what[64];
    for (int kernel = KERNEL_LEAPFROG; kernel <= KERNEL_MOREAU; kernel++) {
      // more modes than rows, or the G of Moreau's scheme is singular
      case_sizes(kernel, kernel == KERNEL_MOREAU ? 16 : 5, 3, LAYOUTS[i], &sizes);
      sizes.dim[DIM_DELASSUS] = kernel == KERNEL_MOREAU;
      batch_case c = case_create(sizes, 21, 600, 3 + i);
      snprintf(what, sizeof what, "kernel %d layout %d", kernel, LAYOUTS[i]);
      check_batch(&c, what);
      case_free(&c);
    }
  }
  return TEST_END();
}
