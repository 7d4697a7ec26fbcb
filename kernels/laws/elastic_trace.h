// Events of an elastic friction element in one period, from its turning points: two periods are
// followed from the virgin state c = 0. A period maps c to a clipped c, so the second period is
// periodic; the first one only needs the clips.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_TRACE_H
#define CHATTER_KERNELS_LAW_ELASTIC_TRACE_H

#include "elastic_turns.h"

enum {
  ELASTIC_STATE_STICK = 0,
  ELASTIC_STATE_SLIP = 1,
  ELASTIC_STATE_APART = 2
}; // slip with f = -μN has state -1

// Kinds of events; the sign is that of the force in the slip before or after.
enum {
  ELASTIC_EVENT_SLIPS,  // stick → slip: the limit reaches c
  ELASTIC_EVENT_STICKS, // slip → stick: the limit turns back
  // stick → stick, a slip of zero length: the limit turns where it touches c
  ELASTIC_EVENT_SLIPS_ON_CONTACT,
  ELASTIC_EVENT_OPENS,            // slip → separation
  ELASTIC_EVENT_LANDS,            // separation → slip
  ELASTIC_EVENT_STICKS_ON_CONTACT // separation → stick
};

KERNEL_FN mask_t elastic_event_is(const lane_t *list, int k, int what) {
  return lane_equal(list[k], lane_set((real)what));
}

// Adds an event in the lanes of `mask`.
KERNEL_CALLED void elastic_add_event(elastic_path *path, mask_t mask, lane_t time, lane_t change, lane_t sign,
                                     lane_t held) {
  if (!lane_any(mask)) return;
  const int room = elastic_max_events(path->room, path->y != 0);
  const lane_t at = path->head[ELASTIC_N_EVENTS], one = lane_set(1);
  const mask_t fits = lane_less(at, lane_set((real)room));
  elastic_list_put(path->event, room, mask, at, time);
  elastic_list_put(path->change, room, mask, at, change);
  elastic_list_put(path->sign, room, mask, at, sign);
  elastic_list_put(path->held, room, mask, at, held);
  path->head[ELASTIC_N_EVENTS] = lane_select(mask & fits, at + one, at);
  path->head[ELASTIC_FAILED] = lane_select(mask & mask_not(fits), one, path->head[ELASTIC_FAILED]);
}

// State while going through the turning points of a period.
typedef struct elastic_march {
  mask_t falls, rises, contact; // the ceiling falls, the floor rises, N > 0
  lane_t state, held;           // c in contact
  lane_t time, upper, lower;    // the last turning point
} elastic_march;

KERNEL_FN elastic_march elastic_march_begin(const elastic_path *path, const elastic_motion *begin) {
  const lane_t one = lane_set(1), mu = path->law.friction, tiny = path->head[ELASTIC_SLOPE_ROUNDING];
  elastic_march m;
  m.falls = lane_less(elastic_limit_derivative(begin, mu, one, 1), -tiny);
  m.rises =
      path->y ? mask_not(lane_less(elastic_limit_derivative(begin, mu, -one, 1), -tiny)) : mask_not(m.falls);
  m.contact = mask_not(lane_less(begin->load[0], -path->head[ELASTIC_LOAD_ROUNDING]));
  m.time = m.held = m.state = lane_set(0);
  m.upper = elastic_limit_derivative(begin, mu, one, 0),
  m.lower = elastic_limit_derivative(begin, mu, -one, 0);
  return m;
}

// Goes past turning point k.
KERNEL_FN void elastic_march_past_turn(const elastic_path *path, int k, mask_t mask, elastic_march *m) {
  const lane_t kind = path->kind[k];
  const mask_t up = lane_less(lane_set(0), kind);
  const mask_t ceiling = mask & lane_equal(lane_abs(kind), lane_set(ELASTIC_CEILING)),
               floor = path->y ? mask & lane_equal(lane_abs(kind), lane_set(ELASTIC_FLOOR)) : ceiling,
               load = mask & lane_equal(lane_abs(kind), lane_set(ELASTIC_LOAD));
  m->falls = (m->falls & mask_not(ceiling)) | (ceiling & mask_not(up));
  m->rises = (m->rises & mask_not(floor)) | (floor & up);
  m->contact = (m->contact & mask_not(load)) | (load & up);
}

KERNEL_FN mask_t elastic_has_turn(const elastic_path *path, int k) {
  return lane_less(lane_set((real)k), path->head[ELASTIC_N_TURNS]);
}

