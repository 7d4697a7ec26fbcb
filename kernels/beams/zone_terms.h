// Terms of the contact of two beams as functions of the places v of its points on the two lines
// (S_m, S_s, the shift of the outer pairs, their S_m) and of the nodes u: distances of closest
// points, signed chords between a point and its earlier position, and the equations of the places.
// It gives values and first and second derivatives by v; those by u are weights of nodes times the
// same vectors (zone.h).
#ifndef CHATTER_KERNELS_BEAMS_ZONE_TERMS_H
#define CHATTER_KERNELS_BEAMS_ZONE_TERMS_H

#include "curve.h"

enum {
  POINT_NOW_FIRST,
  POINT_NOW_SECOND,
  POINT_BEFORE_FIRST,
  POINT_BEFORE_SECOND,
  N_PAIR_POINTS
}; // points of a pair: on m, on s, and their earlier positions
enum { PLACE_FIRST, PLACE_SECOND, PLACE_SHIFT, PLACE_OUTER }; // v; PLACE_OUTER + i: S_m of pair 1 + i

// Returns the number of shifts of pair q on s. Pairs are the central one, backward, forward, and so
// on outwards.
KERNEL_FN int pair_shift_count(int q) {
  return q % 2 ? -(q + 1) / 2 : q / 2;
}
// Returns dS of point `which` of pair q by place v, a whole number: S_mp,q = S_m,q - (S_m - S_mp)
// and S_sp,q = S_sp ∓ shift; the earlier central points are fixed.
KERNEL_FN int pair_place_rate(int q, int which, int v) {
  if (which == POINT_NOW_FIRST) return v == (q ? PLACE_SHIFT + q : PLACE_FIRST);
  if (which == POINT_NOW_SECOND) return v == PLACE_SECOND ? 1 : v == PLACE_SHIFT ? pair_shift_count(q) : 0;
  if (q == 0) return 0;
  if (which == POINT_BEFORE_FIRST) return v == PLACE_SHIFT + q ? 1 : v == PLACE_FIRST ? -1 : 0;
  return v == PLACE_SHIFT ? pair_shift_count(q) : 0;
}

// |x_a - x_b| or a signed chord. n is its derivative by x_a, -n that by x_b, inverse (I - n nᵀ) the
// second derivative.
typedef struct zone_relation {
  lane_t value, inverse;
  lane_t n[3];
} zone_relation;

KERNEL_FN zone_relation relation_distance(const curve_point *a, const curve_point *b) {
  zone_relation is;
  lane_t y[3];
  FOR_EACH_AXIS(c) y[c] = a->at[c] - b->at[c];
  is.value = lane_sqrt(vector_dot(y, y));
  is.inverse = lane_set(1) / is.value;
  FOR_EACH_AXIS(c) is.n[c] = y[c] * is.inverse;
  return is;
}
// Chord from `was` at S_p to `now` at S_n along the line, way = S_n - S_p. Its direction is that of
// the mean tangent between them, which is exact for a quadratic spline and free of cancellation for
// short ways: half the sum of both tangents on one facet, or of two parts if a seam of two facets
// lies between.
KERNEL_FN zone_relation relation_chord(const curve_point *now, const curve_point *was, const lane_t *places,
                                       lane_t way) {
  zone_relation is;
  const lane_t half = lane_set(0.5), one = lane_set(1), facets = now->spot.facet - was->spot.facet,
               seam = lane_set(2) * lane_max(now->spot.facet, was->spot.facet);
  const mask_t same = lane_equal(facets, lane_set(0)), next = lane_less(lane_abs(facets), lane_set(1.5)),
               still = lane_equal(way, lane_set(0));
  const lane_t safe = lane_select(still, one, way), share = (seam - places[1]) / safe;
  lane_t mean[3];
  FOR_EACH_AXIS(c) {
    const lane_t turn = lane_fma(was->bend[c], seam - places[1], was->slope[c]);
    const lane_t both = lane_fma(share, was->slope[c] + turn, (one - share) * (turn + now->slope[c]));
    const lane_t far = (now->at[c] - was->at[c]) / safe;
    mean[c] = lane_select(same, half * (now->slope[c] + was->slope[c]), lane_select(next, half * both, far));
  }
  const lane_t length = lane_sqrt(vector_dot(mean, mean));
  FOR_EACH_AXIS(c) is.n[c] = mean[c] / length;
  is.value = way * length;
  is.inverse = lane_select(still, lane_set(0), one / lane_select(still, one, is.value));
  return is;
}
// Computes (I - n nᵀ) x times inverse.
KERNEL_FN void relation_project_curvature(const zone_relation *is, const lane_t *x, lane_t *to) {
  const lane_t along = vector_dot(is->n, x);
  FOR_EACH_AXIS(c) to[c] = is->inverse * lane_fma(-along, is->n[c], x[c]);
}

// cos and sin of the angle between the two tangents; derivatives of the sine by both, [2][3], and
// second derivatives, [2][2][9].
typedef struct zone_angle {
  lane_t sine, cosine;
  lane_t by[2][3], bend[2][2][9];
} zone_angle;

KERNEL_FN zone_angle angle_between(const lane_t *first, const lane_t *second) {
  zone_angle is;
  const lane_t length[2] = {lane_sqrt(vector_dot(first, first)), lane_sqrt(vector_dot(second, second))};
  lane_t unit[2][3], by[2][3];
  FOR_EACH_AXIS(c) unit[0][c] = first[c] / length[0], unit[1][c] = second[c] / length[1];
  const lane_t cosine = vector_dot(unit[0], unit[1]);
  lane_t cross[3];
  vector_cross(unit[0], unit[1], cross);
  is.cosine = cosine;
  is.sine = lane_sqrt(vector_dot(cross, cross));
  const lane_t rate = -cosine / is.sine, curve = lane_set(-1) / (is.sine * is.sine * is.sine);
  for (int i = 0; i < 2; i++) {
    FOR_EACH_AXIS(c) by[i][c] = lane_fma(-cosine, unit[i][c], unit[!i][c]) / length[i];
    FOR_EACH_AXIS(c) is.by[i][c] = rate * by[i][c];
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) FOR_EACH_AXIS(r) FOR_EACH_AXIS(c) {
        const lane_t *a = unit[0], *b = unit[1], own = lane_set(r == c);
        lane_t x;
        if (i == j) {
          const lane_t *t = unit[i], *o = unit[!i];
          x = lane_fma(lane_set(3) * cosine * t[r], t[c], -lane_fma(t[r], o[c], o[r] * t[c])) - cosine * own;
        } else {
          const int m = i ? c : r, n = i ? r : c; // the second block is the first transposed
          x = own - lane_fma(a[m], a[n], b[m] * b[n]) + cosine * a[m] * b[n];
        }
        x = x / (length[i] * length[j]);
        is.bend[i][j][3 * r + c] = lane_fma(rate, x, curve * by[i][r] * by[j][c]);
      }
  return is;
}

#endif
