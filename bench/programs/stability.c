// Eigenvalues of a sliding contact: ms per position by the secular equation (iteration and count)
// and by primal assembly with LAPACK, for the beam on the beam (models/beam-on-beam), alternately
// in one run, one thread, processor time.
// usage: bench_stability [POSITIONS]
#include <stdio.h>
#include <time.h>

#include "engines/stability/coupled/coupled_count.h"
#include "engines/stability/coupled/coupled_primal.h"
#include "engines/stability/coupled/coupled_roots.h"
#include "tests/engines/stability/beams.h"

enum { MODES = 20 };

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct spent {
  double secular, count, dense, error;
  int passes, by_lapack;
} spent;

static void one_position(beams *b, double position, double deformed, spent *out) {
  static double complex all[4096];
  double complex value[MODES];
  coupled_roots roots = {.value = value};
  const stability_place place = beams_at(b, position, 0.3, deformed);
  int count;
  const double start = seconds(CLOCK_THREAD_CPUTIME_ID);
  CHECK_OK(coupled_eigenvalues(&place.system, MODES, 1, &roots));
  const double solved = seconds(CLOCK_THREAD_CPUTIME_ID);
  CHECK_OK(coupled_count(&place.system, 1, 1.001 * cimag(value[MODES - 1]), &count));
  const double counted = seconds(CLOCK_THREAD_CPUTIME_ID);
  CHECK_OK(coupled_eigenvalues_dense(&place.system, all));
  out->secular += solved - start, out->count += counted - solved,
      out->dense += seconds(CLOCK_THREAD_CPUTIME_ID) - counted;
  out->passes += roots.passes, out->by_lapack += roots.by_lapack;
  for (int k = 0; k < MODES; k++) {
    double least = INFINITY;
    for (int i = 0; i < 2 * (place.system.n - 1); i++) least = fmin(least, cabs(all[i] - value[k]));
    out->error = fmax(out->error, least);
  }
}

static void compare(beams *b, double deformed, int n) {
  spent all = {0};
  for (int i = 0; i < n; i++) one_position(b, 0.006 + 0.0939 * (i + 0.5) / n, deformed, &all);
  printf(
      "%s: %.3f ms a position by the secular equation (of it the count %.3f ms), %.1f passes, %d by LAPACK; "
      "primal and LAPACK %.1f ms: %.0f times; largest difference %.2g 1/s\n",
      deformed != 0 ? "deformed" : "undeformed", 1e3 * all.secular / n, 1e3 * all.count / n,
      (double)all.passes / n, all.by_lapack, 1e3 * all.dense / n, all.dense / all.secular, all.error);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 40;
  beams b;
  beams_open(&b, "stability.yaml");
  for (int deformed = 0; deformed < 2; deformed++) compare(&b, deformed, n);
  beams_close(&b);
  return TEST_END();
}
