// Contact of two beams in one zone, point-wise or by several pairs of points, with friction: its
// places, forces, and its contributions to residual and tangent (Litewka 2015, equations 20-43 and
// 53-66, with the corrections in docs/theory/beams.md).
//
// The places v of the points solve E(v, u) = 0. The tangent gets the second derivative of
//   W = Σ_q (-F_N g + F_m d_m + F_s d_s)   with constant forces,
// and the derivatives of the forces times the gradients. The former is that of the Lagrangian W -
// λ·E with λ·E_v = W_v, so that no second derivative of v is needed: L_uu + L_uv v_u + v_uᵀ L_vu +
// v_uᵀ L_vv v_u, v_u = -E_v⁻¹ E_u.
#ifndef CHATTER_KERNELS_BEAMS_ZONE_H
#define CHATTER_KERNELS_BEAMS_ZONE_H

#include "zone_terms.h"

typedef struct zone_law {
  lane_t normal, tangential, friction; // ε_N, ε_T, μ
  lane_t radii;                        // r_m + r_s
  lane_t vector;                       // 1: friction is a vector on both bodies; 0: by components
  lane_t shift;                        // (shift) sin φ (Litewka 2015, equation 5); 0 with one pair
} zone_law;

enum { RELATION_GAP, RELATION_SLIP, N_RELATIONS = 3 }; // RELATION_SLIP + side
#define RELATION_FROM(r) ((r) == RELATION_GAP ? POINT_NOW_FIRST : (r)-RELATION_SLIP)
#define RELATION_TO(r) ((r) == RELATION_GAP ? POINT_NOW_SECOND : POINT_BEFORE_FIRST + (r)-RELATION_SLIP)

typedef struct zone_pair {
  curve_point point[N_PAIR_POINTS];
  lane_t place[N_PAIR_POINTS];   // S
  zone_relation is[N_RELATIONS]; // distance, chord on m, chord on s
  lane_t weight[N_RELATIONS];    // weights in W: -F_N, F_m, F_s
  lane_t move[N_RELATIONS][ZONE_MAX_PLACES][3],
      bent[N_RELATIONS][ZONE_MAX_PLACES][3]; // dy/dv, and ∂²/∂y² times it
  lane_t rate[N_RELATIONS][ZONE_MAX_PLACES]; // d/dv
  lane_t cosine_rate[ZONE_MAX_PLACES];
  mask_t closed;
  lane_t turn[2][3]; // derivative of cos by the chords' vectors
  // dF_i = by_normal dF_N + by_slid[j] dd_j + by_cosine dcos
  lane_t by_normal[2], by_slid[2][2], by_cosine[2];
} zone_pair;

typedef struct beam_zone {
  int pairs, places;
  int holds; // 1: points keep their facets
  // of the beams; nodes with a weight in any lane: `span` from `from` on
  int nodes[2], from[2], span[2];
  int first[2]; // number of their first node among all nodes whose positions are given
  zone_law law;
  zone_pair pair[ZONE_MAX_PAIRS];
  zone_angle angle;
  lane_t shift;
  lane_t jacobian[ZONE_MAX_PLACES][ZONE_MAX_PLACES]; // E_v
  lane_t lambda[ZONE_MAX_PLACES];
  lane_t curve[ZONE_MAX_PLACES][ZONE_MAX_PLACES]; // L_vv
  mask_t active;                                  // any pair is closed
} beam_zone;

// Computes the motion of y = x_a - x_b of each relation by the places.
KERNEL_FN void pair_set_motions(zone_pair *pair, int q, int places) {
  for (int r = 0; r < N_RELATIONS; r++) {
    const int a = RELATION_FROM(r), b = RELATION_TO(r);
    for (int v = 0; v < places; v++) {
      const lane_t first = lane_set((real)pair_place_rate(q, a, v)),
                   second = lane_set((real)pair_place_rate(q, b, v));
      lane_t *y = pair->move[r][v];
      FOR_EACH_AXIS(c) y[c] = lane_fma(first, pair->point[a].slope[c], -(second * pair->point[b].slope[c]));
      relation_project_curvature(&pair->is[r], y, pair->bent[r][v]);
      pair->rate[r][v] = vector_dot(pair->is[r].n, y);
    }
  }
  for (int v = 0; v < places; v++)
    pair->cosine_rate[v] = vector_dot(pair->turn[0], pair->move[RELATION_SLIP][v]) +
                           vector_dot(pair->turn[1], pair->move[RELATION_SLIP + 1][v]);
}

