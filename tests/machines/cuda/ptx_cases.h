// The cases of the PTX machine: every stepper, mapping, precision and layout, through the unchanged
// launcher, compared with the bits of the CPU. A new engine, layout or switch needs one more line
// in the list.
#ifndef CHATTER_TESTS_CUDA_PTX_CASES_H
#define CHATTER_TESTS_CUDA_PTX_CASES_H

#include "ptx_case.h"
#include "nvrtc_cached.h"

#include <sys/wait.h>
#include <unistd.h>

// A mapping of the quick test: 2 × number of the team, + 1 in single precision.
#define QUICK(team, single)                                                                                  \
  (1 << (2 * ((team) == 1     ? 0                                                                            \
              : (team) == 32  ? 1                                                                            \
              : (team) == 128 ? 2                                                                            \
              : (team) == 8   ? 3                                                                            \
              : (team) == 4   ? 4                                                                            \
                              : 5) +                                                                           \
         (single)))
enum {
  Q_1_DOUBLE = QUICK(1, 0),
  Q_1_SINGLE = QUICK(1, 1),
  Q_32_DOUBLE = QUICK(32, 0),
  Q_32_SINGLE = QUICK(32, 1),
  Q_128_DOUBLE = QUICK(128, 0),
  Q_128_SINGLE = QUICK(128, 1),
  Q_8_DOUBLE = QUICK(8, 0)
};

