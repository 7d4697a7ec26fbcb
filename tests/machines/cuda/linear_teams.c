// kernels/linear.h shared by teams of 1, 32 and 128 threads: the bits of one thread of the CPU, in
// the emulator and as PTX of NVRTC, in any order of the threads and without a race. Missing
// barriers are noticed.
#include "tests/check.h"
#include "tests/kernels/linear_stamp.h"
#include "tests/machines/cuda/standin/emulator.h"

#include <stdint.h>

#define EMULATED_KERNEL linear
#include "tests/machines/cuda/team_program.h"

enum { SYSTEMS = 3 };

// Systems of one size, stored one after the other: general matrices, zeros on the diagonal,
// dependent rows; symmetric definite, quasi-definite and singular matrices.
typedef struct {
  int kind, n, numbers;
  double a[SYSTEMS * STAMP_ROWS * (STAMP_ROWS + STAMP_MORE)], pivot[SYSTEMS * STAMP_ROWS],
      x[SYSTEMS * STAMP_ROWS], singular[SYSTEMS];
} systems;

static void fill(int kind, int n, systems *s) {
  unsigned long long seed = 5;
  const int width = kind == STAMP_ELIMINATE ? n + STAMP_MORE : n;
  memset(s, 0, sizeof *s);
  s->kind = kind, s->n = n, s->numbers = n * width;
  for (int which = 0; which < SYSTEMS; which++) {
    double *a = s->a + which * s->numbers;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        a[i * width + j] = kind == STAMP_LDL && j < i ? a[j * width + i] : stamp_random(&seed);
      if (kind != STAMP_LU) a[i * width + i] = which == 1 && i >= n / 2 ? -n : n;
      if (kind == STAMP_LU && which == 1) a[i * width + i] = 0;
      if (kind == STAMP_ELIMINATE)
        a[i * width + n + 1] = which == 2 && i == n / 2 ? 2 * n : 0; // a tiny pivot
      s->x[which * n + i] = a[i * width + (kind == STAMP_ELIMINATE ? n : 0)] = stamp_random(&seed);
    }
    // row and column 1 are zero
    for (int j = 0; j < n && which == 2 && kind != STAMP_ELIMINATE; j++) a[width + j] = a[j * width + 1] = 0;
  }
}

static void cpu_run(int single, systems *s) {
  for (int which = 0; which < SYSTEMS; which++)
    (single ? linear_stamp_1_single : linear_stamp_1_double)(s->kind, s->n, s->a + which * s->numbers,
                                                             s->pivot + which * s->n, s->x + which * s->n,
                                                             s->singular + which);
  TEST_CHECK(s->kind == STAMP_ELIMINATE || (s->singular[0] == 0 && s->singular[2] == 1));
}

static systems expected, result;

static int inside(uint64_t address, size_t bytes) {
  const uint64_t first = (uint64_t)(uintptr_t)&result;
  return address >= first && address - first + bytes <= sizeof result;
}

static unsigned shared_bytes(int single) {
  return (unsigned)((result.numbers + 2 * result.n) * (single ? 4 : 8));
}

static void compare(const char *machine, int build, unsigned order) {
  if (memcmp(&expected, &result, sizeof result) == 0) return;
  fprintf(stderr, "%s, team %d, %s, order %u: solver %d with %d rows has other bits than the CPU\n", machine,
          BUILD[build].team, BUILD[build].single ? "single" : "double", order, expected.kind, expected.n);
  check_failures++;
}

static void check_emulated(int build, int kind, int n, unsigned orders) {
  for (unsigned order = 0; order < orders; order++) {
    char problem[300] = "";
    fill(kind, n, &expected);
    result = expected;
    cpu_run(BUILD[build].single, &expected);
    double *a = result.a, *pivot = result.pivot, *x = result.x, *singular = result.singular;
    const void *arguments[] = {&kind, &n, &a, &pivot, &x, &singular};
    if (!emulator_run(BUILD[build].run, arguments, SYSTEMS, (unsigned)BUILD[build].team,
                      shared_bytes(BUILD[build].single), order, problem, sizeof problem)) {
      fprintf(stderr, "team %d, order %u: %s\n", BUILD[build].team, order, problem);
      check_failures++;
    }
    compare("emulator", build, order);
  }
}