// Returns the positions of a beam's nodes. No pointer is kept in a zone, because a GPU must know
// which memory it reads.
KERNEL_FN const lane_t *zone_nodes(const beam_zone *self, const lane_t *places, int side) {
  return places + N_NODE_NUMBERS * self->first[side];
}

// Returns the facet of a point of a pair: by its place, or the one noted in `now`.
KERNEL_FN lane_t zone_facet(const beam_zone *self, const lane_t *now, int q, int side, lane_t place) {
  if (self->holds) return now[ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS + PAIR_FACET + side];
  return curve_facet(place, self->nodes[side] - 2);
}

// Finds the places with a common normal of both lines by Newton's method, from the initial `place`,
// in the lanes of `mask`. Returns the lanes where they were found.
KERNEL_FN mask_t zone_find_common_normal(const beam_zone *self, const lane_t *places, const lane_t *now,
                                         lane_t *place, mask_t mask) {
  enum { ZONE_MAX_STEPS = 30 };
  mask_t running = mask, found = mask_set(0);
  for (int step = 0; step < ZONE_MAX_STEPS && lane_any(running); step++) {
    curve_point m, s;
    lane_t y[3];
    curve_point_at(zone_nodes(self, places, 0), place[0], zone_facet(self, now, 0, 0, place[0]), &m);
    curve_point_at(zone_nodes(self, places, 1), place[1], zone_facet(self, now, 0, 1, place[1]), &s);
    FOR_EACH_AXIS(c) y[c] = m.at[c] - s.at[c];
    const lane_t mm = vector_dot(m.slope, m.slope), ss = vector_dot(s.slope, s.slope),
                 ms = vector_dot(m.slope, s.slope);
    const lane_t a = mm + vector_dot(y, m.bend), d = vector_dot(y, s.bend) - ss, f = vector_dot(y, m.slope),
                 g = vector_dot(y, s.slope);
    const lane_t det = lane_fma(a, d, ms * ms), big = lane_set(2);
    const mask_t sound = lane_less(lane_set((real)1e-10) * mm * ss, lane_abs(det));
    lane_t change[2] = {lane_fma(f, d, ms * g) / det, lane_fma(a, g, -(ms * f)) / det};
    lane_t most = lane_set(0);
    for (int i = 0; i < 2; i++) {
      change[i] = lane_max(-big, lane_min(big, change[i]));
      place[i] = lane_select(running & sound, place[i] - change[i], place[i]);
      most = lane_max(most, lane_abs(change[i]));
    }
    found = found |
            (running & sound & lane_less_equal(most, lane_set((real)1e-13) * lane_set((real)self->nodes[0])));
    running = running & sound & mask_not(found);
  }
  return found;
}

// Finds the place on m of pair q that faces `target` on s, in the same way.
KERNEL_FN mask_t zone_find_facing_place(const beam_zone *self, const lane_t *places, const lane_t *now, int q,
                                        const curve_point *target, lane_t *place, mask_t mask) {
  enum { ZONE_MAX_STEPS = 30 };
  mask_t running = mask, found = mask_set(0);
  for (int step = 0; step < ZONE_MAX_STEPS && lane_any(running); step++) {
    curve_point m;
    lane_t y[3];
    curve_point_at(zone_nodes(self, places, 0), *place, zone_facet(self, now, q, 0, *place), &m);
    FOR_EACH_AXIS(c) y[c] = m.at[c] - target->at[c];
    const lane_t rate = vector_dot(m.slope, m.slope) + vector_dot(y, m.bend);
    const lane_t change = lane_max(lane_set(-2), lane_min(lane_set(2), vector_dot(y, m.slope) / rate));
    *place = lane_select(running, *place - change, *place);
    found = found | (running & lane_less_equal(lane_abs(change),
                                               lane_set((real)1e-13) * lane_set((real)self->nodes[0])));
    running = running & mask_not(found);
  }
  return found;
}

