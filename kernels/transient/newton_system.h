// One lane's system of Newton's method. With v = G δ the linearised projections of point j read
//   A_j v_j + B_j δ_j = r_j
// Open points have A = 0, points that stick B = 0. Two ways to the same δ, the cheaper one by their sizes:
//   primal  v = G δ: δ of open points is known, unknown is that of closed ones. Where a point slips far
//           (NEWTON_FAR), its δ_t follows from its δ_n and only that is unknown.
//   dual    δ = K v, K = G⁻¹: v of what sticks and of closed normals is known, unknown is that of open points
//           and of tangents that slip. Nothing is left where all stick.
// G and K are those of the model; the lanes have nothing to keep from step to step, so that a restart is
// exact.
#ifndef CHATTER_KERNELS_NEWTON_SYSTEM_H
#define CHATTER_KERNELS_NEWTON_SYSTEM_H

#include "contact.h"

// A point whose trial force is this many times outside its disc slips far: what the others' forces do to its
// direction is left to the next step of Newton's method. From r/|y|, the gain of the direction (friction.h).
#define NEWTON_FAR 0.05

// Numbers of a point: its state, A and B (normal, then tangents by rows; B_tn), r, and δ_t = offset + slope
// δ_n of far slip.
enum {
  NEWTON_STATE,
  NEWTON_MOTION,
  NEWTON_FORCE = NEWTON_MOTION + 5,
  NEWTON_PULL = NEWTON_FORCE + 5,
  NEWTON_RIGHT = NEWTON_PULL + 2,
  NEWTON_SLOPE = NEWTON_RIGHT + 3,
  NEWTON_OFFSET = NEWTON_SLOPE + 2
};
KERNEL_ASSERT(NEWTON_OFFSET + 2 == NEWTON_NUMBERS, "transient_arrays.h makes room for them");
enum { NEWTON_OPEN, NEWTON_STICK, NEWTON_SLIP, NEWTON_SLIP_FAR };

// Scratch of the team: the system; known δ or v of each row of q_b, and Q times them; row of q_b, 4 point +
// 0, 1, 2 of each unknown, and the unknown of each row, -1: none; the points of all lanes.
typedef struct newton_room {
  real *system, *known, *shift;
  int *row, *owner, *place;
  lane_t *point;
} newton_room;

// One lane's problem: Q is G, or K where `dual`. On the CPU its entry (i, k) lies at q[(i n + k) stride].
typedef struct newton_lane {
  const newton_room *room;
  const transient *self;
  const real *q;
  int lane, stride, dual, exact;
  int n, plain; // unknowns: all, and those before the far slips
} newton_lane;

KERNEL_FN real newton_entry(const kernel_run *run, const newton_lane *s, int i, int j) {
#if KERNEL_CUDA
  return contact_one(run, s->self, s->dual, i, j);
#else
  return s->q[((long)i * DIM(DIM_BOUNDARY) + j) * s->stride];
#endif
}
KERNEL_FN real newton_number(const newton_lane *s, int j, int which) {
  return LANE_OF(s->room->point[j * NEWTON_NUMBERS + which], s->lane);
}
KERNEL_FN int newton_state(const newton_lane *s, int j) {
  const int state = (int)newton_number(s, j, NEWTON_STATE);
  return s->exact && state == NEWTON_SLIP_FAR ? NEWTON_SLIP : state;
}
KERNEL_FN int point_row(const kernel_run *run, int j, int i) {
  return i == 0 ? point_normal(run, j) : point_tangent(run, j, i - 1);
}
KERNEL_FN int point_tangents(const kernel_run *run, int j) {
  return (point_tangent(run, j, 0) >= 0) + (point_tangent(run, j, 1) >= 0);
}

// Whether row i of a point in `state` is unknown.
KERNEL_FN int newton_unknown(int state, int i, int dual) {
  if (dual) return state == NEWTON_OPEN || (state != NEWTON_STICK && i > 0);
  return state != NEWTON_OPEN && (state != NEWTON_SLIP_FAR || i == 0);
}

