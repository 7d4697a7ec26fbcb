// Floquet multipliers: compared with closed forms of linear systems, and with period maps that the
// test computes itself with small explicit steps about motions that it finds itself.
#include "floquet_case.h"

#include "kernels/laws/laws.h"

#include <string.h>

enum { MODES = 2, MOST_STATE = 2 * MODES + 1, HARMONICS = 80 };

// A system of up to two modes with one contact, under static and harmonic loads on the modes.
typedef struct example {
  int n_modes, n_boundary;
  double omega2[MODES], damping[MODES], phi[2 * MODES], flexibility[4];
  motion_contact contact;
  double constant[MODES], cosine[MODES], omega;
  double coupling; // damping between the two modes
} example;

#define CUBIC(k)                                                                                             \
  .contact = {.law = HB_LAW_COMPLIANT,                                                                       \
              .count = 1,                                                                                    \
              .compliant_law = LAW_CUBIC,                                                                    \
              .numbers = 1,                                                                                  \
              .number = (const double[]){k}}

static motion_system system_of(const example *e) {
  static double coupling[MODES * MODES]; // of the last call
  coupling[1] = coupling[2] = e->coupling;
  return (motion_system){.n_modes = e->n_modes,
                         .n_boundary = e->n_boundary,
                         .n_contacts = e->n_boundary > 0,
                         .omega2 = e->omega2,
                         .damping = e->damping,
                         .coupling = e->coupling != 0 ? coupling : NULL,
                         .phi = e->phi,
                         .flexibility = e->flexibility,
                         .contact = &e->contact};
}

// Contact force at displacements q with the slider at *slider, which is dragged along if `moves`.
static void law(const example *e, const double *q, double *slider, int moves, double *r) {
  const motion_contact *c = &e->contact;
  if (c->law == HB_LAW_COMPLIANT) {
    r[0] = -c->number[0] * q[0] * q[0] * q[0];
    return;
  }
  const int t = c->has_normal;
  const double load = fmax(c->preload - (t ? c->normal * (q[0] + c->gap) : 0), 0);
  double f = c->tangential * (q[t] - *slider);
  f = fmin(fmax(f, -c->friction * load), c->friction * load);
  if (moves) *slider = q[t] - f / c->tangential;
  if (t) r[0] = load - c->preload;
  r[t] = -f;
}

static void find_boundary(const example *e, const double *p, double *q) {
  for (int b = 0; b < e->n_boundary; b++) {
    q[b] = 0;
    for (int k = 0; k < e->n_modes; k++) q[b] += e->phi[b * e->n_modes + k] * p[k];
  }
}

