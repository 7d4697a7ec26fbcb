// Compliant laws (laws/laws.h) along one coordinate of a periodic motion. u is the displacement q.
// Its samples, with the rate q' in τ, give those of the force at the velocity v = ω q', and r is
// their harmonics. Internal states start at rest with q = 0 and are followed until they are
// periodic.
//
// Between samples laws change their state: a stop opens or closes, a motion reverses, a slider
// begins to slip. With samples alone the Jacobian would jump whenever such a time moves from one
// step to the next, and Newton's method would not converge. So each change is located, and force
// and Jacobian are continuous in u:
// - The force of a sample of a law with gap counts for the part of its hat function (1 at the
//   sample and 0 at the neighbours) over which the law is closed (law_effective_gap negative); the
//   time of closing is the zero of the chord.
// - In a step where q' changes sign q passes its extremum, that of Hermite's cubic.
// - A corner in the path of a state (law_state) has the area C over the chord, which is split
//   between the two neighbouring samples as a linear function would be.
// The error is O(1/N²), as that of the samples.
#ifndef CHATTER_KERNELS_SAMPLED_COMPLIANT_H
#define CHATTER_KERNELS_SAMPLED_COMPLIANT_H

#include "sampled_memory.h"

KERNEL_FN void compliant_motion(const sampled_plan *plan, const compliant_element *law, const lane_t *u,
                                const compliant_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static);
  const lane_t gap = law_force_arguments(law->law) & LAW_HAS_GAP ? law->gap : lane_set(0);
  team_for(t, plan->samples) {
    lane_t q = gap, rate = lane_set(0);
    for (int i = 0; i < nh; i++) {
      lane_t turned;
      q = lane_fma(compliant_wave_at(plan, i, t, &turned), u[i], q);
      rate = lane_fma(turned, u[i], rate);
    }
    f->q[t] = q, f->rate[t] = rate;
  }
  team_sync();
}

// Fraction (0 to 1) of a sample's hat function on one side over which the law is closed, with its
// slopes by law_effective_gap at the sample and at the neighbour.
typedef struct pushing_share {
  lane_t share, own, other;
} pushing_share;
KERNEL_FN pushing_share compliant_pushing_share(lane_t open, lane_t beside) {
  const lane_t none = lane_set(0), one = lane_set(1), two = lane_set(2);
  const mask_t pushes = lane_less(open, none), changes = pushes ^ lane_less(beside, none);
  // rest: 1 - place
  const lane_t chord = lane_select(changes, open - beside, one), rest = -beside / chord;
  const lane_t sense = lane_select(pushes, two, -two) * rest / (chord * chord);
  pushing_share s;
  s.share = lane_select(changes, lane_select(pushes, one - rest * rest, rest * rest),
                        lane_select(pushes, one, none));
  s.own = lane_select(changes, -(sense * beside), none);
  s.other = lane_select(changes, sense * open, none);
  return s;
}

// For a law with gap: multiplies the closed force at sample t by the fractions.
KERNEL_FN void compliant_apply_shares(const sampled_plan *plan, const compliant_element *law, int t,
                                      const compliant_field *f) {
  const int last = plan->samples - 1, beside[2] = {(t + last) & last, (t + 1) & last};
  const lane_t half = lane_set((real)0.5), v = law->omega * f->rate[t];
  const law_gap own = law_effective_gap(law->law, law->number, f->q[t], v);
  const law_result at = law_closed_force(law->law, law->number, law->n, f->q[t], v);
  pushing_share side[2];
  for (int i = 0; i < 2; i++) {
    const lane_t v_there = law->omega * f->rate[beside[i]];
    const law_gap there = law_effective_gap(law->law, law->number, f->q[beside[i]], v_there);
    side[i] = compliant_pushing_share(own.value, there.value);
  }
  const lane_t share = half * (side[0].share + side[1].share), force = half * at.force,
               by_open = force * (side[0].own + side[1].own);
  f->force[t] = share * at.force;
  f->by_q[t] = lane_fma(share, at.by_q, by_open);
  f->by_v[t] = lane_fma(share, at.by_v, by_open * own.by_v);
  f->before[t] = force * side[0].other, f->after[t] = force * side[1].other;
  f->open_v[t] = own.by_v;
}

// Computes the force and its slopes by displacement and velocity.
KERNEL_FN void compliant_forces(const sampled_plan *plan, const compliant_element *law,
                                const compliant_field *f) {
  const int has_gap = law_force_arguments(law->law) & LAW_HAS_GAP;
  team_for(t, plan->samples) {
    if (has_gap) {
      compliant_apply_shares(plan, law, t, f);
      continue;
    }
    const law_result at = law_force(law->law, law->number, law->n, f->q[t], law->omega * f->rate[t]);
    f->force[t] = at.force, f->by_q[t] = at.by_q, f->by_v[t] = at.by_v;
    f->before[t] = f->after[t] = f->open_v[t] = lane_set(0);
  }
  team_sync();
}

// Computes the slopes of the force at all samples by each coefficient, without those of internal
// states.
KERNEL_FN void compliant_columns(const sampled_plan *plan, const compliant_element *law,
                                 const compliant_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), last = plan->samples - 1;
  team_for(i, nh) {
    lane_t *column = f->column + (long)i * plan->samples, rate;
    for (int t = 0; t < plan->samples; t++) {
      const int before = (t + last) & last, after = (t + 1) & last;
      const lane_t wave = compliant_wave_at(plan, i, t, &rate);
      lane_t slope = lane_fma(f->by_q[t], wave, law->omega * f->by_v[t] * rate);
      lane_t other = compliant_wave_at(plan, i, before, &rate);
      slope = lane_fma(f->before[t], lane_fma(law->omega * f->open_v[before], rate, other), slope);
      other = compliant_wave_at(plan, i, after, &rate);
      column[t] = lane_fma(f->after[t], lane_fma(law->omega * f->open_v[after], rate, other), slope);
    }
  }
  team_sync();
}
// Returns the slope of the force at sample t by ω.
KERNEL_FN lane_t compliant_omega_slope(const sampled_plan *plan, const compliant_field *f, int t) {
  const int last = plan->samples - 1, before = (t + last) & last, after = (t + 1) & last;
  const lane_t own = lane_fma(f->before[t], f->open_v[before] * f->rate[before], f->by_v[t] * f->rate[t]);
  return lane_fma(f->after[t], f->open_v[after] * f->rate[after], own);
}

