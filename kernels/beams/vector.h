// Vectors of three numbers and quaternions (scalar first) in lanes.
#ifndef CHATTER_KERNELS_BEAMS_VECTOR_H
#define CHATTER_KERNELS_BEAMS_VECTOR_H

#include "../portable.h"
#include "../run.h"

#define FOR_EACH_AXIS(i) KERNEL_REGISTERS for (int i = 0; i < 3; i++)

KERNEL_FN lane_t vector_dot(const lane_t *a, const lane_t *b) {
  return lane_fma(a[2], b[2], lane_fma(a[1], b[1], a[0] * b[0]));
}
KERNEL_FN void vector_cross(const lane_t *a, const lane_t *b, lane_t *to) {
  to[0] = lane_fma(a[1], b[2], -(a[2] * b[1]));
  to[1] = lane_fma(a[2], b[0], -(a[0] * b[2]));
  to[2] = lane_fma(a[0], b[1], -(a[1] * b[0]));
}
// Returns entry (i, j) of the matrix v̂ with v̂ x = v × x.
KERNEL_FN lane_t vector_hat(const lane_t *v, int i, int j) {
  if (i == j) return lane_set(0);
  const lane_t x = v[3 - i - j];
  return (j - i + 3) % 3 == 1 ? -x : x;
}

// to = a b, aᵀ b and a bᵀ of 3 × 3 matrices, row-major; `to` is neither of them.
KERNEL_FN void matrix_product(const lane_t *a, const lane_t *b, lane_t *to) {
  FOR_EACH_AXIS(i)
  FOR_EACH_AXIS(j)
  to[3 * i + j] = lane_fma(a[3 * i + 2], b[6 + j], lane_fma(a[3 * i + 1], b[3 + j], a[3 * i] * b[j]));
}
KERNEL_FN void matrix_product_left(const lane_t *a, const lane_t *b, lane_t *to) {
  FOR_EACH_AXIS(i)
  FOR_EACH_AXIS(j) to[3 * i + j] = lane_fma(a[6 + i], b[6 + j], lane_fma(a[3 + i], b[3 + j], a[i] * b[j]));
}
KERNEL_FN void matrix_product_right(const lane_t *a, const lane_t *b, lane_t *to) {
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) to[3 * i + j] = vector_dot(a + 3 * i, b + 3 * j);
}
KERNEL_FN void matrix_apply(const lane_t *a, const lane_t *x, lane_t *to) {
  FOR_EACH_AXIS(i) to[i] = vector_dot(a + 3 * i, x);
}
KERNEL_FN void matrix_apply_transposed(const lane_t *a, const lane_t *x, lane_t *to) {
  FOR_EACH_AXIS(i) to[i] = lane_fma(a[6 + i], x[2], lane_fma(a[3 + i], x[1], a[i] * x[0]));
}

KERNEL_FN void quaternion_product(const lane_t *a, const lane_t *b, lane_t *to) {
  lane_t cross[3];
  vector_cross(a + 1, b + 1, cross);
  to[0] = lane_fma(a[0], b[0], -vector_dot(a + 1, b + 1));
  FOR_EACH_AXIS(i) to[1 + i] = lane_fma(a[0], b[1 + i], lane_fma(b[0], a[1 + i], cross[i]));
}
// Computes the rotation matrix of a quaternion of any length.
KERNEL_FN void quaternion_matrix(const lane_t *q, lane_t *to) {
  const lane_t square = vector_dot(q + 1, q + 1), all = lane_fma(q[0], q[0], square), two = lane_set(2) / all,
               own = lane_fma(q[0], q[0], -square) / all;
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    const lane_t off = lane_fma(q[1 + i], q[1 + j], q[0] * vector_hat(q + 1, i, j));
    to[3 * i + j] = i == j ? lane_fma(two, off, own) : two * off;
  }
}
// Computes exp(spin) q, of the length of q. sin and cos of half the angle use their series while it
// is small.
KERNEL_FN void quaternion_turn(const lane_t *spin, const lane_t *q, lane_t *to) {
  const lane_t angle = lane_sqrt(vector_dot(spin, spin)), half = lane_set(0.5) * angle;
  const lane_t turns = half * lane_set((real)(1 / (2 * KERNEL_PI)));
  const lane_t sine = lane_narrow(wide_sin_turns(lane_widen(turns)));
  const lane_t series = lane_fma(-half * half, lane_set((real)(1.0 / 6)), lane_set(1));
  const mask_t small = lane_less(half, lane_set((real)1e-4));
  const lane_t ratio = lane_select(small, series, sine / lane_select(small, lane_set(1), half));
  lane_t turn[4] = {lane_narrow(wide_cos_turns(lane_widen(turns))), ratio * lane_set(0.5) * spin[0],
                    ratio * lane_set(0.5) * spin[1], ratio * lane_set(0.5) * spin[2]};
  quaternion_product(turn, q, to);
}

#endif
