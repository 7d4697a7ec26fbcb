// The six sums of a state, and their update for a new element.
#ifndef CHATTER_KERNELS_SLIDING_SUMS_H
#define CHATTER_KERNELS_SLIDING_SUMS_H

#include "sliding_state.h"

// Returns row r of T1_x, T1_y, T2_x, T2_y of mode k of the target, for each lane's element.
KERNEL_FN lane_t element_row(const kernel_run *run, const sliding_stepper *self, const real *rows, int mixed,
                             int r, int at, int k) {
  (void)self, (void)mixed, (void)at;
#if LANES > 1
  if (mixed) return self->rows[4 * k + r];
#elif MODES_IN_REGISTERS
  return (void)run, (void)rows, self->kept_rows[4 * at + r];
#endif
  return lane_set(rows[(long)r * DIM(DIM_TARGET_MODES) + k]);
}

// Computes Σ φ x of T1_x, …, T2_y over the target's modes of p (`predicted`: of p + d*), which the
// team shares.
KERNEL_FN void element_sums(const kernel_run *run, const sliding_stepper *self, int predicted, lane_t *sums) {
  const int n = DIM(DIM_TARGET_MODES), first = DIM(DIM_SLIDER_MODES);
  const real *rows = element_rows(run, (int)lane_get(self->element.number, 0));
  (void)first;
#if KERNEL_CUDA && TEAM > 1
  lane_t leaf[4][TREE_LEAVES_PER_THREAD] = {{0}};
  leaf_modes_for(at, k, n) {
    const lane_t p = MODE(p, TARGET_FIRST_SLOT + at, first + k);
    const lane_t x = predicted ? p + MODE(d, TARGET_FIRST_SLOT + at, first + k) : p;
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++) {
      lane_t *sum = &leaf[r][at % TREE_LEAVES_PER_THREAD];
      *sum = lane_fma(element_row(run, self, rows, 1, r, at, k), x, *sum);
    }
  }
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) sums[r] = tree_sum_team(leaf[r]);
#else
  lane_t level[4][TREE_LEVELS + 1];
  for (int leaf = 0; leaf < TREE_LEAVES; leaf++) {
    lane_t sum[4] = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
    for (int k = leaf; k < n; k += TREE_LEAVES) {
      const lane_t x = predicted ? self->p[first + k] + self->d[first + k] : self->p[first + k];
      KERNEL_UNROLL
      for (int r = 0; r < 4; r++) sum[r] = lane_fma(element_row(run, self, rows, 1, r, 0, k), x, sum[r]);
    }
    KERNEL_UNROLL
    for (int r = 0; r < 4; r++) tree_add_leaf(level[r], leaf, sum[r]);
  }
  for (int r = 0; r < 4; r++) sums[r] = level[r][TREE_LEVELS];
#endif
}

// Computes Σ row x over the modes of one body, x an array of all modes, or the sum of two of them.
#if MODES_IN_REGISTERS
#define body_sum(row, target, array, more, both)                                                             \
  body_sum_in_registers(run, row, target, self->kept_##array, self->kept_##more, both)
KERNEL_FN lane_t body_sum_in_registers(const kernel_run *run, const real *row, int target, const lane_t *x,
                                       const lane_t *more, int both) {
  lane_t leaf[TREE_LEAVES_PER_THREAD] = {0};
  if (target) {
    modes_for(at, k, DIM(DIM_TARGET_MODES)) leaf[at % TREE_LEAVES_PER_THREAD] = lane_fma(
        row[k], both ? x[TARGET_FIRST_SLOT + at] + more[TARGET_FIRST_SLOT + at] : x[TARGET_FIRST_SLOT + at],
        leaf[at % TREE_LEAVES_PER_THREAD]);
  } else {
    modes_for(at, k, DIM(DIM_SLIDER_MODES)) leaf[at % TREE_LEAVES_PER_THREAD] =
        lane_fma(row[k], both ? x[at] + more[at] : x[at], leaf[at % TREE_LEAVES_PER_THREAD]);
  }
  return tree_sum_team(leaf);
}
#else
#define body_sum(row, target, array, more, both)                                                             \
  (target ? tree_products(row, self->array + DIM(DIM_SLIDER_MODES), self->more + DIM(DIM_SLIDER_MODES),      \
                          both, DIM(DIM_TARGET_MODES))                                                       \
          : tree_products(row, self->array, self->more, both, DIM(DIM_SLIDER_MODES)))
#endif

// Moves the lanes of `mask` to the elements `by` further along.
KERNEL_FN void element_change(const kernel_run *run, sliding_stepper *self, lane_t by, mask_t mask) {
  lane_t now[4], found[4];
  self->element.number = lane_select(mask, self->element.number + by, self->element.number);
  element_load(run, self, mask);
  element_sums(run, self, 0, now);
  element_sums(run, self, 1, found);
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) {
    self->sums[SUMS_OF_T1 + r] = lane_select(mask, now[r], self->sums[SUMS_OF_T1 + r]);
    self->found[SUMS_OF_T1 + r] = lane_select(mask, found[r], self->found[SUMS_OF_T1 + r]);
  }
}

#endif