// Rates of the state p, v, slider of a system without flexibility, for classical Runge–Kutta steps.
static void rate(const example *e, const double *state, double slider, double t, double *out) {
  double q[2], r[2] = {0, 0};
  find_boundary(e, state, q);
  if (e->n_boundary) law(e, q, &slider, 0, r);
  for (int k = 0; k < e->n_modes; k++) {
    double force = e->constant[k] + e->cosine[k] * cos(e->omega * t);
    for (int b = 0; b < e->n_boundary; b++) force += e->phi[b * e->n_modes + k] * r[b];
    out[k] = state[e->n_modes + k];
    if (e->n_modes == 2) force -= e->coupling * state[e->n_modes + 1 - k];
    out[e->n_modes + k] = force - e->damping[k] * out[k] - e->omega2[k] * state[k];
  }
}
static void whole_step(const example *e, double h, double t, double *state) {
  const int n = 2 * e->n_modes;
  double k[4][2 * MODES], at[2 * MODES], q[2], r[2];
  for (int s = 0; s < 4; s++) {
    const double part = s == 0 ? 0 : s == 3 ? h : 0.5 * h;
    for (int i = 0; i < n; i++) at[i] = state[i] + (s ? part * k[s - 1][i] : 0);
    rate(e, at, state[n], t + part, k[s]);
  }
  for (int i = 0; i < n; i++) state[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  find_boundary(e, state, q);
  if (e->n_boundary) law(e, q, &state[n], 1, r);
}

// Returns the normal force of an element with a normal, negative while it is open.
static double load_at(const example *e, const double *state) {
  double q[2] = {0, 0};
  find_boundary(e, state, q);
  return e->contact.has_normal ? e->contact.preload - e->contact.normal * (q[0] + e->contact.gap) : 1;
}
// Makes a step, divided where contact begins: the slider stays there.
static void step(const example *e, double h, double t, double *state) {
  double from = 0, to = h, end[MOST_STATE];
  memcpy(end, state, sizeof end);
  whole_step(e, h, t, end);
  if (load_at(e, state) < 0 && load_at(e, end) > 0) {
    for (int i = 0; i < 60; i++) {
      const double part = 0.5 * (from + to);
      memcpy(end, state, sizeof end);
      whole_step(e, part, t, end);
      if (load_at(e, end) < 0)
        from = part;
      else
        to = part;
    }
    whole_step(e, h - to, t + to, end);
  }
  memcpy(state, end, sizeof end);
}

enum { FINE = 16384 }; // explicit steps per period
// Integrates one period. `record`: displacements at every step, those of a boundary with this
// flexibility.
static void period(const example *e, const double *flexibility, double *state, double *record) {
  const double h = 2 * M_PI / e->omega / FINE;
  for (int i = 0; i < FINE; i++) {
    if (record) {
      double r[2] = {0, 0}, *q = record + 2 * i;
      find_boundary(e, state, q);
      law(e, q, &state[2 * e->n_modes], 0, r);
      for (int a = 0; a < e->n_boundary; a++) // the law's q exclude the motion due to r itself
        for (int b = 0; b < e->n_boundary; b++) q[a] += flexibility[a * e->n_boundary + b] * r[b];
    }
    step(e, h, h * i, state);
  }
}

// Central differences of the period map.
static void differences(const example *e, const double *state, double *map) {
  const int n = 2 * e->n_modes + 1;
  for (int j = 0; j < n; j++) {
    double end[2][MOST_STATE];
    const double change = 1e-6 * (fabs(state[j]) + 1e-2);
    for (int s = 0; s < 2; s++) {
      memcpy(end[s], state, sizeof end[s]);
      end[s][j] += s ? change : -change;
      period(e, NULL, end[s], NULL);
    }
    for (int i = 0; i < n; i++) map[i * n + j] = (end[1][i] - end[0][i]) / (2 * change);
  }
}

// Finds the periodic motion through `state` as Fourier coefficients.
static void find_orbit(const example *e, const double *flexibility, const double *state, double *coefficient,
                       motion_orbit *out) {
  static double record[2 * FINE];
  double at[MOST_STATE];
  memcpy(at, state, sizeof at);
  period(e, flexibility, at, record);
  *out =
      (motion_orbit){.omega = e->omega, .harmonics = HARMONICS, .is_static = 1, .coefficient = coefficient};
  for (int b = 0; b < e->n_boundary; b++) {
    double *to = coefficient + b * (1 + 2 * HARMONICS);
    for (int h = 0; h <= HARMONICS; h++) {
      double c = 0, s = 0;
      for (int i = 0; i < FINE; i++) {
        const double tau = 2 * M_PI * (double)((long)h * i % FINE) / FINE;
        c += record[2 * i + b] * cos(tau);
        s += record[2 * i + b] * sin(tau);
      }
      if (h == 0) to[0] = c / FINE;
      if (h > 0) to[2 * h - 1] = 2 * c / FINE, to[2 * h] = 2 * s / FINE;
    }
  }
}

// No contact force, or a spring: one contact is open, one always sticks. Steps and modes are exact
// except for the chords of the spring's force, whose errors are extrapolated to less than 1e-8.
static void linear(void) {
  example e = {
      .n_modes = 2,
      .n_boundary = 1,
      .omega2 = {2, 900},
      .damping = {0.1, 80},
      .phi = {1, 0},
      .contact = {.law = HB_LAW_ELASTIC, .count = 1, .tangential = 3, .friction = 0.5, .preload = -1},
      .omega = 1.3};
  const motion_system system = system_of(&e);
  const double coefficient[] = {0.1, 0.2};
  const motion_orbit orbit = {.omega = e.omega, .harmonics = 1, .coefficient = coefficient};
  double complex value[MOST_STATE];
  double error;
  floquet_result found;
  TEST_CHECK(floquet_size(&system) == 5);
  CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
  TEST_CHECK(error < 1e-11); // rounding of up to 16384 steps, 2e-16 each
  for (int k = 0; k < 2; k++)
    CHECK_NEAR(distance_to(decay(e.omega2[k], e.damping[k], e.omega), 5, value), 0, 1e-11, 0);
  e.contact.preload = 10;
  CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
  CHECK_NEAR(distance_to(decay(e.omega2[0] + 3, e.damping[0], e.omega), 5, value), 0, 1e-8, 0);
  CHECK_OK(floquet_classify(&system, &orbit, &found));
  TEST_CHECK(found.kind == FLOQUET_STABLE && found.error < 1e-8);
  CHECK_NEAR(found.largest, cabs(decay(5, 0.1, e.omega)), 0, 1e-8);
  e.flexibility[0] = 0.5; // in series with the spring of 3
  CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
  CHECK_NEAR(distance_to(decay(e.omega2[0] + 3 / 2.5, e.damping[0], e.omega), 5, value), 0, 1e-8, 0);
}

// Two modes with equal frequencies and coupled damping: the in-phase and the out-of-phase motion
// are independent, here with less and with more than critical damping. One contact that is open;
// then a spring that acts on one of them only.
static void coupled(void) {
  example e = {
      .n_modes = 2,
      .n_boundary = 1,
      .omega2 = {2, 2},
      .damping = {2, 2},
      .coupling = -1.9,
      .phi = {1, 1},
      .contact = {.law = HB_LAW_ELASTIC, .count = 1, .tangential = 3, .friction = 0.5, .preload = -1},
      .omega = 1.3};
  motion_system system = system_of(&e);
  const double coefficient[] = {0.1, 0.2};
  const motion_orbit orbit = {.omega = e.omega, .harmonics = 1, .coefficient = coefficient};
  double complex value[MOST_STATE];
  double error;
  CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
  // Rounding of one step of 2^13, once for each of them: every squaring of the map doubles it.
  // 1.2e-12 was observed on one processor.
  const double rounding = 8192 * 2.2e-16 * 5;
  CHECK_NEAR(distance_to(decay(2, 0.1, e.omega), 5, value), 0, rounding, 0);
  CHECK_NEAR(distance_to(decay(2, 3.9, e.omega), 5, value), 0, rounding, 0);
  e.contact.preload = 10;
  CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
  CHECK_NEAR(distance_to(decay(2 + 2 * 3, 0.1, e.omega), 5, value), 0, 1e-8, 0);
  CHECK_NEAR(distance_to(decay(2, 3.9, e.omega), 5, value), 0, rounding, 0);
}

// The second mode, neither excited nor coupled to the first, has positive or negative damping: its
// pair leaves the unit circle where its damping changes sign.
static void second_mode(void) {
  static const double damping[] = {1e-3, -1e-3};
  for (int i = 0; i < 2; i++) {
    example e = {.n_modes = 2,
                 .n_boundary = 1,
                 .omega2 = {1, 7},
                 .damping = {0.2, damping[i]},
                 .phi = {1, 0},
                 CUBIC(0.4),
                 .omega = 1.1};
    const motion_system system = system_of(&e);
    const double coefficient[] = {0.5, -0.2};
    const motion_orbit orbit = {.omega = e.omega, .harmonics = 1, .coefficient = coefficient};
    floquet_result found;
    CHECK_OK(floquet_classify(&system, &orbit, &found));
    TEST_CHECK(found.kind == (i ? FLOQUET_NEIMARK_SACKER : FLOQUET_STABLE));
    CHECK_NEAR(found.largest, exp(-damping[i] * M_PI / e.omega), 0, 1e-12); // rounding
  }
}

// `as`: the same system, whose map is computed.
static void compare_maps(const example *e, const example *as, double tolerance) {
  const motion_system system = system_of(as);
  const int size = floquet_size(&system), n = 2 * e->n_modes + 1;
  double state[MOST_STATE] = {0}, by_difference[MOST_STATE * MOST_STATE], map[MOST_STATE * MOST_STATE],
         coefficient[2 * (1 + 2 * HARMONICS)], scale[MOST_STATE];
  motion_orbit orbit;
  for (int i = 0; i < 60; i++) period(e, NULL, state, NULL);
  find_orbit(e, as->flexibility, state, coefficient, &orbit);
  differences(e, state, by_difference);
  CHECK_OK(floquet_map(&system, &orbit, map));
  for (int i = 0; i < n; i++) scale[i] = i < e->n_modes || i == n - 1 ? 1 : e->omega;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++)
      CHECK_NEAR(map[i * size + j] * scale[j] / scale[i], by_difference[i * n + j] * scale[j] / scale[i],
                 tolerance, 0);
}

