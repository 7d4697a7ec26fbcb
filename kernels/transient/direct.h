// Direct solution for few points without friction. The complementarity problem w = G s + c >= 0, s
// = λ + λ0 >= 0, sᵀw = 0 is solved exactly: the points closed in the step before are eliminated,
// and points with the wrong sign change sides. The first guess is almost always right, where Jacobi
// relaxation needs 10–30 iterations. A lane that does not settle is left to the relaxation.
#ifndef CHATTER_KERNELS_DIRECT_H
#define CHATTER_KERNELS_DIRECT_H

#include "contact.h"

enum { DIRECT_MAX_PASSES = 8 };

// transient_is_direct as a constant for the compiler
KERNEL_FN int direct_serves(const kernel_run *run) {
  return DIM(DIM_POINT_LAYOUT) == POINT_LAYOUT_NORMAL && DIM(DIM_CONTACT_POINTS) <= DIRECT_MAX_POINTS &&
         !DIM(DIM_SPRING_KIND);
}

// y: solution of G_AA y_A = -c_A for the closed points A of each lane, zero elsewhere (LDLᵀ without
// pivoting). If a pivot is at rounding level (stops on both sides of a node, fewer modes than
// points), G does not determine that force: it keeps its value s, and the point is marked in
// `dependent`.
KERNEL_FN void direct_eliminate(const kernel_run *run, const transient *self, const mask_t *closed,
                                const lane_t *c, const lane_t *s, lane_t *y, mask_t *dependent) {
  const int n = DIM(DIM_CONTACT_POINTS);
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t rounding = lane_set(64 * REAL_EPSILON);
  lane_t a[DIRECT_MAX_POINTS][DIRECT_MAX_POINTS], inverse[DIRECT_MAX_POINTS];
  mask_t sound[DIRECT_MAX_POINTS];
  KERNEL_UNROLL
  for (int i = 0; i < DIRECT_MAX_POINTS * DIRECT_MAX_POINTS; i++)
    a[i / DIRECT_MAX_POINTS][i % DIRECT_MAX_POINTS] = none;
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    KERNEL_UNROLL
    for (int j = 0; j <= i; j++)
      a[i][j] = lane_select(closed[i] & closed[j], contact_entry(run, self, i, j), i == j ? one : none);
    y[i] = lane_select(closed[i], -c[i], none);
  }
  KERNEL_UNROLL
  for (int k = 0; k < n; k++) {
    sound[k] = mask_not(closed[k]) | lane_less(rounding * contact_entry(run, self, k, k), a[k][k]);
    inverse[k] = lane_select(sound[k], one / a[k][k], none);
    KERNEL_UNROLL
    for (int i = k + 1; i < n; i++) {
      const lane_t l = a[i][k] * inverse[k];
      KERNEL_UNROLL
      for (int j = k + 1; j <= i; j++) a[i][j] = lane_fma(-l, a[j][k], a[i][j]);
      y[i] = lane_fma(-l, y[k], y[i]);
    }
  }
  KERNEL_UNROLL
  for (int k = n - 1; k >= 0; k--) {
    lane_t sum = y[k];
    KERNEL_UNROLL
    for (int i = k + 1; i < n; i++) sum = lane_fma(-a[i][k], y[i], sum);
    y[k] = lane_select(sound[k], sum * inverse[k], s[k]);
    dependent[k] = mask_not(sound[k]);
  }
}

// Corrects dependent points whose motion has the wrong sign (stops of one node along one direction
// with different gaps or restitutions). A point with w > 0 opens; a point with w < 0 replaces all
// others. `rounding`: rounding level of w. Returns the lanes with such points.
KERNEL_FN mask_t direct_exchange(const kernel_run *run, const mask_t *dependent, const lane_t *w,
                                 const lane_t *rounding, mask_t *closed) {
  const int n = DIM(DIM_CONTACT_POINTS);
  mask_t changed = mask_set(0);
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    const mask_t parts = dependent[i] & lane_less(rounding[i], w[i]),
                 enters = dependent[i] & lane_less(w[i], -rounding[i]) & mask_not(changed);
    KERNEL_UNROLL
    for (int j = 0; j < n; j++) closed[j] = closed[j] & mask_not(j == i ? parts : enters);
    changed = changed | parts | enters;
  }
  return changed;
}