// Which way is cheaper: n³ of the elimination, and the dual's product with K.
KERNEL_FN int newton_is_dual(const kernel_run *run, newton_lane *s) {
  const long rows = DIM(DIM_BOUNDARY);
  long n[2] = {0, 0};
  if (DIM(DIM_NEWTON) != NEWTON_DUAL || s->exact) return 0;
  for (int j = 0; j < DIM(DIM_POINTS); j++) {
    const int state = newton_state(s, j), tangents = point_tangents(run, j),
              normal = point_normal(run, j) >= 0;
    for (int dual = 0; dual < 2; dual++)
      n[dual] +=
          (newton_unknown(state, 0, dual) ? normal : 0) + (newton_unknown(state, 1, dual) ? tangents : 0);
  }
  return n[0] * n[0] * n[0] > n[1] * n[1] * n[1] + 3 * rows * rows;
}

// Numbers the unknowns, far slips last.
KERNEL_FN void newton_count(const kernel_run *run, newton_lane *s) {
  const newton_room *room = s->room;
  int n = 0;
  for (int far = 0; far < 2; far++) {
    for (int j = 0; j < DIM(DIM_POINTS); j++) {
      const int state = newton_state(s, j), is_far = !s->dual && state == NEWTON_SLIP_FAR;
      for (int i = 0; i < 3; i++) {
        const int row = point_row(run, j, i);
        if (row < 0) continue;
        const int unknown = newton_unknown(state, i, s->dual);
        if (!unknown && !far && TEAM_RANK == 0) room->place[row] = -1;
        if (!unknown || is_far != far) continue;
        if (TEAM_RANK == 0) room->row[n] = row, room->owner[n] = 4 * j + i, room->place[row] = n;
        n++;
      }
    }
    if (!far) s->plain = n;
  }
  s->n = n;
}

// Known δ (primal) or v (dual) of every row, zero for the unknown ones, and Q times them.
KERNEL_FN void newton_know(const kernel_run *run, const newton_lane *s) {
  team_for(j, DIM(DIM_POINTS)) {
    const int state = newton_state(s, j);
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      const int unknown = newton_unknown(state, i, s->dual),
                follows = !s->dual && state == NEWTON_SLIP_FAR && i > 0;
      s->room->known[row] = follows   ? newton_number(s, j, NEWTON_OFFSET + i - 1)
                            : unknown ? 0
                                      : newton_number(s, j, NEWTON_RIGHT + i);
    }
  }
  team_sync();
  contact_times(run, s->self, s->lane, s->dual, s->room->known, 1, s->room->shift, 1);
  team_sync();
}

// Row i of A and B of a point, all three columns: what multiplies Q times the unknowns, and what the unknowns
// themselves. Numbers, not pointers to either: a GPU's compiler would lose track of which memory they are in.
KERNEL_FN void newton_blocks(const newton_lane *s, int j, int i, real *through, real *own) {
  for (int k = 0; k < 3; k++) {
    const int at = i == 0 ? 0 : 1 + 2 * (i - 1) + k - 1, is_pull = i > 0 && k == 0, is_none = i == 0 && k > 0;
    const real motion = is_pull || is_none ? 0 : newton_number(s, j, NEWTON_MOTION + at);
    const real force = is_none   ? 0
                       : is_pull ? newton_number(s, j, NEWTON_PULL + i - 1)
                                 : newton_number(s, j, NEWTON_FORCE + at);
    through[k] = s->dual ? force : motion;
    own[k] = s->dual ? motion : force;
  }
}

// to[b] += factor Q[row][b], b running over the unknowns.
KERNEL_FN void newton_gather(const kernel_run *run, const newton_lane *s, int row, real factor, real *to) {
  const newton_room *room = s->room;
  for (int b = 0; b < s->plain; b++) to[b] = one_fma(factor, newton_entry(run, s, row, room->row[b]), to[b]);
  for (int b = s->plain; b < s->n; b++) {
    const int j = room->owner[b] / 4;
    real entry = newton_entry(run, s, row, room->row[b]);
    for (int i = 0; i < 2; i++) {
      const int tangent = point_tangent(run, j, i);
      if (tangent >= 0)
        entry = one_fma(newton_number(s, j, NEWTON_SLOPE + i), newton_entry(run, s, row, tangent), entry);
    }
    to[b] = one_fma(factor, entry, to[b]);
  }
}

