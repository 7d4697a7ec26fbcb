// Contact laws for one number of lanes and precision: compiled with LANES, KERNEL_SINGLE,
// STAMP_NAME.
#include "tests/kernels/law_case.h"

#include <math.h>

enum {
  WORK = LAW_MAX_PARAMETERS + 3 + LAW_STAMP_WAVES + (N_COMPLIANT_FIELDS + LAW_STAMP_WAVES) * LAW_STAMP_SAMPLES
};

void STAMP_NAME(const law_shape *shape, const double *number, const double *motion, const double *q,
                const double *v, const double *scale, double *path, double *sampled, double *r) {
  static lane_t own_number[LAW_MAX_PARAMETERS], own_state[LAW_MAX_PARAMETERS], work[WORK];
  static real cosine[LAW_STAMP_SAMPLES];
  lane_t u[LAW_STAMP_WAVES], own_r[LAW_STAMP_WAVES];
  const law_case c = {own_number, own_state, lane_load(scale)};
  for (int i = 0; i < shape->numbers; i++) own_number[i] = lane_set((real)number[i]);
  for (int i = 0; i < LAW_STAMP_WAVES; i++) u[i] = c.scale * lane_set((real)motion[STAMP_WAVE + i]);
  for (int i = 0; i < shape->samples; i++) cosine[i] = (real)cosl(8 * atanl(1) * i / shape->samples);
  law_case_path(shape, &c, motion[STAMP_GAP], q, v, path);
  const lane_t *force = law_case_sampled(shape, &c, motion, cosine, u, work, own_r);
  for (int i = 0; i < shape->samples; i++) wide_store(sampled + (long)i * LANES, lane_widen(force[i]));
  for (int i = 0; i < LAW_STAMP_WAVES; i++) wide_store(r + (long)i * LANES, lane_widen(own_r[i]));
}
