// Contact force of a step and its effect, from the six sums and the compliances alone.
//
// With e = T2 - T1 = l t and (C - T1)·e = α l² nothing is divided by the length. Rows times l³:
//   l³ b_C = [(l² - α l²) c, α l² c, -l² c],  c = (-e_y, e_x)     l³ b_E likewise with  g = c - s μ e
//   q = (l³ b_C)(X + u*) / ((l³ b_C) Φ Φᵀ (l³ b_E)ᵀ) = h² λ / l³,   -h² λ b_E = -q (l³ b_E)
#ifndef CHATTER_KERNELS_SLIDING_CONTACT_H
#define CHATTER_KERNELS_SLIDING_CONTACT_H

#include "sliding_search.h"

// Returns cᵀ H g, H the compliance xx, xy, yy of C times whole = l², and that of the point of the
// element where T1, T2 have the weights `first` and `second`.
KERNEL_FN lane_t contact_compliance(const kernel_run *run, const sliding_stepper *self, lane_t whole,
                                    lane_t first, lane_t second, const lane_t *c, const lane_t *g) {
  const real *own = SLIDE_MODEL_BLOCK(SLIDE_MODEL_GRAM_CONTACT);
#define gram(i) element_gram(run, self, i)
  const lane_t w = whole * whole, a = first * first, both = first * second, b = second * second;
  lane_t xx = lane_fma(a, gram(0), w * lane_set(own[0])), xy = lane_fma(a, gram(1), w * lane_set(own[1])),
         yy = lane_fma(a, gram(4), w * lane_set(own[2]));
  xx = xx + lane_fma(both, gram(2) + gram(2), b * gram(7));
  xy = xy + lane_fma(both, gram(3) + gram(5), b * gram(8));
  yy = yy + lane_fma(both, gram(6) + gram(6), b * gram(9));
#undef gram
  const lane_t x = lane_fma(xx, g[0], xy * g[1]), y = lane_fma(xy, g[0], yy * g[1]);
  return lane_fma(c[0], x, c[1] * y);
}

// Returns the index of entry (i, j) in rows of the upper triangle.
KERNEL_FN int gram_index(int i, int j) {
  const int low = i < j ? i : j, high = i < j ? j : i;
  return low * 4 + high - low * (low + 1) / 2;
}

// Computes the sums of p_{n+1}: those of p_n + d* plus the effect of the force.
KERNEL_FN void contact_correct_sums(const kernel_run *run, sliding_stepper *self) {
  const real *own = SLIDE_MODEL_BLOCK(SLIDE_MODEL_GRAM_CONTACT);
  const lane_t *push = self->push_contact;
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++)
    self->next[SUMS_OF_C + i] =
        lane_fma(lane_set(own[i]), push[SUMS_OF_C],
                 lane_fma(lane_set(own[i + 1]), push[SUMS_OF_C + 1], self->found[SUMS_OF_C + i]));
  KERNEL_REGISTERS
  for (int i = 0; i < 4; i++) {
    lane_t sum = self->found[SUMS_OF_T1 + i];
    KERNEL_REGISTERS
    for (int j = 0; j < 4; j++)
      sum = lane_fma(element_gram(run, self, gram_index(i, j)), push[SUMS_OF_T1 + j], sum);
    self->next[SUMS_OF_T1 + i] = sum;
  }
}

// Computes λ_n and its effect, from the place that was found.
KERNEL_FN void contact_solve(const kernel_run *run, sliding_stepper *self) {
  const sliding_place *at = &self->place;
  const lane_t second = at->along, first = at->length2 - second;
  const lane_t c[2] = {-at->edge[1], at->edge[0]};
  const lane_t g[2] = {lane_fma(-self->signed_friction, at->edge[0], c[0]),
                       lane_fma(-self->signed_friction, at->edge[1], c[1])};
  const lane_t gap = lane_fma(c[0], at->from[0], c[1] * at->from[1]); // l g
  self->pressing = -(at->length2 * gap) / contact_compliance(run, self, at->length2, first, second, c, g);
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) {
    const lane_t push = self->pressing * g[i];
    self->push_contact[SUMS_OF_C + i] = at->length2 * push;
    self->push_contact[SUMS_OF_T1 + i] = -(first * push);
    self->push_contact[SUMS_OF_T2 + i] = -(second * push);
  }
  contact_correct_sums(run, self);
}

// Returns the slip of C over the step against the target's material point, along the edge, times
// l³.
KERNEL_FN lane_t contact_slip_way(const sliding_stepper *self) {
  const sliding_place *at = &self->place;
  lane_t way[2];
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) {
    const lane_t first = self->next[SUMS_OF_T1 + i] - self->sums[SUMS_OF_T1 + i],
                 second = self->next[SUMS_OF_T2 + i] - self->sums[SUMS_OF_T2 + i];
    const lane_t own =
        self->next[SUMS_OF_C + i] - self->sums[SUMS_OF_C + i] + (i == 0 ? self->drift : lane_set(0));
    way[i] = lane_fma(at->length2, own - first, at->along * (first - second));
  }
  return lane_fma(way[0], at->edge[0], way[1] * at->edge[1]);
}

// Returns the lanes where contact is lost, or where C slides against the assumed sense of friction.
KERNEL_FN mask_t contact_is_lost(const sliding_stepper *self) {
  return lane_less_equal(self->pressing, lane_set(0));
}
KERNEL_FN mask_t contact_is_stuck(const sliding_stepper *self) {
  return lane_less(contact_slip_way(self) * self->signed_friction, lane_set(0));
}

#endif
