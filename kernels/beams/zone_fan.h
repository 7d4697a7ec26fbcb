// Contribution of a zone to residual and tangent, node by node: weights of the nodes at the points;
// for each freedom the changes of the places, their mixed derivatives, and the gradients of gaps
// and chords.
#ifndef CHATTER_KERNELS_BEAMS_ZONE_FAN_H
#define CHATTER_KERNELS_BEAMS_ZONE_FAN_H

#include "zone.h"

// Finds the nodes that have a weight in any closed lane.
KERNEL_FN void zone_find_active_nodes(beam_zone *zone) {
  for (int side = 0; side < 2; side++) {
    int low = zone->nodes[side], high = -1;
    for (int q = 0; q < zone->pairs; q++)
      for (int which = side; which < N_PAIR_POINTS; which += 2)
        for (int lane = 0; lane < LANES; lane++) {
          const int facet = (int)lane_get(zone->pair[q].point[which].spot.facet, lane);
          if (!mask_get(zone->pair[q].closed, lane)) continue;
          if (facet < low) low = facet;
          if (facet + 2 > high) high = facet + 2;
        }
    zone->from[side] = high < 0 ? 0 : low, zone->span[side] = high < 0 ? 0 : high - low + 1;
  }
}

// Weights of node k of beam `side` at a point of a pair.
typedef struct fan_weights {
  lane_t value, slope, bend; // N, N', N'' at the point
  lane_t before, before_slope;
} fan_weights;

KERNEL_FN fan_weights fan_weights_of(const zone_pair *pair, int side, int k) {
  const curve_spot *now = &pair->point[side].spot, *was = &pair->point[POINT_BEFORE_FIRST + side].spot;
  fan_weights is;
  is.value = curve_node_weight(now, now->value, k), is.slope = curve_node_weight(now, now->slope, k);
  is.bend = curve_node_second_derivative(now, k);
  is.before = curve_node_weight(was, was->value, k), is.before_slope = curve_node_weight(was, was->slope, k);
  return is;
}

// Computes -E_v⁻¹ E_u of one freedom: the changes of the places with it.
KERNEL_FN void fan_place_changes(const beam_zone *self, const fan_weights *weights, int side, int c,
                                 lane_t *change) {
  const lane_t sense = lane_set(side ? -1 : 1);
  const lane_t(*e)[ZONE_MAX_PLACES] = self->jacobian;
  for (int row = 0; row < self->places; row++) {
    const zone_equation is = zone_equation_of(row);
    const zone_pair *pair = &self->pair[is.pair];
    const fan_weights *at = &weights[is.pair];
    if (row == PLACE_SHIFT) {
      change[row] = self->shift * at->slope * self->angle.by[side][c];
      continue;
    }
    lane_t sum = sense * at->value * pair->point[is.which].slope[c];
    if (is.which == side)
      sum = lane_fma(at->slope * pair->is[RELATION_GAP].value, pair->is[RELATION_GAP].n[c], sum);
    change[row] = sum;
  }
  const lane_t det = lane_fma(e[0][0], e[1][1], -(e[0][1] * e[1][0])), first = change[0];
  change[0] = -lane_fma(first, e[1][1], -(change[1] * e[0][1])) / det;
  change[1] = -lane_fma(change[1], e[0][0], -(first * e[1][0])) / det;
  for (int row = PLACE_SHIFT; row < self->places; row++) {
    lane_t sum = change[row];
    for (int v = 0; v < row; v++) sum = lane_fma(e[row][v], change[v], sum);
    change[row] = -sum / e[row][row];
    if (row > PLACE_SHIFT)
      change[row] = lane_select(self->pair[row - PLACE_SHIFT].closed, change[row], lane_set(0));
  }
}

// Returns L_uv of one freedom and place v: the part of an equation, or of the shift.
KERNEL_FN lane_t fan_mixed_derivative(const beam_zone *self, const fan_weights *weights, int row, int side,
                                      int c, int v) {
  const zone_equation is = zone_equation_of(row);
  const zone_pair *pair = &self->pair[is.pair];
  const fan_weights *at = &weights[is.pair];
  const curve_point *t = &pair->point[is.which];
  const lane_t sense = lane_set(side ? -1 : 1), own = lane_set((real)pair_place_rate(is.pair, is.which, v)),
               with = lane_set((real)pair_place_rate(is.pair, side, v));
  lane_t sum = sense * lane_fma(at->value * own, t->bend[c], with * at->slope * t->slope[c]);
  if (is.which == side) {
    sum = lane_fma(pair->move[RELATION_GAP][v][c], at->slope, sum);
    sum = lane_fma(own * at->bend * pair->is[RELATION_GAP].value, pair->is[RELATION_GAP].n[c], sum);
  }
  return sum;
}
KERNEL_FN lane_t fan_shift_derivative(const beam_zone *self, const fan_weights *at, int side, int c, int v) {
  lane_t sum = lane_set(0);
  if (v > PLACE_SHIFT) return sum;
  if (v == PLACE_SHIFT) return at->slope * self->angle.by[side][c];
  sum = vector_dot(self->angle.bend[side][v] + 3 * c, self->pair[0].point[v].bend) * at->slope;
  if (v == side) sum = lane_fma(self->angle.by[side][c], at->bend, sum);
  return self->shift * sum;
}

