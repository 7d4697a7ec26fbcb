// Motion of an elastic friction element at an angle, and the basis functions there.
//
// With the trial force g = k_t x and the normal force N = N0 + k_n y, a stuck contact has f = g +
// c. It sticks while c lies between the floor L = -μN - g and the ceiling U = μN - g. A falling
// ceiling that reaches c moves it (slip, f = μN), and so does a rising floor (f = -μN).
#ifndef CHATTER_KERNELS_LAW_ELASTIC_MOTION_H
#define CHATTER_KERNELS_LAW_ELASTIC_MOTION_H

#include "../lane_math.h"
#include "elastic_layout.h"

typedef struct elastic_law {
  lane_t tangential, normal; // stiffness k_t, k_n, N/m
  lane_t friction, preload;  // μ; N0, N
} elastic_law;

// Arrays of an element's trace, in the caller's scratch.
typedef struct elastic_path {
  elastic_law law;
  // coefficients [static,] c_1, s_1, c_2, s_2, …; y: 0 without normal coordinate
  const lane_t *x, *y;
  int harmonics, is_static; // of the motion; the same for all lanes
  lane_t own;               // harmonics of each lane's motion; coefficients above are 0
  int forces;               // harmonics of the force
  int room;                 // harmonics of the arrays' size
  lane_t *head;             // [N_ELASTIC_HEAD]
  // turning points (elastic_turns.h); when found: turn_low U, turn_high L
  lane_t *turn, *turn_low, *turn_high, *kind;
  lane_t *event, *low, *high;             // event times in turns; brackets of the beginning of slip
  lane_t *change, *sign, *held;           // kind; sign of the slip force; c of the stick phase
  lane_t *stuck, *slip, *open, *constant; // moments of the phases (elastic_trace.h)
  lane_t *row, *end_row, *weight;         // scratch: [1 + 2H]
} elastic_path;

// Lays out a path for `harmonics` of motion and force; smaller numbers can be set afterwards.
KERNEL_FN elastic_path elastic_path_of(const elastic_law *law, int harmonics, int is_static, const lane_t *x,
                                       const lane_t *y, lane_t *numbers) {
  const int turns = elastic_max_turns(harmonics, y != 0), events = elastic_max_events(harmonics, y != 0);
  const int moments = elastic_max_moments(harmonics), row = 2 * harmonics + 1;
  elastic_path path;
  path.law = *law, path.x = x, path.y = y, path.harmonics = harmonics, path.is_static = is_static;
  path.own = lane_set((real)harmonics), path.forces = path.room = harmonics;
  path.head = numbers, path.turn = path.head + N_ELASTIC_HEAD;
  path.turn_low = path.turn + turns, path.turn_high = path.turn_low + turns;
  path.kind = path.turn_high + turns, path.event = path.kind + turns;
  path.low = path.event + events, path.high = path.low + events;
  path.change = path.high + events, path.sign = path.change + events, path.held = path.sign + events;
  path.stuck = path.held + events, path.slip = path.stuck + moments;
  path.open = path.slip + moments, path.constant = path.open + moments;
  path.row = path.constant + moments, path.end_row = path.row + row, path.weight = path.end_row + row;
  return path;
}

// g and N with three derivatives by τ.
typedef struct elastic_motion {
  lane_t trial[4], load[4];
} elastic_motion;

// Adds harmonic h of a coordinate with coefficients `at`; cosine and sine are those of hτ.
KERNEL_FN void elastic_add_harmonic(const lane_t *at, lane_t h, lane_t cosine, lane_t sine, lane_t *sum) {
  const lane_t square = -(h * h), value = lane_fma(at[0], cosine, at[1] * sine),
               slope = h * lane_fma(at[1], cosine, -(at[0] * sine));
  sum[0] = sum[0] + value;
  sum[1] = sum[1] + slope;
  sum[2] = lane_fma(square, value, sum[2]);
  sum[3] = lane_fma(square, slope, sum[3]);
}

// Adds the angle of cosine and sine to that of c and s.
KERNEL_FN void elastic_rotate_angle(lane_t *c, lane_t *s, lane_t cosine, lane_t sine) {
  const lane_t old = *c;
  *c = lane_fma(old, cosine, -(*s * sine));
  *s = lane_fma(old, sine, *s * cosine);
}

KERNEL_FN elastic_motion elastic_motion_of_angle(const elastic_path *path, lane_t cosine, lane_t sine) {
  const lane_t none = lane_set(0), tangential = path->head[ELASTIC_STIFFNESS], normal = path->law.normal;
  const lane_t *x = path->x + path->is_static, *y = path->y ? path->y + path->is_static : 0;
  elastic_motion m;
  lane_t c = cosine, s = sine;
  for (int d = 0; d < 4; d++) m.trial[d] = m.load[d] = none;
  for (int h = 1; h <= path->harmonics; h++) {
    elastic_add_harmonic(x + 2 * h - 2, lane_set((real)h), c, s, m.trial);
    if (y) elastic_add_harmonic(y + 2 * h - 2, lane_set((real)h), c, s, m.load);
    elastic_rotate_angle(&c, &s, cosine, sine);
  }
  if (path->is_static) m.trial[0] = m.trial[0] + path->x[0];
  if (path->is_static && y) m.load[0] = m.load[0] + path->y[0];
  for (int d = 0; d < 4; d++) m.trial[d] = tangential * m.trial[d], m.load[d] = normal * m.load[d];
  m.load[0] = m.load[0] + path->law.preload;
  return m;
}

KERNEL_FN void elastic_cos_sin(lane_t turns, lane_t *cosine, lane_t *sine) {
  *cosine = lane_narrow(wide_cos_turns(lane_widen(turns)));
  *sine = lane_narrow(wide_sin_turns(lane_widen(turns)));
}
KERNEL_FN elastic_motion elastic_motion_at(const elastic_path *path, lane_t turns) {
  lane_t cosine, sine;
  elastic_cos_sin(turns, &cosine, &sine);
  return elastic_motion_of_angle(path, cosine, sine);
}

// Returns derivative d of a limit of c: of the ceiling (sign 1) or the floor (-1).
KERNEL_FN lane_t elastic_limit_derivative(const elastic_motion *m, lane_t friction, lane_t sign, int d) {
  return lane_fma(sign * friction, m->load[d], -m->trial[d]);
}

// Evaluates the basis at an angle: 1, cos τ, sin τ, cos 2τ, …
KERNEL_FN void elastic_basis_at(int harmonics, lane_t turns, lane_t *row) {
  lane_t cosine, sine, c, s;
  elastic_cos_sin(turns, &cosine, &sine);
  c = cosine, s = sine, row[0] = lane_set(1);
  for (int h = 1; h <= harmonics; h++) {
    row[2 * h - 1] = c, row[2 * h] = s;
    elastic_rotate_angle(&c, &s, cosine, sine);
  }
}

#endif
