// Newton's system of each lane. With v = G δ the linearised projections of point j are
//   A_j v_j + B_j δ_j = r_j.
// Open points have A = 0, sticking points B = 0. Two forms give the same δ; the cheaper one by size
// is used:
// - primal: v = G δ. δ of open points is known; δ of closed points is unknown. In slip δ_t follows
//   from δ_n and the rotation δ_τ; far from sticking (NEWTON_FAR_SLIP_GAIN) from δ_n alone.
// - dual: δ = K v, K = G⁻¹. v of sticking points and closed normals is known; v of open points and
//   of slipping tangents is unknown. If all points stick there is no unknown.
// G and K are those of the model. Between steps the lanes keep only forces and their change, which
// are in the state, so a restart is exact.
#ifndef CHATTER_KERNELS_NEWTON_PER_LANE_H
#define CHATTER_KERNELS_NEWTON_PER_LANE_H

#include "../tree.h"
#include "contact.h"
#include "per_lane_system.h"

// If r/|y|, the gain of the slip direction (friction.h), is below this, the point slips far: the
// effect of other points on its direction is left to the next Newton pass.
#define NEWTON_FAR_SLIP_GAIN 0.05

// Numbers of a point: its state; for its three rows (tangents: in stick) the diagonals of A and B,
// and r; for slip (newton_slip_relation) μ, rotation_motion, rotation_force and the right side of
// the rotation, which becomes δ_τ, the direction, and δ_t = offset + slope δ_n + τ δ_τ.
enum {
  NEWTON_POINT_STATE,
  NEWTON_MOTION_COEFFICIENT,
  NEWTON_FORCE_COEFFICIENT = NEWTON_MOTION_COEFFICIENT + 3,
  NEWTON_RIGHT_SIDE = NEWTON_FORCE_COEFFICIENT + 3,
  NEWTON_SLIP_FRICTION = NEWTON_RIGHT_SIDE + 3,
  NEWTON_ROTATION_MOTION,
  NEWTON_ROTATION_FORCE,
  NEWTON_ROTATION_RIGHT_SIDE,
  NEWTON_SLIP_DIRECTION,
  NEWTON_SLIP_SLOPE = NEWTON_SLIP_DIRECTION + 2,
  NEWTON_SLIP_OFFSET = NEWTON_SLIP_SLOPE + 2
};
KERNEL_ASSERT(NEWTON_SLIP_OFFSET + 2 == (int)N_NEWTON_POINT_NUMBERS,
              "transient_arrays.h makes room for them");
enum { NEWTON_POINT_OPEN, NEWTON_POINT_STICKS, NEWTON_POINT_SLIPS, NEWTON_POINT_SLIPS_FAR };

// Lists of a lane, each with one entry per row: of each unknown its row of q_b (for a rotation the
// first tangent) and 4 point + 0, 1, 2, or 3 for a rotation; in the dual the unknown of each row;
// the tangents of slipping points (two each).
enum {
  NEWTON_LIST_ROW,
  NEWTON_LIST_POINT,
  NEWTON_LIST_UNKNOWN,
  NEWTON_LIST_TANGENT,
  N_NEWTON_LISTS = NEWTON_LIST_TANGENT + 2
};
// Numbers of a lane: weights of those tangents, the factor of each equation, the right side.
enum { NEWTON_TANGENT_WEIGHT, NEWTON_EQUATION_FACTOR = 2, NEWTON_SYSTEM_RIGHT_SIDE, N_NEWTON_LANE_NUMBERS };
KERNEL_ASSERT((int)N_NEWTON_LANE_NUMBERS == (int)N_NEWTON_ROW_NUMBERS &&
                  N_NEWTON_LISTS * sizeof(short) <= N_NEWTON_LIST_NUMBERS * sizeof(real),
              "transient_arrays.h makes room for them");

// Scratch of the team for all lanes: known δ or v of each row of q_b, and Q times them; points;
// then systems, numbers and lists lane by lane.
typedef struct newton_workspace {
  lane_t *known, *shift, *point;
  real *system, *number;
  short *list;
} newton_workspace;