// Motions with stick, slip and separation, where the derivative of the map has the jumps of
// sliders. The tolerance covers the times of transition in explicit steps (2π/16384 of the angle of
// a period) and 80 harmonics of a motion whose third derivative jumps.
static void elements(void) {
  example slip = {
      .n_modes = 2,
      .n_boundary = 1,
      .omega2 = {1, 12},
      .damping = {0.15, 0.6},
      .phi = {1, 0.7},
      .contact = {.law = HB_LAW_ELASTIC, .count = 1, .tangential = 2, .friction = 0.4, .preload = 1},
      .cosine = {1, 0.3},
      .omega = 0.9};
  compare_maps(&slip, &slip, 1e-3);
  example both = slip;
  both.coupling = 0.25;
  compare_maps(&both, &both, 1e-3);
  // With a flexible massless boundary in series with the springs. Its displacements have kinks; 80
  // harmonics give the times of transition to some thousandths (320 harmonics: to less than 1e-3).
  example soft = slip;
  soft.flexibility[0] = 0.2;
  soft.contact.tangential = slip.contact.tangential / (1 - slip.contact.tangential * soft.flexibility[0]);
  compare_maps(&slip, &soft, 4e-3);
  example lift = {.n_modes = 2,
                  .n_boundary = 2,
                  .omega2 = {1.5, 4},
                  .damping = {0.5, 0.7},
                  .phi = {1, 0.3, -0.2, 1},
                  .contact = {.law = HB_LAW_ELASTIC,
                              .count = 2,
                              .has_normal = 1,
                              .tangential = 3,
                              .normal = 2,
                              .friction = 0.5,
                              .preload = 0.6},
                  .cosine = {2, 1.5},
                  .omega = 1.2};
  compare_maps(&lift, &lift, 1e-3);
}