// kernel, modes, points, layout, trajectories, steps, switches; each with these teams and
// precisions, some of them in the quick test.
#define PTX_CASE_LIST(X)                                                                                     \
  X(leapfrog, 6, 3, NORMAL, 19, 300, 0, ANY_TEAM, Q_1_DOUBLE | Q_32_SINGLE | Q_8_DOUBLE)                     \
  X(leapfrog, 6, 3, NORMAL, 7, 200, CASE_PLAIN, ALL_TEAMS, 0)                                                \
  X(leapfrog, 6, 3, NORMAL, 7, 200, CASE_DENSE, ALL_TEAMS, 0)                                                \
  X(leapfrog, 13, 3, NORMAL, 7, 200, CASE_SPARSE | CASE_PARTS, ANY_TEAM, Q_32_DOUBLE)                        \
  X(leapfrog, 22, 3, NORMAL_AND_TWO_TANGENTS, 5, 100, CASE_SPARSE | CASE_GENERIC, A_WARP, 0)                 \
  X(leapfrog, 6, 3, NORMAL, 7, 200, CASE_BANDS | CASE_PARTS, ALL_TEAMS, Q_1_SINGLE | Q_32_DOUBLE)            \
  X(leapfrog, 16, 3, NORMAL, 5, 100, CASE_VISCOUS, ALL_TEAMS, Q_32_DOUBLE)                                   \
  X(leapfrog, 16, 3, NORMAL, 5, 100, CASE_VISCOUS | CASE_GENERIC, A_WARP, 0)                                 \
  X(leapfrog, 6, 3, NORMAL, 5, 100, CASE_VISCOUS | CASE_SPRINGS | CASE_PARTS, ALL_TEAMS, 0)                  \
  X(leapfrog, 6, 3, TANGENT, 5, 100, CASE_MEMORY | CASE_PARTS, ALL_TEAMS, Q_1_SINGLE)                        \
  X(leapfrog, 6, 3, TANGENT, 5, 100, CASE_MEMORY | CASE_SPRINGS, ALL_TEAMS, 0)                               \
  X(moreau, 16, 3, NORMAL_AND_TWO_TANGENTS, 5, 100, CASE_TABLE, ALL_TEAMS, 0)                                \
  X(leapfrog, 6, 3, NORMAL_AND_TANGENT, 7, 200, CASE_TABLE | CASE_PARTS, ALL_TEAMS,                          \
    Q_1_DOUBLE | Q_32_SINGLE)                                                                                \
  X(leapfrog, 6, 3, NORMAL, 5, 100, CASE_TABLE | CASE_GENERIC | CASE_FAR, A_WARP, 0)                         \
  X(leapfrog, 6, 3, NORMAL, 5, 100, CASE_BANDS | CASE_GENERIC, A_WARP, 0)                                    \
  X(moreau, 12, 2, NORMAL_AND_TWO_TANGENTS, 7, 200, CASE_BANDS, LARGE_TEAMS, Q_128_DOUBLE)                   \
  X(leapfrog, 6, 3, NORMAL, 7, 200, CASE_FAILS, ANY_TEAM, Q_32_DOUBLE)                                       \
  X(leapfrog, 20, 3, NORMAL, 7, 300, CASE_PARTS, ALL_TEAMS, 0)                                               \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 7, 300, 0, ALL_TEAMS, 0)                                        \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 7, 100, CASE_SUMS, ALL_TEAMS, Q_1_SINGLE | Q_32_DOUBLE)         \
  X(moreau, 12, 2, TANGENT, 7, 100, CASE_SUMS | CASE_PARTS, ALL_TEAMS, 0)                                    \
  X(leapfrog, 6, 3, NORMAL, 7, 200, CASE_LATE | CASE_PARTS, ALL_TEAMS, Q_1_DOUBLE | Q_32_SINGLE)             \
  X(moreau, 12, 2, NORMAL_AND_TWO_TANGENTS, 7, 200, CASE_LATE | CASE_BANDS, MORE_TEAMS, 0)                   \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 7, 300, CASE_STICKING, ANY_TEAM, Q_32_DOUBLE)                   \
  X(leapfrog, 12, 4, NORMAL_AND_TANGENT, 7, 300, 0, ALL_TEAMS, Q_32_SINGLE)                                  \
  X(leapfrog, 6, 3, TANGENT, 7, 300, 0, ALL_TEAMS, Q_1_SINGLE | Q_128_SINGLE)                                \
  X(leapfrog, 6, 3, TWO_TANGENTS, 7, 200, 0, ALL_TEAMS, 0)                                                   \
  X(leapfrog, 6, 3, NORMAL, 7, 300, CASE_SPRINGS, ALL_TEAMS, Q_1_DOUBLE)                                     \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 7, 300, CASE_SPRINGS | CASE_PARTS, ALL_TEAMS, Q_32_DOUBLE)      \
  X(leapfrog, 6, 3, NORMAL, 7, 300, CASE_EXPLICIT, ALL_TEAMS, Q_32_SINGLE)                                   \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 7, 300, CASE_EXPLICIT | CASE_PARTS, ALL_TEAMS,                  \
    Q_1_DOUBLE | Q_128_DOUBLE)                                                                               \
  X(leapfrog, 12, 3, TANGENT, 7, 300, CASE_EXPLICIT | CASE_PLAIN, ALL_TEAMS, Q_1_SINGLE)                     \
  X(leapfrog, 6, 3, NORMAL_AND_TANGENT, 5, 100, CASE_EXPLICIT | CASE_GENERIC, A_WARP, 0)                     \
  X(moreau, 12, 2, NORMAL, 7, 400, 0, ALL_TEAMS, Q_1_DOUBLE)                                                 \
  X(moreau, 12, 2, NORMAL_AND_TWO_TANGENTS, 7, 400, 0, ALL_TEAMS, Q_32_SINGLE | Q_128_DOUBLE)                \
  X(moreau, 12, 2, NORMAL_AND_TWO_TANGENTS, 7, 100, CASE_GENERIC, A_WARP, 0)                                 \
  X(moreau, 12, 2, NORMAL, 7, 200, CASE_PLAIN, ALL_TEAMS, 0)                                                 \
  X(leapfrog, 33, 4, NORMAL_AND_TANGENT, 5, 300, 0, LARGE_TEAMS, 0)                                          \
  X(leapfrog, 50, 16, NORMAL_AND_TWO_TANGENTS, 3, 200, 0, LARGE_TEAMS, 0)                                    \
  X(leapfrog, 12, 44, NORMAL_AND_TWO_TANGENTS, 1, 6, CASE_STICKING, LARGE_TEAMS, 0)                          \
  X(leapfrog, 6, 3, NORMAL, 5, 100, CASE_GENERIC, A_WARP, 0)                                                 \
  X(leapfrog, 6, 3, NORMAL, 5, 100, CASE_GENERIC | CASE_FAR, A_WARP, 0)                                      \
  X(leapfrog, 6, 3, NORMAL_AND_TWO_TANGENTS, 19, 200, CASE_FAR, LARGE_TEAMS, Q_32_DOUBLE | Q_128_SINGLE)     \
  X(moreau, 12, 2, NORMAL_AND_TWO_TANGENTS, 19, 200, CASE_FAR | CASE_PARTS, LARGE_TEAMS, 0)                  \
  X(moreau, 12, 2, NORMAL_AND_TANGENT, 19, 200, CASE_FAR | CASE_PLAIN, LARGE_TEAMS, Q_128_DOUBLE)            \
  X(coulomb, 1, 0, MIXED, 67, 12, 0, ONE_THREAD, 0)                                                          \
  X(coulomb, 2, 0, MIXED, 137, 12, 0, ONE_THREAD, Q_1_DOUBLE)                                                \
  X(coulomb, 2, 1, MIXED, 137, 12, 0, ONE_THREAD, Q_1_SINGLE)                                                \
  X(coulomb, 3, 0, MIXED, 137, 12, CASE_PARTS, ONE_THREAD, 0)                                                \
  X(coulomb, 5, 0, MIXED, 67, 12, 0, ONE_THREAD, 0)                                                          \
  X(coulomb, 5, 1, MIXED, 67, 12, 0, ONE_THREAD, 0)                                                          \
  X(sliding, 3, 6, MIXED, 7, 100, 0, ALL_TEAMS, Q_1_DOUBLE)                                                  \
  X(sliding, 3, 6, MIXED, 7, 100, CASE_PLAIN, ONE_THREAD, 0)                                                 \
  X(sliding, 7, 45, MIXED, 3, 200, CASE_PARTS, MORE_TEAMS, Q_128_DOUBLE)                                     \
  X(sliding, 7, 45, MIXED, 3, 200, CASE_PLAIN, LARGE_TEAMS, Q_32_DOUBLE | Q_32_SINGLE)                       \
  X(sliding, 35, 20, MIXED, 3, 100, CASE_FAR, LARGE_TEAMS, 0)                                                \
  X(sliding, 7, 45, MIXED, 3, 100, CASE_GENERIC, A_WARP, 0)                                                  \
  X(sliding, 3, 6, MIXED, 7, 100, CASE_TABLE, ONE_THREAD, 0)                                                 \
  X(sliding, 3, 6, MIXED, 7, 100, CASE_LATE | CASE_PARTS, ONE_THREAD, 0)                                     \
  X(sliding, 7, 45, MIXED, 3, 100, CASE_LATE, LARGE_TEAMS, Q_32_DOUBLE)                                      \
  X(sliding, 7, 45, MIXED, 3, 200, CASE_TABLE | CASE_PARTS, LARGE_TEAMS, Q_32_DOUBLE)                        \
  X(response, 0, 0, MIXED, 4, 80, 0, MORE_TEAMS, Q_32_DOUBLE)                                                \
  X(response, 1, 0, MIXED, 3, 12, CASE_PARTS, LARGE_TEAMS, 0)                                                \
  X(response, 2, 0, MIXED, 3, 12, 0, LARGE_TEAMS, 0)                                                         \
  X(response, 3, 0, MIXED, 3, 12, CASE_FAR, A_WARP, 0)                                                       \
  X(response, 4, 0, MIXED, 4, 12, 0, A_WARP, 0)                                                              \
  X(beams, 3, 3, MIXED, 4, 4, 0, A_WARP, 0)                                                                  \
  X(beams, 3, 1, MIXED, 6, 4, CASE_PARTS, A_BLOCK, Q_128_DOUBLE)                                             \
  X(beams, 4, 3, MIXED, 2, 4, CASE_FAR, A_BLOCK, 0)                                                          \
  X(beams, 3, 3, MIXED, 3, 4, CASE_GENERIC, A_WARP, 0)
