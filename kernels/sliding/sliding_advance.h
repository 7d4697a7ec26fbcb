// The modes over a step, in one pass: the corrector of step n and the predictor of step n + 1,
//   d_{n+1} = d* - h² (b_E Φ)ᵀ λ_n,  p_{n+1} = p_n + d_{n+1},
//   d* ← (1 - h c) d_{n+1} - h² ω² p_{n+1} + h² f,
// with the six sums of p_{n+1} + d*. λ_n follows from the sums alone (sliding_contact.h).
#ifndef CHATTER_KERNELS_SLIDING_ADVANCE_H
#define CHATTER_KERNELS_SLIDING_ADVANCE_H

#include "sliding_contact.h"

// Options of a pass: constants where it is compiled.
typedef struct sliding_pass_options {
  int shared; // DIM_SHARED_STEP
  int moved;  // d_{n+1} is kept for the responses
  int mixed;  // 1: the lanes are in different elements
} sliding_pass_options;

// Return 1 - h c and -h² ω² of mode k.
KERNEL_FN lane_t mode_decay(const kernel_run *run, const sliding_stepper *self, int shared, int k) {
  if (shared) return lane_set(run->uniform[k]);
  return lane_fma(-self->dt, lane_set(SLIDE_MODEL_BLOCK(SLIDE_MODEL_DAMPING)[k]), lane_set(1));
}
KERNEL_FN lane_t mode_stiffness_gain(const kernel_run *run, const sliding_stepper *self, int shared, int k) {
  if (shared) return lane_set(run->uniform[sliding_n_modes(DIMS(run)) + k]);
  return -dt_squared(self) * lane_set(SLIDE_MODEL_BLOCK(SLIDE_MODEL_OMEGA2)[k]);
}

// Returns d* of mode k from p and d_n, without forces.
KERNEL_FN lane_t mode_predicted_step(const kernel_run *run, const sliding_stepper *self, int shared, int k,
                                     lane_t p, lane_t d) {
  return lane_fma(mode_decay(run, self, shared, k), d, mode_stiffness_gain(run, self, shared, k) * p);
}

// Advances mode k of the slider; `shake`: h² times the additional force on C_y. Returns p + d*.
KERNEL_FN lane_t slider_advance_mode(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass,
                                     lane_t shake, int at, int k) {
  (void)at;
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  const lane_t x = lane_set(row[k]), y = lane_set(row[DIM(DIM_SLIDER_MODES) + k]);
  const lane_t d = lane_fma(y, self->push_contact[SUMS_OF_C + 1],
                            lane_fma(x, self->push_contact[SUMS_OF_C], MODE(d, at, k)));
  const lane_t p = MODE(p, at, k) + d;
  const lane_t next =
      lane_fma(y, shake, mode_predicted_step(run, self, pass.shared, k, p, d) + MODE(push, at, k));
  if (pass.moved) MODE(moved, at, k) = d;
  MODE(p, at, k) = p, MODE(d, at, k) = next;
  return p + next;
}

// Advances mode k of the target, with its element's rows already read.
KERNEL_FN lane_t target_advance_mode(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass,
                                     const lane_t *row, const lane_t *push, int at, int k) {
  const int all = DIM(DIM_SLIDER_MODES) + k;
  (void)at;
  lane_t d = MODE(d, TARGET_FIRST_SLOT + at, all);
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) d = lane_fma(row[r], push[r], d);
  const lane_t p = MODE(p, TARGET_FIRST_SLOT + at, all) + d;
  const lane_t next = mode_predicted_step(run, self, pass.shared, all, p, d);
  if (pass.moved) MODE(moved, TARGET_FIRST_SLOT + at, all) = d;
  MODE(p, TARGET_FIRST_SLOT + at, all) = p, MODE(d, TARGET_FIRST_SLOT + at, all) = next;
  return p + next;
}

