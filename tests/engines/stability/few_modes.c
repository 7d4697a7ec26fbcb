// Closed forms. Two modes: (r₁ + r₂) s² + (r₁c₂ + r₂c₁) s + r₁ω₂² + r₂ω₁² = 0, with r the products
// of both rows. Three modes without damping: a quadratic in s², whose roots are complex (flutter)
// if friction makes a product negative. No contact on one side: an error.
#include "engines/stability/coupled/coupled_primal.h"
#include "engines/stability/coupled/coupled_roots.h"
#include "base/log.h"
#include "engines/stability/coupled/coupled.h"
#include "tests/check.h"

static const double ones[] = {1, 1, 1};

static void two_modes(double c1, double c2, double w1, double w2, double r1, double r2) {
  const double omega2[] = {w1, w2}, damping[] = {c1, c2}, give[] = {r1, r2};
  const coupled_system system = {
      .n = 2, .m = 1, .omega2 = omega2, .damping = damping, .give = {give}, .take = {ones}};
  double complex value[3], all[2];
  coupled_roots roots = {.value = value};
  CHECK_OK(coupled_eigenvalues(&system, 3, 1, &roots));
  const double a = r1 + r2, b = r1 * c2 + r2 * c1, c = r1 * w2 + r2 * w1;
  TEST_CHECK(roots.n == 1 && !roots.by_lapack);
  // Rounding of the sums: a few 1e-16 of |s|.
  const double size = sqrt(c / a);
  CHECK_NEAR(creal(value[0]), -b / (2 * a), 1e-14 * size, 0);
  CHECK_NEAR(cimag(value[0]), sqrt(c / a - b * b / (4 * a * a)), 1e-14 * size, 0);
  CHECK_OK(coupled_eigenvalues_dense(&system, all));
  CHECK_NEAR(creal(all[0]), -b / (2 * a), 1e-13 * size, 0);
  CHECK_NEAR(fabs(cimag(all[0])), sqrt(c / a - b * b / (4 * a * a)), 1e-13 * size, 0);
}

// Σ r_k Π_{j≠k} (ω_j² − x) = 0 with x = −s².
static void three_modes(double r2) {
  const double w[] = {1e6, 1.1e6, 5e6}, none[] = {0, 0, 0}, r[] = {1, r2, 1.5};
  const coupled_system system = {.n = 3, .m = 1, .omega2 = w, .damping = none, .give = {r}, .take = {ones}};
  double complex value[4];
  coupled_roots roots = {.value = value};
  CHECK_OK(coupled_eigenvalues(&system, 4, 1, &roots));
  TEST_CHECK(roots.n == 2);
  double a = 0, b = 0, c = 0;
  for (int k = 0; k < 3; k++) {
    const double u = w[(k + 1) % 3], v = w[(k + 2) % 3];
    a += r[k], b -= r[k] * (u + v), c += r[k] * u * v;
  }
  for (int i = 0; i < roots.n; i++) {
    double least = INFINITY;
    for (int sign = -1; sign < 2; sign += 2) {
      const double complex x = (-b + sign * csqrt(b * b - 4 * a * c)) / (2 * a), s = csqrt(-x);
      least = fmin(least, fmin(cabs(value[i] - s), cabs(value[i] + s)));
    }
    CHECK_NEAR(least, 0, 1e-13 * 1e3, 0); // rounding of |s| near 1e3, and of the quadratic formula
  }
  const int flutters = b * b < 4 * a * c;
  TEST_CHECK(flutters == (r2 < 0)); // the case is as intended
  TEST_CHECK(flutters == (fabs(creal(value[0])) > 1));
}

// Two modes with the same frequency: one eigenvalue stays there, the other solves (r₁ + r₂) (ω₃² −
// x) + r₃ (ω₁² − x) = 0.
static void equal_modes(void) {
  const double w[] = {1e6, 1e6, 5e6}, none[] = {0, 0, 0}, r[] = {1, 0.5, 1.5};
  const coupled_system system = {.n = 3, .m = 1, .omega2 = w, .damping = none, .give = {r}, .take = {ones}};
  double complex value[4];
  coupled_roots roots = {.value = value};
  CHECK_OK(coupled_eigenvalues(&system, 4, 1, &roots));
  TEST_CHECK(roots.n == 2);
  CHECK_NEAR(cimag(value[0]), 1e3, 0, 1e-12); // LAPACK's rounding
  CHECK_NEAR(cimag(value[1]), sqrt((1.5 * 5e6 + 1.5 * 1e6) / 3), 0, 1e-12);
}

static void no_contact(void) {
  const double w[] = {1e6, 2e6}, c[] = {1, 1}, none[] = {0, 0};
  const coupled_system system = {.n = 2, .m = 1, .omega2 = w, .damping = c, .give = {none}, .take = {ones}};
  double complex value[2];
  coupled_roots roots = {.value = value};
  TEST_CHECK(coupled_eigenvalues(&system, 2, 1, &roots) == CHATTER_BAD_MODEL);
  TEST_CHECK(error_count() == 1 && strstr(error_message(0), "sliding contact: no inertia acts"));
  error_clear();
}

int main(void) {
  two_modes(20, 60, 0, 1e8, 1.3, 0.7);
  two_modes(3, 5, 4e6, 9e6, 2, -0.5);
  two_modes(0, 0, 4e6, 9e6, 2, 1e-9); // a root very close to a pole
  three_modes(0.8);
  three_modes(-0.9);
  equal_modes();
  no_contact();
  return TEST_END();
}