#if defined(KERNEL_SIZED) && TEAM == 1
enum {
  NEWTON_LOCAL_ROWS = DIM(DIM_NEWTON_KIND) > NEWTON_BATCHED ? DIM(DIM_BOUNDARY) : 1,
  NEWTON_LOCAL_POINTS = DIM(DIM_NEWTON_KIND) > NEWTON_BATCHED ? DIM(DIM_CONTACT_POINTS) : 1
};
#endif
// Factors kept between the passes of a step. In the lanes of `valid` a system is factorised, with
// the points as in `point`. Its unknowns are first those of one row each, then rotations, then
// normals of slipping points. `moved`: the change of the last pass.
typedef struct newton_factors {
  mask_t valid;
  lane_t moved;
  int dual[LANES], plain[LANES], turning[LANES], n[LANES];
#if defined(KERNEL_SIZED) && TEAM == 1
  // Own scratch, so that the stepper's arrays can stay in registers.
  lane_t known[NEWTON_LOCAL_ROWS], shift[NEWTON_LOCAL_ROWS],
      point[NEWTON_LOCAL_POINTS * N_NEWTON_POINT_NUMBERS];
  real system[NEWTON_SYSTEM_SIZE(NEWTON_LOCAL_ROWS)], number[N_NEWTON_LANE_NUMBERS * NEWTON_LOCAL_ROWS];
  short list[N_NEWTON_LISTS * NEWTON_LOCAL_ROWS];
#endif
} newton_factors;
KERNEL_FN void newton_factors_clear(newton_factors *factors) {
  factors->valid = mask_set(0), factors->moved = lane_set(0);
  for (int lane = 0; lane < LANES; lane++)
    factors->dual[lane] = factors->plain[lane] = factors->turning[lane] = factors->n[lane] = 0;
}
KERNEL_FN newton_workspace newton_workspace_of(const transient *self, newton_factors *factors) {
#if defined(KERNEL_SIZED) && TEAM == 1
  (void)self;
  const newton_workspace workspace = {factors->known,  factors->shift,  factors->point,
                                      factors->system, factors->number, factors->list};
#else
  (void)factors;
  const newton_workspace workspace = {self->known,          self->shift,          self->point,
                                      (real *)self->system, (real *)self->number, (short *)self->index};
#endif
  return workspace;
}

// System of one lane: Q is G, or K if `dual`. On the CPU entry (i, k) is q[(i n + k) stride].
typedef struct newton_lane {
  const newton_workspace *workspace;
  const transient *self;
  const real *q;
  short *row, *owner, *place, *tangent;
  real *weight, *factor, *right, *system;
  int lane, stride, dual;
  int plain, turning, n;
} newton_lane;

KERNEL_FN real newton_matrix_entry(const kernel_run *run, const newton_lane *s, int i, int j) {
#if KERNEL_CUDA // no pointer stands for either matrix (contact_product_rows)
  if (DIM(DIM_DELASSUS)) return contact_entry(run, s->self, i, j);
  return contact_shared_matrix(run, s->dual)[i * DIM(DIM_BOUNDARY) + j];
#else
  return s->q[((long)i * DIM(DIM_BOUNDARY) + j) * s->stride];
#endif
}
KERNEL_FN real newton_point_number(const newton_lane *s, int j, int which) {
  return LANE_ELEMENT(s->workspace->point[j * N_NEWTON_POINT_NUMBERS + which], s->lane);
}
KERNEL_FN int newton_point_state(const newton_lane *s, int j) {
  return (int)newton_point_number(s, j, NEWTON_POINT_STATE);
}
KERNEL_FN int point_row(const kernel_run *run, int j, int i) {
  return i == 0 ? point_normal(run, j) : point_tangent(run, j, i - 1);
}
// Returns 1 if v of row i of a point in `state` is unknown.
KERNEL_FN int newton_row_moves(int state, int i) {
  return state == NEWTON_POINT_OPEN || (state != NEWTON_POINT_STICKS && i > 0);
}

// Counts the unknowns of point j in both forms, summed over all lanes.
KERNEL_FN void newton_count_unknowns(const kernel_run *run, const newton_workspace *workspace, int j,
                                     lane_t *primal, lane_t *dual) {
  const lane_t state = workspace->point[j * N_NEWTON_POINT_NUMBERS + NEWTON_POINT_STATE], none = lane_set(0),
               one = lane_set(1);
  const mask_t open = lane_equal(state, lane_set(NEWTON_POINT_OPEN)),
               sticks = lane_equal(state, lane_set(NEWTON_POINT_STICKS)),
               turns = lane_equal(state, lane_set(NEWTON_POINT_SLIPS));
  const int normals = point_normal(run, j) >= 0,
            tangents = (point_tangent(run, j, 0) >= 0) + (point_tangent(run, j, 1) >= 0);
  const lane_t normal = lane_set((real)normals), all = lane_set((real)(normals + tangents));
  const lane_t closed = lane_select(sticks, all, lane_select(turns, normal + one, normal)),
               moves = lane_select(sticks, none, lane_set((real)tangents));
  *primal = *primal + lane_select(open, none, closed);
  *dual = *dual + lane_select(open, all, moves);
}

