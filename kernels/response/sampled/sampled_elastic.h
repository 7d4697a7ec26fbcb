// The elastic friction element by marching, sample by sample, for comparison with the element with
// exact event times. x = u_t, y = -(u_n + gap), load N = max(N0 + kn y, 0); the slider's spring has
// the force f, |f| <= μ N; r_t = -f, r_n = N - N0. The map of one period is a clip, so the second
// period is periodic.
#ifndef CHATTER_KERNELS_SAMPLED_ELASTIC_H
#define CHATTER_KERNELS_SAMPLED_ELASTIC_H

#include "sampled_law.h"

// Computes x and N at the samples; N is negative while contact is lost.
KERNEL_FN void sampled_elastic_motion(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                                      lane_t *x, lane_t *load) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), n = plan->has_normal,
            slides = plan->coordinates > n;
  team_for(t, plan->samples) {
    lane_t normal = law->gap, tangent = lane_set(0);
    for (int h = plan->is_static ? 0 : 1; h <= plan->harmonics; h++)
      for (int sine = 0; sine <= (h > 0); sine++) {
        const lane_t wave = sampled_wave(plan, h, sine, t);
        const int i = sampled_coefficient_place(plan->is_static, h, sine);
        if (slides) tangent = lane_fma(wave, u[n * nh + i], tangent);
        if (n) normal = lane_fma(wave, u[i], normal);
      }
    x[t] = tangent;
    load[t] = n ? lane_fma(-law->normal_stiffness, normal, law->preload) : law->preload;
  }
  team_sync();
}

// Finds the ratio of the normal force max(N, 0) at sample t to N, and of its slope, with the kinks
// on both sides where contact begins or ends. Without them the force of a barely touching contact
// would begin at a sample, and its slope would jump.
KERNEL_FN void sampled_elastic_normal_force(const sampled_plan *plan, const lane_t *load, int t,
                                            lane_t *force, lane_t *slope) {
  const int last = plan->samples - 1;
  const mask_t open = lane_less(load[t], lane_set(0));
  sampled_kink kink = sampled_kink_none();
  sampled_kink_add(&kink, 0, load[t], load[(t + last) & last]);
  sampled_kink_add(&kink, 0, load[t], load[(t + 1) & last]);
  *force = lane_select(open, lane_set(0), load[t]) + kink.force[0];
  *slope = lane_select(open, lane_set(0), lane_set(1)) + kink.slope[0];
}

// Computes f from the motion, in place of x, and its slopes: df = hold (df before + kt dx) + turn
// du_n.
KERNEL_FN void sampled_elastic_march(const sampled_plan *plan, const sampled_law *law, lane_t *x,
                                     const lane_t *load, lane_t *hold, lane_t *turn) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t steep = plan->has_normal ? law->friction * law->normal_stiffness : none;
  lane_t f = none, before = none; // the spring is unloaded at x = 0
  for (int t = 0; t < 2 * plan->samples; t++) {
    const int i = t & (plan->samples - 1);
    const lane_t limit = law->friction * lane_max(load[i], none),
                 trial = lane_fma(law->stiffness, x[i] - before, f);
    const mask_t sticks = lane_less(lane_abs(trial), limit), down = lane_less(trial, none);
    const lane_t closed = lane_select(lane_less(none, load[i]), steep, none);
    before = x[i];
    f = lane_select(sticks, trial, lane_select(down, -limit, limit));
    hold[i] = lane_select(sticks, one, none);
    turn[i] = lane_select(sticks, none, lane_select(down, closed, -closed));
    if (t >= plan->samples) x[i] = f;
  }
}

// Computes column j of coordinate c of k: the slope of f is marched as f was, and summed with its
// waves.
KERNEL_FN void sampled_elastic_column(const sampled_plan *plan, const sampled_law *law, int column,
                                      const lane_t *load, const lane_t *hold, const lane_t *turn, lane_t *k) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), n = plan->has_normal;
  const int numbers = plan->coordinates * nh, is_normal = n && column<nh, slides = plan->coordinates> n;
  const int j = column % nh - plan->is_static + 2, hj = j / 2, sine_j = j & 1 & (hj > 0);
  const lane_t none = lane_set(0);
  lane_t slope = none, before = none;
  for (int i = 0; i < numbers; i++) k[i * numbers + column] = none;
  for (int t = 0; t < 2 * plan->samples; t++) {
    const int s = t & (plan->samples - 1);
    const lane_t wave = sampled_wave(plan, hj, sine_j, s);
    const lane_t moved = is_normal ? none : law->stiffness * (wave - before);
    slope = lane_fma(hold[s], slope + moved, is_normal ? turn[s] * wave : none);
    before = wave;
    if (t < plan->samples) continue;
    lane_t pressed, normal = none;
    if (is_normal) sampled_elastic_normal_force(plan, load, s, &pressed, &normal);
    normal = -law->normal_stiffness * wave * normal;
    for (int h = plan->is_static ? 0 : 1; h <= plan->harmonics; h++)
      for (int sine = 0; sine <= (h > 0); sine++) {
        const lane_t other = sampled_wave(plan, h, sine, s);
        lane_t *entry = k + sampled_coefficient_place(plan->is_static, h, sine) * numbers + column;
        if (is_normal) *entry = lane_fma(other, normal, *entry);
        entry += n * nh * numbers;
        if (slides) *entry = lane_fma(-other, slope, *entry);
      }
  }
  for (int i = 0; i < numbers; i++)
    k[i * numbers + column] = k[i * numbers + column] * sampled_weight(plan, i % nh);
}

KERNEL_FN void sampled_elastic(const sampled_plan *plan, const sampled_law *law, const lane_t *u,
                               lane_t *work, lane_t *r, lane_t *k) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), n = plan->has_normal;
  const int nr = sampled_coefficients(plan->harmonics + plan->beyond, plan->is_static);
  lane_t *x = work, *load = x + plan->samples, *hold = load + plan->samples, *turn = hold + plan->samples;
  sampled_elastic_motion(plan, law, u, x, load);
  if (TEAM_RANK == 0) sampled_elastic_march(plan, law, x, load, hold, turn);
  team_sync();
  team_for(i, plan->coordinates * nr) {
    const int j = i % nr - plan->is_static + 2, h = j / 2, sine = j & 1 & (h > 0);
    lane_t sum = lane_set(0);
    for (int t = 0; t < plan->samples; t++) {
      lane_t force = -x[t], slope;
      if (n && i < nr) {
        sampled_elastic_normal_force(plan, load, t, &force, &slope);
        force = force - law->preload;
      }
      sum = lane_fma(sampled_wave(plan, h, sine, t), force, sum);
    }
    r[i] = sum * sampled_weight(plan, i % nr);
  }
  if (k)
    team_for(column, plan->coordinates * nh) sampled_elastic_column(plan, law, column, load, hold, turn, k);
  team_sync();
}

#endif
