// Elementary functions with the same bits on every machine, which libm does not guarantee. Square
// root and division are IEEE-exact everywhere and need no replacement.
#ifndef CHATTER_KERNELS_LANE_MATH_H
#define CHATTER_KERNELS_LANE_MATH_H

#include "lane.h"
#include "portable.h"

// x minus its nearest integer, exact, in [-0.5, 0.5]; |x| < 2^51. Adding 1.5·2^52 rounds to an
// integer.
KERNEL_FN wide_t wide_turns_reduce(wide_t x) {
  const wide_t magic = wide_set(6755399441055744.0);
  wide_t nearest = (x + magic) - magic;
  return x - nearest;
}

// sin(2πr) for |r| <= 0.5, within 2.5 ulp near ±1 and 1 ulp below 0.3 (test kernels/lane_math).
// Folded to |r| <= 1/4 exactly (Sterbenz), then the Taylor series through (2πr)^21, whose remainder
// is below 1.3e-18; 2π is carried as a sum of two doubles.
KERNEL_FN wide_t wide_sin_reduced(wide_t r) {
  const wide_t half = wide_set(0.5), quarter = wide_set(0.25);
  wide_t folded = wide_select(wide_less(quarter, r), half - r, r);
  r = wide_select(wide_less(r, -quarter), -half - r, folded);
  wide_t s = r * r;
  wide_t a = wide_set(1.1309237482517961e-3); // (2π)^21/21!, …, -(2π)^3/3!
  a = wide_fma(a, s, wide_set(-1.2031585942120627e-2));
  a = wide_fma(a, s, wide_set(1.0422916220813984e-1));
  a = wide_fma(a, s, wide_set(-7.1812230177850051e-1));
  a = wide_fma(a, s, wide_set(3.8199525848482821));
  a = wide_fma(a, s, wide_set(-1.5094642576822990e1));
  a = wide_fma(a, s, wide_set(4.2058693944897653e1));
  a = wide_fma(a, s, wide_set(-7.6705859753061386e1));
  a = wide_fma(a, s, wide_set(8.1605249276075054e1));
  a = wide_fma(a, s, wide_set(-4.1341702240399760e1));
  a = wide_fma(a, s, wide_set(2.4492935982947064e-16)); // 2π minus its double
  return wide_fma(r, wide_set(2 * KERNEL_PI), r * a);
}

// Return sin and cos of 2πx, x in turns.
KERNEL_FN wide_t wide_sin_turns(wide_t x) {
  return wide_sin_reduced(wide_turns_reduce(x));
}
KERNEL_FN wide_t wide_cos_turns(wide_t x) {
  return wide_sin_reduced(wide_turns_reduce(wide_turns_reduce(x) + wide_set(0.25)));
}

// Angle of (x, y), |angle| <= π, within 3 ulp (test kernels/lane_math); 0 of (0, 0). The smaller
// over the larger coordinate, t <= 1, is brought below tan(π/8) by atan t = π/4 + atan((t - 1) / (t
// + 1)); then the Taylor series through z^41, whose remainder is below 1e-18.
KERNEL_FN wide_t wide_atan2(wide_t y, wide_t x) {
  const wide_t none = wide_set(0), one = wide_set(1);
  const wide_t length = wide_select(wide_less(x, none), -x, x),
               height = wide_select(wide_less(y, none), -y, y);
  const wide_mask_t steep = wide_less(length, height);
  const wide_t larger = wide_select(steep, height, length), smaller = wide_select(steep, length, height);
  const wide_t t = smaller / wide_select(wide_less(none, larger), larger, one);
  const wide_mask_t high = wide_less(wide_set(0.41421356237309503), t);
  const wide_t z = wide_select(high, (t - one) / (t + one), t), s = z * z;
  wide_t a = wide_set(1.0 / 41);
  a = wide_fma(a, s, wide_set(-1.0 / 39));
  a = wide_fma(a, s, wide_set(1.0 / 37));
  a = wide_fma(a, s, wide_set(-1.0 / 35));
  a = wide_fma(a, s, wide_set(1.0 / 33));
  a = wide_fma(a, s, wide_set(-1.0 / 31));
  a = wide_fma(a, s, wide_set(1.0 / 29));
  a = wide_fma(a, s, wide_set(-1.0 / 27));
  a = wide_fma(a, s, wide_set(1.0 / 25));
  a = wide_fma(a, s, wide_set(-1.0 / 23));
  a = wide_fma(a, s, wide_set(1.0 / 21));
  a = wide_fma(a, s, wide_set(-1.0 / 19));
  a = wide_fma(a, s, wide_set(1.0 / 17));
  a = wide_fma(a, s, wide_set(-1.0 / 15));
  a = wide_fma(a, s, wide_set(1.0 / 13));
  a = wide_fma(a, s, wide_set(-1.0 / 11));
  a = wide_fma(a, s, wide_set(1.0 / 9));
  a = wide_fma(a, s, wide_set(-1.0 / 7));
  a = wide_fma(a, s, wide_set(1.0 / 5));
  a = wide_fma(a, s, wide_set(-1.0 / 3));
  a = wide_fma(z, a * s, z);
  a = wide_select(high, wide_set(0.78539816339744831) + a, a);
  a = wide_select(steep, wide_set(KERNEL_PI / 2) - a, a);
  a = wide_select(wide_less(x, none), wide_set(KERNEL_PI) - a, a);
  return wide_select(wide_less(y, none), -a, a);
}

