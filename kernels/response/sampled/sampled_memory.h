// Internal states of compliant laws (sampled_compliant.h) at the samples of a periodic motion:
// their part of the force and its slopes.
//
// The map of a period is P(z), with P' = K the product of the slopes of its steps. The periodic
// state is found by Newton's method, z + (P(z) - z) (1 - K)/((1 - K)² + δ²). If a period dissipates
// almost nothing (K = 1) the state keeps its initial value.
#ifndef CHATTER_KERNELS_SAMPLED_MEMORY_H
#define CHATTER_KERNELS_SAMPLED_MEMORY_H

#include "../../laws/compliant.h"
#include "../../portable.h"
#include "sampled_transform.h"

typedef struct compliant_element {
  int law, n, states;   // law of laws.h; numbers of parameters and internal states
  const lane_t *number; // [n]
  lane_t gap, omega;    // m, rad/s
} compliant_element;

// Arrays in `work`, each over all samples; those of steps belong to the step after a sample.
typedef struct compliant_field {
  lane_t *q, *rate, *force;
  lane_t *by_q, *by_v;    // slopes of the force by q and v
  lane_t *before, *after; // slopes by the effective gap at the sample before and after
  lane_t *open_v;         // slope of the effective gap by v
  lane_t *turn, *top;     // fraction of a step before q reverses (1: it does not), and q there
  // slopes of a state by the one before, by the move to the reversal, and by the rest
  lane_t *by_old, *by_top, *by_rest;
  // slopes of the corner's part at the samples before and after it, each by the state before and by
  // the move to the reversal
  lane_t *corner;
  lane_t *settled; // [2] per state: `first` and `newton` of periodic_state
  lane_t *column;  // [coefficients] over all samples: slope of the force by each coefficient
} compliant_field;

KERNEL_FN compliant_field compliant_field_place(const sampled_plan *plan, lane_t *work) {
  compliant_field f;
  const int n = plan->samples;
  f.q = work, f.rate = f.q + n, f.force = f.rate + n, f.by_q = f.force + n, f.by_v = f.by_q + n;
  f.before = f.by_v + n, f.after = f.before + n, f.open_v = f.after + n, f.turn = f.open_v + n;
  f.top = f.turn + n, f.by_old = f.top + n, f.by_top = f.by_old + n, f.by_rest = f.by_top + n;
  f.corner = f.by_rest + n;
  f.settled = work + (long)N_COMPLIANT_FIELDS * n, f.column = f.settled + 2;
  return f;
}

// Returns the wave of coefficient i of u at sample t, and its derivative in τ.
KERNEL_FN lane_t compliant_wave_at(const sampled_plan *plan, int i, int t, lane_t *rate) {
  const int j = i - plan->is_static + 2, h = j / 2, sine = j & 1 & (h > 0);
  const lane_t other = sampled_wave(plan, h, !sine, t);
  *rate = lane_set((real)(sine ? h : -h)) * other;
  return sampled_wave(plan, h, sine, t);
}

// Weights of a function's values and slopes at both ends of a step in Hermite's cubic at the
// fraction x.
typedef struct hermite_weights {
  lane_t from, to, slope_from, slope_to;
} hermite_weights;
KERNEL_FN hermite_weights compliant_hermite_weights(const sampled_plan *plan, lane_t x) {
  const lane_t one = lane_set(1), two = lane_set(2), rest = one - x,
               step = lane_set((real)(2 * KERNEL_PI / plan->samples));
  hermite_weights w;
  w.from = lane_fma(two, x, one) * (rest * rest), w.to = x * x * (one + two * rest);
  w.slope_from = step * x * (rest * rest), w.slope_to = -(step * (x * x) * rest);
  return w;
}
// Finds the reversal of q in each step: if q' changes sign, a + 2bx + 3cx² = 0 has one root there.
KERNEL_FN void compliant_find_turns(const sampled_plan *plan, const compliant_field *f) {
  const lane_t none = lane_set(0), one = lane_set(1), two = lane_set(2), three = lane_set(3),
               step = lane_set((real)(2 * KERNEL_PI / plan->samples));
  team_for(t, plan->samples) {
    const int next = (t + 1) & (plan->samples - 1);
    const mask_t turns = lane_less(f->rate[t] * f->rate[next], none), falls = lane_less(f->rate[t], none);
    const lane_t sense = lane_select(falls, -one, one), a = step * lane_abs(f->rate[t]),
                 end = step * lane_abs(f->rate[next]), rise = sense * (f->q[next] - f->q[t]);
    const lane_t c = a - end - two * rise, b = rise - a - c,
                 root = lane_sqrt(lane_max(lane_fma(b, b, -(three * a * c)), none));
    f->turn[t] = lane_select(turns, a / lane_select(turns, root - b, one), one);
    const hermite_weights w = compliant_hermite_weights(plan, f->turn[t]);
    const lane_t way = lane_fma(w.slope_from, f->rate[t], w.slope_to * f->rate[next]);
    f->top[t] = lane_select(turns, lane_fma(w.from, f->q[t], lane_fma(w.to, f->q[next], way)), f->q[next]);
  }
  team_sync();
}
// Slopes by a coefficient of the move from a sample to the reversal in its step, and of the rest.
typedef struct way_slopes {
  lane_t up, rest;
} way_slopes;
KERNEL_FN way_slopes compliant_way_slopes(const sampled_plan *plan, const compliant_field *f, int i, int from,
                                          int to) {
  const hermite_weights w = compliant_hermite_weights(plan, f->turn[from]);
  lane_t rate, rate_to;
  const lane_t wave = compliant_wave_at(plan, i, from, &rate),
               wave_to = compliant_wave_at(plan, i, to, &rate_to);
  const lane_t way = lane_fma(w.slope_from, rate, w.slope_to * rate_to),
               top = lane_fma(w.from, wave, lane_fma(w.to, wave_to, way));
  const way_slopes s = {top - wave, wave_to - top};
  return s;
}

