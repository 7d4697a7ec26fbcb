// The modes over a step, in one pass: the corrector of step n and the predictor of step n + 1,
//   d_{n+1} = d* - h² (b_E Φ)ᵀ λ_n,  p_{n+1} = p_n + d_{n+1},  d* ← (1 - h c) d_{n+1} - h² ω² p_{n+1} + h² f,
// with the six sums of p_{n+1} + d*. λ_n has come from the sums alone (sliding_contact.h).
#ifndef CHATTER_KERNELS_SLIDING_ADVANCE_H
#define CHATTER_KERNELS_SLIDING_ADVANCE_H

#include "sliding_contact.h"

// 1 - h c and h² ω² of mode k.
KERNEL_FN lane_t mode_keep(const kernel_run *run, const sliding_stepper *self, int k) {
  if (DIM(DIM_SHARED_STEP)) return lane_set(run->uniform[k]);
  return lane_fma(-self->step, lane_set(SLIDE_BLOCK(SLIDE_MODEL_DAMPING)[k]), lane_set(1));
}
KERNEL_FN lane_t mode_pull(const kernel_run *run, const sliding_stepper *self, int k) {
  if (DIM(DIM_SHARED_STEP)) return lane_set(run->uniform[sliding_modes(DIMS(run)) + k]);
  return self->step2 * lane_set(SLIDE_BLOCK(SLIDE_MODEL_OMEGA2)[k]);
}

// d* of mode k from p and d_n, without forces.
KERNEL_FN lane_t mode_predict(const kernel_run *run, const sliding_stepper *self, int k, lane_t p, lane_t d) {
  return lane_fma(mode_keep(run, self, k), d, -(mode_pull(run, self, k) * p));
}

// Mode k of the slider; `shake` is h² times the force on C_y that comes on top of the constant ones. Gives
// p + d*.
KERNEL_FN lane_t slider_mode(const kernel_run *run, sliding_stepper *self, lane_t shake, int k) {
  const real *row = SLIDE_BLOCK(SLIDE_MODEL_CONTACT);
  const lane_t x = lane_set(row[k]), y = lane_set(row[DIM(DIM_SLIDER) + k]);
  const lane_t d =
      lane_fma(y, self->push_contact[OF_C + 1], lane_fma(x, self->push_contact[OF_C], self->d[k]));
  const lane_t p = self->p[k] + d;
  const lane_t next = lane_fma(y, shake, mode_predict(run, self, k, p, d) + self->push[k]);
  if (DIM(DIM_SLIDE_MOVED)) self->moved[k] = d;
  self->p[k] = p, self->d[k] = next;
  return p + next;
}

// Mode k of the target, where its element's rows have been read.
KERNEL_FN lane_t target_mode(const kernel_run *run, sliding_stepper *self, const lane_t *row, int k) {
  const int at = DIM(DIM_SLIDER) + k;
  const lane_t *push = self->push_contact + OF_T1;
  lane_t d = self->d[at];
  for (int r = 0; r < 4; r++) d = lane_fma(row[r], push[r], d);
  const lane_t p = self->p[at] + d;
  const lane_t next = mode_predict(run, self, at, p, d);
  if (DIM(DIM_SLIDE_MOVED)) self->moved[at] = d;
  self->p[at] = p, self->d[at] = next;
  return p + next;
}

