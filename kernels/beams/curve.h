// Smoothed line of a beam (Litewka 2015; docs/theory/beams.md). Facet k uses nodes k, k + 1, k + 2
// and runs from the middle of element k to that of element k + 1:
//   x(ξ) = ⅛ (1 - ξ)² x_k + ¼ (3 - ξ²) x_{k+1} + ⅛ (1 + ξ)² x_{k+2},
// a quadratic spline with continuous tangents. A place is S = 2k + 1 + ξ over all facets, so that
// points pass from facet to facet.
#ifndef CHATTER_KERNELS_BEAMS_CURVE_H
#define CHATTER_KERNELS_BEAMS_CURVE_H

#include "beams_layout.h"
#include "vector.h"

typedef struct curve_spot { // weights of the three nodes of a facet
  lane_t facet;
  lane_t value[3], slope[3];
} curve_spot;

// Returns the second derivative of weight i.
KERNEL_FN real curve_second_derivative(int i) {
  return i == 1 ? (real)-0.5 : (real)0.25;
}

// Returns the facet of a place, out of `n` facets; end facets extend beyond the ends.
KERNEL_FN lane_t curve_facet(lane_t place, int n) {
  lane_t facet = lane_set(0);
  for (int k = 1; k < n; k++)
    facet = lane_select(lane_less_equal(lane_set((real)(2 * k)), place), lane_set((real)k), facet);
  return facet;
}
KERNEL_FN curve_spot curve_spot_at(lane_t place, lane_t facet) {
  curve_spot spot;
  const lane_t one = lane_set(1), quarter = lane_set(0.25), xi = place - lane_fma(lane_set(2), facet, one),
               left = one - xi, right = one + xi;
  spot.facet = facet;
  spot.value[0] = lane_set(0.125) * left * left;
  spot.value[1] = quarter * lane_fma(-xi, xi, lane_set(3));
  spot.value[2] = lane_set(0.125) * right * right;
  spot.slope[0] = -quarter * left;
  spot.slope[1] = lane_set(-0.5) * xi;
  spot.slope[2] = quarter * right;
  return spot;
}
// Returns the weight of the beam's node k in a facet; 0 if it is none of the facet's three nodes.
KERNEL_FN lane_t curve_node_weight(const curve_spot *spot, const lane_t *weight, int k) {
  lane_t is = lane_set(0);
  FOR_EACH_AXIS(i) is = lane_select(lane_equal(spot->facet, lane_set((real)(k - i))), weight[i], is);
  return is;
}
KERNEL_FN lane_t curve_node_second_derivative(const curve_spot *spot, int k) {
  const lane_t bend[3] = {lane_set(curve_second_derivative(0)), lane_set(curve_second_derivative(1)),
                          lane_set(curve_second_derivative(2))};
  return curve_node_weight(spot, bend, k);
}

// A point of the line with its derivatives by S; x''' = 0.
typedef struct curve_point {
  curve_spot spot;
  lane_t at[3], slope[3], bend[3];
} curve_point;

// Evaluates a point; `node`: positions of the beam's nodes.
KERNEL_FN void curve_point_at(const lane_t *node, lane_t place, lane_t facet, curve_point *to) {
  double each[9][LANES]; // each lane has its own facet
  lane_t corner[3][3];
  to->spot = curve_spot_at(place, facet);
  for (int lane = 0; lane < LANES; lane++) {
    const lane_t *first = node + N_NODE_NUMBERS * (int)lane_get(facet, lane);
    FOR_EACH_AXIS(i) FOR_EACH_AXIS(c) each[3 * i + c][lane] = lane_get(first[N_NODE_NUMBERS * i + c], lane);
  }
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(c) corner[i][c] = lane_load(each[3 * i + c]);
  FOR_EACH_AXIS(c) {
    lane_t at = lane_set(0), slope = at, bend = at;
    FOR_EACH_AXIS(i) {
      at = lane_fma(to->spot.value[i], corner[i][c], at);
      slope = lane_fma(to->spot.slope[i], corner[i][c], slope);
      bend = lane_fma(lane_set(curve_second_derivative(i)), corner[i][c], bend);
    }
    to->at[c] = at, to->slope[c] = slope, to->bend[c] = bend;
  }
}

#endif