// Finds the nearest pair of inner nodes of both lines, as the initial place.
KERNEL_FN void zone_find_nearest_nodes(const beam_zone *self, const lane_t *places, lane_t *place,
                                       mask_t mask) {
  lane_t least = lane_set(REAL_LARGEST);
  for (int i = 1; i + 1 < self->nodes[0]; i++)
    for (int j = 1; j + 1 < self->nodes[1]; j++) {
      lane_t y[3];
      FOR_EACH_AXIS(c)
      y[c] = zone_nodes(self, places, 0)[N_NODE_NUMBERS * i + c] -
             zone_nodes(self, places, 1)[N_NODE_NUMBERS * j + c];
      const lane_t square = vector_dot(y, y);
      const mask_t nearer = mask & lane_less(square, least);
      least = lane_select(nearer, square, least);
      place[0] = lane_select(nearer, lane_set((real)(2 * i - 1)), place[0]);
      place[1] = lane_select(nearer, lane_set((real)(2 * j - 1)), place[1]);
    }
}

// Returns the least distance of the inner nodes of m from the polyline of s.
KERNEL_FN lane_t zone_closeness(const beam_zone *self, const lane_t *places) {
  lane_t least = lane_set(REAL_LARGEST);
  for (int i = 1; i + 1 < self->nodes[0]; i++)
    for (int j = 0; j + 1 < self->nodes[1]; j++) {
      const lane_t *node = zone_nodes(self, places, 0) + N_NODE_NUMBERS * i,
                   *from = zone_nodes(self, places, 1) + N_NODE_NUMBERS * j;
      lane_t span[3], y[3];
      FOR_EACH_AXIS(c) span[c] = from[N_NODE_NUMBERS + c] - from[c], y[c] = node[c] - from[c];
      const lane_t share = vector_dot(y, span) / vector_dot(span, span),
                   within = lane_max(lane_set(0), lane_min(lane_set(1), share));
      FOR_EACH_AXIS(c) y[c] = lane_fma(-within, span[c], y[c]);
      least = lane_min(least, vector_dot(y, y));
    }
  return lane_sqrt(least);
}

// Returns the lanes where the bounding boxes of both beams are closer than `reach` along every
// axis.
KERNEL_FN mask_t zone_boxes_near(const beam_zone *self, const lane_t *places, lane_t reach) {
  mask_t near = mask_set(1);
  FOR_EACH_AXIS(c) {
    lane_t low[2], high[2];
    for (int i = 0; i < 2; i++) {
      low[i] = high[i] = zone_nodes(self, places, i)[c];
      for (int k = 1; k < self->nodes[i]; k++) {
        low[i] = lane_min(low[i], zone_nodes(self, places, i)[N_NODE_NUMBERS * k + c]);
        high[i] = lane_max(high[i], zone_nodes(self, places, i)[N_NODE_NUMBERS * k + c]);
      }
    }
    near = near & lane_less(low[0], high[1] + reach) & lane_less(low[1], high[0] + reach);
  }
  return near;
}

KERNEL_FN mask_t zone_inside(const beam_zone *self, int side, lane_t place) {
  return lane_less_equal(lane_set(0), place) &
         lane_less_equal(place, lane_set((real)(2 * (self->nodes[side] - 2))));
}

