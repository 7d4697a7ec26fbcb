// linear_case.h for one number of lanes and precision: compiled with LANES, KERNEL_SINGLE,
// STAMP_NAME.
#include "tests/kernels/linear_case.h"
#include "tests/kernels/linear_stamp.h"

KERNEL_ASSERT((int)STAMP_LU == (int)CASE_LU && (int)STAMP_LDL == (int)CASE_LDL &&
                  (int)STAMP_ELIMINATE == (int)CASE_ELIMINATE && (int)STAMP_ROWS == (int)CASE_ROWS &&
                  (int)STAMP_MORE == (int)SYSTEM_EXTRA_COLUMNS,
              "the same numbers for the test that knows no lanes");

static void load(lane_t *to, const double *from, int n) {
  for (int i = 0; i < n; i++) to[i] = lane_load(from + i * LANES);
}
static void store(double *to, const lane_t *from, int n) {
  for (int i = 0; i < n; i++) wide_store(to + i * LANES, lane_widen(from[i]));
}

void STAMP_NAME(int kind, int n, double *a, double *pivot, double *x, double *singular) {
  static lane_t own_a[CASE_ROWS * (CASE_ROWS + SYSTEM_EXTRA_COLUMNS)], own_pivot[CASE_ROWS], own_x[CASE_ROWS];
  const int numbers = linear_case_numbers(kind, n);
  load(own_a, a, numbers);
  load(own_x, x, n);
  memset(own_pivot, 0, sizeof own_pivot);
  const mask_t mask = linear_case(kind, n, own_a, own_pivot, own_x);
  store(a, own_a, numbers);
  store(pivot, own_pivot, n);
  store(x, own_x, n);
  for (int lane = 0; lane < LANES; lane++) singular[lane] = mask_get(mask, lane);
}
