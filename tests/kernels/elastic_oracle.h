// A second method for the elastic friction element: marching with small steps finds the sequence of
// events, bisection their times. These are solved for again in numbers that carry derivatives
// (elastic_dual.h), and Gauss quadrature integrates the force between them.
#ifndef CHATTER_TESTS_ELASTIC_ORACLE_H
#define CHATTER_TESTS_ELASTIC_ORACLE_H

#include "tests/kernels/elastic_dual.h"
#include "tests/kernels/elastic_random.h"

enum { ORACLE_STICK, ORACLE_PLUS, ORACLE_MINUS, ORACLE_OPEN, ORACLE_EVENTS = 200 };
enum { ORACLE_STEPS = 1 << 12, ORACLE_MOST_STEPS = 1 << 20, ORACLE_NODES = 16 };
static const double ORACLE_PERIOD = 6.283185307179586;

typedef struct oracle {
  const elastic_case *c;
  int events, before[ORACLE_EVENTS], after[ORACLE_EVENTS]; // states
  double low[ORACLE_EVENTS], high[ORACLE_EVENTS];          // bounds of the time of the event, rad
  int stuck;                                               // stick over the whole period
  double constant, turn;                                   // then f - k_t x, and the time of its
                                                           // last change
  int side;                                                // last change by the ceiling (1), the
                                                           // floor (-1), or none
  double force[ELASTIC_WIDTH];                             // by the rectangle rule over the steps
  dual q[ELASTIC_WIDTH];                                   // coefficients with derivatives
} oracle;

// Returns the value of a coordinate at τ or its derivative.
static inline double oracle_real(const elastic_case *c, const double *q, double tau, int derivative) {
  double sum = c->is_static && derivative == 0 ? q[0] : 0;
  q += c->is_static;
  for (int h = 1; h <= c->harmonics; h++) {
    const double phase = h * tau + derivative * ORACLE_PERIOD / 4;
    sum += pow(h, derivative) * (q[2 * h - 2] * cos(phase) + q[2 * h - 1] * sin(phase));
  }
  return sum;
}
static inline double oracle_normal(const elastic_case *c, double tau, int derivative) {
  const double preload = derivative ? 0 : c->law[3];
  return c->is_normal ? preload + c->law[1] * oracle_real(c, c->q + elastic_coefficients(c), tau, derivative)
                      : preload;
}
// Returns the ceiling (side 1) or the floor (-1) of c = f - k_t x.
static inline double oracle_limit(const elastic_case *c, int side, double tau, int derivative) {
  return side * c->law[2] * oracle_normal(c, tau, derivative) -
         c->law[0] * oracle_real(c, c->q, tau, derivative);
}

// Returns cos 2πk/steps for a number of steps that is a power of two.
static inline const double *oracle_table(int steps) {
  static double table[ORACLE_MOST_STEPS];
  static int made;
  if (made != steps)
    for (int k = 0; k < steps; k++) table[k] = cos(k * (ORACLE_PERIOD / steps));
  made = steps;
  return table;
}
// Returns basis function i of a coordinate at step k.
static inline double oracle_basis(const elastic_case *c, int i, int k, int steps) {
  if (c->is_static && i == 0) return 1;
  const int h = (i - c->is_static) / 2 + 1, quarter = (i - c->is_static) % 2 * steps / 4;
  return oracle_table(steps)[(h * k - quarter) & (steps - 1)];
}
static inline double oracle_sample(const elastic_case *c, const double *q, int k, int steps) {
  double sum = 0;
  for (int i = 0; i < elastic_coefficients(c); i++) sum += q[i] * oracle_basis(c, i, k, steps);
  return sum;
}

// Marches over four periods, f = k_t Δx clipped to ±μN; keeps events and force of the last one.
static inline void oracle_march(oracle *o, int steps) {
  const elastic_case *c = o->c;
  const double width = ORACLE_PERIOD / steps;
  const int n = elastic_coefficients(c);
  double held = 0, f = 0, last_trial = 0, last_load = 0;
  int state = ORACLE_STICK;
  o->events = 0, o->stuck = 1, o->side = 0, o->turn = 0;
  memset(o->force, 0, sizeof o->force);
  for (int k = 0; k <= 4 * steps; k++) {
    const double trial = c->law[0] * oracle_sample(c, c->q, k, steps);
    const double y = c->is_normal ? c->law[1] * oracle_sample(c, c->q + n, k, steps) : 0,
                 load = c->law[3] + y, normal = fmax(0, load), radius = c->law[2] * normal;
    const int old = state;
    if (old == ORACLE_OPEN && load > 0) // contact began within the step
      held = (trial - last_trial) * load / (load - last_load) - trial;
    last_trial = trial, last_load = load;
    f = trial + held;
    const double slack = 1e-13 * (fabs(trial) + fabs(held)); // a limit that is only touched is no
                                                             // slip
    state = f > radius + slack ? ORACLE_PLUS : f < -radius - slack ? ORACLE_MINUS : ORACLE_STICK;
    if (normal <= 0) state = ORACLE_OPEN;
    if (state != ORACLE_STICK) {
      f = state == ORACLE_PLUS ? radius : state == ORACLE_MINUS ? -radius : 0;
      held = f - trial, o->turn = k % steps * width, o->side = state == ORACLE_PLUS ? 1 : -1;
    }
    if (k <= 3 * steps) continue;
    o->stuck = o->stuck && state == ORACLE_STICK;
    if (state != old && o->events < ORACLE_EVENTS) {
      o->before[o->events] = old, o->after[o->events] = state;
      o->low[o->events] = (k - 3 * steps - 2) * width, o->high[o->events] = (k - 3 * steps + 1) * width;
      o->events++;
    }
    for (int i = 0; i < n; i++) {
      const double basis = oracle_basis(c, i, k, steps) * (c->is_static && i == 0 ? 1 : 2) / steps;
      o->force[i] += basis * f;
      if (c->is_normal) o->force[n + i] += basis * normal;
    }
  }
  o->constant = held;
}

