// One contact point through kernels/response/sampled/sampled.h and sampled_curvature.h, as their
// callers use them: the same text for any number of lanes on the CPU and for the emulated GPU.
#ifndef CHATTER_TESTS_SAMPLED_CASE_H
#define CHATTER_TESTS_SAMPLED_CASE_H

#include "response/sampled/sampled_curvature.h"
#include "tests/kernels/kernel_entry.h"
#include "tests/kernels/sampled_stamp.h"

KERNEL_ASSERT((int)STAMP_CUBIC == (int)SAMPLED_LAW_CUBIC &&
                  (int)STAMP_FRICTION == (int)SAMPLED_LAW_FRICTION &&
                  (int)STAMP_COULOMB == (int)SAMPLED_LAW_COULOMB &&
                  (int)STAMP_ELASTIC == (int)SAMPLED_LAW_ELASTIC,
              "the same numbers for the test that knows no lanes");

// Makes the law from an array [STAMP_LAW].
KERNEL_FN sampled_law sampled_case_law(int kind, const lane_t *numbers) {
  sampled_law law;
  law.kind = kind, law.friction = numbers[0], law.preload = numbers[1], law.stiffness = numbers[2];
  law.normal_stiffness = numbers[3], law.gap = numbers[4];
  return law;
}
KERNEL_FN sampled_plan sampled_case_plan(const sampled_shape *shape, const real *cosine) {
  sampled_plan plan;
  plan.harmonics = shape->harmonics, plan.is_static = shape->is_static, plan.samples = shape->samples;
  plan.coordinates = shape->coordinates, plan.has_normal = shape->has_normal, plan.cosine = cosine;
  plan.beyond = 0;
  return plan;
}

#if KERNEL_CUDA
// One block; law, u, lambda, v and the results as in the stamps, all of them and the work arrays in
// shared memory.
KERNEL_ENTRY TEAM_ENTRY(const sampled_shape *shape, const double *cosine, const double *numbers,
                        const double *u, double *r, double *k, const double *lambda, const double *v,
                        double *out) {
  KERNEL_SHARED(kernel_shared);
  const int n = shape->coordinates * sampled_coefficients(shape->harmonics, shape->is_static);
  lane_t *own_law = (lane_t *)kernel_shared, *own = own_law + STAMP_LAW, *own_k = own + 5 * n;
  real *own_cosine = (real *)(own_k + n * n);
  lane_t *work = own_cosine + shape->samples;
  team_for(i, STAMP_LAW) own_law[i] = (lane_t)numbers[i];
  team_for(i, shape->samples) own_cosine[i] = (real)cosine[i];
  team_for(i, n) own[i] = (lane_t)u[i], own[n + i] = (lane_t)lambda[i], own[2 * n + i] = (lane_t)v[i];
  team_sync();
  const sampled_law law = sampled_case_law(shape->kind, own_law);
  const sampled_plan plan = sampled_case_plan(shape, own_cosine);
  sampled_evaluate(&plan, &law, own, work, own + 3 * n, own_k);
  if (shape->kind != SAMPLED_LAW_ELASTIC)
    sampled_curvature(&plan, &law, own, work, own + n, own + 2 * n, own + 4 * n);
  team_for(i, n) r[i] = (double)own[3 * n + i];
  team_for(i, n) out[i] = shape->kind == SAMPLED_LAW_ELASTIC ? 0 : (double)own[4 * n + i];
  team_for(i, n * n) k[i] = (double)own_k[i];
}
#endif

#endif