// Sets self->force in the lanes of `mask` that settle; returns those that do not. Every rank of a
// team computes everything from the same numbers; each point's owner writes its force.
KERNEL_FN mask_t direct_solve(const kernel_run *run, transient *self, mask_t mask) {
  const int n = DIM(DIM_CONTACT_POINTS);
  const lane_t none = lane_set(0);
  lane_t c[DIRECT_MAX_POINTS], s[DIRECT_MAX_POINTS], y[DIRECT_MAX_POINTS], size = none;
  lane_t motion[DIRECT_MAX_POINTS], rounding[DIRECT_MAX_POINTS];
  mask_t closed[DIRECT_MAX_POINTS], allowed[DIRECT_MAX_POINTS], dependent[DIRECT_MAX_POINTS];
  mask_t touched = mask_set(0), running = mask;
  KERNEL_UNROLL
  for (int i = 0; i < DIRECT_MAX_POINTS; i++) {
    c[i] = s[i] = y[i] = motion[i] = rounding[i] = none;
    closed[i] = allowed[i] = dependent[i] = mask_set(0);
  }
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    c[i] = self->contact_offset[i];
    if (DIM(DIM_PRELOAD))
      for (int j = 0; j < n; j++)
        c[i] = lane_fma(-contact_entry(run, self, i, j), point_preload(run, self, j), c[i]);
    s[i] = self->force[i] + point_preload(run, self, i);
    allowed[i] = DIM(DIM_DELASSUS) ? lane_less(none, self->scale[i]) : MASK_ALL;
    touched = touched | (allowed[i] & lane_less(none, s[i]));
    size = lane_max(size, lane_abs(c[i]));
  }
  KERNEL_UNROLL
  for (int i = 0; i < n; i++)
    closed[i] =
        allowed[i] & ((touched & lane_less(none, s[i])) | (mask_not(touched) & lane_less(c[i], none)));
  for (int pass = 0; pass < DIRECT_MAX_PASSES && lockstep_any(running); pass++) {
    mask_t wrong = mask_set(0);
    direct_eliminate(run, self, closed, c, s, y, dependent);
    KERNEL_UNROLL
    for (int i = 0; i < n; i++) {
      lane_t w = c[i];
      KERNEL_UNROLL
      for (int j = 0; j < n; j++) w = lane_fma(contact_entry(run, self, i, j), y[j], w);
      const mask_t pulls = closed[i] & lane_less(y[i], none);
      const mask_t enters = allowed[i] & mask_not(closed[i]) & lane_less(w, -(self->tolerance * size));
      closed[i] = (closed[i] & mask_not(pulls)) | enters;
      wrong = wrong | pulls | enters;
      motion[i] = w;
      rounding[i] = lane_max(self->tolerance, lane_set(64 * REAL_EPSILON)) *
                    lane_fma(contact_entry(run, self, i, i), lane_abs(y[i]), size);
    }
    wrong = wrong | direct_exchange(run, dependent, motion, rounding, closed);
    const mask_t right = running & mask_not(wrong);
    KERNEL_UNROLL
    for (int i = 0; i < n; i++) s[i] = lane_select(right, y[i], s[i]);
    self->iterations = self->iterations + lane_select(running, lane_set(1), none);
    running = running & wrong;
  }
  team_sync(); // all ranks have read the forces
  team_for(i, n) self->force[i] =
      lane_select(mask & mask_not(running), s[i] - point_preload(run, self, i), self->force[i]);
  team_sync();
  return running;
}

#endif
