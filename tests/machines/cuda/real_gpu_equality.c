// A real GPU, compared with the CPU: the same bits for every stepper, layout, mapping and
// precision, in one launch and in parts. Skipped without a GPU; with CHATTER_REQUIRE_GPU=1 it
// fails.
#include "machines/team_sizes.h"
#include "tests/machines/batch_case.h"

static case_result run_on(const char *name, int team, int single, const batch_case *c, int chunks) {
  backend_options options = backend_default();
  backend b;
  options.team = team, options.single_precision = single;
  if (backend_open(name, options, &b) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", name, b.message);
    exit(1);
  }
  case_result r = case_run(&b, c, chunks);
  b.close(&b);
  return r;
}

static void check(const kernel_kind *kernel, int modes, int points, int layout) {
  kernel_sizes sizes;
  case_sizes(kernel, modes, points, layout, &sizes);
  const int small = getenv("CHATTER_TEST_SMALL") != NULL; // under compute-sanitizer
  batch_case c = case_create(sizes, small ? 37 : 3001, small ? 300 : 2000, 5);
  for (int single = 0; single < 2; single++) {
    case_result cpu = run_on("cpu", 0, single, &c, 1);
    if (!single) case_check_events(&c, &cpu);
    for (int team = 1; team > 0; team = backend_team_next(team)) {
      char what[100];
      if (team == 1 && modes + 4 * points > 60) continue; // refused: too large for registers
      for (int chunks = 1; chunks <= 7; chunks += 6) {
        snprintf(what, sizeof what, "%s (%d, %d) layout %d team %d %s in %d launches", kernel->name, modes,
                 points, layout, team, single ? "single" : "double", chunks);
        case_result gpu = run_on("cuda", team, single, &c, chunks);
        TEST_CHECK(case_compare(&c, &cpu, &gpu, what) == 0);
        case_result_free(&gpu);
      }
    }
    case_result_free(&cpu);
  }
  case_free(&c);
}

int main(void) {
  if (backend_cuda_count() == 0) {
    const char *required = getenv("CHATTER_REQUIRE_GPU");
    if (!required || strcmp(required, "1") != 0) TEST_SKIP(backend_cuda_state());
    fprintf(stderr, "a GPU is required: %s\n", backend_cuda_state());
    return 1;
  }
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL);
  check(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL);
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS);
  check(&kernel_leapfrog, 12, 4, POINT_LAYOUT_NORMAL_AND_TANGENT);
  check(&kernel_leapfrog, 6, 3, POINT_LAYOUT_TANGENT);
  check(&kernel_leapfrog, 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS);
  check(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL);
  check(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS);
  return TEST_END();
}
