// Sine and cosine of turns, angle of two coordinates, exponentials, logarithm and powers of the
// kernels, compared with the C library in long double; projections at the corners of their sets.
#include "kernels/laws/coulomb.h"
#include "kernels/laws/friction.h"
#include "kernels/laws/restitution.h"
#include "kernels/laws/unilateral.h"
#include "kernels/laws/wall.h"
#include "kernels/portable.h"
#include "tests/check.h"

_Static_assert(KERNEL_PI == M_PI, "the π of kernels is that of the host");

static const long double TWO_PI = 6.28318530717958647692528676655900577L;

static double ulp(double x) {
  return nextafter(fabs(x), INFINITY) - fabs(x);
}

// Returns sin 2πr, |r| <= 1/2, reduced to |r| <= 1/4 so that the rounding of 2π does not matter
// near the zeros at ±1/2.
static double sine_of(long double r) {
  if (r > 0.25L) r = 0.5L - r;
  if (r < -0.25L) r = -0.5L - r;
  return (double)sinl(TWO_PI * r);
}

static void check_sine(double turns) {
  const long double reduced = (long double)turns - roundl((long double)turns); // exact
  const double sine = sine_of(reduced), cosine = (double)cosl(TWO_PI * reduced);
  // 2.5 ulp near ±1 (rounding of r², of the polynomial, of the last sum), below 1 ulp for |r| <
  // 1/20; near the zeros of the cosine its argument is rounded by 2^-54 turns.
  CHECK_NEAR(wide_sin_turns(turns), sine, (fabs(sine) < 0.3 ? 1 : 2.5) * ulp(sine), 0);
  CHECK_NEAR(wide_cos_turns(turns), cosine, 2.5 * ulp(cosine) + 3.5e-16, 0);
  TEST_CHECK(fabs(wide_sin_turns(turns)) <= 1);
}

// 3 ulp: the quotient, the reduced argument, the sum with a multiple of π/4, and the constants are
// each rounded.
static void check_angle(double y, double x) {
  const double angle = (double)atan2l(y, x);
  CHECK_NEAR(wide_atan2(y, x), angle, 3 * ulp(angle), 0);
}

// exp: the reduction k ln 2 is exact to 2^-85; the errors are those of the polynomial and two
// roundings. expm1 near k = -1 loses slightly more by cancellation; log: near 0 its own series has
// 1 ulp.
static void check_exponentials(double x) {
  const double e = (double)expl(x), less = (double)expm1l(x);
  CHECK_NEAR(wide_exp(x), e, 1.5 * ulp(e), 0);
  CHECK_NEAR(wide_expm1(x), less, 3 * ulp(less), 0);
  CHECK_NEAR(wide_log(e), (double)logl(e), 2 * ulp((double)logl(e)), 0);
  const double t = (double)tanhl(x);
  CHECK_NEAR(lane_tanh(x), t, 4 * ulp(t), 0);
}

// A relative error of 2 ulp of the logarithm is n log x ulp in the power.
static void check_power(double x, double n) {
  const double power = (double)powl(x, n), size = fabs(n * log(x));
  CHECK_NEAR(lane_power(x, n), power, (2 * size + 3) * 2.3e-16 * power, 0);
}

static void check_power_corners(void) {
  TEST_CHECK(lane_power(0, 0) == 1 && lane_power(3, 0) == 1 && lane_power(0, 2.5) == 0);
  TEST_CHECK(lane_power(0.1, 1) == 0.1 && lane_power(5e-324, 1) == 5e-324 && lane_power(1e-320, 2) == 0);
  TEST_CHECK(lane_tanh(0) == 0 && lane_tanh(1e300) == 1 && lane_tanh(-1e300) == -1);
  TEST_CHECK(isnan(lane_tanh(NAN)) && isnan(wide_exp(NAN)));
  TEST_CHECK(wide_power_of_two(0) == 1 && wide_power_of_two(1023) == 0x1p1023 &&
             wide_power_of_two(-1022) == 0x1p-1022);
  TEST_CHECK(wide_log(1) == 0 && wide_exp(0) == 1 && wide_expm1(0) == 0);
}

static void check_laws(void) {
  CHECK_NEAR(law_unilateral(-3, 2), -2, 0, 0);
  CHECK_NEAR(law_unilateral(-1, 2), -1, 0, 0);
  CHECK_NEAR(law_friction_radius(0.5, 3, 1), 2, 0, 0);
  CHECK_NEAR(law_friction_radius(0.5, -3, 1), 0, 0, 0);
  CHECK_NEAR(law_friction_interval(-5, 2), -2, 0, 0);
  CHECK_NEAR(law_friction_interval(1, 2), 1, 0, 0);
  CHECK_NEAR(law_coulomb_radius(0.3, 10), 3, 0, 1e-15);
  double x = 3, y = -4;
  law_friction_disc(&x, &y, 2.5);
  CHECK_NEAR(x, 1.5, 0, 1e-15);
  CHECK_NEAR(y, -2, 0, 1e-15);
  law_friction_disc(&x, &y, 0);
  TEST_CHECK(x == 0 && y == 0);
  law_friction_disc(&x, &y, 0); // 0/0 must not occur
  TEST_CHECK(x == 0 && y == 0);
  TEST_CHECK(law_friction_sticks(1, 0, 1.001) && !law_friction_sticks(1, 0, 1) &&
             !law_friction_sticks(0, 0, 0));
  CHECK_NEAR(law_restitution(2, -3, 0.5), 0.5, 0, 0);
  // The rate is the derivative: central difference, error f'''h²/6.
  const double h = 1e-6, f = 3;
  const double slope = (law_wall_gap(0.1, f, 0.2, 0.7 + h) - law_wall_gap(0.1, f, 0.2, 0.7 - h)) / (2 * h);
  CHECK_NEAR(law_wall_gap_rate(0.1, f, 0.2, 0.7), slope, 1e-8, 0);
}

int main(void) {
  unsigned long long seed = 12345;
  for (int i = 0; i < 200000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const double unit = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
    check_sine(unit);
    check_sine(unit * 1e6);
    check_sine(ldexp(unit, -(int)(seed % 60)));
    const double other = (double)(seed % 1000003) / 1000003 - 0.5;
    check_angle(unit, other), check_angle(ldexp(unit, -(int)(seed % 50)), other);
    check_angle(unit, ldexp(other, -(int)(seed % 50)));
    check_exponentials(unit * 4), check_exponentials(other * 1300);
    check_exponentials(ldexp(unit, -(int)(seed % 50)));
    check_power(ldexp(1 + unit, -(int)(seed % 40)), 1 + fabs(4 * other));
  }
  check_power_corners();
  for (int i = -16; i <= 16; i++) {
    check_sine(i / 8.0);
    check_sine(nextafter(i / 4.0, 9));
    check_sine(nextafter(i / 4.0, -9));
  }
  for (int i = 0; i < 8; i++) { // edges of the reduction, and axes
    const double x = i & 1 ? -1 : 1, y = i & 2 ? -1 : 1;
    check_angle(y, x), check_angle(y, 0), check_angle(i & 4 ? y * 0.41421356237309503 : y * 1e-300, x);
  }
  TEST_CHECK(wide_atan2(0, 1) == 0 && wide_atan2(0, 0) == 0);
  check_angle(0, -1);
  check_laws();
  return TEST_END();
}
