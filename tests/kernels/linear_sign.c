// Sign of a determinant from the factors of kernels/linear.h: (-1)^negative for symmetric matrices
// with a given number of negative eigenvalues, changed by each exchange of two rows; 0 for singular
// matrices.
#include "tests/check.h"
#include "tests/kernels/linear_stamp.h"

#include "kernels/linear.h"

static double sign_of(int n, const double *a) {
  static double factors[STAMP_ROWS * STAMP_ROWS], pivot[STAMP_ROWS];
  memcpy(factors, a, sizeof(double) * (size_t)(n * n));
  linear_lu(factors, n, 0, pivot);
  return linear_determinant_sign(factors, n, pivot);
}

static void exchange(int n, double *a, int i, int k) {
  for (int j = 0; j < n; j++) {
    const double kept = a[i * n + j];
    a[i * n + j] = a[k * n + j], a[k * n + j] = kept;
  }
}

int main(void) {
  static double a[STAMP_ROWS * STAMP_ROWS];
  unsigned long long seed = 11;
  for (int n = 3; n <= STAMP_ROWS; n += 1 + n / 4)
    for (int negative = 0; negative <= n; negative += 1 + n / 7) {
      // Eigenvalues of at least 1e-6 are far above the rounding of the construction.
      stamp_matrix(n, 1e6, 1, negative, &seed, a);
      double wanted = negative % 2 ? -1 : 1;
      TEST_CHECK(sign_of(n, a) == wanted);
      for (int i = 0; i + 1 < n; i++) {
        exchange(n, a, i, i + 1 + i % (n - 1 - i));
        wanted = -wanted;
        TEST_CHECK(sign_of(n, a) == wanted);
      }
      for (int i = 0; i < n; i++) a[i * n + n / 2] = 0;
      TEST_CHECK(sign_of(n, a) == 0);
    }
  return TEST_END();
}
