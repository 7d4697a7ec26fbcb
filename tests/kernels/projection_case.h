// A contact law that is a projection, step by step along a free motion, and by the samples of a
// period, as its callers use it: the same text for any number of lanes on the CPU, for the emulated
// GPU and for NVRTC.
#ifndef CHATTER_TESTS_PROJECTION_CASE_H
#define CHATTER_TESTS_PROJECTION_CASE_H

#ifndef CHATTER_TESTS_PROJECTION_STAMP_H // NVRTC gets them before this text
#include "tests/kernels/kernel_entry.h"
#include "tests/kernels/projection_stamp.h"
#endif
#include "laws/coulomb.h"
#include "laws/elastic_step.h"
#include "laws/friction.h"
#include "laws/restitution.h"
#include "laws/unilateral.h"
#include "laws/wall.h"
#ifndef PROJECTION_STEPS_ALONE // NVRTC takes seconds for the samples
#include "response/sampled/sampled.h"
#else
#include "laws/lagrangian.h"
#endif

typedef struct projection_case {
  const projection_shape *shape;
  const lane_t *number;
  lane_t x[PROJECTION_MOST], rest[PROJECTION_MOST]; // the forces, and the constant of the inclusion
} projection_case;

KERNEL_FN lane_t projection_radius(const projection_case *c, const lane_t *x) {
  const lane_t mu = c->number[PROJECTION_FRICTION], preload = c->number[PROJECTION_PRELOAD];
  return c->shape->constant ? law_coulomb_radius(mu, preload) : law_friction_radius(mu, x[0], preload);
}
KERNEL_FN void projection_project(const projection_case *c, lane_t *x) {
  x[0] = c->shape->has_normal ? law_unilateral(x[0], c->number[PROJECTION_PRELOAD]) : lane_set(0);
  const lane_t radius = projection_radius(c, x);
  if (c->shape->tangents == 2)
    law_friction_disc(&x[1], &x[2], radius);
  else
    x[1] = c->shape->tangents ? law_friction_interval(x[1], radius) : lane_set(0), x[2] = lane_set(0);
}
// Returns G x + c, with a spring k (G x + c) + x - x'.
KERNEL_FN lane_t projection_motion(const projection_case *c, int i) {
  const lane_t product = c->number[PROJECTION_FLEXIBILITY + i] * c->x[i];
  return c->shape->elastic
             ? law_elastic_motion(c->number[PROJECTION_SPRING + i], product, c->x[i], c->rest[i])
             : product + c->rest[i];
}
// Returns the derivative of G x + c by x, and by the free motion.
KERNEL_FN lane_t projection_gain(const projection_case *c, int i) {
  const lane_t g = c->number[PROJECTION_FLEXIBILITY + i];
  return c->shape->elastic ? lane_fma(c->number[PROJECTION_SPRING + i], g, lane_set(1)) : g;
}
KERNEL_FN lane_t projection_drive(const projection_case *c, int i) {
  return c->shape->elastic ? c->number[PROJECTION_SPRING + i] : lane_set(1);
}
KERNEL_FN lane_t projection_scale(const projection_case *c, int i) {
  const lane_t g = c->number[PROJECTION_FLEXIBILITY + i], one = lane_set(1);
  const mask_t soft = lane_less(lane_set(0), g);
  const lane_t rigid = one / lane_select(soft, g, one);
  if (!c->shape->elastic) return rigid;
  return lane_select(soft, law_elastic_scale(c->number[PROJECTION_SPRING + i], rigid), one);
}
// Returns ε of the normal and of the tangents.
KERNEL_FN lane_t projection_step_size(const projection_case *c, int i) {
  if (i == 0) return projection_scale(c, 0);
  return c->shape->tangents == 2 ? lane_min(projection_scale(c, 1), projection_scale(c, 2))
                                 : projection_scale(c, 1);
}

KERNEL_FN void projection_trial(const projection_case *c, lane_t *y) {
  for (int i = 0; i < PROJECTION_MOST; i++)
    y[i] = c->x[i] - projection_step_size(c, i) * projection_motion(c, i);
}
// Iterates x = P(x - ε (G x + c)).
KERNEL_FN void projection_solve(projection_case *c) {
  for (int i = 0; i < c->shape->iterations; i++) {
    lane_t y[PROJECTION_MOST];
    projection_trial(c, y);
    projection_project(c, y);
    for (int k = 0; k < PROJECTION_MOST; k++) c->x[k] = y[k];
  }
}

