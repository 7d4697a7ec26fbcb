// Turning points of an elastic friction element: where ceiling and floor of c turn, and where
// contact ends and begins. These are all zeros of U', L' and N in one period. Between two of them U
// and L are monotonic, so each interval has at most one beginning of slip. The zeros are bracketed
// by samples with slopes, then refined by Newton's method.
#ifndef CHATTER_KERNELS_LAW_ELASTIC_TURNS_H
#define CHATTER_KERNELS_LAW_ELASTIC_TURNS_H

#include "../portable.h"
#include "elastic_motion.h"

// Function of a zero; negative in lists if the function falls through zero.
enum { ELASTIC_CEILING = 1, ELASTIC_FLOOR, ELASTIC_LOAD };

// A function at a time, with two derivatives by τ.
typedef struct elastic_sample {
  lane_t time; // turns
  lane_t value[3];
} elastic_sample;

#define ELASTIC_TWO_PI ((real)(2 * KERNEL_PI))
#ifdef KERNEL_SINGLE
#define ELASTIC_TIME_ROUNDING 1e-4f // turns; a further Newton step would be below rounding
#else
#define ELASTIC_TIME_ROUNDING 1e-10
#endif

KERNEL_FN elastic_sample elastic_sample_at(const elastic_path *path, const elastic_motion *m, lane_t time,
                                           int kind) {
  const lane_t sign = lane_set(kind == ELASTIC_FLOOR ? -1 : 1);
  elastic_sample edge;
  edge.time = time;
  for (int d = 0; d < 3; d++)
    edge.value[d] =
        kind == ELASTIC_LOAD ? m->load[d] : elastic_limit_derivative(m, path->law.friction, sign, d + 1);
  return edge;
}

// Puts the numbers of the lanes of `mask` into their places `at` of a list.
KERNEL_FN void elastic_list_put(lane_t *list, int room, mask_t mask, lane_t at, lane_t number) {
  if (!lane_any(mask)) return;
  for (int lane = 0; lane < LANES; lane++) {
    const int place = mask_get(mask, lane) ? (int)lane_get(at, lane) : room;
    if (place < room) lane_put(&list[place], lane, (real)lane_get(number, lane));
  }
}

// Returns the zero of the cubic with the values and slopes of both ends, as a fraction of the
// interval. If the slope at an end points away from the other value, which may be 0 up to rounding,
// the zero lies beyond an extremum.
KERNEL_FN lane_t elastic_cubic_zero(const elastic_sample *a, const elastic_sample *b) {
  const lane_t none = lane_set(0), one = lane_set(1), two = lane_set(2), three = lane_set(3);
  const lane_t length = lane_set(ELASTIC_TWO_PI) * (b->time - a->time);
  const lane_t first = length * a->value[1], last = length * b->value[1], rise = b->value[0] - a->value[0];
  const lane_t square = three * rise - two * first - last, cube = first + last - two * rise;
  lane_t u = -a->value[0] / rise;
  u = lane_select(lane_less(last * rise, none), lane_set((real)0.25), u);
  u = lane_select(lane_less(first * rise, none), lane_set((real)0.75), u);
  for (int i = 0; i < 2; i++) {
    const lane_t value = lane_fma(lane_fma(lane_fma(cube, u, square), u, first), u, a->value[0]);
    const lane_t slope = lane_fma(lane_fma(three * cube, u, two * square), u, first);
    u = u - value / slope;
    u = lane_min(one, lane_max(none, u)); // NaN becomes 0
  }
  return u;
}