// Returns the lanes where the dual is cheaper by n³ of the elimination and the product with K. The
// counts are whole numbers, so the comparison is exact.
KERNEL_FN mask_t newton_is_dual(const kernel_run *run, const newton_workspace *workspace) {
  const real product = 3 * (real)DIM(DIM_BOUNDARY) * (real)DIM(DIM_BOUNDARY);
  lane_t n = lane_set(0), n_dual = lane_set(0);
  if (DIM(DIM_NEWTON_KIND) != NEWTON_DUAL) return mask_set(0);
#if KERNEL_CUDA && TEAM > 1
  lane_t primal[TREE_LEAVES_PER_THREAD], dual[TREE_LEAVES_PER_THREAD];
  KERNEL_REGISTERS
  for (int i = 0; i < TREE_LEAVES_PER_THREAD; i++) {
    primal[i] = dual[i] = 0;
    for (int j = TREE_FIRST_LEAF + i; j < DIM(DIM_CONTACT_POINTS); j += TREE_LEAVES)
      newton_count_unknowns(run, workspace, j, &primal[i], &dual[i]);
  }
  n = tree_sum_team(primal), n_dual = tree_sum_team(dual);
#else
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++) newton_count_unknowns(run, workspace, j, &n, &n_dual);
#endif
  return lane_less(n_dual * n_dual * n_dual + lane_set(product), n * n * n);
}

// Adds unknown n: of a row, or the rotation of a point.
KERNEL_FN void newton_add_unknown(const newton_lane *s, int n, int row, int j, int i) {
  if (TEAM_RANK == 0) s->row[n] = (short)row, s->owner[n] = (short)(4 * j + i);
}

// Sets tangents and weights of unknown n, a slipping point. A missing tangent has weight 0.
KERNEL_FN void newton_set_tangent_weights(const kernel_run *run, const newton_lane *s, int n, int j,
                                          real first, real second) {
  const int at = 2 * (n - s->plain), none = point_tangent(run, j, 1) < 0;
  if (TEAM_RANK != 0) return;
  s->tangent[at] = (short)point_tangent(run, j, 0), s->tangent[at + 1] = (short)point_tangent(run, j, !none);
  s->weight[at] = first, s->weight[at + 1] = none ? 0 : second;
}

// Numbers the unknowns.
KERNEL_FN void newton_number_unknowns(const kernel_run *run, newton_lane *s) {
  int n = 0;
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++) {
    const int state = newton_point_state(s, j);
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0 || (s->dual ? !newton_row_moves(state, i) : state != NEWTON_POINT_STICKS)) continue;
      if (s->dual && TEAM_RANK == 0) s->place[row] = (short)n;
      newton_add_unknown(s, n++, row, j, i);
    }
  }
  s->plain = n;
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS) && !s->dual; j++) {
    if (newton_point_state(s, j) != NEWTON_POINT_SLIPS) continue;
    newton_set_tangent_weights(run, s, n, j, -newton_point_number(s, j, NEWTON_SLIP_DIRECTION + 1),
                               newton_point_number(s, j, NEWTON_SLIP_DIRECTION));
    newton_add_unknown(s, n++, point_tangent(run, j, 0), j, 3);
  }
  s->turning = n;
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS) && !s->dual; j++) {
    if (newton_point_state(s, j) < NEWTON_POINT_SLIPS || point_normal(run, j) < 0) continue;
    newton_set_tangent_weights(run, s, n, j, newton_point_number(s, j, NEWTON_SLIP_SLOPE),
                               newton_point_number(s, j, NEWTON_SLIP_SLOPE + 1));
    newton_add_unknown(s, n++, point_normal(run, j), j, 0);
  }
  s->n = n;
}