// Counterpart of oracle_real with derivatives.
static inline dual oracle_sum(const elastic_case *c, const dual *q, dual tau, int derivative) {
  const dual cosine = dual_cos(tau), sine = dual_sin(tau);
  dual sum = c->is_static && derivative == 0 ? q[0] : dual_of(0), basis[2] = {cosine, sine};
  q += c->is_static;
  for (int h = 1; h <= c->harmonics; h++) {
    const dual p = dual_add(dual_mul(q[2 * h - 2], basis[0]), dual_mul(q[2 * h - 1], basis[1])),
               r = dual_sub(dual_mul(q[2 * h - 1], basis[0]), dual_mul(q[2 * h - 2], basis[1]));
    sum = dual_add(sum, dual_scale(derivative == 2   ? -h * h
                                   : derivative == 1 ? h
                                                     : 1,
                                   derivative == 1 ? r : p));
    const dual old = basis[0];
    basis[0] = dual_sub(dual_mul(old, cosine), dual_mul(basis[1], sine));
    basis[1] = dual_add(dual_mul(old, sine), dual_mul(basis[1], cosine));
  }
  return sum;
}
static inline dual oracle_dual_normal(const oracle *o, dual tau, int derivative) {
  const elastic_case *c = o->c;
  const dual preload = dual_of(derivative ? 0 : c->law[3]);
  if (!c->is_normal) return preload;
  return dual_add(preload,
                  dual_scale(c->law[1], oracle_sum(c, o->q + elastic_coefficients(c), tau, derivative)));
}
static inline dual oracle_dual_limit(const oracle *o, int side, dual tau, int derivative) {
  return dual_sub(dual_scale(side * o->c->law[2], oracle_dual_normal(o, tau, derivative)),
                  dual_scale(o->c->law[0], oracle_sum(o->c, o->q, tau, derivative)));
}

static inline int oracle_side(int state) {
  return state == ORACLE_PLUS ? 1 : -1;
}

// Returns the function whose zero is event k, and its slope; `held`: c of the previous phase.
static inline double oracle_zero(const oracle *o, int k, double held, double tau) {
  if (o->before[k] == ORACLE_OPEN || o->after[k] == ORACLE_OPEN) return oracle_normal(o->c, tau, 0);
  if (o->before[k] == ORACLE_STICK) return oracle_limit(o->c, oracle_side(o->after[k]), tau, 0) - held;
  return oracle_limit(o->c, oracle_side(o->before[k]), tau, 1);
}
static inline dual oracle_dual_zero(const oracle *o, int k, dual held, dual tau, dual *slope) {
  if (o->before[k] == ORACLE_OPEN || o->after[k] == ORACLE_OPEN) {
    *slope = oracle_dual_normal(o, tau, 1);
    return oracle_dual_normal(o, tau, 0);
  }
  const int starts = o->before[k] == ORACLE_STICK, side = oracle_side(starts ? o->after[k] : o->before[k]);
  *slope = oracle_dual_limit(o, side, tau, starts ? 1 : 2);
  return starts ? dual_sub(oracle_dual_limit(o, side, tau, 0), held) : oracle_dual_limit(o, side, tau, 1);
}

// Returns the time of event k: bisection, then Newton's method, whose last steps give the
// derivatives.
static inline dual oracle_time(const oracle *o, int k, dual held) {
  double low = o->low[k], high = o->high[k];
  const int sign = oracle_zero(o, k, creal(held.a), low) < 0;
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    if ((oracle_zero(o, k, creal(held.a), middle) < 0) == sign)
      low = middle;
    else
      high = middle;
  }
  dual tau = dual_of((low + high) / 2), slope;
  for (int i = 0; i < 5; i++) {
    const dual zero = oracle_dual_zero(o, k, held, tau, &slope);
    tau = dual_sub(tau, dual_div(zero, slope));
  }
  return tau;
}