// Adds a zero between a and b, where the sign differs, to the list.
KERNEL_CALLED void elastic_add_turn(elastic_path *path, mask_t mask, int kind, const elastic_sample *a,
                                    const elastic_sample *b, mask_t rises) {
  if (!lane_any(mask)) return;
  const int room = elastic_max_turns(path->room, path->y != 0);
  const lane_t at = path->head[ELASTIC_N_TURNS], one = lane_set(1), name = lane_set((real)kind);
  const mask_t fits = lane_less(at, lane_set((real)room));
  const lane_t guess = lane_fma(elastic_cubic_zero(a, b), b->time - a->time, a->time);
  elastic_list_put(path->turn, room, mask, at, guess);
  elastic_list_put(path->turn_low, room, mask, at, a->time);
  elastic_list_put(path->turn_high, room, mask, at, b->time);
  elastic_list_put(path->kind, room, mask, at, lane_select(rises, name, -name));
  path->head[ELASTIC_N_TURNS] = lane_select(mask & fits, at + one, at);
  path->head[ELASTIC_FAILED] = lane_select(mask & mask_not(fits), one, path->head[ELASTIC_FAILED]);
}

// Returns 1 if derivative `order` of a function, with one sign at both ends, may have zeros between
// them: it approaches zero from both ends, and the tangents meet beyond zero. Tangents bound the
// function only if it curves away from zero. If it curves towards zero at an end, it may fall as
// far as its slopes allow.
KERNEL_FN mask_t elastic_may_vanish(const elastic_sample *a, const elastic_sample *b, int order,
                                    lane_t tiny) {
  const lane_t none = lane_set(0), length = lane_set(ELASTIC_TWO_PI) * (b->time - a->time);
  const mask_t below = lane_less(a->value[order], -tiny);
  const lane_t first = lane_select(below, -a->value[order + 1], a->value[order + 1]),
               last = lane_select(below, -b->value[order + 1], b->value[order + 1]),
               high = lane_abs(a->value[order]), end = lane_abs(b->value[order]);
  const lane_t meet = lane_fma(high, last - first, first * (lane_fma(last, length, high) - end));
  const mask_t heads = lane_less(first, none) & lane_less(none, last), crosses = lane_less_equal(meet, none);
  if (order > 0 || !lane_any(heads & mask_not(crosses))) return heads & crosses;
  const lane_t early = lane_select(below, -a->value[2], a->value[2]),
               late = lane_select(below, -b->value[2], b->value[2]);
  const lane_t reach = length * (last - first + length * (lane_abs(early) + lane_abs(late)));
  const mask_t bent = lane_less(lane_min(early, late), none) & lane_less_equal(lane_min(high, end), reach);
  return heads & (crosses | bent);
}

KERNEL_FN void elastic_sample_assign(mask_t mask, const elastic_sample *yes, elastic_sample *no) {
  no->time = lane_select(mask, yes->time, no->time);
  for (int d = 0; d < 3; d++) no->value[d] = lane_select(mask, yes->value[d], no->value[d]);
}

// Finds a time between a and b at which derivative `order` has the opposite sign of both ends;
// `mask`: lanes to search. Returns the lanes where it exists.
KERNEL_CALLED mask_t elastic_find_sign_change(const elastic_path *path, int kind, int order, mask_t mask,
                                              elastic_sample a, elastic_sample b, lane_t tiny,
                                              elastic_sample *between) {
  mask_t hit = mask_set(0);
  const lane_t none = lane_set(0);
  const mask_t below = lane_less(a.value[order], -tiny);
  // to the extremum, by the secant of its slope
  for (int tries = 0; tries < 40 && lane_any(mask); tries++) {
    const lane_t part = a.value[order + 1] / (a.value[order + 1] - b.value[order + 1]);
    const lane_t time = lane_fma(part, b.time - a.time, a.time);
    const elastic_motion m = elastic_motion_at(path, time);
    const elastic_sample edge = elastic_sample_at(path, &m, time, kind);
    const mask_t other = lane_less(edge.value[order], -tiny);
    const mask_t found = mask & ((below & mask_not(other)) | (other & mask_not(below)));
    elastic_sample_assign(found, &edge, between);
    hit = hit | found, mask = mask & mask_not(found);
    const lane_t slope = lane_select(below, -edge.value[order + 1], edge.value[order + 1]);
    elastic_sample_assign(lane_less(slope, none), &edge, &a);
    elastic_sample_assign(lane_less_equal(none, slope), &edge, &b);
    mask = mask & elastic_may_vanish(&a, &b, order, tiny);
  }
  return hit;
}