// Begins the system of one lane: numbers its unknowns in the given form, or keeps the earlier ones.
KERNEL_FN newton_lane newton_lane_begin(const kernel_run *run, const transient *self,
                                        const newton_workspace *workspace, newton_factors *factors, int lane,
                                        int keeps, int dual) {
  const long rows = DIM(DIM_BOUNDARY);
  short *list = workspace->list + lane * N_NEWTON_LISTS * rows;
  real *number = workspace->number + lane * N_NEWTON_LANE_NUMBERS * rows;
  newton_lane s;
  s.workspace = workspace, s.self = self, s.q = 0, s.lane = lane, s.stride = 1;
  s.row = list + NEWTON_LIST_ROW * rows, s.owner = list + NEWTON_LIST_POINT * rows;
  s.place = list + NEWTON_LIST_UNKNOWN * rows, s.tangent = list + NEWTON_LIST_TANGENT * rows;
  s.weight = number + NEWTON_TANGENT_WEIGHT * rows, s.factor = number + NEWTON_EQUATION_FACTOR * rows;
  s.right = number + NEWTON_SYSTEM_RIGHT_SIDE * rows,
  s.system = workspace->system + lane * NEWTON_SYSTEM_SIZE(rows);
  s.dual = factors->dual[lane], s.plain = factors->plain[lane], s.turning = factors->turning[lane],
  s.n = factors->n[lane];
  if (!keeps) s.dual = dual;
#if !KERNEL_CUDA
  s.q = contact_matrix(run, self, lane, s.dual, &s.stride);
#endif
  if (!keeps) newton_number_unknowns(run, &s);
  factors->dual[lane] = s.dual, factors->plain[lane] = s.plain, factors->turning[lane] = s.turning,
  factors->n[lane] = s.n;
  return s;
}

// Sets the known δ (primal) or v (dual) of every row, zero for unknowns, and Q times them, in the
// lanes of `mask`. Known δ up to `least` are ignored: the next pass includes their effect.
KERNEL_FN void newton_set_known(const kernel_run *run, const transient *self,
                                const newton_workspace *workspace, mask_t mask, mask_t dual, lane_t least) {
  const lane_t none = lane_set(0);
  lane_t most = none;
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const lane_t *point = workspace->point + j * N_NEWTON_POINT_NUMBERS, state = point[NEWTON_POINT_STATE];
    const mask_t open = lane_equal(state, lane_set(NEWTON_POINT_OPEN)),
                 sticks = lane_equal(state, lane_set(NEWTON_POINT_STICKS)),
                 slips = mask_not(dual) & lane_less(lane_set(NEWTON_POINT_STICKS), state);
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      const mask_t moves = i > 0 ? sticks : mask_not(open); // v is known
      const mask_t known = (dual & moves) | (mask_not(dual) & open);
      workspace->known[row] = lane_select(known, point[NEWTON_RIGHT_SIDE + i], none);
      if (i > 0)
        workspace->known[row] = lane_select(slips, point[NEWTON_SLIP_OFFSET + i - 1], workspace->known[row]);
      most = lane_max(most, lane_abs(workspace->known[row]));
    }
  }
  most = (lane_t)team_max(most);
  const mask_t matters = lane_less(least, most), primal = mask & mask_not(dual);
  if (lane_any(primal & mask_not(matters))) {
    team_for(b, DIM(DIM_BOUNDARY)) workspace->shift[b] = lane_select(matters, workspace->shift[b], none);
  }
  team_sync();
  contact_product_into(run, self, primal & matters, 0, workspace->known, workspace->shift);
  contact_product_into(run, self, mask & dual, 1, workspace->known, workspace->shift);
}

// Returns the rounding level of a pivot of an equation Σ by Q[row] u + own u = …
KERNEL_FN real newton_pivot_rounding(real by, real diagonal, real own) {
  return 64 * REAL_EPSILON * per_lane_fma(per_lane_abs(by), diagonal, per_lane_abs(own));
}

