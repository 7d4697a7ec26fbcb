// The six sums of a state, and those of a new element.
#ifndef CHATTER_KERNELS_SLIDING_SUMS_H
#define CHATTER_KERNELS_SLIDING_SUMS_H

#include "sliding_state.h"

// Row r of T1_x, T1_y, T2_x, T2_y of mode k of the target, of each lane's element.
KERNEL_FN lane_t element_row(const kernel_run *run, const sliding_stepper *self, const real *rows, int mixed,
                             int r, int k) {
#if LANES > 1
  if (mixed) return self->rows[4 * k + r];
#else
  (void)self, (void)mixed;
#endif
  return lane_set(rows[(long)r * DIM(DIM_TARGET) + k]);
}

// Σ φ x of T1_x, …, T2_y over the target's modes of p (`predicted`: of p + d*).
KERNEL_FN void element_sums(const kernel_run *run, const sliding_stepper *self, int predicted, lane_t *sums) {
  const int n = DIM(DIM_TARGET), first = DIM(DIM_SLIDER);
  const lane_t *p = self->p + first, *d = self->d + first;
  const real *rows = element_rows(run, (int)lane_get(self->element.number, 0));
#if KERNEL_CUDA && TEAM > 1
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) sums[r] = lane_set(0);
  for (int k = TREE_LEAF; k < n; k += TREE_LEAVES) {
    const lane_t x = predicted ? p[k] + d[k] : p[k];
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++) sums[r] = lane_fma(element_row(run, self, rows, 1, r, k), x, sums[r]);
  }
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) sums[r] = tree_team(sums[r]);
#else
  lane_t leaf[4][TREE_LEAVES];
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) KERNEL_REGISTERS
  for (int l = 0; l < TREE_LEAVES; l++) leaf[r][l] = lane_set(0);
  for (int k = 0; k < n; k++) {
    const lane_t x = predicted ? p[k] + d[k] : p[k];
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++)
      leaf[r][k % TREE_LEAVES] = lane_fma(element_row(run, self, rows, 1, r, k), x, leaf[r][k % TREE_LEAVES]);
  }
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) sums[r] = tree_pairs(leaf[r], TREE_LEAVES);
#endif
}

// Goes over to the elements `by` further along, in the lanes of `mask`.
KERNEL_FN void element_enter(const kernel_run *run, sliding_stepper *self, lane_t by, mask_t mask) {
  lane_t now[4], found[4];
  self->element.number = lane_select(mask, self->element.number + by, self->element.number);
  element_load(run, self, mask);
  element_sums(run, self, 0, now);
  element_sums(run, self, 1, found);
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) {
    self->sums[OF_T1 + r] = lane_select(mask, now[r], self->sums[OF_T1 + r]);
    self->found[OF_T1 + r] = lane_select(mask, found[r], self->found[OF_T1 + r]);
  }
}

#endif