// State i at the beginning of a period, its slope by q there at the start of the iteration, the
// slope K of a period, and Newton's factor of 1 - K.
typedef struct periodic_state {
  lane_t state, first, period, newton;
} periodic_state;
KERNEL_FN lane_t compliant_newton_gain(lane_t period) {
  const lane_t lost = lane_set(1) - period, least = lane_set(16) * lane_sqrt(lane_set(REAL_EPSILON));
  return lost / lane_fma(lost, lost, least * least);
}
// State i after the step that follows sample t, with its slopes.
typedef struct state_step {
  lane_t state, by_old, by_top, by_rest;
  law_state up; // for the move to the reversal
} state_step;
KERNEL_FN state_step compliant_state_step(const compliant_element *law, int i, lane_t old, int t, int next,
                                          const compliant_field *f) {
  const mask_t turns = lane_less(f->turn[t], lane_set(1));
  state_step s;
  s.up = law_update(law->law, law->number, i, old, f->top[t] - f->q[t]);
  s.state = s.up.value, s.by_old = s.up.by_old, s.by_top = s.up.by_move, s.by_rest = lane_set(0);
  if (!lane_any(turns)) return s;
  const law_state down = law_update(law->law, law->number, i, s.up.value, f->q[next] - f->top[t]);
  s.state = lane_select(turns, down.value, s.state);
  s.by_old = lane_select(turns, down.by_old * s.by_old, s.by_old);
  s.by_top = lane_select(turns, down.by_old * s.by_top, s.by_top);
  s.by_rest = lane_select(turns, down.by_move, s.by_rest);
  return s;
}
// Follows a state over one period: finds its final value, K, and its largest value.
KERNEL_FN lane_t compliant_march_period(const sampled_plan *plan, const compliant_element *law, int i,
                                        lane_t state, const compliant_field *f, lane_t *period,
                                        lane_t *most) {
  *period = lane_set(1), *most = lane_abs(state);
  for (int t = 0; t < plan->samples; t++) {
    const state_step next = compliant_state_step(law, i, state, t, (t + 1) & (plan->samples - 1), f);
    state = next.state;
    *period = *period * next.by_old;
    *most = lane_max(*most, lane_abs(state));
  }
  return state;
}
enum { COMPLIANT_MAX_PASSES = 40 };
KERNEL_FN periodic_state compliant_settle_state(const sampled_plan *plan, const compliant_element *law, int i,
                                                const compliant_field *f) {
  const law_state first = law_update(law->law, law->number, i, lane_set(0), f->q[0]);
  periodic_state s;
  s.state = first.value, s.first = first.by_move;
  lane_t most, last = lane_set(0);
  mask_t running = mask_not(mask_set(0));
  for (int pass = 0; pass < COMPLIANT_MAX_PASSES; pass++) {
    const lane_t change = compliant_march_period(plan, law, i, s.state, f, &s.period, &most) - s.state;
    s.newton = compliant_newton_gain(s.period);
    running = running & lane_less(lane_set(16 * REAL_EPSILON) * most, lane_abs(change));
    if (!lane_any(running)) break;
    // If Newton's step does not shrink the change, the map of the motion itself is used.
    const mask_t slow = mask_set(pass > 0) & lane_less(last, lane_set(2) * lane_abs(change));
    s.state = lane_select(running, s.state + lane_select(slow, change, s.newton * change), s.state);
    last = lane_abs(change);
  }
  return s;
}

