// Projections for one number of lanes and precision: compiled with LANES, KERNEL_SINGLE,
// STAMP_NAME.
#include "tests/kernels/projection_case.h"

#include <math.h>

enum { WORK = 4 * PROJECTION_SAMPLES, N_WAVES = PROJECTION_MOST * PROJECTION_WAVES };

void STAMP_NAME(const projection_shape *shape, const double *number, const double *motion, const double *u,
                const double *scale, double *path, double *r) {
  static lane_t own_number[N_PROJECTION_NUMBERS], work[WORK];
  static real cosine[PROJECTION_SAMPLES];
  lane_t own_u[N_WAVES], own_r[N_WAVES];
  const int waves = (shape->has_normal + shape->tangents) * PROJECTION_WAVES;
  projection_case c;
  c.shape = shape, c.number = own_number;
  for (int i = 0; i < N_PROJECTION_NUMBERS; i++) own_number[i] = lane_set((real)number[i]);
  projection_path(&c, motion, lane_load(scale), path);
  if (!shape->samples) return;
  for (int i = 0; i < shape->samples; i++) cosine[i] = (real)cosl(8 * atanl(1) * i / shape->samples);
  for (int i = 0; i < waves; i++) own_u[i] = lane_set((real)u[i]);
  projection_sampled(&c, cosine, own_u, work, own_r);
  for (int i = 0; i < waves; i++) wide_store(r + (long)i * LANES, lane_widen(own_r[i]));
}
