// Sampled laws for one number of lanes and precision: compiled with LANES, KERNEL_SINGLE,
// STAMP_NAME.
#include "tests/kernels/sampled_case.h"

#include <math.h>

// Larger than sampled_work_size for any shape within STAMP_HARMONICS and STAMP_SAMPLES.
enum { WORK = 4 * STAMP_SAMPLES };

static void load(lane_t *to, const double *from, int n) {
  for (int i = 0; i < n; i++) to[i] = lane_load(from + i * LANES);
}
static void store(double *to, const lane_t *from, int n) {
  for (int i = 0; i < n; i++) wide_store(to + i * LANES, lane_widen(from[i]));
}

void STAMP_NAME(const sampled_shape *shape, const double *numbers, const double *u, double *r, double *k,
                const double *lambda, const double *v, double *out) {
  static lane_t own_u[STAMP_NUMBERS], own_r[STAMP_NUMBERS], own_k[STAMP_NUMBERS * STAMP_NUMBERS],
      own_lambda[STAMP_NUMBERS], own_v[STAMP_NUMBERS], own_law[STAMP_LAW], work[WORK];
  static real cosine[STAMP_SAMPLES];
  static int samples;
  const int n = shape->coordinates * sampled_coefficients(shape->harmonics, shape->is_static);
  if (sampled_work_size(shape->kind, shape->harmonics, shape->samples, shape->coordinates) > WORK) return;
  if (samples != shape->samples) {
    samples = shape->samples;
    for (int i = 0; i < samples; i++) cosine[i] = (real)cosl(8 * atanl(1) * i / samples);
  }
  load(own_law, numbers, STAMP_LAW);
  const sampled_plan plan = sampled_case_plan(shape, cosine);
  const sampled_law law = sampled_case_law(shape->kind, own_law);
  load(own_u, u, n);
  sampled_evaluate(&plan, &law, own_u, work, own_r, k ? own_k : 0);
  store(r, own_r, n);
  if (k) store(k, own_k, n * n);
  if (!lambda) return;
  load(own_lambda, lambda, n);
  load(own_v, v, n);
  sampled_curvature(&plan, &law, own_u, work, own_lambda, own_v, own_r);
  store(out, own_r, n);
}
