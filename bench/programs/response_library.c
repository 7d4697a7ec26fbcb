// Large systems of harmonic balance: time per linearisation (forces, assembly, factorisation, two
// solutions) and member, with one thread, by the kernel with all its lanes and by LAPACK. Prints
// the table of response_library.md.
#include <lapacke.h>
#include <time.h>

#include "tests/engines/response/large_case.h"

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID,
                &t); // of this thread, which does all the work: other programs share the machine
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double factorisation(int n) {
  double *a = large_array((long)n * n, sizeof *a), best = 1e30;
  lapack_int *pivot = large_array(n, sizeof *pivot);
  uint64_t seed = 5;
  for (int repeat = 0; repeat < 3; repeat++) {
    for (int i = 0; i < n * n; i++) a[i] = large_random(&seed);
    const double before = seconds();
    LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, a, n, pivot);
    const double taken = seconds() - before;
    if (taken < best) best = taken;
  }
  free(a), free(pivot);
  return best;
}

// Returns seconds per linearisation; each point has one more linearisation than iterations.
static double measure(large_shape shape, int by_library, double *points) {
  double best = 1e30;
  for (int repeat = 0; repeat < 2; repeat++) {
    large_case c = large_create(shape, 0.7, 1.2, 0.02);
    double solves = 0;
    const double before = seconds();
    if (by_library)
      large_run_library(&c, 1, 0);
    else
      large_run_kernel(&c, 1, 0);
    const double taken = seconds() - before;
    *points = 0;
    for (long i = 0; i < shape.members; i++) {
      solves += large_state(&c, HB_N_ITERATIONS, i) + large_state(&c, STATE_STEPS, i);
      *points += large_state(&c, HB_N_POINTS, i);
    }
    if (taken / solves < best) best = taken / solves;
    *points = solves / *points;
    large_free(&c);
  }
  return best;
}

int main(int n_words, char **words) {
  static const int harmonics[] = {3, 7, 20}, points[] = {2, 3, 4, 5, 6, 8, 10, 12, 16};
  const double most = n_words > 1 ? atof(words[1]) : 600; // largest number of unknowns for the
                                                          // kernel
  printf("contacts  H   rows   kernel ms  library ms  kernel/library  dgetrf ms  linearisations per point\n");
  for (size_t h = 0; h < sizeof harmonics / sizeof *harmonics; h++)
    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
      large_shape shape = {.points = points[p],
                           .count = 3,
                           .harmonics = harmonics[h],
                           .law = HB_LAW_SET_VALUED,
                           .samples = harmonics[h] > 7 ? 1024 : 256,
                           .modes = 6,
                           .members = 8,
                           .kept = 6};
      const int rows = points[p] * 3 * (1 + 2 * harmonics[h]) + 2;
      double per_point;
      if (rows < 40 || (h == 1 && rows < 100) || (h == 2 && rows < 400)) continue;
      if (rows > 700) shape.members = 2, shape.kept = 3;
      const double library = measure(shape, 1, &per_point), lu = factorisation(rows);
      const double kernel = rows <= most ? measure(shape, 0, &per_point) : NAN;
      printf("%4d  %6d  %6d  %9.4f  %9.4f  %10.2f  %12.4f  %10.1f\n", points[p], harmonics[h], rows,
             1e3 * kernel, 1e3 * library, kernel / library, 1e3 * lu, per_point);
      fflush(stdout);
    }
  return 0;
}