// Adds the corner in the step after sample t to the samples t and next. Its area over the chord is
// C = e R/2, at 1 - e of the move to the reversal, which is the fraction X of the step: X C (1 - X
// (1 - e)) and X² C (1 - e). R de = θ (dz + θ g dm) with θ = 1 - e, R the move up to the corner and
// g the slope before it. The slope of X itself is neglected, smaller by 1/N, as X = 1 except at
// reversals.
KERNEL_FN void compliant_add_corner(lane_t pull, const law_state *up, int t, int next,
                                    const compliant_field *f) {
  const lane_t half = lane_set((real)0.5), one = lane_set(1), e = up->slip_share, theta = one - e,
               x = f->turn[t], first = x * (one - x * theta), second = x * x * theta,
               area = half * e * up->stick_change;
  const lane_t by_old = lane_select(lane_less(lane_set(0), up->stick_slope), half * (theta - e), lane_set(0)),
               by_move = half * (theta * theta) * up->stick_slope, turned = half * e * theta,
               turned_move = turned * theta * up->stick_slope;
  f->corner[4 * t] = lane_fma(first, by_old, x * x * turned);
  f->corner[4 * t + 1] = lane_fma(first, by_move, x * x * turned_move);
  f->corner[4 * t + 2] = lane_fma(second, by_old, -(x * x * turned));
  f->corner[4 * t + 3] = lane_fma(second, by_move, -(x * x * turned_move));
  f->force[t] = lane_fma(pull * area, first, f->force[t]);
  f->force[next] = lane_fma(pull * area, second, f->force[next]);
}

// Computes the slopes of a state's part of the force by each coefficient: first of the initial
// state by Newton's method, then of the states that follow from it.
KERNEL_FN void compliant_state_columns(const sampled_plan *plan, lane_t pull, const compliant_field *f) {
  const int nh = sampled_coefficients(plan->harmonics, plan->is_static);
  team_for(i, nh) {
    lane_t *column = f->column + (long)i * plan->samples, rate;
    lane_t begin = f->settled[0] * compliant_wave_at(plan, i, 0, &rate);
    for (int pass = 0; pass < 2; pass++) {
      lane_t slope = begin;
      for (int t = 0; t < plan->samples; t++) {
        const int next = (t + 1) & (plan->samples - 1);
        const way_slopes way = compliant_way_slopes(plan, f, i, t, next);
        const lane_t before = slope;
        slope = lane_fma(f->by_old[t], slope, lane_fma(f->by_top[t], way.up, f->by_rest[t] * way.rest));
        if (!pass) continue;
        const lane_t first = lane_fma(f->corner[4 * t], before, f->corner[4 * t + 1] * way.up),
                     second = lane_fma(f->corner[4 * t + 2], before, f->corner[4 * t + 3] * way.up);
        column[t] = lane_fma(pull, first, column[t]);
        column[next] = lane_fma(pull, slope + second, column[next]);
      }
      begin = lane_fma(f->settled[1], slope - begin, begin);
    }
  }
}

// Adds the internal states: their part of the force and, with `slopes`, of the columns.
KERNEL_FN void compliant_add_states(const sampled_plan *plan, const compliant_element *law, int slopes,
                                    const compliant_field *f) {
  const lane_t pull = law_state_factor(law->law, law->number);
  if (law->states) compliant_find_turns(plan, f);
  for (int i = 0; i < law->states; i++) {
    if (TEAM_RANK == 0) {
      const periodic_state s = compliant_settle_state(plan, law, i, f);
      lane_t state = s.state;
      for (int t = 0; t < plan->samples; t++) {
        const int next = (t + 1) & (plan->samples - 1);
        const state_step step = compliant_state_step(law, i, state, t, next, f);
        state = step.state;
        f->by_old[t] = step.by_old, f->by_top[t] = step.by_top, f->by_rest[t] = step.by_rest;
        f->force[next] = lane_fma(pull, state, f->force[next]);
        compliant_add_corner(pull, &step.up, t, next, f);
      }
      f->settled[0] = s.first, f->settled[1] = s.newton;
    }
    team_sync();
    if (slopes) compliant_state_columns(plan, pull, f);
    team_sync();
  }
}

#endif