// Computes L_uv + ½ L_vv v_u.
KERNEL_FN void fan_mixed_derivatives(const beam_zone *self, const fan_weights *weights, int side, int c,
                                     const lane_t *change, lane_t *mixed) {
  const lane_t sense = lane_set(side ? -1 : 1), half = lane_set(0.5);
  for (int v = 0; v < self->places; v++) {
    lane_t sum = lane_set(0);
    for (int q = 0; q < self->pairs; q++) {
      const zone_pair *pair = &self->pair[q];
      const fan_weights *at = &weights[q];
      const lane_t now = lane_set((real)pair_place_rate(q, side, v)),
                   was = lane_set((real)pair_place_rate(q, POINT_BEFORE_FIRST + side, v));
      const lane_t gap =
          lane_fma(at->value, pair->bent[RELATION_GAP][v][c], now * at->slope * pair->is[RELATION_GAP].n[c]);
      sum = lane_fma(sense * pair->weight[RELATION_GAP], gap, sum);
      const lane_t turn = lane_fma(now, at->slope, -(was * at->before_slope));
      const lane_t slid = lane_fma(at->value - at->before, pair->bent[RELATION_SLIP + side][v][c],
                                   turn * pair->is[RELATION_SLIP + side].n[c]);
      sum = lane_fma(pair->weight[RELATION_SLIP + side], slid, sum);
    }
    for (int row = 0; row < self->places; row++) {
      const lane_t own = row == PLACE_SHIFT ? fan_shift_derivative(self, weights, side, c, v)
                                            : fan_mixed_derivative(self, weights, row, side, c, v);
      sum = lane_fma(-self->lambda[row], own, sum);
    }
    for (int w = 0; w < self->places; w++) sum = lane_fma(half * self->curve[v][w], change[w], sum);
    mixed[v] = sum;
  }
}

// Computes the gradients of gap and chords of a pair by one freedom, and the changes of the forces.
KERNEL_FN void fan_gradient_rows(const beam_zone *self, const fan_weights *at, int q, int side, int c,
                                 const lane_t *change, lane_t *row) {
  const zone_pair *pair = &self->pair[q];
  const lane_t sense = lane_set(side ? -1 : 1), none = lane_set(0), moved = at->value - at->before;
  lane_t slope[N_RELATIONS] = {sense * at->value * pair->is[RELATION_GAP].n[c], none, none},
         cosine = moved * pair->turn[side][c];
  slope[RELATION_SLIP + side] = moved * pair->is[RELATION_SLIP + side].n[c];
  for (int v = 0; v < self->places; v++) {
    for (int r = 0; r < N_RELATIONS; r++) slope[r] = lane_fma(pair->rate[r][v], change[v], slope[r]);
    cosine = lane_fma(pair->cosine_rate[v], change[v], cosine);
  }
  row[FAN_ROW_GAP] = slope[RELATION_GAP];
  for (int i = 0; i < 2; i++) {
    row[FAN_ROW_SLIP + i] = slope[RELATION_SLIP + i];
    lane_t sum = -(pair->by_normal[i] * self->law.normal) * slope[RELATION_GAP];
    for (int j = 0; j < 2; j++) sum = lane_fma(pair->by_slid[i][j], slope[RELATION_SLIP + j], sum);
    row[FAN_ROW_FORCE_CHANGE + i] = lane_fma(pair->by_cosine[i], cosine, sum);
  }
  for (int i = 0; i < N_FAN_ROWS; i++) row[i] = lane_select(pair->closed, row[i], none);
}

// Computes all numbers of node k of beam `side`.
KERNEL_FN void fan_fill_node(const beam_zone *self, int side, int k, lane_t *fan) {
  const int n = self->places, each = fan_n_freedom_numbers(self->pairs);
  fan_weights weights[ZONE_MAX_PAIRS];
  for (int q = 0; q < self->pairs; q++) {
    weights[q] = fan_weights_of(&self->pair[q], side, k);
    fan[N_FAN_WEIGHTS * q + FAN_SHAPE_VALUE] = weights[q].value;
    fan[N_FAN_WEIGHTS * q + FAN_SHAPE_SLOPE] = weights[q].slope;
    fan[N_FAN_WEIGHTS * q + FAN_SHAPE_BEFORE] = weights[q].before;
  }
  for (int c = 0; c < 3; c++) {
    lane_t *to = fan + N_FAN_WEIGHTS * self->pairs + c * each;
    fan_place_changes(self, weights, side, c, to);
    fan_mixed_derivatives(self, weights, side, c, to, to + n);
    for (int q = 0; q < self->pairs; q++)
      fan_gradient_rows(self, &weights[q], q, side, c, to, to + 2 * n + N_FAN_ROWS * q);
    for (int v = 0; v < 2 * n; v++) to[v] = lane_select(self->active, to[v], lane_set(0));
  }
}

