// Set-valued friction at three points of a structure with its own modes, with one tangent or two,
// from loads with hardly any slip to loads with separation, with and without constant loads, which
// friction can hold or not. Every curve has a first point, also if it begins in partial slip, and
// reaches its end with steps of a normal length.
#include "large_case.h"

typedef struct rubbing_load {
  double from, to, load, constant;
} rubbing_load;

static void check(int count, rubbing_load at) {
  const large_shape shape = large_three_points(HB_LAW_SET_VALUED, count, 3, 300);
  large_case c = large_create(shape, at.from, at.to, at.load);
  const long constant = hb_load_parameter(c.batch.sizes.dim, 0) + HB_LOAD_STATIC;
  for (long i = 0; i < c.batch.stride; i++) c.parameters[constant * c.batch.stride + i] = at.constant;
  large_run_kernel(&c, 1, 1);
  for (long i = 0; i < shape.members; i++) {
    const int points = (int)large_state(&c, HB_N_POINTS, i);
    TEST_CHECK(large_state(&c, STATE_STATUS, i) == TRAJECTORY_ENDED);
    CHECK_NEAR(large_state(&c, HB_END_REASONS, i), REASON_RANGE_END, 0, 0);
    TEST_CHECK(points > 10 && points < 200);
    // tolerance of Newton's method
    if (points > 0) CHECK_NEAR(large_kept(&c, points - 1, RECORD_OMEGA, i), at.to, 1e-9, 0);
  }
  large_free(&c);
}

int main(void) {
  const rubbing_load loads[] = {{0.9, 1.2, 0.1, 0}, {0.9, 1.5, 0.1, 0}, {1.236, 1.5, 0.1, 0},
                                {0.9, 3, 1, 0},     {0.9, 3, 0.3, 0.5}, {0.9, 3, 0.3, 2}};
  for (int count = 2; count <= 3; count++)
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) check(count, loads[i]);
  return TEST_END();
}
