// Own elementary functions: the same bits on every machine, which libm does not promise. Square root and
// division are IEEE-exact everywhere and need no replacement.
#ifndef CHATTER_KERNELS_LANE_MATH_H
#define CHATTER_KERNELS_LANE_MATH_H

#include "lane.h"

// x minus its nearest integer, exact, in [-0.5, 0.5]; |x| < 2^51. Adding 1.5·2^52 rounds to an integer.
KERNEL_FN wide_t wide_turns_reduce(wide_t x) {
  const wide_t magic = wide_set(6755399441055744.0);
  wide_t nearest = (x + magic) - magic;
  return x - nearest;
}

// sin(2πr) for |r| <= 0.5, within 2.5 ulp near ±1 and 1 ulp below 0.3 (test kernels/lane_math). Folded to |r|
// <= 1/4 exactly (Sterbenz), then the Taylor series through (2πr)^21, whose remainder is below 1.3e-18; 2π is
// carried as a sum of two doubles.
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
  return wide_fma(r, wide_set(6.283185307179586), r * a);
}

// sin and cos of 2πx, x in turns.
KERNEL_FN wide_t wide_sin_turns(wide_t x) {
  return wide_sin_reduced(wide_turns_reduce(x));
}
KERNEL_FN wide_t wide_cos_turns(wide_t x) {
  return wide_sin_reduced(wide_turns_reduce(wide_turns_reduce(x) + wide_set(0.25)));
}

// Angle of (x, y), |angle| <= π, within 3 ulp (test kernels/lane_math); 0 of (0, 0). The smaller over the
// larger coordinate, t <= 1, is brought below tan(π/8) by atan t = π/4 + atan((t - 1) / (t + 1)); then the
// Taylor series through z^41, whose remainder is below 1e-18.
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
  a = wide_select(steep, wide_set(1.5707963267948966) - a, a);
  a = wide_select(wide_less(x, none), wide_set(3.141592653589793) - a, a);
  return wide_select(wide_less(y, none), -a, a);
}

#endif