#define WIDE_BITS(BIT) BIT(512) BIT(256) BIT(128) BIT(64) BIT(32) BIT(16) BIT(8) BIT(4) BIT(2) BIT(1)
// 2^k for whole |k| <= 1023, from the bits of k: exact, and without a look at the bits of a result,
// which lanes, float and double, CPU and GPU would each need in their own way.
#define WIDE_BIT(n)                                                                                          \
  {                                                                                                          \
    const wide_mask_t has_ = wide_less_equal(wide_set(n), left);                                             \
    const wide_t factor_ = wide_select(down, wide_set(0x1p-##n), wide_set(0x1p##n));                         \
    scale = wide_select(has_, scale * factor_, scale);                                                       \
    left = wide_select(has_, left - wide_set(n), left);                                                      \
  }
KERNEL_FN wide_t wide_power_of_two(wide_t k) {
  const wide_mask_t down = wide_less(k, wide_set(0));
  wide_t left = wide_select(down, -k, k), scale = wide_set(1);
  WIDE_BITS(WIDE_BIT)
  return scale;
}
#undef WIDE_BIT

// exp(x) - 1 in two parts, 2^k (1 + part) = exp(x): x = k ln 2 + r, |r| <= ln(2)/2, and the Taylor
// series of exp(r) - 1 through r^17, whose remainder is below 1e-24. |x| <= 700; what is beyond is
// taken for that.
KERNEL_FN wide_t wide_exp_parts(wide_t x, wide_t *scale) {
  const wide_t magic = wide_set(6755399441055744.0), most = wide_set(700);
  x = wide_select(wide_less(most, x), most, wide_select(wide_less(x, -most), -most, x));
  const wide_t k = wide_fma(x, wide_set(1.4426950408889634), magic) - magic;
  wide_t r = wide_fma(k, wide_set(-6.93147180369123816490e-01), x); // ln 2 with 20 zeros at the end: exact
  r = wide_fma(k, wide_set(-1.90821492927058770002e-10), r);
  wide_t a = wide_set(1.0 / 355687428096000.0); // 1/17!
  a = wide_fma(a, r, wide_set(1.0 / 20922789888000.0));
  a = wide_fma(a, r, wide_set(1.0 / 1307674368000.0));
  a = wide_fma(a, r, wide_set(1.0 / 87178291200.0));
  a = wide_fma(a, r, wide_set(1.0 / 6227020800.0));
  a = wide_fma(a, r, wide_set(1.0 / 479001600.0));
  a = wide_fma(a, r, wide_set(1.0 / 39916800.0));
  a = wide_fma(a, r, wide_set(1.0 / 3628800.0));
  a = wide_fma(a, r, wide_set(1.0 / 362880.0));
  a = wide_fma(a, r, wide_set(1.0 / 40320.0));
  a = wide_fma(a, r, wide_set(1.0 / 5040.0));
  a = wide_fma(a, r, wide_set(1.0 / 720.0));
  a = wide_fma(a, r, wide_set(1.0 / 120.0));
  a = wide_fma(a, r, wide_set(1.0 / 24.0));
  a = wide_fma(a, r, wide_set(1.0 / 6.0));
  a = wide_fma(a, r, wide_set(0.5));
  *scale = wide_power_of_two(k);
  return wide_fma(r, a * r, r);
}
KERNEL_FN wide_t wide_exp(wide_t x) {
  wide_t scale;
  const wide_t part = wide_exp_parts(x, &scale);
  return wide_fma(scale, part, scale);
}
KERNEL_FN wide_t wide_expm1(wide_t x) {
  wide_t scale;
  const wide_t part = wide_exp_parts(x, &scale);
  return wide_fma(scale, part, scale - wide_set(1));
}

// Natural logarithm of a positive normal number: x = m 2^e with m from √½ to √2, log m = 2 artanh f
// with f = (m - 1)/(m + 1), |f| <= 0.172, in its series through f^21, whose remainder is below
// 1e-18.
#define WIDE_BIT(n)                                                                                          \
  {                                                                                                          \
    const wide_mask_t up_ = wide_less_equal(wide_set(0x1p##n), x), down_ = wide_less(x, wide_set(0x1p-##n)); \
    x = wide_select(up_, x * wide_set(0x1p-##n), wide_select(down_, x * wide_set(0x1p##n), x));              \
    e = wide_select(up_, e + wide_set(n), wide_select(down_, e - wide_set(n), e));                           \
  }
KERNEL_FN wide_t wide_log(wide_t x) {
  wide_t e = wide_set(0);
  WIDE_BITS(WIDE_BIT) // from 1/2 up to 2 are left
  const wide_mask_t high = wide_less(wide_set(1.4142135623730951), x),
                    low = wide_less(x, wide_set(0.70710678118654757));
  x = wide_select(high, x * wide_set(0.5), wide_select(low, x + x, x));
  e = wide_select(high, e + wide_set(1), wide_select(low, e - wide_set(1), e));
  const wide_t f = (x - wide_set(1)) / (x + wide_set(1)), s = f * f;
  wide_t a = wide_set(2.0 / 21);
  a = wide_fma(a, s, wide_set(2.0 / 19));
  a = wide_fma(a, s, wide_set(2.0 / 17));
  a = wide_fma(a, s, wide_set(2.0 / 15));
  a = wide_fma(a, s, wide_set(2.0 / 13));
  a = wide_fma(a, s, wide_set(2.0 / 11));
  a = wide_fma(a, s, wide_set(2.0 / 9));
  a = wide_fma(a, s, wide_set(2.0 / 7));
  a = wide_fma(a, s, wide_set(2.0 / 5));
  a = wide_fma(a, s, wide_set(2.0 / 3));
  const wide_t log_m = wide_fma(f, a * s, f + f);
  return wide_fma(e, wide_set(6.93147180369123816490e-01),
                  wide_fma(e, wide_set(1.90821492927058770002e-10), log_m));
}
#undef WIDE_BIT
#undef WIDE_BITS

KERNEL_CALLED lane_t lane_tanh(lane_t x) {
  const wide_t t = wide_expm1(wide_set(-2) * lane_widen(lane_abs(x)));
  const lane_t size = lane_narrow(-t / (t + wide_set(2)));
  return lane_select(lane_less(x, lane_set(0)), -size, size);
}

// x^n for x >= 0, n >= 0; 1 where n is 0, x itself where n is 1, 0 of what is no normal number.
KERNEL_CALLED lane_t lane_power(lane_t x, lane_t n) {
  const wide_t base = lane_widen(x), tiny = wide_set(2.2250738585072014e-308);
  const wide_mask_t is = wide_less_equal(tiny, base);
  const lane_t power = lane_narrow(
      wide_select(is, wide_exp(lane_widen(n) * wide_log(wide_select(is, base, wide_set(1)))), wide_set(0)));
  return lane_select(lane_equal(n, lane_set(0)), lane_set(1),
                     lane_select(lane_equal(n, lane_set(1)), x, power));
}

#endif