// Computes nodes and weights of Gauss quadrature on [0, 1], by Newton's method on Legendre's
// polynomial.
static inline void oracle_rule(double *node, double *weight) {
  for (int i = 0; i < ORACLE_NODES; i++) {
    double x = cos(3.141592653589793 * (i + 0.75) / (ORACLE_NODES + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 20; iteration++) {
      double p = 1, last = 0;
      for (int k = 1; k <= ORACLE_NODES; k++) {
        const double next = ((2 * k - 1) * x * p - (k - 1) * last) / k;
        last = p, p = next;
      }
      slope = ORACLE_NODES * (x * p - last) / (x * x - 1);
      x -= p / slope;
    }
    node[i] = (1 + x) / 2, weight[i] = 1 / ((1 - x * x) * slope * slope);
  }
}

// Adds the integrals of basis times force over a phase to the coefficients.
static inline void oracle_integrate(const oracle *o, dual from, dual to, int state, dual held, dual *force) {
  static double node[ORACLE_NODES], weight[ORACLE_NODES];
  const elastic_case *c = o->c;
  const int n = elastic_coefficients(c), first = c->is_static;
  if (node[0] == 0) oracle_rule(node, weight);
  const dual length = dual_sub(to, from);
  // 4 rad of the highest harmonic each
  const int pieces = 1 + (int)(2 * c->harmonics * creal(length.a) / 4);
  for (int p = 0; p < pieces * ORACLE_NODES && state != ORACLE_OPEN; p++) {
    const double at = (p / ORACLE_NODES + node[p % ORACLE_NODES]) / pieces;
    const dual tau = dual_add(from, dual_scale(at, length)),
               part = dual_scale(2 * weight[p % ORACLE_NODES] / pieces / ORACLE_PERIOD, length);
    const dual normal = oracle_dual_normal(o, tau, 0);
    const dual f = state == ORACLE_STICK ? dual_add(held, dual_scale(c->law[0], oracle_sum(c, o->q, tau, 0)))
                                         : dual_scale(oracle_side(state) * c->law[2], normal);
    const dual along = dual_mul(part, f), across = dual_mul(part, normal), cosine = dual_cos(tau),
               sine = dual_sin(tau);
    dual basis[2] = {cosine, sine};
    if (first) force[0] = dual_add(force[0], dual_scale(0.5, along));
    if (first && c->is_normal) force[n] = dual_add(force[n], dual_scale(0.5, across));
    for (int i = first; i < n; i++) {
      const int odd = (i - first) % 2;
      force[i] = dual_add(force[i], dual_mul(basis[odd], along));
      if (c->is_normal) force[n + i] = dual_add(force[n + i], dual_mul(basis[odd], across));
      if (!odd) continue;
      const dual old = basis[0];
      basis[0] = dual_sub(dual_mul(old, cosine), dual_mul(basis[1], sine));
      basis[1] = dual_add(dual_mul(old, sine), dual_mul(basis[1], cosine));
    }
  }
}

// Computes force coefficients with their derivatives along o->q; times [events], rad.
static inline void oracle_force(const oracle *o, dual *force, dual *time) {
  const dual none = dual_of(0), period = dual_of(ORACLE_PERIOD);
  for (int i = 0; i < ELASTIC_WIDTH; i++) force[i] = none;
  if (o->events == 0) {
    dual held = none, tau = dual_of(o->turn), slope;
    if (o->side && o->stuck) { // c at the turning point of the limit
      oracle fixed = *o;
      fixed.before[0] = o->side > 0 ? ORACLE_PLUS : ORACLE_MINUS, fixed.after[0] = ORACLE_STICK;
      for (int i = 0; i < 8; i++) {
        const dual zero = oracle_dual_zero(&fixed, 0, none, tau, &slope);
        tau = dual_sub(tau, dual_div(zero, slope));
      }
      held = oracle_dual_limit(o, o->side, tau, 0);
    }
    oracle_integrate(o, none, period, o->stuck ? ORACLE_STICK : ORACLE_OPEN, held, force);
    return;
  }
  int first = 0; // the first phase of stick, if any
  while (first + 1 < o->events && o->after[first] != ORACLE_STICK) first++;
  dual held = none, kept[ORACLE_EVENTS];
  for (int i = 0; i < o->events; i++) {
    const int k = (first + i) % o->events;
    time[k] = oracle_time(o, k, held);
    held = oracle_dual_limit(o, o->before[k] == ORACLE_OPEN ? 1 : oracle_side(o->before[k]), time[k], 0);
    kept[k] = held;
  }
  for (int k = 0; k < o->events; k++) {
    const int last = k + 1 == o->events;
    oracle_integrate(o, time[k], last ? dual_add(time[0], period) : time[k + 1], o->after[k], kept[k], force);
  }
}

#endif
