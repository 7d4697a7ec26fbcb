// Workspace of the sampled evaluation of contact laws (sampled.h). Plain integers, independent of
// the machine.
#ifndef CHATTER_KERNELS_SAMPLED_LAYOUT_H
#define CHATTER_KERNELS_SAMPLED_LAYOUT_H

#include "../../batch.h"

enum {
  SAMPLED_LAW_CUBIC,    // on the first coordinate: -stiffness u³
  SAMPLED_LAW_FRICTION, // set-valued, radius μ (r_n + preload); without normal coordinate μ preload
  SAMPLED_LAW_COULOMB,  // set-valued, radius μ preload
  SAMPLED_LAW_ELASTIC   // the elastic friction element, which has memory: sampled_elastic.h
};
enum {
  SAMPLED_MAX_COORDINATES = 3,
  SAMPLED_MAX_SLOPES = 6,
  SAMPLED_MAX_SWITCHES = 2
}; // largest numbers of coordinates, slopes, switches
enum {
  N_SAMPLED_CLASSES = 4,                                    // sampled_transform.h
  SAMPLED_CHUNK_QUARTERS = 38,                              // quarter instants in a piece of the period
  SAMPLED_WIDTH = SAMPLED_CHUNK_QUARTERS + 2,               // and a neighbour on each side, to find switches
  SAMPLED_FIELD_NUMBERS = N_SAMPLED_CLASSES * SAMPLED_WIDTH // numbers of one function in a piece
};

KERNEL_INDEX int sampled_coefficients(int harmonics, int is_static) { // per coordinate
  return is_static + 2 * harmonics;
}
// Slopes dr_i/du_j are kept for j <= i, the lower triangle packed.
KERNEL_INDEX int sampled_slope(int i, int j) {
  return i * (i + 1) / 2 + j;
}
// Returns the size of `work` for sampled_evaluate and sampled_curvature, in lane_t.
KERNEL_INDEX long sampled_work_size(int kind, int harmonics, int times, int coordinates) {
  if (kind == SAMPLED_LAW_ELASTIC) return 4L * times;
  const long slopes = sampled_slope(coordinates, 0);
  const long evaluate = (2 * coordinates + SAMPLED_MAX_SWITCHES + slopes) * SAMPLED_FIELD_NUMBERS +
                        slopes * sampled_coefficients(2 * harmonics, 1);
  const long curvature = (3 * coordinates + 2 * SAMPLED_MAX_SWITCHES) * SAMPLED_FIELD_NUMBERS;
  return evaluate > curvature ? evaluate : curvature;
}
// Workspace of compliant_evaluate, after the law's parameters, and of compliant_curvature.
enum { N_COMPLIANT_FIELDS = 17 }; // functions sampled over the period
KERNEL_INDEX long compliant_work_size(int numbers, int harmonics, int is_static, int times) {
  const long width = sampled_coefficients(harmonics, is_static);
  return numbers + 3 + width + (N_COMPLIANT_FIELDS + width) * times;
}

#endif
