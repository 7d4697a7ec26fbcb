// Laws that answer with their force (laws/laws.h) along one coordinate of a periodic motion: u is the
// displacement q, its samples with the rate q' in τ become those of the force at the velocity v = ω q', and
// r its harmonics. Internal states begin at rest at q = 0 and are followed until they are periodic.
//
// A law with a gap may have a jump in its force where the gap closes. A sample stands for half a step to both
// sides and counts for the share of it that is closed, the crossing being where the chord of q is zero: force
// and Jacobian are then continuous in u, with an error of O(1/N²) as that of the samples.
//
// A period makes P(z) of a state z, P' = K the product of its steps' slopes. The periodic state is found by
// Newton's method, z + (P(z) - z) (1 - K)/((1 - K)² + δ²): where next to nothing is lost in a period (K = 1)
// the state stays as it began.
#ifndef CHATTER_KERNELS_SAMPLED_RESPONDING_H
#define CHATTER_KERNELS_SAMPLED_RESPONDING_H

#include "../../laws/respond.h"
#include "sampled_transform.h"

typedef struct responding_law {
  int law, n, states;   // of laws.h; numbers; internal states
  const lane_t *number; // [n]
  lane_t gap, omega;    // m, rad/s
} responding_law;

// The arrays of `work`, each of all samples.
typedef struct responding_field {
  lane_t *q, *rate, *force;
  lane_t *by_q, *by_v;    // slopes of the force by q and v there,
  lane_t *before, *after; // and by q at the sample before and after
  lane_t *keep, *gain;    // slopes of a state's step by the state and by the move
  lane_t *settled;        // [2] of a state: periodic_state's first and newton
  lane_t *column;         // [coefficients] of all samples, the slope of the force by each
} responding_field;

KERNEL_FN responding_field responding_room(const sampled_plan *plan, lane_t *work) {
  responding_field f;
  const int n = plan->samples;
  f.q = work, f.rate = f.q + n, f.force = f.rate + n, f.by_q = f.force + n, f.by_v = f.by_q + n;
  f.before = f.by_v + n, f.after = f.before + n, f.keep = f.after + n, f.gain = f.keep + n;
  f.settled = f.gain + n, f.column = f.settled + 2;
  return f;
}

// The wave of coefficient i of u at sample t, and its derivative in τ.
KERNEL_FN lane_t responding_wave(const sampled_plan *plan, int i, int t, lane_t *rate) {
  const int j = i - plan->is_static + 2, h = j / 2, sine = j & 1 & (h > 0);
  const lane_t other = sampled_wave(plan, h, !sine, t);
  *rate = lane_set((real)(sine ? h : -h)) * other;
  return sampled_wave(plan, h, sine, t);
}

KERNEL_FN void responding_motion(const sampled_plan *plan, const responding_law *law, const lane_t *u,
                                 const responding_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static);
  const lane_t gap = law_needs(law->law) & LAW_HAS_GAP ? law->gap : lane_set(0);
  team_for(t, plan->samples) {
    lane_t q = gap, rate = lane_set(0);
    for (int i = 0; i < nh; i++) {
      lane_t turned;
      q = lane_fma(responding_wave(plan, i, t, &turned), u[i], q);
      rate = lane_fma(turned, u[i], rate);
    }
    f->q[t] = q, f->rate[t] = rate;
  }
  team_sync();
}

// The closed share of the half step from a sample at q towards one at `beside`, and its slopes by both.
typedef struct closed_share {
  lane_t share, own, other;
} closed_share;
KERNEL_FN closed_share responding_share(lane_t q, lane_t beside) {
  const lane_t none = lane_set(0), one = lane_set(1), two = lane_set(2);
  const mask_t closed = lane_less(q, none), changes = closed ^ lane_less(beside, none);
  const lane_t chord = lane_select(changes, q - beside, one), place = q / chord; // of the crossing, 0 to 1
  const mask_t near = changes & lane_less(place, lane_set((real)0.5));
  const lane_t sense = lane_select(closed, two, -two) / (chord * chord);
  closed_share s;
  s.share =
      lane_select(near, lane_select(closed, two * place, one - two * place), lane_select(closed, one, none));
  s.own = lane_select(near, -(sense * beside), none);
  s.other = lane_select(near, sense * q, none);
  return s;
}