#define ONE_THREAD(M, ...) M(1, 0, __VA_ARGS__) M(1, 1, __VA_ARGS__)
#define A_WARP(M, ...) M(32, 0, __VA_ARGS__)
#define A_BLOCK(M, ...) M(128, 0, __VA_ARGS__)
#define SMALL_TEAMS(M, ...) M(4, 0, __VA_ARGS__) M(8, 0, __VA_ARGS__) M(16, 1, __VA_ARGS__)
#define LARGE_TEAMS(M, ...)                                                                                  \
  M(32, 0, __VA_ARGS__) M(32, 1, __VA_ARGS__) M(128, 0, __VA_ARGS__) M(128, 1, __VA_ARGS__)
// With several trajectories in a warp too.
#define ANY_TEAM(M, ...) ALL_TEAMS(M, __VA_ARGS__) SMALL_TEAMS(M, __VA_ARGS__)
#define MORE_TEAMS(M, ...) LARGE_TEAMS(M, __VA_ARGS__) SMALL_TEAMS(M, __VA_ARGS__)
#define ALL_TEAMS(M, ...) ONE_THREAD(M, __VA_ARGS__) LARGE_TEAMS(M, __VA_ARGS__)

#define ROW(team, single, kernel, modes, points, layout, n, steps, switches, quick)                          \
  {&kernel_##kernel,                                                                                         \
   modes,                                                                                                    \
   points,                                                                                                   \
   POINT_LAYOUT_##layout,                                                                                    \
   team,                                                                                                     \
   single,                                                                                                   \
   n,                                                                                                        \
   steps,                                                                                                    \
   switches,                                                                                                 \
   ((quick)&QUICK(team, single)) != 0},
#define X(kernel, modes, points, layout, n, steps, switches, teams, quick)                                   \
  teams(ROW, kernel, modes, points, layout, n, steps, switches, quick)
