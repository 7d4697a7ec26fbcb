// Factorisations by cuBLAS and cuSOLVER with a stand-in driver and stand-in libraries: systems of
// both sizes in any slots, and their transposes. A batch of trajectories that are factorised
// together gives the points of LAPACK alone. Missing or failing libraries are named, and LAPACK on
// the CPU is used if nothing was begun.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "large_case.h"
#include "machines/gpu_solver.h"
#include "base/status.h"

enum { SLOTS = 5 };

// Returns the largest entry of b - A x or b - Aᵀ x.
static double rest(int n, const double *a, const double *x, const double *b, int transposed) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = 0; j < n; j++) sum -= a[transposed ? j * n + i : i * n + j] * x[j];
    worst = fmax(worst, fabs(sum));
  }
  return worst;
}

// Returns the sign of the determinant, by elimination with the largest pivot of each row.
static double sign_of(int n, const double *from) {
  double *a = large_array((long)n * n, sizeof *a), sign = 1;
  memcpy(a, from, sizeof *a * (size_t)n * (size_t)n);
  for (int k = 0; k < n; k++) {
    int most = k;
    for (int c = k + 1; c < n; c++)
      if (fabs(a[k * n + c]) > fabs(a[k * n + most])) most = c;
    for (int i = k; i < n && most != k; i++) {
      const double kept = a[i * n + k];
      a[i * n + k] = a[i * n + most], a[i * n + most] = kept;
    }
    sign *= (most != k ? -1 : 1) * (a[k * n + k] < 0 ? -1 : 1);
    for (int i = k + 1; i < n; i++)
      for (int c = n - 1; c >= k; c--) a[i * n + c] -= a[i * n + k] / a[k * n + k] * a[k * n + c];
  }
  free(a);
  return sign;
}
static void check_signs(gpu_solver *solver, int n, const int *slot, double *const *a) {
  char message[GPU_SOLVER_MESSAGE];
  double sign[3], *const to[] = {sign, sign + 1, sign + 2};
  TEST_CHECK(gpu_solver_signs(solver, 3, slot, to, message));
  for (int s = 0; s < 3; s++) TEST_CHECK(sign[s] == sign_of(n, a[s]));
}

static void check_systems(int n) {
  static const int slot[] = {4, 0, 2}, later[] = {2, 4};
  char message[GPU_SOLVER_MESSAGE];
  int count = SLOTS;
  uint64_t seed = 3;
  gpu_solver *solver = gpu_solver_open(0, n, &count, message);
  TEST_CHECK(solver && count == SLOTS);
  if (!solver) return;
  double *a[3], *x[3], *b = large_array(3L * n, sizeof *b);
  for (int s = 0; s < 3; s++) {
    a[s] = large_array((long)n * n, sizeof **a), x[s] = large_array(n, sizeof **x);
    for (int i = 0; i < n * n; i++) a[s][i] = large_random(&seed);
    for (int i = 0; i < n; i++) b[s * n + i] = x[s][i] = large_random(&seed);
  }
  TEST_CHECK(gpu_solver_factorise(solver, 3, slot, (const double *const *)a, message));
  TEST_CHECK(gpu_solver_solve(solver, 3, slot, x, 0, message));
  check_signs(solver, n, slot, a);
  // Backward stable up to the condition of random matrices: far below 1e-7 for up to 600 rows.
  for (int s = 0; s < 3; s++) CHECK_NEAR(rest(n, a[s], x[s], b + s * n, 0), 0, 1e-7, 0);
  double *some[] = {x[2], x[0]};
  memcpy(x[2], b + 2 * n, (size_t)n * sizeof *b), memcpy(x[0], b, (size_t)n * sizeof *b);
  TEST_CHECK(gpu_solver_solve(solver, 2, later, some, 1, message));
  CHECK_NEAR(rest(n, a[2], x[2], b + 2 * n, 1), 0, 1e-7, 0);
  CHECK_NEAR(rest(n, a[0], x[0], b, 1), 0, 1e-7, 0);
  gpu_solver_close(solver);
  for (int s = 0; s < 3; s++) free(a[s]), free(x[s]);
  free(b);
}

