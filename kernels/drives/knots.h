// C¹ cubic through equidistant knots (Catmull and Rom): each piece depends on its two knots and
// their neighbours.
#ifndef CHATTER_KERNELS_KNOTS_H
#define CHATTER_KERNELS_KNOTS_H

#include "../lane.h"

// Computes the cubic between knots 1 and 2 of knots 0 … 3, with central-difference slopes:
// coefficients of the powers of the distance from knot 1, in knots.
KERNEL_FN void knots_cubic(const wide_t *knot, wide_t *cubic) {
  const wide_t half = wide_set(0.5);
  cubic[0] = knot[1];
  cubic[1] = half * (knot[2] - knot[0]);
  cubic[2] = wide_fma(wide_set(2), knot[2], wide_fma(wide_set(-2.5), knot[1], knot[0])) - half * knot[3];
  cubic[3] = wide_fma(wide_set(1.5), knot[1] - knot[2], half * (knot[3] - knot[0]));
}
KERNEL_FN wide_t knots_value(const wide_t *cubic, wide_t s) {
  return wide_fma(wide_fma(wide_fma(cubic[3], s, cubic[2]), s, cubic[1]), s, cubic[0]);
}
KERNEL_FN wide_t knots_slope(const wide_t *cubic, wide_t s) { // slope per knot
  return wide_fma(wide_fma(wide_set(3) * cubic[3], s, wide_set(2) * cubic[2]), s, cubic[1]);
}

#endif