// Returns the coefficient of unknown b in row `row` of Q u: an entry of Q, or in slip a weighted
// sum of its rows. On the CPU all rows are summed at once into `column`.
KERNEL_FN real newton_column_entry(const kernel_run *run, const newton_lane *s, int b, const real *column,
                                   int row) {
#if KERNEL_CUDA
  const int k = 2 * (b - s->plain);
  real sum = b < s->plain || b >= s->turning ? newton_matrix_entry(run, s, s->row[b], row) : 0;
  (void)column;
  for (int i = 0; i < 2 && b >= s->plain; i++)
    sum = per_lane_fma(s->weight[k + i], newton_matrix_entry(run, s, s->tangent[k + i], row), sum);
  return sum;
#else
  return (void)run, (void)s, (void)b, column[row];
#endif
}
#if KERNEL_CUDA
KERNEL_FN const real *newton_column_sum(const kernel_run *run, const newton_lane *s, int b) {
  return (void)run, (void)s, (void)b, (const real *)0;
}
#else
// The sum is stored behind the system, whose width is at most rows + PACKED_WIDTH - 1.
KERNEL_FN const real *newton_column_sum(const kernel_run *run, const newton_lane *s, int b) {
  const int rows = DIM(DIM_BOUNDARY), k = 2 * (b - s->plain);
  const long step = (long)rows * s->stride;
  const real *own = s->q + s->row[b] * step;
  real *sum = s->system + (long)s->n * per_lane_system_width(s->n);
  if (b < s->plain && s->stride == 1) return own;
  if (b < s->plain) {
    for (int i = 0; i < rows; i++) sum[i] = own[i * s->stride];
    return sum;
  }
  const real *of[2] = {s->q + s->tangent[k] * step, s->q + s->tangent[k + 1] * step};
  per_lane_combine_rows(b < s->turning ? 0 : own, of, s->weight + k, s->stride, rows, sum);
  return sum;
}
#endif

// Writes the coefficients of unknown b in all primal equations into its row of the system.
KERNEL_FN void newton_primal_row(const kernel_run *run, const newton_lane *s, int b, real *to) {
  const real *column = newton_column_sum(run, s, b);
  for (int a = 0; a < s->plain; a++) to[a] = s->factor[a] * newton_column_entry(run, s, b, column, s->row[a]);
  for (int a = s->plain; a < s->turning; a++) {
    const int k = 2 * (a - s->plain);
    const real sum = per_lane_fma(s->weight[k + 1], newton_column_entry(run, s, b, column, s->tangent[k + 1]),
                                  s->weight[k] * newton_column_entry(run, s, b, column, s->tangent[k]));
    to[a] = s->factor[a] * sum;
  }
  for (int a = s->turning; a < s->n; a++)
    to[a] = s->factor[a] * newton_column_entry(run, s, b, column, s->row[a]);
}

// Sets the factors of all primal equations, and in `right` the rounding level of pivots.
KERNEL_FN void newton_primal_equation_factors(const kernel_run *run, const newton_lane *s) {
  team_for(a, s->n) {
    const int j = s->owner[a] / 4, i = s->owner[a] % 4;
    s->factor[a] = newton_point_number(s, j, i == 3 ? NEWTON_ROTATION_MOTION : NEWTON_MOTION_COEFFICIENT + i);
    s->right[a] = newton_pivot_rounding(
        s->factor[a], newton_matrix_entry(run, s, s->row[a], s->row[a]),
        newton_point_number(s, j, i == 3 ? NEWTON_ROTATION_FORCE : NEWTON_FORCE_COEFFICIENT + i));
  }
  team_sync();
}

KERNEL_FN void newton_primal_system(const kernel_run *run, const newton_lane *s) {
  const int width = per_lane_system_width(s->n);
  newton_primal_equation_factors(run, s);
  team_for(b, s->n) {
    const int j = s->owner[b] / 4, i = s->owner[b] % 4;
    real *to = s->system + (long)b * width;
    newton_primal_row(run, s, b, to);
    for (int a = s->n; a < width; a++) to[a] = 0;
    to[b] = to[b] + newton_point_number(s, j, i == 3 ? NEWTON_ROTATION_FORCE : NEWTON_FORCE_COEFFICIENT + i);
  }
}