// Finds all points of a pair, and the gap and chords between them.
KERNEL_FN void pair_points(const beam_zone *self, const lane_t *places, const lane_t *now, int q,
                           zone_pair *pair) {
  for (int which = 0; which < N_PAIR_POINTS; which++) {
    const int side = which % 2;
    curve_point_at(zone_nodes(self, places, side), pair->place[which],
                   which < POINT_BEFORE_FIRST ? zone_facet(self, now, q, side, pair->place[which])
                                              : curve_facet(pair->place[which], self->nodes[side] - 2),
                   &pair->point[which]);
  }
  pair->is[RELATION_GAP] = relation_distance(&pair->point[POINT_NOW_FIRST], &pair->point[POINT_NOW_SECOND]);
  for (int side = 0; side < 2; side++) {
    const lane_t way[2] = {pair->place[side], pair->place[POINT_BEFORE_FIRST + side]};
    pair->is[RELATION_SLIP + side] =
        relation_chord(&pair->point[side], &pair->point[POINT_BEFORE_FIRST + side], way, way[0] - way[1]);
  }
}

// Computes normal force and friction of a pair that can close in the lanes of `takes`, from the
// history `kept`, into `now` in the lanes of `mask`. The normal force is λ - ε_N g, λ its
// multiplier. Trial forces t = ε_T g^e of both beams are projected onto the disc of radius μ F_N in
// the norm of the vector t_m τ_m - t_s τ_s, with c = -τ_m·τ_s:
//   |t|² = t_m² + t_s² + 2 c t_m t_s,   F_i = r_i min(1, μ F_N / |t|).
// By components (Litewka 2015) r_i = t_i. As a vector on both bodies, against their relative slip
// τ_m d_m - τ_s d_s, its component along d_i is r_i = t_i + c t_j.
KERNEL_FN void pair_forces(const zone_law *law, zone_pair *pair, mask_t takes, const lane_t *kept,
                           lane_t *now, mask_t mask) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t gap = pair->is[RELATION_GAP].value - law->radii,
               press = lane_fma(-law->normal, gap, now[PAIR_MULTIPLIER]);
  const mask_t closed = takes & lane_less(none, press);
  const lane_t force = lane_select(closed, press, none), limit = law->friction * force;
  const lane_t cosine = -vector_dot(pair->is[RELATION_SLIP].n, pair->is[RELATION_SLIP + 1].n);
  lane_t elastic[2], trial[2], whole[2], acts[2];
  for (int i = 0; i < 2; i++) {
    elastic[i] = lane_select(closed, kept[PAIR_ELASTIC_GAP + i] + pair->is[RELATION_SLIP + i].value, none);
    trial[i] = law->tangential * elastic[i];
  }
  for (int i = 0; i < 2; i++) {
    whole[i] = lane_fma(cosine, trial[!i], trial[i]);
    acts[i] = lane_fma(law->vector, whole[i] - trial[i], trial[i]);
  }
  const lane_t square = lane_fma(trial[0], whole[0], trial[1] * whole[1]),
               size = lane_sqrt(lane_max(square, none));
  const mask_t slips = closed & lane_less(limit, size);
  const lane_t norm = lane_select(slips, size, one), scale = lane_select(slips, limit / norm, one);
  pair->closed = closed, pair->weight[RELATION_GAP] = -force;
  for (int i = 0; i < 2; i++) {
    const lane_t share = lane_select(slips, acts[i] / norm, none), force_i = scale * acts[i];
    pair->weight[RELATION_SLIP + i] = force_i;
    pair->by_normal[i] = law->friction * share;
    for (int j = 0; j < 2; j++) {
      const lane_t own = i == j ? one : law->vector * cosine;
      const lane_t slope = scale * law->tangential * lane_fma(-share, whole[j] / norm, own);
      pair->by_slid[i][j] = lane_select(closed, slope, none);
    }
    const lane_t turn = lane_fma(-share, trial[0] * trial[1] / norm, law->vector * trial[!i]);
    pair->by_cosine[i] = lane_select(closed, scale * turn, none);
    const lane_t *other = pair->is[RELATION_SLIP + !i].n, *own = pair->is[RELATION_SLIP + i].n;
    FOR_EACH_AXIS(c)
    pair->turn[i][c] = -pair->is[RELATION_SLIP + i].inverse * lane_fma(cosine, own[c], other[c]);
    const lane_t lost = lane_select(closed, (one - scale) * elastic[i], none);
    now[PAIR_ELASTIC_GAP + i] = lane_select(mask, scale * elastic[i], now[PAIR_ELASTIC_GAP + i]);
    now[PAIR_PLASTIC_GAP + i] =
        lane_select(mask, kept[PAIR_PLASTIC_GAP + i] + lost, now[PAIR_PLASTIC_GAP + i]);
    now[PAIR_FRICTION_FORCE + i] = lane_select(mask, force_i, now[PAIR_FRICTION_FORCE + i]);
  }
  // Length of the vector that has these components along the two lines.
  const lane_t mutual =
      lane_fma(pair->weight[RELATION_SLIP], pair->weight[RELATION_SLIP],
               pair->weight[RELATION_SLIP + 1] * lane_fma(-lane_set(2) * cosine, pair->weight[RELATION_SLIP],
                                                          pair->weight[RELATION_SLIP + 1])) /
      lane_fma(-cosine, cosine, one);
  for (int i = 0; i < 2; i++)
    now[PAIR_FACET + i] = lane_select(mask, pair->point[i].spot.facet, now[PAIR_FACET + i]);
  now[PAIR_MUTUAL_FORCE] = lane_select(mask, lane_sqrt(lane_max(mutual, none)), now[PAIR_MUTUAL_FORCE]);
  now[PAIR_GAP] = lane_select(mask, gap, now[PAIR_GAP]);
  now[PAIR_NORMAL_FORCE] = lane_select(mask, force, now[PAIR_NORMAL_FORCE]);
  now[PAIR_STATE] =
      lane_select(mask, lane_select(slips, lane_set(2), lane_select(closed, one, none)), now[PAIR_STATE]);
}