// First period: clips c = 0 into m->held, and finds the least ceiling and the highest floor.
KERNEL_FN void elastic_march_first_period(elastic_path *path, elastic_march m, lane_t *held) {
  const int room = elastic_max_turns(path->room, path->y != 0);
  const lane_t upper = m.upper, lower = m.lower, none = lane_set(0);
  lane_t least = upper, most = lower, least_at = none, most_at = none;
  for (int k = 0; k < room; k++) {
    const mask_t mask = elastic_has_turn(path, k);
    if (!lane_any(mask)) break;
    const mask_t before = m.contact;
    elastic_march_past_turn(path, k, mask, &m);
    const lane_t high = path->turn_low[k], low = path->turn_high[k];
    m.held = lane_select(mask & (before | m.contact), lane_max(lane_min(m.held, high), low), m.held);
    const mask_t lower_yet = mask & lane_less(high, least), higher = mask & lane_less(most, low);
    least = lane_select(lower_yet, high, least), most = lane_select(higher, low, most);
    least_at = lane_select(lower_yet, path->turn[k], least_at);
    most_at = lane_select(higher, path->turn[k], most_at);
  }
  *held = lane_select(m.contact, lane_max(lane_min(m.held, upper), lower), m.held);
  path->head[ELASTIC_LOWEST_CEILING] = least, path->head[ELASTIC_LOWEST_CEILING_AT] = least_at;
  path->head[ELASTIC_HIGHEST_FLOOR] = most, path->head[ELASTIC_HIGHEST_FLOOR_AT] = most_at;
}

// Goes to the end of an interval without turning points, at `time` with these limits. If a limit
// meets c, slip begins within the interval; its time is refined later.
KERNEL_FN void elastic_march_to(elastic_path *path, elastic_march *m, mask_t mask, mask_t opens, lane_t time,
                                lane_t upper, lane_t lower) {
  const lane_t one = lane_set(1);
  const int room = elastic_max_events(path->room, path->y != 0);
  const mask_t sticks = mask & m->contact & lane_equal(m->state, lane_set(ELASTIC_STATE_STICK));
  const mask_t high = sticks & lane_less_equal(upper, m->held) & (m->falls | opens),
               low = sticks & mask_not(high) & ((lane_less_equal(m->held, lower) & m->rises) | opens),
               slips = high | low;
  const lane_t sign = lane_select(high, one, -one);
  if (lane_any(slips)) { // most limits turn like cosines
    const lane_t first = lane_select(high, m->upper - m->held, m->held - m->lower),
                 last = lane_select(high, upper - m->held, m->held - lower), fall = first - last;
    const lane_t part = lane_select(lane_less(lane_set(0), fall), first / fall, one),
                 cosine = lane_max(one - lane_set(2) * part, -one);
    const lane_t sine = lane_sqrt(lane_max(one - cosine * cosine, lane_set(0)));
    const lane_t angle = lane_narrow(wide_atan2(lane_widen(sine), lane_widen(cosine)));
    const lane_t guess = lane_fma(angle / lane_set((real)KERNEL_PI), time - m->time, m->time);
    const lane_t at = path->head[ELASTIC_N_EVENTS];
    elastic_list_put(path->low, room, slips, at, m->time);
    elastic_list_put(path->high, room, slips, at, time);
    elastic_add_event(path, slips, guess, lane_set(ELASTIC_EVENT_SLIPS), sign, m->held);
  }
  m->state = lane_select(slips, sign, m->state);
  m->held = lane_select(mask & m->contact, lane_max(lane_min(m->held, upper), lower), m->held);
  m->time = lane_select(mask, time, m->time);
  m->upper = lane_select(mask, upper, m->upper), m->lower = lane_select(mask, lower, m->lower);
}

// Applies the change of state at turning point k; c has been clipped by the limits there.
KERNEL_FN void elastic_march_change_state(elastic_path *path, int k, mask_t mask, elastic_march *m) {
  const lane_t one = lane_set(1), stick = lane_set(ELASTIC_STATE_STICK),
               apart = lane_set(ELASTIC_STATE_APART);
  const mask_t before = m->contact;
  elastic_march_past_turn(path, k, mask, m);
  const mask_t opens = mask & before & mask_not(m->contact), closes = mask & m->contact & mask_not(before);
  m->held = lane_select(closes, m->upper, m->held);
  const mask_t slides = closes & (m->falls | m->rises), clings = closes & mask_not(slides);
  const mask_t sticks =
      mask & before & m->contact &
      ((lane_equal(m->state, one) & mask_not(m->falls)) | (lane_equal(m->state, -one) & mask_not(m->rises)));
  const lane_t sign = lane_select(closes, lane_select(m->falls, one, -one), m->state);
  lane_t change = lane_set(ELASTIC_EVENT_STICKS);
  change = lane_select(opens, lane_set(ELASTIC_EVENT_OPENS), change);
  change = lane_select(slides, lane_set(ELASTIC_EVENT_LANDS), change);
  change = lane_select(clings, lane_set(ELASTIC_EVENT_STICKS_ON_CONTACT), change);
  elastic_add_event(path, opens | closes | sticks, m->time, change, sign, m->held);
  m->state = lane_select(opens, apart, m->state);
  m->state = lane_select(slides, sign, m->state);
  m->state = lane_select(clings | sticks, stick, m->state);
}

