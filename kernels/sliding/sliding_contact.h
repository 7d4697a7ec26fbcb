// The contact force of a step and what it moves, from the six sums and the compliances alone.
//
// With e = T2 - T1 = l t and q = λ h² / l nothing is divided by the length: rows times l,
//   l b_C = [(1-α) c, α c, -c],  c = (-e_y, e_x)            l b_E likewise with  g = c - s μ e
//   q = (l b_C)(X + u*) / ((l b_C) Φ Φᵀ (l b_E)ᵀ),          -h² λ b_E = -q (l b_E)
#ifndef CHATTER_KERNELS_SLIDING_CONTACT_H
#define CHATTER_KERNELS_SLIDING_CONTACT_H

#include "sliding_search.h"

// cᵀ H g, H the compliance of C against the point at α: xx, xy, yy.
KERNEL_FN lane_t contact_compliance(const kernel_run *run, const lane_t *gram, lane_t ratio, lane_t rest,
                                    const lane_t *c, const lane_t *g) {
  const real *own = SLIDE_BLOCK(SLIDE_MODEL_GRAM_CONTACT);
  const lane_t first = rest * rest, both = rest * ratio, second = ratio * ratio;
  lane_t xx = lane_fma(first, gram[0], lane_set(own[0])), xy = lane_fma(first, gram[1], lane_set(own[1])),
         yy = lane_fma(first, gram[4], lane_set(own[2]));
  xx = lane_fma(both, gram[2] + gram[2], lane_fma(second, gram[7], xx));
  xy = lane_fma(both, gram[3] + gram[5], lane_fma(second, gram[8], xy));
  yy = lane_fma(both, gram[6] + gram[6], lane_fma(second, gram[9], yy));
  const lane_t x = lane_fma(xx, g[0], xy * g[1]), y = lane_fma(xy, g[0], yy * g[1]);
  return lane_fma(c[0], x, c[1] * y);
}

// Rows of the upper triangle → entry.
KERNEL_FN int gram_index(int i, int j) {
  return i <= j ? i * 4 + j - i * (i + 1) / 2 : gram_index(j, i);
}

// The sums of p_{n+1}: those of p_n + d* and what the force adds.
KERNEL_FN void contact_correct(const kernel_run *run, sliding_stepper *self) {
  const real *own = SLIDE_BLOCK(SLIDE_MODEL_GRAM_CONTACT);
  const lane_t *push = self->push_contact;
  for (int i = 0; i < 2; i++)
    self->next[OF_C + i] = lane_fma(lane_set(own[i]), push[OF_C],
                                    lane_fma(lane_set(own[i + 1]), push[OF_C + 1], self->found[OF_C + i]));
  for (int i = 0; i < 4; i++) {
    lane_t sum = self->found[OF_T1 + i];
    for (int j = 0; j < 4; j++) sum = lane_fma(self->element.gram[gram_index(i, j)], push[OF_T1 + j], sum);
    self->next[OF_T1 + i] = sum;
  }
}

// λ_n and its effect, from the place that was found.
KERNEL_FN void contact_solve(const kernel_run *run, sliding_stepper *self) {
  const sliding_place *at = &self->place;
  const lane_t c[2] = {-at->edge[1], at->edge[0]};
  const lane_t g[2] = {lane_fma(-self->grip, at->edge[0], c[0]), lane_fma(-self->grip, at->edge[1], c[1])};
  const lane_t ratio = at->along / at->length2, rest = lane_set(1) - ratio;
  const lane_t gap = lane_fma(c[0], at->from[0], c[1] * at->from[1]); // l g
  self->ratio = ratio;
  self->pressing = -gap / contact_compliance(run, self->element.gram, ratio, rest, c, g);
  for (int i = 0; i < 2; i++) {
    const lane_t push = self->pressing * g[i];
    self->push_contact[OF_C + i] = push;
    self->push_contact[OF_T1 + i] = -(rest * push);
    self->push_contact[OF_T2 + i] = -(ratio * push);
  }
  contact_correct(run, self);
}

// Way of C over the step against the target's material point, along the edge, times its length.
KERNEL_FN lane_t contact_slip(const sliding_stepper *self) {
  lane_t way[2];
  for (int i = 0; i < 2; i++) {
    const lane_t first = self->next[OF_T1 + i] - self->sums[OF_T1 + i],
                 second = self->next[OF_T2 + i] - self->sums[OF_T2 + i];
    way[i] = self->next[OF_C + i] - self->sums[OF_C + i] - lane_fma(self->ratio, second - first, first);
  }
  way[0] = way[0] + self->drift;
  return lane_fma(way[0], self->place.edge[0], way[1] * self->place.edge[1]);
}

// Contact is lost; or, with friction, C slides against the sense that the force was formed for.
KERNEL_FN mask_t contact_lost(const sliding_stepper *self) {
  return lane_less_equal(self->pressing, lane_set(0));
}
KERNEL_FN mask_t contact_sticks(const sliding_stepper *self) {
  return lane_less(lane_set(0), self->friction) & lane_less(contact_slip(self) * self->sense, lane_set(0));
}

#endif