// Computes dx of the tangents for x = P(y), dP = T dy + pull dx_n, y = x - ε (G x + c), with dc and
// dx_n of a free motion.
KERNEL_FN void projection_slide(const projection_case *c, lane_t turn[2][2], const lane_t *pull, lane_t dn,
                                const lane_t *dc, lane_t *dx) {
  const lane_t scale = projection_step_size(c, 1), one = lane_set(1), none = lane_set(0);
  lane_t a[2][2], b[2];
  for (int i = 0; i < 2; i++) {
    b[i] = pull[i] * dn;
    for (int j = 0; j < 2; j++) {
      const lane_t drive = projection_drive(c, 1 + j) * scale;
      a[i][j] = (i == j ? one : none) - turn[i][j] * (one - scale * projection_gain(c, 1 + j));
      b[i] = b[i] - turn[i][j] * (drive * dc[j]);
    }
  }
  if (c->shape->tangents < 2) a[0][1] = a[1][0] = b[1] = none, a[1][1] = one;
  const lane_t whole = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  dx[0] = (a[1][1] * b[0] - a[0][1] * b[1]) / whole;
  dx[1] = (a[0][0] * b[1] - a[1][0] * b[0]) / whole;
}
// Computes all slopes from T and pull; `by_n` is dx_n/dc_n.
KERNEL_FN void projection_slopes(const projection_case *c, lane_t turn[2][2], const lane_t *pull, lane_t by_n,
                                 lane_t *slope) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t still[2] = {none, none}, first[2] = {one, none}, second[2] = {none, one};
  lane_t dx[2];
  slope[0] = by_n;
  projection_slide(c, turn, pull, by_n, still, dx);
  slope[1] = dx[0], slope[2] = dx[1];
  projection_slide(c, turn, pull, none, first, dx);
  slope[3] = dx[0];
  projection_slide(c, turn, pull, none, second, dx);
  slope[4] = dx[0], slope[5] = dx[1];
}

// Linearises as Newton's method of the time stepper does (transient/newton.h).
KERNEL_FN void projection_linear(const projection_case *c, const lane_t *trial, lane_t *slope) {
  const lane_t none = lane_set(0), one = lane_set(1), preload = c->number[PROJECTION_PRELOAD];
  const mask_t closed = c->shape->has_normal ? lane_less(-preload, trial[0]) : MASK_ALL;
  lane_t y[2] = {trial[1], trial[2]}, turn[2][2], pull[2];
  const mask_t slips = law_friction_linearise(&y[0], &y[1], projection_radius(c, c->x), turn);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      const lane_t kept = lane_select(slips, turn[i][j], i == j ? one : none);
      turn[i][j] = lane_select(closed, kept, none);
    }
    pull[i] = lane_select(closed, lane_select(slips, c->number[PROJECTION_FRICTION] * y[i], none), none);
    if (c->shape->constant) pull[i] = none;
  }
  const lane_t by_n = -(projection_drive(c, 0) / projection_gain(c, 0));
  projection_slopes(c, turn, pull, lane_select(closed, by_n, none), slope);
}
// Linearises as harmonic balance does (laws/lagrangian.h), by u = y.
KERNEL_FN void projection_lagrangian(const projection_case *c, const lane_t *y, lane_t *force,
                                     lane_t *slope) {
  const projection_shape *s = c->shape;
  const lane_t *u = s->has_normal ? y : y + 1;
  const lane_t none = lane_set(0), preload = c->number[PROJECTION_PRELOAD];
  const lagrangian_point at = law_lagrangian_point(u, s->has_normal, s->tangents, s->constant,
                                                   c->number[PROJECTION_FRICTION], preload);
  lane_t turn[2][2], pull[2];
  force[0] = s->has_normal ? law_lagrangian_normal(y[0], preload) : none;
  for (int i = 0; i < 2; i++) {
    force[1 + i] = i < s->tangents ? law_lagrangian_tangent(&at, y[1 + i], i) : none;
    pull[i] = law_lagrangian_load_slope(&at, i);
    for (int j = 0; j < 2; j++) turn[i][j] = law_lagrangian_slope(&at, i, j);
  }
  const lane_t by_n = -(projection_drive(c, 0) / projection_gain(c, 0));
  projection_slopes(c, turn, pull, lane_select(law_lagrangian_open(&at), none, by_n), slope);
}