// Equation of row r for pair q: y·x' of the point `which`.
typedef struct zone_equation {
  int pair, which;
} zone_equation;
KERNEL_FN zone_equation zone_equation_of(int row) {
  zone_equation is;
  is.pair = row >= PLACE_OUTER ? row - PLACE_SHIFT : 0;
  is.which = row == PLACE_SECOND ? POINT_NOW_SECOND : POINT_NOW_FIRST;
  return is;
}

// Computes E_v, and λ for the weights of the pairs.
KERNEL_FN void zone_multipliers(beam_zone *self) {
  const int n = self->places;
  lane_t right[ZONE_MAX_PLACES];
  for (int v = 0; v < n; v++) {
    right[v] = lane_set(0);
    for (int q = 0; q < self->pairs; q++)
      for (int r = 0; r < N_RELATIONS; r++)
        right[v] = lane_fma(self->pair[q].weight[r], self->pair[q].rate[r][v], right[v]);
  }
  for (int row = 0; row < n; row++) {
    const zone_equation is = zone_equation_of(row);
    const zone_pair *pair = &self->pair[is.pair];
    const curve_point *t = &pair->point[is.which];
    for (int v = 0; v < n; v++) {
      if (row == PLACE_SHIFT) {
        self->jacobian[row][v] =
            v == PLACE_SHIFT  ? self->angle.sine
            : v < PLACE_SHIFT ? self->shift * vector_dot(self->angle.by[v], self->pair[0].point[v].bend)
                              : lane_set(0);
        continue;
      }
      const lane_t own = lane_set((real)pair_place_rate(is.pair, is.which, v)) *
                         pair->is[RELATION_GAP].value * vector_dot(pair->is[RELATION_GAP].n, t->bend);
      self->jacobian[row][v] = vector_dot(pair->move[RELATION_GAP][v], t->slope) + own;
    }
  }
  for (int row = n - 1; row > PLACE_SECOND; row--) { // each has its own place on the diagonal
    self->lambda[row] = right[row] / self->jacobian[row][row];
    for (int v = 0; v < row; v++) right[v] = lane_fma(-self->lambda[row], self->jacobian[row][v], right[v]);
  }
  lane_t(*e)[ZONE_MAX_PLACES] = self->jacobian;
  const lane_t det = lane_fma(e[0][0], e[1][1], -(e[0][1] * e[1][0]));
  self->lambda[0] = lane_fma(right[0], e[1][1], -(right[1] * e[1][0])) / det;
  self->lambda[1] = lane_fma(right[1], e[0][0], -(right[0] * e[0][1])) / det;
}