// Adds all zeros between a and b, if the slope changes its sign at most once there.
KERNEL_FN void elastic_add_turns_between(elastic_path *path, int kind, mask_t mask, const elastic_sample *a,
                                         const elastic_sample *b, lane_t tiny) {
  const mask_t before = lane_less(a->value[0], -tiny), after = lane_less(b->value[0], -tiny);
  const mask_t differs = (before & mask_not(after)) | (after & mask_not(before));
  elastic_add_turn(path, mask & differs, kind, a, b, before);
  mask_t dips = mask & mask_not(differs) & elastic_may_vanish(a, b, 0, tiny);
  if (!lane_any(dips)) return;
  elastic_sample between = *a;
  dips = elastic_find_sign_change(path, kind, 0, dips, *a, *b, tiny, &between);
  elastic_add_turn(path, dips, kind, a, &between, before);
  elastic_add_turn(path, dips, kind, &between, b, after ^ mask_set(1));
}

// Adds all zeros of one function between two samples.
KERNEL_FN void elastic_add_turns_of_cell(elastic_path *path, int kind, mask_t mask,
                                         const elastic_motion *first, const elastic_motion *last, lane_t from,
                                         lane_t to) {
  const lane_t tiny = path->head[kind == ELASTIC_LOAD ? ELASTIC_LOAD_ROUNDING : ELASTIC_SLOPE_ROUNDING],
               none = lane_set(0);
  const elastic_sample a = elastic_sample_at(path, first, from, kind),
                       b = elastic_sample_at(path, last, to, kind);
  const lane_t length = lane_set(ELASTIC_TWO_PI) * (to - from),
               near = lane_min(lane_abs(a.value[0]), lane_abs(b.value[0]));
  const mask_t falls = lane_less(a.value[1], none), fell = lane_less(b.value[1], none);
  // The slope may change its sign twice and add two zeros only if the value is below this.
  const lane_t reach = length * length * (lane_abs(a.value[2]) + lane_abs(b.value[2]));
  mask_t turns = mask & mask_not(falls ^ fell) & lane_less_equal(near, reach);
  elastic_sample middle = b;
  if (lane_any(turns)) turns = turns & elastic_may_vanish(&a, &b, 1, none);
  if (lane_any(turns)) turns = elastic_find_sign_change(path, kind, 1, turns, a, b, none, &middle);
  elastic_add_turns_between(path, kind, mask, &a, &middle, tiny);
  if (lane_any(turns)) elastic_add_turns_between(path, kind, turns, &middle, &b, tiny);
}

KERNEL_FN int elastic_n_cells(int harmonics) {
  return harmonics < 3 ? 24 : 8 * harmonics;
}

// Fills the list in the order of the samples. A lane with fewer harmonics has fewer samples.
// Returns the motion at the beginning.
KERNEL_CALLED elastic_motion elastic_find_turns(elastic_path *path) {
  const int most = elastic_n_cells(path->harmonics), kinds = path->y ? ELASTIC_LOAD : ELASTIC_CEILING;
  const lane_t one = lane_set(1), few = lane_set(3), cells = lane_set(8) * lane_max(path->own, few),
               width = one / cells;
  lane_t cosine, sine, c = one, s = lane_set(0);
  elastic_cos_sin(width, &cosine, &sine);
  const elastic_motion begin = elastic_motion_of_angle(path, c, s);
  elastic_motion before = begin;
  for (int cell = 0; cell < most; cell++) {
    const lane_t number = lane_set((real)cell), next = lane_set((real)(cell + 1)), from = number * width;
    const mask_t inner = lane_less(next, cells);
    const lane_t to = lane_select(inner, next * width, one);
    elastic_rotate_angle(&c, &s, cosine, sine);
    elastic_motion after = begin;
    if (lane_any(inner)) after = elastic_motion_of_angle(path, c, s);
    if (lane_any(mask_not(inner)))
      for (int d = 0; d < 4; d++) {
        after.trial[d] = lane_select(inner, after.trial[d], begin.trial[d]);
        after.load[d] = lane_select(inner, after.load[d], begin.load[d]);
      }
    for (int kind = ELASTIC_CEILING; kind <= kinds; kind++)
      elastic_add_turns_of_cell(path, kind, lane_less(number, cells), &before, &after, from, to);
    before = after;
  }
  return begin;
}