// Compiles linear_case.h to PTX; `barriers` 0: without the lines that synchronise.
static ptx_module *ptx_make(const cuda_nvrtc *nvrtc, const char *text, int build, int barriers) {
  cuda_image image = team_compile(nvrtc, "", text, build);
  for (char *at = image.bytes; !barriers && *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const char *start = at + strspn(at, "\t ");
    if (strncmp(start, "bar.warp.sync", 13) == 0 || strncmp(start, "bar.sync", 8) == 0)
      memset(at, ' ', strcspn(at, "\n"));
  }
  return team_module(image);
}

static int ptx_go(ptx_module *m, int build, unsigned order, ptx_race_mode race, char *problem, size_t size) {
  double *a = result.a, *pivot = result.pivot, *x = result.x, *singular = result.singular;
  void *arguments[] = {&result.kind, &result.n, &a, &pivot, &x, &singular};
  const ptx_options options = {.schedule = order, .race = race, .random_nan = 1, .inside = inside};
  *problem = 0;
  return ptx_run(ptx_function_find(m, TEAM_KERNEL), arguments, SYSTEMS, (unsigned)BUILD[build].team,
                 shared_bytes(BUILD[build].single), &options, problem, size);
}

static void check_ptx(ptx_module *m, int build, int kind, int n, unsigned orders) {
  for (unsigned order = 0; order < orders; order++) {
    char problem[300];
    fill(kind, n, &expected);
    result = expected;
    cpu_run(BUILD[build].single, &expected);
    const int error =
        ptx_go(m, build, order, order == 0 ? PTX_RACE_BARRIERS : PTX_RACE_OFF, problem, sizeof problem);
    if (error != PTX_OK) fprintf(stderr, "team %d, order %u: %s\n", BUILD[build].team, order, problem);
    TEST_CHECK(error == PTX_OK);
    compare("PTX", build, order);
  }
}

static void check_barriers(ptx_module *m, int build) {
  char problem[300];
  for (int kind = STAMP_LU; kind <= STAMP_ELIMINATE; kind++) {
    fill(kind, 9, &result);
    TEST_CHECK(ptx_go(m, build, 0, PTX_RACE_BARRIERS, problem, sizeof problem) == PTX_ERROR);
    TEST_CHECK(strstr(problem, "race in shared memory") != NULL);
  }
}

int main(void) {
  cuda_nvrtc nvrtc;
  for (int build = 0; build < N_BUILDS; build++)
    for (int kind = STAMP_LU; kind <= STAMP_ELIMINATE; kind++) {
      check_emulated(build, kind, 3, 4);
      check_emulated(build, kind, 37, 3);
      if (BUILD[build].team == 128) check_emulated(build, kind, STAMP_ROWS, 1);
    }
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found; what needs none has passed");
  const char *text = team_text((const char *[]){"linear_case.h"}, 1);
  for (int build = 0; build < N_BUILDS; build++) {
    ptx_module *m = ptx_make(&nvrtc, text, build, 1);
    for (int kind = STAMP_LU; kind <= STAMP_ELIMINATE; kind++) {
      check_ptx(m, build, kind, 3, 3);
      check_ptx(m, build, kind, 37, 1);
      if (BUILD[build].team == 128 && kind == STAMP_LU && !BUILD[build].single)
        check_ptx(m, build, kind, STAMP_ROWS, 1);
    }
    ptx_module_free(m);
    if (BUILD[build].team == 1 || BUILD[build].single) continue;
    m = ptx_make(&nvrtc, text, build, 0);
    check_barriers(m, build);
    ptx_module_free(m);
  }
  return TEST_END();
}