// Force and slopes by displacement and velocity.
KERNEL_FN void responding_forces(const sampled_plan *plan, const responding_law *law,
                                 const responding_field *f) {
  const int has_gap = law_needs(law->law) & LAW_HAS_GAP, last = plan->samples - 1;
  const lane_t none = lane_set(0), half = lane_set((real)0.5), touch = lane_set((real)-1e-30);
  team_for(t, plan->samples) {
    const lane_t q = f->q[t], v = law->omega * f->rate[t];
    const law_answer at = law_respond(law->law, law->number, law->n, has_gap ? lane_min(q, touch) : q, v);
    f->force[t] = at.force, f->by_q[t] = at.by_q, f->by_v[t] = at.by_v;
    f->before[t] = f->after[t] = none;
    if (!has_gap) continue;
    const closed_share back = responding_share(q, f->q[(t + last) & last]),
                       ahead = responding_share(q, f->q[(t + 1) & last]);
    const lane_t share = half * (back.share + ahead.share), force = half * at.force;
    f->force[t] = share * at.force;
    f->by_q[t] =
        lane_fma(share, lane_select(lane_less(q, none), at.by_q, none), force * (back.own + ahead.own));
    f->by_v[t] = share * at.by_v;
    f->before[t] = force * back.other, f->after[t] = force * ahead.other;
  }
  team_sync();
}

// What state i is at the beginning of a period, with its slope by q there before it was found to be periodic,
// the slope K of a period, and what Newton's method takes of 1 - K.
typedef struct periodic_state {
  lane_t state, first, period, newton;
} periodic_state;
KERNEL_FN lane_t responding_newton(lane_t period) {
  const lane_t lost = lane_set(1) - period, least = lane_set(16) * lane_sqrt(lane_set(REAL_EPSILON));
  return lost / lane_fma(lost, lost, least * least);
}
// One period of a state: what it ends as, K, and the largest that it is; its slopes are left in f.
KERNEL_FN lane_t responding_march(const sampled_plan *plan, const responding_law *law, int i, lane_t state,
                                  const responding_field *f, lane_t *period, lane_t *most) {
  const int last = plan->samples - 1;
  *period = lane_set(1), *most = lane_abs(state);
  for (int t = 1; t <= plan->samples; t++) {
    const int at = t & last;
    const law_memory next = law_remember(law->law, law->number, i, state, f->q[at] - f->q[t - 1]);
    state = next.state;
    f->keep[at] = next.keep, f->gain[at] = next.gain;
    *period = *period * next.keep;
    *most = lane_max(*most, lane_abs(state));
  }
  return state;
}
enum { RESPONDING_PASSES = 40 };
KERNEL_FN periodic_state responding_settle(const sampled_plan *plan, const responding_law *law, int i,
                                           const responding_field *f) {
  const law_memory first = law_remember(law->law, law->number, i, lane_set(0), f->q[0]);
  periodic_state s;
  s.state = first.state, s.first = first.gain;
  lane_t most, last = lane_set(0);
  mask_t running = mask_not(mask_set(0));
  for (int pass = 0; pass < RESPONDING_PASSES; pass++) {
    const lane_t change = responding_march(plan, law, i, s.state, f, &s.period, &most) - s.state;
    s.newton = responding_newton(s.period);
    running = running & lane_less(lane_set(16 * REAL_EPSILON) * most, lane_abs(change));
    if (!lane_any(running)) break;
    // where it does not shrink as Newton's method should have it, as the motion has it
    const mask_t slow = mask_set(pass > 0) & lane_less(last, lane_set(2) * lane_abs(change));
    s.state = lane_select(running, s.state + lane_select(slow, change, s.newton * change), s.state);
    last = lane_abs(change);
  }
  return s;
}