#if KERNEL_CUDA && TEAM > 1
KERNEL_FN void slider_advance(const kernel_run *run, sliding_stepper *self, lane_t shake) {
  const int n = DIM(DIM_SLIDER);
  team_for(k, n) slider_mode(run, self, shake, k);
  team_sync();
  const real *row = SLIDE_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t x = lane_set(0), y = lane_set(0);
  for (int k = TREE_LEAF; k < n; k += TREE_LEAVES) {
    const lane_t u = self->p[k] + self->d[k];
    x = lane_fma(lane_set(row[k]), u, x);
    y = lane_fma(lane_set(row[n + k]), u, y);
  }
  self->found[OF_C] = tree_team(x), self->found[OF_C + 1] = tree_team(y);
}
KERNEL_FN void target_advance(const kernel_run *run, sliding_stepper *self, int mixed) {
  (void)mixed;
  const real *rows = element_rows(run, self->common);
  team_for(k, DIM(DIM_TARGET)) {
    lane_t row[4];
    for (int r = 0; r < 4; r++) row[r] = element_row(run, self, rows, 1, r, k);
    target_mode(run, self, row, k);
  }
  team_sync();
  element_sums(run, self, 1, self->found + OF_T1);
}
#else
KERNEL_FN void slider_advance(const kernel_run *run, sliding_stepper *self, lane_t shake) {
  const int n = DIM(DIM_SLIDER);
  const real *row = SLIDE_BLOCK(SLIDE_MODEL_CONTACT);
  lane_t branch[2][TREE_BRANCHES];
  for (int b = 0; b < TREE_BRANCHES; b++) {
    lane_t x[TREE_TOGETHER], y[TREE_TOGETHER];
    for (int l = 0; l < TREE_TOGETHER; l++) {
      x[l] = y[l] = lane_set(0);
      for (int k = b * TREE_TOGETHER + l; k < n; k += TREE_LEAVES) {
        const lane_t u = slider_mode(run, self, shake, k);
        x[l] = lane_fma(lane_set(row[k]), u, x[l]);
        y[l] = lane_fma(lane_set(row[n + k]), u, y[l]);
      }
    }
    branch[0][b] = tree_pairs(x, TREE_TOGETHER), branch[1][b] = tree_pairs(y, TREE_TOGETHER);
  }
  for (int i = 0; i < 2; i++) self->found[OF_C + i] = tree_pairs(branch[i], TREE_BRANCHES);
}

// `n` modes from mode k on, each of another leaf.
KERNEL_FN void target_tile(const kernel_run *run, sliding_stepper *self, const real *rows, int mixed, int k,
                           int n, lane_t leaf[4][TREE_TOGETHER]) {
  KERNEL_UNROLL
  for (int l = 0; l < n; l++) {
    lane_t row[4];
    for (int r = 0; r < 4; r++) row[r] = element_row(run, self, rows, mixed, r, k + l);
    const lane_t u = target_mode(run, self, row, k + l);
    for (int r = 0; r < 4; r++) leaf[r][l] = lane_fma(row[r], u, leaf[r][l]);
  }
}
KERNEL_FN void target_advance(const kernel_run *run, sliding_stepper *self, int mixed) {
  const int n = DIM(DIM_TARGET);
  const real *rows = element_rows(run, self->common);
  lane_t branch[4][TREE_BRANCHES];
  for (int b = 0; b < TREE_BRANCHES; b++) {
    lane_t leaf[4][TREE_TOGETHER];
    for (int r = 0; r < 4; r++)
      for (int l = 0; l < TREE_TOGETHER; l++) leaf[r][l] = lane_set(0);
    int k = b * TREE_TOGETHER;
    for (; k + TREE_TOGETHER <= n; k += TREE_LEAVES)
      target_tile(run, self, rows, mixed, k, TREE_TOGETHER, leaf);
    if (k < n) target_tile(run, self, rows, mixed, k, n - k, leaf);
    for (int r = 0; r < 4; r++) branch[r][b] = tree_pairs(leaf[r], TREE_TOGETHER);
  }
  for (int r = 0; r < 4; r++) self->found[OF_T1 + r] = tree_pairs(branch[r], TREE_BRANCHES);
}
#endif

// From (p_n, d*) to (p_{n+1}, d*) and its sums.
KERNEL_FN void advance(const kernel_run *run, sliding_stepper *self, lane_t shake) {
  slider_advance(run, self, shake);
  if (LANES > 1 && self->mixed)
    target_advance(run, self, 1);
  else
    target_advance(run, self, 0);
}

#endif
