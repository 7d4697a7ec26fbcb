// Own sine and cosine of turns and angle of two coordinates against the C library in long double; laws at the
// corners of their sets.
#include "kernels/laws/coulomb.h"
#include "kernels/laws/friction.h"
#include "kernels/laws/restitution.h"
#include "kernels/laws/unilateral.h"
#include "kernels/laws/wall.h"
#include "tests/check.h"

static const long double TWO_PI = 6.28318530717958647692528676655900577L;

static double ulp(double x) {
  return nextafter(fabs(x), INFINITY) - fabs(x);
}

// sin 2πr, |r| <= 1/2, folded to |r| <= 1/4 so that the rounding of 2π does not show near the zeros at ±1/2.
static double sine_of(long double r) {
  if (r > 0.25L) r = 0.5L - r;
  if (r < -0.25L) r = -0.5L - r;
  return (double)sinl(TWO_PI * r);
}

static void check_sine(double turns) {
  const long double reduced = (long double)turns - roundl((long double)turns); // exact
  const double sine = sine_of(reduced), cosine = (double)cosl(TWO_PI * reduced);
  // 2.5 ulp near ±1 (rounding of r², of the polynomial, of the last sum), under 1 ulp for |r| < 1/20;
  // near the zeros of the cosine its argument is rounded by 2^-54 turns
  CHECK_NEAR(wide_sin_turns(turns), sine, (fabs(sine) < 0.3 ? 1 : 2.5) * ulp(sine), 0);
  CHECK_NEAR(wide_cos_turns(turns), cosine, 2.5 * ulp(cosine) + 3.5e-16, 0);
  TEST_CHECK(fabs(wide_sin_turns(turns)) <= 1);
}

// 3 ulp: the quotient, the folded argument and the sum with a multiple of π/4 are each rounded, and the
// constants.
static void check_angle(double y, double x) {
  const double angle = (double)atan2l(y, x);
  CHECK_NEAR(wide_atan2(y, x), angle, 3 * ulp(angle), 0);
}

static void check_laws(void) {
  CHECK_NEAR(law_unilateral(-3, 2), -2, 0, 0);
  CHECK_NEAR(law_unilateral(-1, 2), -1, 0, 0);
  CHECK_NEAR(law_friction_radius(0.5, 3, 1), 2, 0, 0);
  CHECK_NEAR(law_friction_radius(0.5, -3, 1), 0, 0, 0);
  CHECK_NEAR(law_friction_one(-5, 2), -2, 0, 0);
  CHECK_NEAR(law_friction_one(1, 2), 1, 0, 0);
  CHECK_NEAR(law_coulomb_radius(0.3, 10), 3, 0, 1e-15);
  double x = 3, y = -4;
  law_friction_two(&x, &y, 2.5);
  CHECK_NEAR(x, 1.5, 0, 1e-15);
  CHECK_NEAR(y, -2, 0, 1e-15);
  law_friction_two(&x, &y, 0);
  TEST_CHECK(x == 0 && y == 0);
  law_friction_two(&x, &y, 0); // 0/0 must not arise
  TEST_CHECK(x == 0 && y == 0);
  TEST_CHECK(law_friction_sticks(1, 0, 1.001) && !law_friction_sticks(1, 0, 1) &&
             !law_friction_sticks(0, 0, 0));
  CHECK_NEAR(law_restitution(2, -3, 0.5), 0.5, 0, 0);
  // the rate is the derivative: central difference, error f'''h²/6
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
  }
  for (int i = -16; i <= 16; i++) {
    check_sine(i / 8.0);
    check_sine(nextafter(i / 4.0, 9));
    check_sine(nextafter(i / 4.0, -9));
  }
  for (int i = 0; i < 8; i++) { // edges of the folding, and axes
    const double x = i & 1 ? -1 : 1, y = i & 2 ? -1 : 1;
    check_angle(y, x), check_angle(y, 0), check_angle(i & 4 ? y * 0.41421356237309503 : y * 1e-300, x);
  }
  TEST_CHECK(wide_atan2(0, 1) == 0 && wide_atan2(0, 0) == 0);
  check_angle(0, -1);
  check_laws();
  return TEST_END();
}
