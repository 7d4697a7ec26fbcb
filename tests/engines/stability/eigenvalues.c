// Eigenvalues of the secular equation, found by iteration and counted by the argument principle,
// compared with LAPACK's of the primal assembly: random pairs with and without friction, undeformed
// and deformed.
#include <stdlib.h>

#include "engines/stability/coupled/coupled_count.h"
#include "engines/stability/coupled/coupled_primal.h"
#include "engines/stability/coupled/coupled_roots.h"
#include "base/log.h"
#include "random_pair.h"
#include "tests/check.h"

enum { WANTED = 20, SYSTEMS = 120 };

static int by_lapack;

static int by_height(const void *a, const void *b) {
  const double x = cimag(*(const double complex *)a), y = cimag(*(const double complex *)b);
  return (x > y) - (x < y);
}

// Computes all eigenvalues with Im > 1 by LAPACK, in order. *scale: the largest of all. Returns
// their number.
static int dense(const coupled_system *system, double complex *all, double *scale) {
  int upper = 0;
  CHECK_OK(coupled_eigenvalues_dense(system, all));
  *scale = 0;
  for (int i = 0; i < 2 * (system->n - 1); i++) {
    *scale = fmax(*scale, cabs(all[i]));
    if (cimag(all[i]) > 1) all[upper++] = all[i];
  }
  qsort(all, (size_t)upper, sizeof *all, by_height);
  return upper;
}

// Counts by the argument principle alone, between 1 and heights half-way between neighbouring
// eigenvalues.
static void compare_counts(const coupled_system *system, int upper, const double complex *all) {
  for (int below = 1; below < upper; below += 1 + upper / 3) {
    const double apart = cimag(all[below]) - cimag(all[below - 1]);
    int count;
    if (apart < 1e-6 * cimag(all[below])) continue;
    CHECK_OK(coupled_count(system, 1, cimag(all[below - 1]) + apart / 2, &count));
    TEST_CHECK(count == below);
  }
}

static void compare(const coupled_system *system) {
  static double complex all[2 * MOST_MODES], found[WANTED];
  coupled_roots roots = {.value = found};
  double scale;
  const int upper = dense(system, all, &scale);
  CHECK_OK(coupled_eigenvalues(system, WANTED, 1, &roots));
  TEST_CHECK(roots.n == (upper < WANTED ? upper : WANTED));
  for (int i = 0; i < roots.n; i++) {
    double least = INFINITY;
    for (int j = 0; j < upper; j++) least = fmin(least, cabs(found[i] - all[j]));
    // LAPACK's error is rounding, 2e-16, times the norm of its matrix, some times the largest
    // eigenvalue.
    CHECK_NEAR(least, 0, 2e-13 * scale, 0);
  }
  by_lapack += roots.by_lapack;
  if (system->n < 60) compare_counts(system, upper, all);
}

int main(void) {
  static random_pair pair;
  for (unsigned seed = 1; seed <= SYSTEMS; seed++) {
    random_pair_fill(&pair, seed % 60 ? 10 + (int)seed % 50 : 245, seed);
    for (int kind = 0; kind < 4; kind++) {
      pair.friction = kind % 2 ? 0.3 : 0;
      pair.force = kind / 2 ? 0.1 : 0;
      const coupled_system system = random_pair_system(&pair);
      compare(&system);
    }
  }
  // The fallback to LAPACK must be rare.
  TEST_CHECK(by_lapack <= 4 * SYSTEMS / 50);
  return TEST_END();
}