// Second period of the lanes that do not stick all the time, from c and the initial state. Returns
// the final state.
KERNEL_FN lane_t elastic_march_second_period(elastic_path *path, elastic_march m, lane_t held, lane_t state,
                                             mask_t moves) {
  const int room = elastic_max_turns(path->room, path->y != 0);
  const lane_t upper = m.upper, lower = m.lower, one = lane_set(1);
  m.held = held, m.state = state;
  for (int k = 0; k < room; k++) {
    const mask_t turns = moves & elastic_has_turn(path, k);
    if (!lane_any(turns)) break;
    elastic_march_to(path, &m, turns, turns & elastic_event_is(path->kind, k, -ELASTIC_LOAD), path->turn[k],
                     path->turn_low[k], path->turn_high[k]);
    elastic_march_change_state(path, k, turns, &m);
  }
  elastic_march_to(path, &m, moves, mask_set(0), one, upper, lower);
  return m.state;
}

// Sets the initial state to the final one. That also decides the side if limits meet or turn at the
// beginning.
KERNEL_FN void elastic_periodic(elastic_path *path, const elastic_march *start, lane_t held, mask_t moves) {
  const lane_t one = lane_set(1), stick = lane_set(ELASTIC_STATE_STICK);
  lane_t state = lane_select(start->rises & lane_less_equal(held, start->lower), -one, stick);
  state = lane_select(start->falls & lane_less_equal(start->upper, held), one, state);
  state = lane_select(start->contact, state, lane_set(ELASTIC_STATE_APART));
  for (int tries = 0; tries < 2 && lane_any(moves); tries++) {
    path->head[ELASTIC_N_EVENTS] = lane_select(moves, lane_set(0), path->head[ELASTIC_N_EVENTS]);
    path->head[ELASTIC_START_STATE] = lane_select(moves, state, path->head[ELASTIC_START_STATE]);
    const lane_t end = elastic_march_second_period(path, *start, held, state, moves);
    moves = moves & mask_not(lane_equal(state, end));
    state = end;
  }
}

// Lanes that stick all the time. Their c is zero clipped by the limits; at the onset of slip it
// lies between the turning points of both limits. The event of a limit that moved c is kept for the
// derivatives: it affects the static harmonic alone, but the slipping side of the onset needs both.
KERNEL_FN lane_t elastic_hold_stuck(elastic_path *path, mask_t holds, mask_t onset) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const lane_t least = path->head[ELASTIC_LOWEST_CEILING], most = path->head[ELASTIC_HIGHEST_FLOOR];
  const lane_t high = path->head[ELASTIC_LOWEST_CEILING_AT], low = path->head[ELASTIC_HIGHEST_FLOOR_AT];
  const mask_t lowered = lane_less(least + most, none), first = lane_less(high, low);
  const lane_t held = lane_select(lowered, lane_min(none, least), lane_max(none, most));
  const mask_t moved = mask_set(path->is_static) & holds & mask_not(onset) & mask_not(lane_equal(held, none));
  const lane_t change = lane_set(ELASTIC_EVENT_SLIPS_ON_CONTACT);
  const mask_t ceiling = (onset & first) | (mask_not(onset) & lowered);
  elastic_add_event(path, onset | moved, lane_select(ceiling, high, low), change,
                    lane_select(ceiling, one, -one), held);
  elastic_add_event(path, onset, lane_select(ceiling, low, high), change, lane_select(ceiling, -one, one),
                    held);
  return held;
}