// Finds row i of B and A of a point in the dual. In slip B = d dᵀ + hold τ τᵀ with -μ d for δ_n, A
// = turn τ τᵀ.
KERNEL_FN void newton_dual_blocks(const newton_lane *s, int j, int i, real *force, real *motion) {
  const int slips = i > 0 && newton_point_state(s, j) >= NEWTON_POINT_SLIPS;
  const real d[2] = {newton_point_number(s, j, NEWTON_SLIP_DIRECTION),
                     newton_point_number(s, j, NEWTON_SLIP_DIRECTION + 1)},
             across[2] = {-d[1], d[0]};
  for (int k = 0; k < 3; k++) force[k] = motion[k] = 0;
  if (!slips) {
    force[i] = newton_point_number(s, j, NEWTON_FORCE_COEFFICIENT + i),
    motion[i] = newton_point_number(s, j, NEWTON_MOTION_COEFFICIENT + i);
    return;
  }
  const real turn = newton_point_number(s, j, NEWTON_ROTATION_MOTION),
             hold = newton_point_number(s, j, NEWTON_ROTATION_FORCE);
  force[0] = -(newton_point_number(s, j, NEWTON_SLIP_FRICTION) * d[i - 1]);
  for (int k = 0; k < 2; k++) {
    force[1 + k] = per_lane_fma(d[i - 1], d[k], hold * (across[i - 1] * across[k]));
    motion[1 + k] = turn * (across[i - 1] * across[k]);
  }
}

// Returns Σ force_k Q[row_k] for unknown b and the point with these rows.
KERNEL_FN real newton_dual_entry(const kernel_run *run, const newton_lane *s, const real *force,
                                 const int *row, int b) {
  real sum = 0;
  for (int k = 0; k < 3; k++)
    if (force[k] != 0) sum = per_lane_fma(force[k], newton_matrix_entry(run, s, s->row[b], row[k]), sum);
  return sum;
}

// Writes equation a of the dual down its column of the system, and the rounding level of its pivot
// into `right`.
KERNEL_FN void newton_dual_equation(const kernel_run *run, const newton_lane *s, int a) {
  const int j = s->owner[a] / 4, i = s->owner[a] % 4, width = per_lane_system_width(s->n);
  real force[3], motion[3];
  const int row[3] = {point_row(run, j, 0), point_row(run, j, 1), point_row(run, j, 2)};
  newton_dual_blocks(s, j, i, force, motion);
  for (int b = 0; b < s->n; b++) s->system[(long)b * width + a] = newton_dual_entry(run, s, force, row, b);
  for (int k = 0; k < 3; k++) {
    const int unknown = row[k] < 0 ? -1 : s->place[row[k]];
    if (unknown < 0 || motion[k] == 0) continue;
    real *to = s->system + (long)unknown * width + a;
    *to = *to + motion[k];
  }
  s->right[a] = newton_pivot_rounding(force[i], newton_matrix_entry(run, s, s->row[a], s->row[a]), motion[i]);
}

KERNEL_FN void newton_dual_system(const kernel_run *run, const newton_lane *s) {
  const int width = per_lane_system_width(s->n);
  for (int b = 0; b < s->n && width > s->n; b++)
    for (int a = s->n; a < width; a++) s->system[(long)b * width + a] = 0;
  team_for(a, s->n) newton_dual_equation(run, s, a);
}

// Computes the right side of every equation, less the known terms.
KERNEL_FN void newton_right_sides(const kernel_run *run, const newton_lane *s) {
  team_for(a, s->n) {
    const int j = s->owner[a] / 4, i = s->owner[a] % 4;
    real right = newton_point_number(s, j, i == 3 ? NEWTON_ROTATION_RIGHT_SIDE : NEWTON_RIGHT_SIDE + i),
         force[3], motion[3];
    if (s->dual) {
      newton_dual_blocks(s, j, i, force, motion);
      for (int k = 0; k < 3; k++)
        if (force[k] != 0)
          right = per_lane_fma(-force[k], LANE_ELEMENT(s->workspace->shift[point_row(run, j, k)], s->lane),
                               right);
    } else if (i == 3) {
      const real *weight = s->weight + 2 * (a - s->plain);
      const short *tangent = s->tangent + 2 * (a - s->plain);
      const real sum = per_lane_fma(weight[1], LANE_ELEMENT(s->workspace->shift[tangent[1]], s->lane),
                                    weight[0] * LANE_ELEMENT(s->workspace->shift[tangent[0]], s->lane));
      right = per_lane_fma(-s->factor[a], sum, right);
    } else {
      right = per_lane_fma(-s->factor[a], LANE_ELEMENT(s->workspace->shift[s->row[a]], s->lane), right);
    }
    s->right[a] = right;
  }
  team_sync();
}

// Stores unknown a in `known`, or as the point's δ_τ.
KERNEL_FN void newton_store_unknown(const newton_lane *s, int a) {
  const int j = s->owner[a] / 4;
  if (s->owner[a] % 4 == 3)
    LANE_ELEMENT(s->workspace->point[j * N_NEWTON_POINT_NUMBERS + NEWTON_ROTATION_RIGHT_SIDE], s->lane) =
        s->right[a];
  else
    LANE_ELEMENT(s->workspace->known[s->row[a]], s->lane) = s->right[a];
}