// Returns coefficient i of a function of time.
KERNEL_FN lane_t compliant_coefficient(const sampled_plan *plan, int i, const lane_t *value) {
  lane_t sum = lane_set(0), rate;
  for (int t = 0; t < plan->samples; t++) sum = lane_fma(compliant_wave_at(plan, i, t, &rate), value[t], sum);
  return sum * sampled_weight(plan, i);
}

// Computes the force of all samples and, with `slopes`, its slopes.
KERNEL_CALLED void compliant_samples(const sampled_plan *plan, const compliant_element *law, const lane_t *u,
                                     int slopes, const compliant_field *f) {
  compliant_motion(plan, law, u, f);
  compliant_forces(plan, law, f);
  if (slopes) compliant_columns(plan, law, f);
  compliant_add_states(plan, law, slopes, f);
}

// Computes r [nh, and those of the harmonics beyond] and, unless null, k = ∂r/∂u [nh][nh] and
// by_omega = ∂r/∂ω [nh].
KERNEL_FN void compliant_evaluate(const sampled_plan *plan, const compliant_element *law, const lane_t *u,
                                  lane_t *work, lane_t *r, lane_t *k, lane_t *by_omega) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static),
            nr = sampled_coefficients(plan->harmonics + plan->beyond, plan->is_static);
  const compliant_field f = compliant_field_place(plan, work);
  compliant_samples(plan, law, u, k != 0, &f);
  team_for(i, nr) r[i] = compliant_coefficient(plan, i, f.force);
  if (k)
    team_for(e, nh * nh) k[e] =
        compliant_coefficient(plan, e / nh, f.column + (long)(e % nh) * plan->samples);
  team_sync();
  if (!by_omega) return;
  team_for(t, plan->samples) f.by_old[t] = compliant_omega_slope(plan, &f, t);
  team_sync();
  team_for(i, nh) by_omega[i] = compliant_coefficient(plan, i, f.by_old);
  team_sync();
}

// Adds `times` Σ λ_i ∂r_i/∂(u, ω) to out [nh] and *by_omega: in time, with the weighted waves of λ.
KERNEL_FN void compliant_weighted(const sampled_plan *plan, const compliant_element *law, const lane_t *u,
                                  lane_t *work, const lane_t *lambda, lane_t times, lane_t *out,
                                  lane_t *by_omega) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static);
  const compliant_field f = compliant_field_place(plan, work);
  compliant_samples(plan, law, u, 1, &f);
  team_for(t, plan->samples) {
    lane_t left = lane_set(0), rate;
    for (int i = 0; i < nh; i++)
      left = lane_fma(sampled_weight(plan, i) * lambda[i], compliant_wave_at(plan, i, t, &rate), left);
    f.top[t] = left;
    f.by_old[t] = compliant_omega_slope(plan, &f, t);
  }
  team_sync();
  team_for(i, nh + 1) {
    const lane_t *column = i < nh ? f.column + (long)i * plan->samples : f.by_old;
    lane_t sum = lane_set(0), *to = i < nh ? out + i : by_omega;
    for (int t = 0; t < plan->samples; t++) sum = lane_fma(f.top[t], column[t], sum);
    *to = lane_fma(times, sum, *to);
  }
  team_sync();
}

// Second derivatives of Σ λ_i r_i along (v, turn): out [nh] by u, and the return value by ω, by the
// central difference along (v, turn). The error is h² from third derivatives and ε/h from rounding;
// with h = ε^⅓ relative to the largest change both are about ε^⅔. The Jacobian is continuous but
// has kinks where a state changes at a sample; the difference is then one-sided. The solution of
// Newton's method does not depend on it.
KERNEL_FN lane_t compliant_curvature(const sampled_plan *plan, compliant_element *law, const lane_t *u,
                                     lane_t *work, const lane_t *lambda, const lane_t *v, lane_t turn,
                                     lane_t *out) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static);
  const lane_t none = lane_set(0), one = lane_set(1), omega = law->omega;
  lane_t size = none, change = none, *at = work, *by_omega = work + nh, *field = by_omega + 1;
  for (int i = 0; i < nh; i++) size = lane_fma(u[i], u[i], size), change = lane_fma(v[i], v[i], change);
  const lane_t moved = lane_sqrt(change / lane_select(lane_less(none, size), size, one)),
               most = lane_max(moved, lane_abs(turn / omega)),
               h = lane_set((real)(sizeof(real) == 4 ? 5e-3 : 6e-6)) /
                   lane_select(lane_less(none, most), most, one);
  team_for(i, nh + 1) * (i < nh ? out + i : by_omega) = none;
  for (int side = -1; side <= 1; side += 2) {
    const lane_t step = lane_set((real)side) * h;
    team_sync();
    team_for(i, nh) at[i] = lane_fma(step, v[i], u[i]);
    team_sync();
    law->omega = lane_fma(step, turn, omega);
    compliant_weighted(plan, law, at, field, lambda, lane_set((real)(0.5 * side)) / h, out, by_omega);
  }
  law->omega = omega;
  return *by_omega;
}

#endif