// Returns (1 + μ1)(1 + μ2) of the motion under `load`, found by Newton's method on the test's own
// period map.
static double bias_map(example *e, double load, double *state) {
  double map[9] = {0};
  e->cosine[0] = load;
  for (int i = 0; i < 30; i++) {
    double end[MOST_STATE];
    memcpy(end, state, sizeof end);
    period(e, NULL, end, NULL);
    differences(e, state, map);
    const double a = 1 - map[0], b = -map[1], c = -map[3], d = 1 - map[4], determinant = a * d - b * c;
    const double x = end[0] - state[0], v = end[1] - state[1];
    state[0] += (d * x - b * v) / determinant;
    state[1] += (a * v - c * x) / determinant;
    if (fabs(x) + fabs(v) < 1e-11) break;
  }
  return 1 + map[0] + map[4] + map[0] * map[4] - map[1] * map[3];
}

// x'' + 0.15 x' + x³ = 0.5 + f cos t, whose periodic motion doubles its period as f grows: f at the
// doubling is found with the test's own map.
static void doubling(void) {
  example e = {
      .n_modes = 1, .n_boundary = 1, .damping = {0.15}, .phi = {1}, CUBIC(1), .constant = {0.5}, .omega = 1};
  const motion_system system = system_of(&e);
  double state[MOST_STATE] = {1.66, 0.89}, coefficient[1 + 2 * HARMONICS], error, lower = 0.6, upper = 0.85;
  double complex value[2];
  motion_orbit orbit;
  floquet_result found;
  TEST_CHECK(bias_map(&e, upper, state) < 0 && bias_map(&e, lower, state) > 0);
  for (int i = 0; i < 24; i++) {
    const double middle = 0.5 * (lower + upper);
    *(bias_map(&e, middle, state) > 0 ? &lower : &upper) = middle;
  }
  for (int i = 0; i < 3; i++) {
    bias_map(&e, lower + 0.01 * (i - 1), state);
    find_orbit(&e, e.flexibility, state, coefficient, &orbit);
    CHECK_OK(floquet_multipliers(&system, &orbit, value, &error));
    // Error of the test's own map: 1e-4 in f, by central differences of 1e-6 and 2⁻²⁴ of the range.
    if (i == 1) CHECK_NEAR(distance_to(-1, 2, value), 0, 2e-5, 0);
    CHECK_OK(floquet_classify(&system, &orbit, &found));
    if (i != 1) TEST_CHECK(found.kind == (i ? FLOQUET_FLIP : FLOQUET_STABLE));
  }
}

int main(void) {
  linear();
  coupled();
  second_mode();
  elements();
  doubling();
  return TEST_END();
}