// Writes the row of a step with known x; `work` is that of friction so far.
KERNEL_FN void projection_row(const projection_case *c, lane_t work, double *row) {
  lane_t y[PROJECTION_MOST], force[PROJECTION_MOST], slope[6];
  projection_trial(c, y);
  for (int i = 0; i < PROJECTION_MOST; i++) wide_store(row + (ROW_FORCE + i) * LANES, lane_widen(c->x[i]));
  wide_store(row + ROW_WORK * LANES, lane_widen(work));
  projection_linear(c, y, slope);
  for (int i = 0; i < 6; i++) wide_store(row + (ROW_SLOPE + i) * LANES, lane_widen(slope[i]));
  projection_lagrangian(c, y, force, slope);
  for (int i = 0; i < PROJECTION_MOST; i++)
    wide_store(row + (ROW_LAGRANGIAN + i) * LANES, lane_widen(force[i]));
  for (int i = 0; i < 6; i++) wide_store(row + (ROW_LAGRANGIAN_SLOPE + i) * LANES, lane_widen(slope[i]));
}

// Returns what the wall adds to the gap at time t, or its rate.
KERNEL_FN lane_t projection_moving(const projection_case *c, wide_t t, int is_rate) {
  const wide_t swing = lane_widen(c->number[PROJECTION_SWING]),
               frequency = lane_widen(c->number[PROJECTION_SWING + 1]),
               turns = lane_widen(c->number[PROJECTION_SWING + 2]);
  return lane_narrow(is_rate ? law_wall_gap_rate(swing, frequency, turns, t)
                             : law_wall_gap(swing, frequency, turns, t));
}
KERNEL_FN lane_t projection_wall(const projection_case *c, int i) { // motion over a step
  return lane_narrow(
      law_wall_increment(lane_widen(c->number[PROJECTION_WALL + i]), lane_widen(c->number[PROJECTION_DT])));
}

// Massless boundary: the constant of the normal is the gap, those of the tangents are the motion
// over the step.
KERNEL_FN lane_t projection_leap(projection_case *c, const lane_t *free, lane_t *q, wide_t t) {
  lane_t work = lane_set(0);
  c->rest[0] = free[0] + c->number[PROJECTION_GAP] + projection_moving(c, t, 0);
  for (int i = 0; i < 2; i++) c->rest[1 + i] = free[1 + i] - q[1 + i] - projection_wall(c, i);
  for (int i = 0; c->shape->elastic && i < PROJECTION_MOST; i++) {
    const lane_t held = i ? c->x[i] : lane_set(0);
    c->rest[i] = lane_fma(c->number[PROJECTION_SPRING + i], c->rest[i], -held);
  }
  projection_solve(c);
  for (int i = 1; i < PROJECTION_MOST; i++) {
    const lane_t motion = projection_motion(c, i);
    const lane_t slip =
        c->shape->elastic ? law_elastic_slip(c->number[PROJECTION_SPRING + i], motion) : motion;
    work = lane_fma(-c->x[i], slip, work);
    q[i] = lane_fma(c->number[PROJECTION_FLEXIBILITY + i], c->x[i], free[i]);
  }
  return work;
}
// Steps a mass by Moreau's scheme; `free` is its acceleration. Returns the lanes in contact.
KERNEL_FN mask_t projection_impact(projection_case *c, const lane_t *free, lane_t *q, lane_t *v, wide_t t,
                                   lane_t *work) {
  const lane_t none = lane_set(0), dt = c->number[PROJECTION_DT], rate = projection_moving(c, t, 1);
  const lane_t gap = q[0] + c->number[PROJECTION_GAP] + projection_moving(c, t, 0);
  const mask_t closed = c->shape->has_normal ? lane_less_equal(gap, none) : MASK_ALL;
  lane_t after[PROJECTION_MOST];
  for (int i = 0; i < PROJECTION_MOST; i++) after[i] = lane_fma(dt, free[i], v[i]);
  c->rest[0] = law_restitution(after[0] + rate, v[0] + rate, c->number[PROJECTION_RESTITUTION]);
  for (int i = 0; i < 2; i++) c->rest[1 + i] = after[1 + i] - c->number[PROJECTION_WALL + i];
  projection_solve(c);
  *work = none;
  for (int i = 0; i < PROJECTION_MOST; i++) {
    const lane_t released = i || !c->shape->has_normal ? none : -c->number[PROJECTION_PRELOAD];
    c->x[i] = lane_select(closed, c->x[i], released);
    if (i) *work = lane_fma(-dt, c->x[i] * projection_motion(c, i), *work);
    v[i] = lane_fma(c->number[PROJECTION_FLEXIBILITY + i], c->x[i], after[i]);
    q[i] = lane_fma(dt, v[i], q[i]);
  }
  return closed;
}