// Returns the force on one freedom.
KERNEL_FN lane_t fan_force(const beam_zone *self, const lane_t *freedom) {
  const lane_t *row = freedom + 2 * self->places;
  lane_t sum = lane_set(0);
  for (int q = 0; q < self->pairs; q++, row += N_FAN_ROWS)
    for (int r = 0; r < N_RELATIONS; r++) sum = lane_fma(self->pair[q].weight[r], row[FAN_ROW_GAP + r], sum);
  return sum;
}

// Computes L_uu between nodes of the sides a and b, [3][3].
KERNEL_FN void fan_curvature_block(const beam_zone *self, int a, const lane_t *one, int b,
                                   const lane_t *other, lane_t *to) {
  const lane_t sense = lane_set(a == b ? 1 : -1);
  lane_t whole = lane_set(0);
  for (int n = 0; n < 9; n++) to[n] = lane_set(0);
  for (int q = 0; q < self->pairs; q++, one += N_FAN_WEIGHTS, other += N_FAN_WEIGHTS) {
    const zone_pair *pair = &self->pair[q];
    for (int row = 0; row < self->places; row++) {
      const zone_equation is = zone_equation_of(row);
      if (row == PLACE_SHIFT || is.pair != q) continue;
      lane_t sum = lane_set(0);
      if (b == is.which) sum = lane_set(a ? -1 : 1) * one[FAN_SHAPE_VALUE] * other[FAN_SHAPE_SLOPE];
      if (a == is.which)
        sum = lane_fma(lane_set(b ? -1 : 1) * other[FAN_SHAPE_VALUE], one[FAN_SHAPE_SLOPE], sum);
      whole = lane_fma(-self->lambda[row], sum, whole);
    }
    for (int r = 0; r < N_RELATIONS; r++) {
      if (r != RELATION_GAP && (a != b || r != RELATION_SLIP + a)) continue;
      const lane_t weight = r == RELATION_GAP ? sense * one[FAN_SHAPE_VALUE] * other[FAN_SHAPE_VALUE]
                                              : (one[FAN_SHAPE_VALUE] - one[FAN_SHAPE_BEFORE]) *
                                                    (other[FAN_SHAPE_VALUE] - other[FAN_SHAPE_BEFORE]);
      const lane_t scale = weight * pair->weight[r] * pair->is[r].inverse, *n = pair->is[r].n;
      FOR_EACH_AXIS(i) {
        const lane_t along = scale * n[i];
        to[4 * i] = to[4 * i] + scale;
        FOR_EACH_AXIS(j) to[3 * i + j] = lane_fma(-along, n[j], to[3 * i + j]);
      }
    }
  }
  FOR_EACH_AXIS(i) to[4 * i] = to[4 * i] + whole;
  if (self->places <= PLACE_SHIFT) return;
  one -= N_FAN_WEIGHTS * self->pairs, other -= N_FAN_WEIGHTS * self->pairs;
  const lane_t bent =
      -self->lambda[PLACE_SHIFT] * self->shift * one[FAN_SHAPE_SLOPE] * other[FAN_SHAPE_SLOPE];
  for (int n = 0; n < 9; n++) to[n] = lane_fma(bent, self->angle.bend[a][b][n], to[n]);
}

// Returns the rest of the tangent between two freedoms.
KERNEL_FN lane_t fan_tangent_entry(const beam_zone *self, const lane_t *one, const lane_t *other) {
  const int n = self->places;
  lane_t sum = lane_set(0);
  for (int v = 0; v < n; v++) sum = lane_fma(one[v], other[n + v], lane_fma(one[n + v], other[v], sum));
  one += 2 * n, other += 2 * n;
  for (int q = 0; q < self->pairs; q++, one += N_FAN_ROWS, other += N_FAN_ROWS) {
    sum = lane_fma(self->law.normal * one[FAN_ROW_GAP], other[FAN_ROW_GAP], sum);
    for (int i = 0; i < 2; i++) sum = lane_fma(one[FAN_ROW_SLIP + i], other[FAN_ROW_FORCE_CHANGE + i], sum);
  }
  return sum;
}

#endif