// Solves for the unknowns of a lane. Unique solutions have positive principal minors, so no
// pivoting is needed. Dependent rows of a singular G: δ is zero.
KERNEL_FN void newton_lane_solve(const kernel_run *run, const newton_lane *s, int keeps) {
  if (!keeps) {
    if (s->dual)
      newton_dual_system(run, s);
    else
      newton_primal_system(run, s);
    team_sync();
    per_lane_factor(s->system, s->n, s->right);
  }
  newton_right_sides(run, s);
  per_lane_solve(s->system, s->n, s->right);
  team_for(a, s->n) newton_store_unknown(s, a);
  team_sync();
}

// Computes δ of every row from the known values, into `shift`.
KERNEL_FN void newton_force_change(const kernel_run *run, const transient *self,
                                   const newton_workspace *workspace, mask_t mask, mask_t dual) {
  contact_product_into(run, self, mask & dual, 1, workspace->known, workspace->shift);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    const lane_t *point = workspace->point + j * N_NEWTON_POINT_NUMBERS;
    const mask_t slips = lane_less(lane_set(NEWTON_POINT_STICKS), point[NEWTON_POINT_STATE]);
    const int normal = point_normal(run, j);
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      lane_t change = workspace->known[row];
      if (i > 0 && lane_any(slips)) {
        const lane_t across = i == 1 ? -point[NEWTON_SLIP_DIRECTION + 1] : point[NEWTON_SLIP_DIRECTION];
        lane_t follows = normal < 0
                             ? change
                             : lane_fma(point[NEWTON_SLIP_SLOPE + i - 1], workspace->known[normal], change);
        if (point_tangent(run, j, 1) >= 0)
          follows = lane_fma(across, point[NEWTON_ROTATION_RIGHT_SIDE], follows);
        change = lane_select(slips, follows, change);
      }
      workspace->shift[row] = lane_select(dual, workspace->shift[row], change);
    }
  }
  team_sync();
}

// Sets x + δ in the lanes of `mask`; a point that opens gets exactly the open state. Adding 0
// removes negative zeros.
KERNEL_FN void newton_apply_change(const kernel_run *run, transient *self, const newton_workspace *workspace,
                                   mask_t mask) {
  const lane_t none = lane_set(0);
  team_for(j, DIM(DIM_CONTACT_POINTS)) {
    if (point_is_settled(run, j)) continue;
    const mask_t opens = lane_equal(workspace->point[j * N_NEWTON_POINT_NUMBERS + NEWTON_POINT_STATE],
                                    lane_set(NEWTON_POINT_OPEN));
    for (int i = 0; i < 3; i++) {
      const int row = point_row(run, j, i);
      if (row < 0) continue;
      const lane_t open = i == 0 ? none - point_preload(run, self, j) : none;
      self->force[row] = lane_select(
          mask, lane_select(opens, open, self->force[row] + workspace->shift[row] + none), self->force[row]);
    }
  }
  team_sync();
}

// Newton step in the lanes of `mask` from the linearised points; lanes of `keeps` reuse the factors
// of an earlier pass.
KERNEL_FN void newton_solve(const kernel_run *run, transient *self, const newton_workspace *workspace,
                            newton_factors *factors, lane_t least, mask_t mask, mask_t keeps, mask_t exact) {
  newton_lane s[LANES];
  if (!lane_any(mask)) return;
  mask_t dual = mask_set(0);
  if (lane_any(mask & mask_not(keeps))) dual = newton_is_dual(run, workspace) & mask_not(exact);
  for (int lane = 0; lane < LANES; lane++) {
    if (!mask_get(mask, lane)) continue;
    s[lane] =
        newton_lane_begin(run, self, workspace, factors, lane, mask_get(keeps, lane), mask_get(dual, lane));
    mask_put(&dual, lane, s[lane].dual);
  }
  newton_set_known(run, self, workspace, mask, dual, least);
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane)) newton_lane_solve(run, &s[lane], mask_get(keeps, lane));
  factors->valid = factors->valid | mask;
  newton_force_change(run, self, workspace, mask, dual);
  newton_apply_change(run, self, workspace, mask);
}

#endif