// Both ways give the same first points and the same ends of complete curves. The stand-in counts
// how many systems were solved together at most; it may be fewer than all, because threads begin
// one after the other.
static void check_batch(int points, int harmonics, int members, int is_batched) {
  const large_shape shape = {.points = points,
                             .count = 2,
                             .harmonics = harmonics,
                             .law = HB_LAW_ELASTIC,
                             .modes = 4,
                             .members = members,
                             .kept = is_batched ? 60 : 4};
  large_case cpu = large_create(shape, 0.9, 1.4, 1.0), gpu = large_create(shape, 0.9, 1.4, 1.0);
  int before[3], after[3];
  void *library = dlopen(FAKE_SOLVERS, RTLD_NOW | RTLD_NOLOAD);
  void (*counts)(int count[3]) = NULL;
  *(void **)&counts = dlsym(library, "fake_solver_counts");
  TEST_CHECK(library && counts);
  if (!counts) return;
  counts(before);
  large_run_library(&cpu, 2, 0);
  large_run_library(&gpu, 2, 1);
  counts(after);
  TEST_CHECK(after[0] == 0);
  TEST_CHECK(is_batched ? after[1] >= 2 : after[2] > before[2]);
  for (long i = 0; i < members; i++) {
    TEST_CHECK(large_state(&cpu, HB_N_POINTS, i) >= 4 && large_state(&gpu, HB_N_POINTS, i) >= 4);
    large_check_point(&cpu, 0, &gpu, 0, i);
  }
  if (is_batched) large_check_ends(&cpu, &gpu);
  large_free(&cpu), large_free(&gpu);
}

// Runs in a child process, because libraries are looked for once per process.
static void in_child(void (*check)(void)) {
  int status;
  const pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    check();
    _exit(check_failures ? 1 : 0);
  }
  TEST_CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void check_found(void) {
  char text[GPU_SOLVER_MESSAGE];
  TEST_CHECK(gpu_solver_found(text, sizeof text) && strstr(text, FAKE_SOLVERS));
  check_systems(37);
  check_systems(600);
  check_batch(3, 3, 5, 1);
  check_batch(10, 13, 2, 0);
}

static const large_shape tiny = {
    .points = 2, .count = 2, .harmonics = 2, .law = HB_LAW_ELASTIC, .modes = 3, .members = 2, .kept = 5};

static void check_absent(void) {
  char text[GPU_SOLVER_MESSAGE];
  setenv("CHATTER_CUSOLVER", "none", 1);
  TEST_CHECK(!gpu_solver_found(text, sizeof text) && strstr(text, "no cuSOLVER"));
  large_case c = large_create(tiny, 0.9, 1.4, 1.0);
  large_run_library(&c, 2, 1); // by LAPACK
  TEST_CHECK(large_state(&c, HB_N_POINTS, 0) == 5);
  large_free(&c);
}

static void check_no_room(void) {
  char message[GPU_SOLVER_MESSAGE];
  int count = 100;
  setenv("FAKE_CUDA_MEMORY", "4000000", 1);
  gpu_solver *solver = gpu_solver_open(0, 200, &count, message);
  TEST_CHECK(solver && count == 6); // 2 MB hold six of 320 kB
  if (solver) gpu_solver_close(solver);
  TEST_CHECK(!gpu_solver_open(0, 2000, &count, message) && strstr(message, "no room"));
}

static void check_failing(void) {
  setenv("FAKE_SOLVER_FAIL", "cublasDgetrsBatched:9", 1);
  large_case c = large_create(tiny, 0.9, 1.4, 1.0);
  TEST_CHECK(response_advance_by_library(&c.layout, &c.batch, (engine_machine){.threads = 2, .gpu = 1}) ==
             CHATTER_DEVICE);
  TEST_CHECK(error_count() == 1 && strstr(error_message(0), "cublasDgetrsBatched: status 13"));
  large_free(&c);
}

int main(void) {
  setenv("CHATTER_LIBCUDA", FAKE_LIBCUDA, 1);
  setenv("CHATTER_CUBLAS", FAKE_SOLVERS, 1);
  setenv("CHATTER_CUSOLVER", FAKE_SOLVERS, 1);
  in_child(check_found);
  in_child(check_absent);
  in_child(check_no_room);
  in_child(check_failing);
  return TEST_END();
}
