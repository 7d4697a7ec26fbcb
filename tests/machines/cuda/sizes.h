// Typical sizes for tests of the GPU kernels: one load, one displacement signal with minimum and
// maximum, equal contact points.
#ifndef CHATTER_TESTS_CUDA_SIZES_H
#define CHATTER_TESTS_CUDA_SIZES_H

#include <string.h>

#include "machines/cuda/cuda_program.h"
#include "machines/kernel_kind.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#include "kernels/transient/kernels.h"
#include "kernels/regimes/kernels.h"
#include "kernels/response/kernels.h"
#include "kernels/sliding/kernels.h"
#undef KERNEL

// Harmonic balance with elastic contact points: three harmonics and one tangent of one point, or,
// with more coordinates, seven harmonics with the static one, normals and tangents.
static inline kernel_sizes typical_response_sizes(int modes, int boundary) {
  kernel_sizes sizes = {.kind = &kernel_response};
  int *dim = sizes.dim;
  const int normal = boundary > 1, count = 1 + normal;
  dim[DIM_HB_MODES] = modes, dim[DIM_HB_BOUNDARY] = boundary, dim[DIM_HB_POINTS] = boundary / count;
  dim[DIM_HB_RESPONSES] = 1, dim[DIM_HB_HARMONICS] = normal ? 7 : 3, dim[DIM_HB_STATIC] = normal;
  dim[DIM_HB_LOADS] = 1, dim[DIM_HB_SECOND_DERIVATIVES] = 1, dim[DIM_HB_MAX_POINTS] = 200;
  dim[DIM_HB_SLOPE_NUMBERS] =
      dim[DIM_HB_POINTS] * count * hb_n_coefficients(dim) * count * hb_n_coefficients(dim);
  dim[DIM_HB_ELASTIC_NUMBERS] = hb_elastic_numbers(dim[DIM_HB_HARMONICS], normal, normal);
  return sizes;
}

// Two cantilevers, each with so many elements and a driven coordinate, and so many pairs of points
// between them.
static inline kernel_sizes typical_beams_sizes(int elements, int pairs) {
  kernel_sizes sizes = {.kind = &kernel_beams};
  int *dim = sizes.dim;
  dim[DIM_BEAMS] = 2, dim[DIM_BEAM_NODES] = 2 * (elements + 1), dim[DIM_BEAM_ELEMENTS] = 2 * elements;
  dim[DIM_BEAM_UNKNOWNS] = 12 * elements - 2, dim[DIM_BEAM_DRIVEN_FREEDOMS] = 2, dim[DIM_CONTACT_ZONES] = 1;
  dim[DIM_PAIRS_PER_ZONE] = pairs, dim[DIM_MAX_BEAM_NODES] = elements + 1, dim[DIM_LOAD_LEGS] = 1;
  dim[DIM_BEAM_SIGNALS] = 1, dim[DIM_BEAM_ACCUMULATOR_ROWS] = N_ACCUMULATORS;
  return sizes;
}

// Sizes by modes and boundary coordinates (sliding contact: modes of slider and target). 48
// boundary coordinates are 16 points with a normal and two tangents; fewer are normals only.
static inline kernel_sizes typical_sizes(const kernel_kind *kernel, int modes, int boundary) {
  kernel_sizes sizes = {.kind = kernel};
  int *dim = sizes.dim;
  if (kernel == &kernel_coulomb) {
    dim[DIM_COULOMB_MODES] = modes, dim[DIM_COULOMB_DAMPED] = boundary;
    return sizes;
  }
  if (kernel == &kernel_sliding) {
    dim[DIM_SLIDER_MODES] = modes, dim[DIM_TARGET_MODES] = boundary, dim[DIM_POLYLINE_NODES] = 100,
    dim[DIM_SHARED_STEP] = 1;
    dim[DIM_SLIDE_SIGNALS] = 1, dim[DIM_SLIDE_ACCUMULATOR_ROWS] = N_ACCUMULATORS;
    return sizes;
  }
  if (kernel == &kernel_response) return typical_response_sizes(modes, boundary);
  if (kernel == &kernel_beams) return typical_beams_sizes(modes, boundary);
  const int tangents = boundary >= 9;
  dim[DIM_MODES] = modes;
  dim[DIM_BOUNDARY] = boundary;
  dim[DIM_LOADS] = 1;
  dim[DIM_CONTACT_POINTS] = tangents ? boundary / 3 : boundary;
  dim[DIM_POINT_LAYOUT] = tangents ? POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS : POINT_LAYOUT_NORMAL;
  dim[DIM_CONTACT_ENTRIES] = 1;
  dim[DIM_RESPONSES] = 1;
  dim[DIM_SIGNALS] = 1;
  dim[DIM_ACCUMULATOR_ROWS] = N_ACCUMULATORS;
  dim[DIM_DELASSUS] = kernel == &kernel_moreau;
  dim[DIM_NEWTON_KIND] = transient_newton_kind(dim);
  return sizes;
}

static inline void typical_tables(const kernel_sizes *sizes, int *tables) {
  if (sizes->kind == &kernel_sliding) {
    memset(tables, 0, (size_t)sliding_n_tables(sizes->dim) * sizeof *tables);
    tables[SIGNAL_KIND] = SLIDE_FORCE, tables[SIGNAL_KEEP] = KEEP_MIN | KEEP_MAX;
    return;
  }
  if (sizes->kind == &kernel_beams) {
    memset(tables, 0, (size_t)beams_n_tables(sizes->dim) * sizeof *tables);
    tables[SIGNAL_KIND] = BEAMS_REACTION, tables[SIGNAL_KEEP] = KEEP_MIN | KEEP_MAX;
    return;
  }
  if (sizes->kind == &kernel_response) {
    const int *dim = sizes->dim, count = dim[DIM_HB_BOUNDARY] / dim[DIM_HB_POINTS],
              slopes = dim[DIM_HB_SLOPE_NUMBERS] / dim[DIM_HB_POINTS];
    for (int j = 0; j < dim[DIM_HB_POINTS]; j++) {
      const int point[N_HB_POINT_INTEGERS] = {HB_LAW_ELASTIC, j * count, count, count == 2, j * slopes};
      memcpy(tables + j * N_HB_POINT_INTEGERS, point, sizeof point);
    }
    return;
  }
  const int *dim = sizes->dim, per_point = dim[DIM_BOUNDARY] / dim[DIM_CONTACT_POINTS];
  memset(tables, 0, (size_t)transient_n_tables(dim) * sizeof *tables);
  for (int j = 0; j < dim[DIM_CONTACT_POINTS]; j++) {
    int *point = tables + transient_point_table(dim, j);
    point[POINT_NORMAL] = j * per_point;
    point[POINT_TANGENT] = per_point > 1 ? j * per_point + 1 : -1;
    point[POINT_TANGENT_2] = per_point > 2 ? j * per_point + 2 : -1;
    point[POINT_LAW] = dim[DIM_SPRING_KIND] ? LAW_ELASTIC : LAW_UNILATERAL;
  }
  tables[transient_drive_table(dim, 0) + DRIVE_KIND] = DRIVE_HARMONIC;
  int *signal = tables + transient_signal_table(dim, 0);
  signal[SIGNAL_KIND] = SIGNAL_DISPLACEMENT;
  signal[SIGNAL_KEEP] = KEEP_MIN | KEEP_MAX;
}

#endif