// Refines the beginning of slip by Newton's method between turning points.
KERNEL_CALLED void elastic_refine_slip_start(elastic_path *path, int k, mask_t mask) {
  const lane_t none = lane_set(0), half = lane_set((real)0.5), sign = path->sign[k], mu = path->law.friction;
  lane_t time = path->event[k], low = path->low[k], high = path->high[k];
  const lane_t least = low, most = high;
  for (int tries = 0; tries < 60 && lane_any(mask); tries++) {
    const elastic_motion m = elastic_motion_at(path, lane_select(mask, time, none));
    const lane_t value = sign * (elastic_limit_derivative(&m, mu, sign, 0) - path->held[k]),
                 slope = sign * elastic_limit_derivative(&m, mu, sign, 1);
    const mask_t beyond = lane_less(value, none);
    low = lane_select(beyond, low, time), high = lane_select(beyond, time, high);
    const lane_t step = -value / slope / lane_set(ELASTIC_TWO_PI), full = time + step;
    const mask_t close = lane_less_equal(lane_abs(step), lane_set(ELASTIC_TIME_ROUNDING)),
                 inside = lane_less(low, full) & lane_less(full, high);
    const lane_t next = lane_select(close, lane_min(most, lane_max(least, full)),
                                    lane_select(inside, full, half * (low + high)));
    time = lane_select(mask, next, time);
    mask = mask & mask_not(close) & lane_less(low, high);
  }
  path->event[k] = time;
}

KERNEL_FN mask_t elastic_has_event(const elastic_path *path, int k) {
  return lane_less(lane_set((real)k), path->head[ELASTIC_N_EVENTS]);
}

// Adds to the integrals of the basis, up to harmonic 2H, the phase before an event with these
// weights, and subtracts that after it: sin hτ and -cos hτ, over 2πh.
KERNEL_CALLED void elastic_add_moments(const elastic_path *path, lane_t turns, lane_t stuck, lane_t slip,
                                       lane_t open, lane_t held) {
  lane_t cosine, sine, c, s;
  elastic_cos_sin(turns, &cosine, &sine);
  c = cosine, s = sine;
  path->stuck[0] = lane_fma(stuck, turns, path->stuck[0]);
  path->slip[0] = lane_fma(slip, turns, path->slip[0]);
  path->open[0] = lane_fma(open, turns, path->open[0]);
  path->constant[0] = lane_fma(stuck * held, turns, path->constant[0]);
  for (int h = 1; h <= path->harmonics + path->forces; h++) {
    const lane_t part = lane_set(1 / (ELASTIC_TWO_PI * (real)h)), first = s * part, second = -(c * part);
    const int at = 2 * h - 1;
    path->stuck[at] = lane_fma(stuck, first, path->stuck[at]);
    path->stuck[at + 1] = lane_fma(stuck, second, path->stuck[at + 1]);
    path->slip[at] = lane_fma(slip, first, path->slip[at]);
    path->slip[at + 1] = lane_fma(slip, second, path->slip[at + 1]);
    path->open[at] = lane_fma(open, first, path->open[at]);
    path->open[at + 1] = lane_fma(open, second, path->open[at + 1]);
    path->constant[at] = lane_fma(stuck * held, first, path->constant[at]);
    path->constant[at + 1] = lane_fma(stuck * held, second, path->constant[at + 1]);
    elastic_rotate_angle(&c, &s, cosine, sine);
  }
}

// Means over the period of 1, cos τ, sin τ, …, up to the highest product of motion and force,
// times: 1 in stick, the sign of the force in slip, 1 in separation, c in stick.
KERNEL_FN void elastic_moments(elastic_path *path) {
  const int numbers = 2 * (path->harmonics + path->forces) + 1,
            room = elastic_max_events(path->room, path->y != 0);
  const lane_t none = lane_set(0), one = lane_set(1), begin = path->head[ELASTIC_START_STATE];
  for (int i = 0; i < numbers; i++) path->stuck[i] = path->slip[i] = path->open[i] = path->constant[i] = none;
  const mask_t apart = lane_equal(begin, lane_set(ELASTIC_STATE_APART)), sticks = lane_equal(begin, none);
  path->stuck[0] = lane_select(sticks, one, none);
  path->open[0] = lane_select(apart, one, none);
  path->slip[0] = lane_select(apart, none, begin);
  path->constant[0] = lane_select(sticks, path->head[ELASTIC_START_OFFSET], none);
  for (int k = 0; k < room; k++) {
    const mask_t mask = elastic_has_event(path, k);
    if (!lane_any(mask)) break;
    const mask_t slips = mask & elastic_event_is(path->change, k, ELASTIC_EVENT_SLIPS),
                 stops = mask & elastic_event_is(path->change, k, ELASTIC_EVENT_STICKS),
                 opens = mask & elastic_event_is(path->change, k, ELASTIC_EVENT_OPENS),
                 lands = mask & elastic_event_is(path->change, k, ELASTIC_EVENT_LANDS),
                 clings = mask & elastic_event_is(path->change, k, ELASTIC_EVENT_STICKS_ON_CONTACT);
    const lane_t sign = path->sign[k];
    lane_t stuck = lane_select(slips, one, none);
    stuck = lane_select(stops | clings, -one, stuck);
    lane_t slip = lane_select(stops | opens, sign, none);
    slip = lane_select(slips | lands, -sign, slip);
    lane_t open = lane_select(opens, -one, none);
    open = lane_select(lands | clings, one, open);
    elastic_add_moments(path, lane_select(mask, path->event[k], none), stuck, slip, open,
                        lane_select(mask, path->held[k], none));
  }
  path->head[ELASTIC_OPEN_FRACTION] = path->open[0];
}