// Refines number k of the list by Newton's method within its bracket. Afterwards turn_low holds the
// ceiling there and turn_high the floor.
KERNEL_CALLED void elastic_refine_turn(elastic_path *path, int k, mask_t mask) {
  const lane_t one = lane_set(1), half = lane_set((real)0.5), none = lane_set(0), mu = path->law.friction;
  const lane_t kind = path->kind[k], sign = lane_select(lane_equal(lane_abs(kind), lane_set(2)), -one, one);
  const mask_t load = lane_equal(lane_abs(kind), lane_set(3)), rises = lane_less(none, kind);
  lane_t time = path->turn[k], low = path->turn_low[k], high = path->turn_high[k], upper = none, lower = none;
  const lane_t least = low, most = high;
  for (int tries = 0; tries < 60 && lane_any(mask); tries++) {
    const elastic_motion m = elastic_motion_at(path, lane_select(mask, time, none));
    const lane_t value = lane_select(load, m.load[0], elastic_limit_derivative(&m, mu, sign, 1)),
                 slope = lane_select(load, m.load[1], elastic_limit_derivative(&m, mu, sign, 2));
    const mask_t beyond = lane_less(value, none) ^ rises;
    low = lane_select(beyond, low, time), high = lane_select(beyond, time, high);
    const lane_t step = -value / slope / lane_set(ELASTIC_TWO_PI), full = time + step;
    const mask_t close = lane_less_equal(lane_abs(step), lane_set(ELASTIC_TIME_ROUNDING));
    const mask_t inside = lane_less(low, full) & lane_less(full, high);
    const lane_t next = lane_select(close, lane_min(most, lane_max(least, full)),
                                    lane_select(inside, full, half * (low + high)));
    const lane_t rest = lane_set(ELASTIC_TWO_PI) * (next - time); // values there by Taylor's series
    const lane_t trial = lane_fma(lane_fma(half * m.trial[2], rest, m.trial[1]), rest, m.trial[0]),
                 force = mu * lane_fma(lane_fma(half * m.load[2], rest, m.load[1]), rest, m.load[0]);
    upper = lane_select(mask, lane_select(load, -trial, force - trial), upper);
    lower = lane_select(mask, lane_select(load, -trial, -force - trial), lower);
    time = lane_select(mask, next, time);
    mask = mask & mask_not(close) & lane_less(low, high);
  }
  path->turn[k] = time, path->turn_low[k] = upper, path->turn_high[k] = lower;
}

KERNEL_FN void elastic_swap_neighbours(lane_t *list, int k, mask_t mask) {
  const lane_t first = list[k], second = list[k + 1];
  list[k] = lane_select(mask, second, first);
  list[k + 1] = lane_select(mask, first, second);
}

// Sorts by time with exchange of neighbours: only turning points of one cell can be out of order.
KERNEL_CALLED void elastic_sort_turns(elastic_path *path) {
  const int room = elastic_max_turns(path->room, path->y != 0);
  int again = 1;
  for (int tries = 0; tries < room && again; tries++) {
    again = 0;
    for (int k = 0; k + 1 < room; k++) {
      const mask_t both = lane_less(lane_set((real)(k + 1)), path->head[ELASTIC_N_TURNS]);
      if (!lane_any(both)) break;
      const mask_t swap = both & lane_less(path->turn[k + 1], path->turn[k]);
      if (!lane_any(swap)) continue;
      elastic_swap_neighbours(path->turn, k, swap), elastic_swap_neighbours(path->turn_low, k, swap);
      elastic_swap_neighbours(path->turn_high, k, swap), elastic_swap_neighbours(path->kind, k, swap);
      again = 1;
    }
  }
}

#endif