// Adds the curvature of relation r of pair q to L_vv.
KERNEL_FN void zone_add_relation_curvature(beam_zone *self, int q, int r) {
  const zone_pair *pair = &self->pair[q];
  const int a = RELATION_FROM(r), b = RELATION_TO(r);
  const lane_t first = vector_dot(pair->is[r].n, pair->point[a].bend),
               second = vector_dot(pair->is[r].n, pair->point[b].bend);
  for (int v = 0; v < self->places; v++)
    for (int w = 0; w < self->places; w++) {
      lane_t sum = vector_dot(pair->bent[r][v], pair->move[r][w]);
      sum = lane_fma(lane_set((real)(pair_place_rate(q, a, v) * pair_place_rate(q, a, w))), first, sum);
      sum = lane_fma(lane_set((real) - (pair_place_rate(q, b, v) * pair_place_rate(q, b, w))), second, sum);
      self->curve[v][w] = lane_fma(pair->weight[r], sum, self->curve[v][w]);
    }
}

KERNEL_FN void zone_add_equation_curvature(beam_zone *self, int row) {
  const zone_equation is = zone_equation_of(row);
  const zone_pair *pair = &self->pair[is.pair];
  const curve_point *m = &pair->point[POINT_NOW_FIRST], *s = &pair->point[POINT_NOW_SECOND],
                    *t = &pair->point[is.which];
  for (int v = 0; v < self->places; v++)
    for (int w = 0; w < self->places; w++) {
      const lane_t *y = pair->move[RELATION_GAP][v], *other = pair->move[RELATION_GAP][w];
      const int tv = pair_place_rate(is.pair, is.which, v), tw = pair_place_rate(is.pair, is.which, w);
      const int mm = pair_place_rate(is.pair, POINT_NOW_FIRST, v) *
                     pair_place_rate(is.pair, POINT_NOW_FIRST, w),
                ss = pair_place_rate(is.pair, POINT_NOW_SECOND, v) *
                     pair_place_rate(is.pair, POINT_NOW_SECOND, w);
      lane_t sum = lane_fma(lane_set((real)tw), vector_dot(y, t->bend),
                            lane_set((real)tv) * vector_dot(other, t->bend));
      sum = lane_fma(lane_set((real)mm), vector_dot(t->slope, m->bend), sum);
      sum = lane_fma(lane_set((real)-ss), vector_dot(t->slope, s->bend), sum);
      self->curve[v][w] = lane_fma(-self->lambda[row], sum, self->curve[v][w]);
    }
}

KERNEL_FN void zone_add_shift_curvature(beam_zone *self) {
  const lane_t weight = -self->lambda[PLACE_SHIFT];
  for (int i = 0; i < 2; i++) {
    const curve_point *own = &self->pair[0].point[i];
    const lane_t mixed = weight * vector_dot(self->angle.by[i], own->bend);
    self->curve[PLACE_SHIFT][i] = self->curve[PLACE_SHIFT][i] + mixed;
    self->curve[i][PLACE_SHIFT] = self->curve[i][PLACE_SHIFT] + mixed;
    for (int j = 0; j < 2; j++) {
      lane_t bent[3];
      matrix_apply(self->angle.bend[i][j], self->pair[0].point[j].bend, bent);
      self->curve[i][j] = lane_fma(weight * self->shift, vector_dot(own->bend, bent), self->curve[i][j]);
    }
  }
}

KERNEL_FN void zone_curvature(beam_zone *self) {
  for (int v = 0; v < self->places; v++)
    for (int w = 0; w < self->places; w++) self->curve[v][w] = lane_set(0);
  for (int q = 0; q < self->pairs; q++)
    for (int r = 0; r < N_RELATIONS; r++) zone_add_relation_curvature(self, q, r);
  for (int row = 0; row < self->places; row++)
    if (row == PLACE_SHIFT)
      zone_add_shift_curvature(self);
    else
      zone_add_equation_curvature(self, row);
}

#endif