static const ptx_case PTX_CASES[] = {PTX_CASE_LIST(X)};
#undef X
#undef ROW
enum { PTX_N_CASES = sizeof PTX_CASES / sizeof *PTX_CASES };

// Writes the generic image for the stand-in's architecture to the cache; NVRTC is not used
// afterwards.
static inline void ptx_generic_make(const ptx_case *c, const char *cache) {
  static char source[PROGRAM_TEXT], key[1024], problem[CACHE_TEXT];
  const cuda_program program = {.sizes.kind = c->kernel,
                                .team = c->team,
                                .generic = 1,
                                .single = c->single,
                                .far = (c->switches & CASE_FAR) != 0};
  const int arch = 91; // as in executor_ptx.c
  cuda_nvrtc nvrtc;
  cuda_image image;
  TEST_CHECK(cuda_nvrtc_find(0, arch, &nvrtc) && cuda_program_source(&program, source) &&
             cuda_program_key(source, arch, key, sizeof key) &&
             nvrtc_cached(&nvrtc, source, arch, 0, &image) &&
             cuda_cache_write(cache, key, nvrtc.major, nvrtc.minor, image.bytes, image.size, problem));
  cuda_image_release(&image);
  setenv("CHATTER_NVRTC", "none", 1);
}

// Returns 0 if the backend failed: the message is on stderr.
static inline int ptx_case_launch(const char *name, const ptx_case *c, const char *cache,
                                  const batch_case *batch, case_result *result) {
  backend_options options = backend_default();
  backend b;
  options.single_precision = c->single, options.threads = 1, options.cache_dir = cache;
  if (strcmp(name, "cpu") != 0) options.team = c->team, options.threads = 0;
  if (c->switches & CASE_FAR)
    setenv("FAKE_CUDA_SHARED", "64", 1); // room for the maxima of a team
                                         // of 128
  if (backend_open(name, options, &b) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", name, b.message);
    return 0;
  }
  *result = case_run(&b, batch, c->switches & CASE_PARTS ? 3 : 1);
  b.close(&b);
  return 1;
}

// Runs each case in its own process, because a driver and what it lost belong to a process. As many
// run at once as there are CPUs.
static inline int ptx_cases_run(const ptx_case *const *list, int n,
                                int (*check)(const ptx_case *c, int index)) {
  const long most = sysconf(_SC_NPROCESSORS_ONLN);
  int failed = 0, running = 0;
  for (int i = 0; i < n || running > 0;) {
    int status;
    if (i < n && running < most) {
      fflush(NULL);
      const pid_t child = fork();
      if (child == 0) check_failures = 0, exit(check(list[i], i));
      i++, running++;
      continue;
    }
    if (wait(&status) < 0) break;
    running--;
    failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  return failed;
}

// Runs one case on both machines under `schedule`. Returns 1 if they differ or one of them failed.
static inline int ptx_case_check(const ptx_case *c, const char *cache, unsigned schedule) {
  char what[160], order[16], generic[CACHE_PATH];
  ptx_case_text(c, what, sizeof what);
  snprintf(order, sizeof order, "%u", schedule);
  setenv("FAKE_CUDA_ORDER", order, 1);
  batch_case batch = ptx_case_batch(c);
  case_result cpu, gpu;
  if (c->switches & CASE_GENERIC) { // in a folder without images of fixed sizes, which are
                                    // preferred
    snprintf(generic, sizeof generic, "%.1000s/generic", cache);
    cache = generic;
    nvrtc_cached_prune(cache);
    ptx_generic_make(c, cache);
  }
  if (!ptx_case_launch("cpu", c, NULL, &batch, &cpu) || !ptx_case_launch("cuda", c, cache, &batch, &gpu)) {
    fprintf(stderr, "%s: not run\n", what);
    return 1;
  }
  TEST_CHECK(case_compare(&batch, &cpu, &gpu, what) == 0);
  if (check_failures) fprintf(stderr, "%s, schedule %u: failed\n", what, schedule);
  case_result_free(&cpu), case_result_free(&gpu);
  case_free(&batch);
  return check_failures != 0;
}

// Prepares a test of cases. Returns 0 if there is no NVRTC. The folder of compiled kernels outlives
// the test (nvrtc_cached.h): its keys are those of the launcher, which hold everything that
// determines an image.
static inline int ptx_cases_begin(char cache[CACHE_PATH]) {
  cuda_nvrtc nvrtc;
  setenv("CHATTER_LIBCUDA", PTX_LIBCUDA, 1);
  setenv("PTX_NAN", "1", 1);
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) return 0;
  nvrtc_cached_folder(&nvrtc, cache);
  nvrtc_cached_prune(cache);
  if (!*cache) cuda_cache_folder(NULL, cache, CACHE_PATH);
  return 1;
}

#endif