// Sets the rounding levels; fails if a number is not finite. `forced`: lanes that stick regardless
// of the limits.
KERNEL_FN void elastic_set_rounding(elastic_path *path, mask_t forced) {
  const lane_t none = lane_set(0), one = lane_set(1), mu = path->law.friction;
  const lane_t stiffness = lane_select(lane_less(none, mu) | forced, path->law.tangential, none);
  lane_t slope = none, load = none;
  for (int h = 1; h <= path->harmonics; h++) {
    const int at = path->is_static + 2 * h - 2;
    lane_t size = stiffness * (lane_abs(path->x[at]) + lane_abs(path->x[at + 1]));
    if (path->y) {
      const lane_t force = path->law.normal * (lane_abs(path->y[at]) + lane_abs(path->y[at + 1]));
      load = load + force;
      size = lane_fma(mu, force, size);
    }
    slope = lane_fma(lane_set((real)h), size, slope);
  }
  lane_t whole = slope + load + lane_abs(path->law.preload);
  if (path->is_static) whole = whole + lane_abs(stiffness * path->x[0]);
  if (path->is_static && path->y) load = load + lane_abs(path->law.normal * path->y[0]);
  whole = whole + load;
  for (int i = 0; i < N_ELASTIC_HEAD; i++) path->head[i] = none;
  path->head[ELASTIC_STIFFNESS] = stiffness;
  path->head[ELASTIC_SLOPE_ROUNDING] = lane_set(16 * REAL_EPSILON) * slope;
  path->head[ELASTIC_LOAD_ROUNDING] = lane_set(16 * REAL_EPSILON) * (load + lane_abs(path->law.preload));
  path->head[ELASTIC_FAILED] = lane_select(lane_less_equal(whole, lane_set(REAL_LARGEST)), none, one);
}

// Finds everything that elastic_friction.h needs. `stuck`: lanes that are to stick all the time
// regardless of the limits, without separation. `onset`: lanes to be differentiated on the slipping
// side of the onset of slip; their force is that of stick. Returns the lanes without a result.
KERNEL_CALLED mask_t elastic_trace(elastic_path *path, mask_t stuck, mask_t onset) {
  const lane_t none = lane_set(0), one = lane_set(1);
  const int turns = elastic_max_turns(path->room, path->y != 0),
            events = elastic_max_events(path->room, path->y != 0);
  lane_t held;
  elastic_set_rounding(path, stuck | onset);
  const elastic_motion begin = elastic_find_turns(path);
  for (int k = 0; k < turns && lane_any(elastic_has_turn(path, k)); k++)
    elastic_refine_turn(path, k, elastic_has_turn(path, k));
  elastic_sort_turns(path);
  const elastic_march march = elastic_march_begin(path, &begin);
  elastic_march_first_period(path, march, &held);
  // Without friction there is no tangential force that could stick.
  const mask_t limited = lane_less(none, path->law.friction),
               holds = stuck | onset |
                       (limited & lane_less_equal(path->head[ELASTIC_HIGHEST_FLOOR],
                                                  path->head[ELASTIC_LOWEST_CEILING]));
  path->head[ELASTIC_ALWAYS_STUCK] = lane_select(holds, one, none);
  elastic_periodic(path, &march, held, mask_not(holds));
  const lane_t constant = elastic_hold_stuck(path, holds, onset);
  path->head[ELASTIC_START_OFFSET] = lane_select(holds, constant, held);
  for (int k = 0; k < events && lane_any(elastic_has_event(path, k)); k++)
    elastic_refine_slip_start(
        path, k, elastic_has_event(path, k) & elastic_event_is(path->change, k, ELASTIC_EVENT_SLIPS));
  elastic_moments(path);
  const lane_t closed = one - path->open[0];
  path->head[ELASTIC_SLIP_FRACTION] =
      lane_select(limited | holds, lane_max(none, closed - path->stuck[0]), closed);
  return lane_less(none, path->head[ELASTIC_FAILED]);
}

#endif
