// Search of the element of C on the deformed polyline. A lane keeps its element until C is beyond
// one of its ends. If two elements contain C (at a concave corner) the present one is kept; if none
// does (at a convex corner) the second is taken, with α < 0.
#ifndef CHATTER_KERNELS_SLIDING_SEARCH_H
#define CHATTER_KERNELS_SLIDING_SEARCH_H

#include "sliding_sums.h"

// Computes the place of C on an element. Large positions are subtracted in double precision before
// the small displacements are added.
KERNEL_FN sliding_place place_on_element(const sliding_element *element, const lane_t *sums, wide_t guide) {
  sliding_place at;
  KERNEL_REGISTERS
  for (int i = 0; i < 2; i++) {
    const wide_t from = i == 0 ? element->from[i] + guide : element->from[i];
    at.from[i] = lane_narrow(from + lane_widen(sums[SUMS_OF_C + i] - sums[SUMS_OF_T1 + i]));
    at.edge[i] = lane_narrow(element->span[i] + lane_widen(sums[SUMS_OF_T2 + i] - sums[SUMS_OF_T1 + i]));
  }
  at.along = lane_fma(at.from[0], at.edge[0], at.from[1] * at.edge[1]);
  at.length2 = lane_fma(at.edge[0], at.edge[0], at.edge[1] * at.edge[1]);
  return at;
}

KERNEL_FN lane_t place_fraction(const sliding_place *at) { // α
  return at->along / at->length2;
}
KERNEL_FN mask_t place_is_beyond(const sliding_place *at) {
  return lane_less_equal(at->length2, at->along);
}
KERNEL_FN mask_t place_is_before(const sliding_place *at) {
  return lane_less(at->along, lane_set(0));
}

// Finds the elements of the lanes of `active` at p_n + d*; returns the lanes beyond the polyline's
// ends.
KERNEL_FN mask_t element_search(const kernel_run *run, sliding_stepper *self, wide_t guide, mask_t active) {
  const lane_t last = lane_set((real)(DIM(DIM_POLYLINE_NODES) - 2)), one = lane_set(1), none = lane_set(0);
  mask_t moves = active, moved = mask_set(0);
  for (;;) {
    self->place = place_on_element(&self->element, self->found, guide);
    const mask_t up = moves & place_is_beyond(&self->place) & lane_less(self->element.number, last);
    const mask_t down = moves & place_is_before(&self->place) & lane_less(none, self->element.number);
    if (!lockstep_any(up | down)) break;
    moved = moved | up | down;
    element_change(run, self, lane_select(up, one, -one), up | down);
    const sliding_place there = place_on_element(&self->element, self->found, guide);
    const mask_t back = down & place_is_beyond(&there);
    if (lockstep_any(back)) element_change(run, self, one, back);
    moves = moves & mask_not(back);
  }
  if (lockstep_any(moved)) element_compare_lanes(self, active);
  return (place_is_beyond(&self->place) & lane_equal(self->element.number, last)) |
         (place_is_before(&self->place) & lane_equal(self->element.number, none));
}

#endif
