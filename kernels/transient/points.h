// Contact points of a trajectory: their rows of q_b, entry, law, preload and gap.
#ifndef CHATTER_KERNELS_POINTS_H
#define CHATTER_KERNELS_POINTS_H

#include "../laws/compliant.h"
#include "modes.h"

// Rows of q_b of point j; -1: none. Constants unless the layout is mixed.
KERNEL_FN int point_normal(const kernel_run *run, int j) {
  const int layout = DIM(DIM_POINT_LAYOUT);
  if (layout == POINT_LAYOUT_MIXED) return TABLE(transient_point_table(DIMS(run), j) + POINT_NORMAL);
  return layout & 1 ? j * ((layout & 1) + layout / 2) : -1;
}
KERNEL_FN int point_tangent(const kernel_run *run, int j, int which) {
  const int layout = DIM(DIM_POINT_LAYOUT);
  if (layout == POINT_LAYOUT_MIXED) return TABLE(transient_point_table(DIMS(run), j) + POINT_TANGENT + which);
  return which < layout / 2 ? j * ((layout & 1) + layout / 2) + (layout & 1) + which : -1;
}
KERNEL_FN int point_entry(const kernel_run *run, int j) {
  return DIM(DIM_CONTACT_ENTRIES) == 1 ? 0 : TABLE(transient_point_table(DIMS(run), j) + POINT_ENTRY);
}
KERNEL_FN int has_tangents(const kernel_run *run) {
  return DIM(DIM_POINT_LAYOUT) != POINT_LAYOUT_NORMAL;
}

// Returns the law of laws/laws.h. Set-valued laws need not be distinguished: their rows and
// parameters define them.
KERNEL_FN int point_law(const kernel_run *run, int j) {
  return DIM(DIM_SPRING_KIND) ? TABLE(transient_point_table(DIMS(run), j) + POINT_LAW) : LAW_UNILATERAL;
}
KERNEL_FN int point_is_elastic(const kernel_run *run, int j) {
  return point_law(run, j) == LAW_ELASTIC;
}
KERNEL_FN int point_is_compliant(const kernel_run *run, int j) {
  return KERNEL_RARELY(DIM(DIM_LAW_PARAMETERS)) && law_is_compliant(point_law(run, j));
}

// Returns λ0; a constant zero if no trajectory of the batch has a preload.
KERNEL_FN lane_t point_preload(const kernel_run *run, const transient *self, int j) {
  return DIM(DIM_PRELOAD) ? self->preload[j] : lane_set(0);
}

// Returns the gap function of point j without q_b: g = q_n + this.
KERNEL_FN lane_t point_gap(const kernel_run *run, const transient *self, int j) {
  return DIM(DIM_MOVING_GAP) ? self->gap[j] + self->moving[point_entry(run, j)] : self->gap[j];
}

#endif