// The slopes of a state's part of the force by each coefficient: of the state at the beginning as Newton's
// method has it, then once more from there.
KERNEL_FN void responding_follow(const sampled_plan *plan, lane_t pull, const responding_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), last = plan->samples - 1;
  team_for(i, nh) {
    lane_t *column = f->column + (long)i * plan->samples, rate;
    lane_t begin = f->settled[0] * responding_wave(plan, i, 0, &rate);
    for (int pass = 0; pass < 2; pass++) {
      lane_t slope = begin, before = responding_wave(plan, i, 0, &rate);
      for (int t = 1; t <= plan->samples; t++) {
        const int at = t & last;
        const lane_t wave = responding_wave(plan, i, at, &rate);
        slope = lane_fma(f->keep[at], slope, f->gain[at] * (wave - before));
        before = wave;
        if (pass) column[at] = lane_fma(pull, slope, column[at]);
      }
      begin = lane_fma(f->settled[1], slope - begin, begin);
    }
  }
}

// The internal states: their part of the force and, with `slopes`, of the columns.
KERNEL_FN void responding_remember(const sampled_plan *plan, const responding_law *law, int slopes,
                                   const responding_field *f) {
  const lane_t pull = law_pull(law->law, law->number);
  for (int i = 0; i < law->states; i++) {
    if (TEAM_RANK == 0) {
      const periodic_state s = responding_settle(plan, law, i, f);
      lane_t state = s.state;
      for (int t = 1; t <= plan->samples; t++) {
        const int at = t & (plan->samples - 1);
        state = law_remember(law->law, law->number, i, state, f->q[at] - f->q[t - 1]).state;
        f->force[at] = lane_fma(pull, state, f->force[at]);
      }
      f->settled[0] = s.first, f->settled[1] = s.newton;
    }
    team_sync();
    if (slopes) responding_follow(plan, pull, f);
    team_sync();
  }
}

// The slopes of the force at all samples by each coefficient, but for those by internal states.
KERNEL_FN void responding_columns(const sampled_plan *plan, const responding_law *law,
                                  const responding_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static), last = plan->samples - 1;
  team_for(i, nh) {
    lane_t *column = f->column + (long)i * plan->samples, rate, other;
    for (int t = 0; t < plan->samples; t++) {
      const lane_t wave = responding_wave(plan, i, t, &rate);
      lane_t slope = lane_fma(f->by_q[t], wave, law->omega * f->by_v[t] * rate);
      slope = lane_fma(f->before[t], responding_wave(plan, i, (t + last) & last, &other), slope);
      column[t] = lane_fma(f->after[t], responding_wave(plan, i, (t + 1) & last, &other), slope);
    }
  }
  team_sync();
}

// Coefficient i of a function of time.
KERNEL_FN lane_t responding_gather(const sampled_plan *plan, int i, const lane_t *value) {
  lane_t sum = lane_set(0), rate;
  for (int t = 0; t < plan->samples; t++) sum = lane_fma(responding_wave(plan, i, t, &rate), value[t], sum);
  return sum * sampled_weight(plan, i);
}

// r [nh, and those of the harmonics beyond] and, unless null, k = ∂r/∂u [nh][nh] and by_omega = ∂r/∂ω [nh].
KERNEL_FN void responding_evaluate(const sampled_plan *plan, const responding_law *law, const lane_t *u,
                                   lane_t *work, lane_t *r, lane_t *k, lane_t *by_omega) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static),
            nr = sampled_coefficients(plan->harmonics + plan->beyond, plan->is_static);
  const responding_field f = responding_room(plan, work);
  responding_motion(plan, law, u, &f);
  responding_forces(plan, law, &f);
  if (k) responding_columns(plan, law, &f);
  responding_remember(plan, law, k != 0, &f);
  team_for(i, nr) r[i] = responding_gather(plan, i, f.force);
  if (k)
    team_for(e, nh * nh) k[e] = responding_gather(plan, e / nh, f.column + (long)(e % nh) * plan->samples);
  team_sync();
  if (!by_omega) return;
  team_for(t, plan->samples) f.by_v[t] = f.by_v[t] * f.rate[t];
  team_sync();
  team_for(i, nh) by_omega[i] = responding_gather(plan, i, f.by_v);
  team_sync();
}

#endif