#if KERNEL_CUDA && TEAM > 1 && TEAM <= 32 // a thread's modes are its leaves
KERNEL_FN void slider_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass,
                              lane_t shake) {
  const int n = DIM(DIM_SLIDER_MODES);
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t x[TREE_LEAVES_PER_THREAD] = {0}, y[TREE_LEAVES_PER_THREAD] = {0};
  modes_for(at, k, n) {
    const lane_t u = slider_advance_mode(run, self, pass, shake, at, k);
    const int leaf = at % TREE_LEAVES_PER_THREAD;
    x[leaf] = lane_fma(lane_set(row[k]), u, x[leaf]), y[leaf] = lane_fma(lane_set(row[n + k]), u, y[leaf]);
  }
  self->found[SUMS_OF_C] = tree_sum_team(x), self->found[SUMS_OF_C + 1] = tree_sum_team(y);
}
KERNEL_FN void target_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass) {
  const lane_t *push = self->push_contact + SUMS_OF_T1;
  const real *rows = element_rows(run, self->common_element);
  lane_t sum[4][TREE_LEAVES_PER_THREAD] = {{0}};
  modes_for(at, k, DIM(DIM_TARGET_MODES)) {
    lane_t row[4];
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++) row[r] = element_row(run, self, rows, 1, r, at, k);
    const lane_t u = target_advance_mode(run, self, pass, row, push, at, k);
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++)
      sum[r][at % TREE_LEAVES_PER_THREAD] = lane_fma(row[r], u, sum[r][at % TREE_LEAVES_PER_THREAD]);
  }
  KERNEL_REGISTERS
  for (int r = 0; r < 4; r++) self->found[SUMS_OF_T1 + r] = tree_sum_team(sum[r]);
}
#elif KERNEL_CUDA && TEAM > 1
KERNEL_FN void slider_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass,
                              lane_t shake) {
  const int n = DIM(DIM_SLIDER_MODES);
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  team_for(k, n) slider_advance_mode(run, self, pass, shake, 0, k);
  team_sync();
  for (int i = 0; i < 2; i++) self->found[SUMS_OF_C + i] = body_sum(row + i * n, 0, p, d, 1);
}
KERNEL_FN void target_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass) {
  const lane_t *push = self->push_contact + SUMS_OF_T1;
  const real *rows = element_rows(run, self->common_element);
  team_for(k, DIM(DIM_TARGET_MODES)) {
    lane_t row[4];
    KERNEL_REGISTERS
    for (int r = 0; r < 4; r++) row[r] = element_row(run, self, rows, 1, r, 0, k);
    target_advance_mode(run, self, pass, row, push, 0, k);
  }
  team_sync();
  element_sums(run, self, 1, self->found + SUMS_OF_T1);
}
#else
KERNEL_FN void slider_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass,
                              lane_t shake) {
  const int n = DIM(DIM_SLIDER_MODES);
  const real *row = SLIDE_MODEL_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t level[2][TREE_LEVELS + 1];
  for (int leaf = 0; leaf < TREE_LEAVES; leaf++) {
    lane_t x = lane_set(0), y = lane_set(0);
    for (int k = leaf; k < n; k += TREE_LEAVES) {
      const lane_t u = slider_advance_mode(run, self, pass, shake, 0, k);
      x = lane_fma(lane_set(row[k]), u, x), y = lane_fma(lane_set(row[n + k]), u, y);
    }
    tree_add_leaf(level[0], leaf, x), tree_add_leaf(level[1], leaf, y);
  }
  self->found[SUMS_OF_C] = level[0][TREE_LEVELS], self->found[SUMS_OF_C + 1] = level[1][TREE_LEVELS];
}

KERNEL_FN void target_advance(const kernel_run *run, sliding_stepper *self, sliding_pass_options pass) {
  const int n = DIM(DIM_TARGET_MODES);
  const lane_t *from = self->push_contact + SUMS_OF_T1, push[4] = {from[0], from[1], from[2], from[3]};
  const real *rows = element_rows(run, self->common_element);
  lane_t level[4][TREE_LEVELS + 1];
  for (int leaf = 0; leaf < TREE_LEAVES; leaf++) {
    lane_t sum[4] = {lane_set(0), lane_set(0), lane_set(0), lane_set(0)};
    for (int k = leaf; k < n; k += TREE_LEAVES) {
      lane_t row[4];
      KERNEL_UNROLL
      for (int r = 0; r < 4; r++) row[r] = element_row(run, self, rows, pass.mixed, r, 0, k);
      const lane_t u = target_advance_mode(run, self, pass, row, push, 0, k);
      KERNEL_UNROLL
      for (int r = 0; r < 4; r++) sum[r] = lane_fma(row[r], u, sum[r]);
    }
    KERNEL_UNROLL
    for (int r = 0; r < 4; r++) tree_add_leaf(level[r], leaf, sum[r]);
  }
  for (int r = 0; r < 4; r++) self->found[SUMS_OF_T1 + r] = level[r][TREE_LEVELS];
}
#endif

KERNEL_FN void sliding_advance_modes_as(const kernel_run *run, sliding_stepper *self, lane_t shake,
                                        int shared, int moved, int mixed) {
  const sliding_pass_options pass = {shared, moved, mixed};
  slider_advance(run, self, pass, shake);
  target_advance(run, self, pass);
}

// Advances from (p_n, d*) to (p_{n+1}, d*), with its sums.
KERNEL_FN void sliding_advance_modes(const kernel_run *run, sliding_stepper *self, lane_t shake) {
  const int moved = DIM(DIM_SLIDE_RESPONSE_RATES), mixed = LANES > 1 && self->elements_differ;
  switch (4 * (DIM(DIM_SHARED_STEP) != 0) + 2 * (moved != 0) + mixed) {
#define AS(i)                                                                                                \
  case i:                                                                                                    \
    sliding_advance_modes_as(run, self, shake, (i) / 4, (i) / 2 % 2, (i) % 2);                               \
    break;
    AS(0)
    AS(2)
    AS(4)
    AS(6)
#if LANES > 1
    AS(1) AS(3) AS(5) AS(7)
#endif
#undef AS
  }
}

#endif