// The equation of unknown a.
KERNEL_FN void newton_equation(const kernel_run *run, const newton_lane *s, int a) {
  const newton_room *room = s->room;
  const int j = room->owner[a] / 4, i = room->owner[a] % 4;
  real through[3], own[3], most = 0, right = newton_number(s, j, NEWTON_RIGHT + i);
  real *to = room->system + a * one_width(s->n);
  newton_blocks(s, j, i, through, own);
  for (int b = 0; b < (LANES > 1 ? one_width(s->n) : s->n); b++) to[b] = 0;
  for (int k = 0; k < 3; k++) {
    const int row = point_row(run, j, k);
    if (row < 0) continue;
    const real diagonal = newton_entry(run, s, row, row);
    if (diagonal > most) most = diagonal;
    if (through[k] != 0) {
      newton_gather(run, s, row, through[k], to);
      right = one_fma(-through[k], room->shift[row], right);
    }
  }
  for (int k = 0; k < 3; k++) {
    const int row = point_row(run, j, k);
    if (row >= 0 && room->place[row] >= 0) to[room->place[row]] = to[room->place[row]] + own[k];
  }
  to[s->n + SYSTEM_RIGHT] = right;
  to[one_tiny(s->n, a)] = 64 * REAL_EPSILON * one_fma(one_abs(through[i]), most, one_abs(own[i]));
}

// δ of every row into `shift`, from the solved system.
KERNEL_FN void newton_change(const kernel_run *run, const newton_lane *s) {
  const newton_room *room = s->room;
  team_for(a, s->n) room->known[room->row[a]] = one_unknown(room->system, s->n, a);
  team_sync();
  if (s->dual) {
    contact_times(run, s->self, s->lane, s->dual, room->known, 1, room->shift, 1);
  } else {
    team_for(j, DIM(DIM_POINTS)) for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      room->shift[row] = room->known[row];
      if (i > 0 && newton_state(s, j) == NEWTON_SLIP_FAR)
        room->shift[row] = one_fma(newton_number(s, j, NEWTON_SLOPE + i - 1),
                                   room->known[point_normal(run, j)], room->known[row]);
    }
  }
  team_sync();
}

// x + δ; exactly the open state where a point opens. + 0: no negative zero.
KERNEL_FN void newton_apply(const kernel_run *run, transient *self, const newton_lane *s) {
  team_for(j, DIM(DIM_POINTS)) {
    if (point_is_settled(run, j)) continue;
    const lane_t preload = point_preload(run, self, j);
    const int opens = newton_state(s, j) == NEWTON_OPEN;
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      real *force = &LANE_OF(self->force[row], s->lane);
      *force = opens ? (i == 0 ? 0 - LANE_OF(preload, s->lane) : 0) : *force + s->room->shift[row] + 0;
    }
  }
  team_sync();
}

// A step of Newton's method in one lane, from the linearised points.
KERNEL_FN void newton_solve(const kernel_run *run, transient *self, const newton_room *room, int lane,
                            int exact) {
  newton_lane s = {room, self, 0, lane, 1, 0, exact, 0, 0};
  s.dual = newton_is_dual(run, &s);
#if !KERNEL_CUDA
  s.q = contact_matrix(run, self, lane, s.dual, &s.stride);
#endif
  newton_count(run, &s);
  newton_know(run, &s);
  team_for(a, s.n) newton_equation(run, &s, a);
  team_sync();
  // Unique solutions have positive principal minors: no pivoting. Dependent rows of a singular G: δ is zero.
  one_eliminate(room->system, s.n);
  newton_change(run, &s);
  newton_apply(run, self, &s);
}

#endif