// motion [steps + 1][PROJECTION_MOST]; in tables of impacts the slopes of open rows have no
// meaning.
KERNEL_FN void projection_path(projection_case *c, const double *motion, lane_t scale, double *path) {
  lane_t q[PROJECTION_MOST], v[PROJECTION_MOST], work = lane_set(0);
  for (int i = 0; i < PROJECTION_MOST; i++) q[i] = v[i] = c->x[i] = lane_set(0);
  for (int k = 0; k <= c->shape->steps; k++) {
    const wide_t t = wide_set((double)k) * lane_widen(c->number[PROJECTION_DT]);
    lane_t free[PROJECTION_MOST], rubbed;
    for (int i = 0; i < PROJECTION_MOST; i++)
      free[i] = scale * lane_set((real)motion[(long)k * PROJECTION_MOST + i]);
    if (c->shape->impacts)
      projection_impact(c, free, q, v, t, &rubbed);
    else
      rubbed = projection_leap(c, free, q, t);
    work = work + rubbed;
    if (k % c->shape->every == 0) projection_row(c, work, path + (long)(k / c->shape->every) * N_ROW * LANES);
  }
}

// u and r [coordinates][PROJECTION_WAVES]; work: sampled_work_size.
#ifndef PROJECTION_STEPS_ALONE
KERNEL_FN void projection_sampled(const projection_case *c, const real *cosine, const lane_t *u, lane_t *work,
                                  lane_t *r) {
  const projection_shape *s = c->shape;
  sampled_plan plan;
  sampled_law law;
  plan.harmonics = PROJECTION_HARMONICS, plan.beyond = 0, plan.is_static = 1, plan.samples = s->samples;
  plan.coordinates = s->has_normal + s->tangents, plan.has_normal = s->has_normal, plan.cosine = cosine;
  law.kind = s->elastic ? SAMPLED_LAW_ELASTIC : s->constant ? SAMPLED_LAW_COULOMB : SAMPLED_LAW_FRICTION;
  law.friction = c->number[PROJECTION_FRICTION], law.preload = c->number[PROJECTION_PRELOAD];
  law.stiffness = c->number[PROJECTION_SPRING + 1], law.normal_stiffness = c->number[PROJECTION_SPRING];
  law.gap = c->number[PROJECTION_GAP];
  sampled_evaluate(&plan, &law, u, work, r, 0);
}
#endif

#if KERNEL_CUDA
// One block: a point for each number of `scale`, followed by one thread of the team, then the
// samples by all threads together. Numbers, u, r and work arrays lie in shared memory.
KERNEL_ENTRY TEAM_ENTRY(const projection_shape *shape, int points, const double *cosine, const double *number,
                        const double *motion, const double *u, const double *scale, double *path, double *r) {
  KERNEL_SHARED(kernel_shared);
  const int waves = PROJECTION_MOST * PROJECTION_WAVES;
  lane_t *own_number = (lane_t *)kernel_shared, *own_u = own_number + N_PROJECTION_NUMBERS,
         *own_r = own_u + waves;
  real *own_cosine = (real *)(own_r + waves);
  lane_t *work = own_cosine + shape->samples;
  team_for(i, N_PROJECTION_NUMBERS) own_number[i] = (lane_t)number[i];
  team_for(i, shape->samples) own_cosine[i] = (real)cosine[i];
  team_for(i, waves) own_u[i] = (lane_t)u[i], own_r[i] = lane_set(0);
  team_sync();
  projection_case c;
  c.shape = shape, c.number = own_number;
  const long rows = shape->steps / shape->every + 1;
  team_for(j, points) projection_path(&c, motion, (lane_t)scale[j], path + j * rows * N_ROW);
#ifndef PROJECTION_STEPS_ALONE
  if (shape->samples) projection_sampled(&c, own_cosine, own_u, work, own_r);
#endif
  team_sync();
  team_for(i, waves) r[i] = (double)own_r[i];
}
#endif

#endif
