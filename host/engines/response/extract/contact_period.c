#include "engines/response/extract/contact_period.h"

#include <math.h>

#include "kernels/laws/respond.h"
#include "kernels/response/response_layout.h"
#include "study/study.h"

// An extreme between two of 4096 instants is off by 3e-7 of the size of its wave.
enum { LEAST_INSTANTS = 4096, LEAST_FOLLOWED = 1024, PER_HARMONIC = 64 };

static int instants_of(int harmonics) {
  return harmonics * PER_HARMONIC > LEAST_INSTANTS ? harmonics * PER_HARMONIC : LEAST_INSTANTS;
}
// What an element is sampled by for its transitions.
static int followed_of(int harmonics) {
  return harmonics * PER_HARMONIC > LEAST_FOLLOWED ? harmonics * PER_HARMONIC : LEAST_FOLLOWED;
}

chatter_status contact_period_create(int harmonics, arena *memory, contact_period *out) {
  const int instants = instants_of(harmonics);
  const size_t events = (size_t)element_room(harmonics), room = (size_t)instants + 1 + events;
  *out = (contact_period){.tau = arena_allocate(memory, 4 * room * sizeof *out->tau),
                          .at = arena_allocate(memory, ((size_t)instants + 1) * sizeof *out->at),
                          .event = arena_allocate(memory, events * sizeof *out->event)};
  if (!out->tau || !out->at || !out->event) return error_raise(CHATTER_DEVICE, "out of memory");
  out->normal = out->tau + room;
  out->tangential = out->normal + room;
  out->value = out->tangential + room;
  for (int i = 0; i <= instants; i++) out->at[i] = motion_instant_of(2 * M_PI * i / instants);
  return CHATTER_OK;
}

// An elastic friction element between two transitions.
typedef struct stretch {
  const motion_contact *contact;
  const motion_orbit *orbit;
  element_state state;
  double slider;
} stretch;

static void add(const stretch *self, double tau, motion_instant at, contact_period *out) {
  const motion_contact *c = self->contact;
  double load[2], x[2];
  element_load(c, self->orbit, at, load);
  const double normal = fmax(load[0], 0);
  double force = -element_sense(self->state) * c->friction * normal;
  if (self->state == ELEMENT_STICK && c->count > c->has_normal) {
    element_stretch(c, self->orbit, at, x);
    force = -c->tangential * (x[0] - self->slider);
  }
  out->tau[out->n] = tau;
  out->normal[out->n] = normal;
  out->tangential[out->n++] = force;
}

static chatter_status follow_elastic(const motion_system *system, const motion_orbit *orbit, int index,
                                     contact_period *out) {
  const int instants = instants_of(orbit->harmonics);
  const element_event *event = out->event;
  element_path path;
  TRY(element_follow(system, orbit, index, followed_of(orbit->harmonics), element_room(orbit->harmonics),
                     out->event, &path));
  stretch now = {
      .contact = &system->contact[index], .orbit = orbit, .state = path.state, .slider = path.slider};
  double from = 0, open = 0, stuck = 0;
  for (int i = 0, e = 0; i <= instants; i++) {
    const double tau = 2 * M_PI * i / instants;
    for (; e < path.n && event[e].tau <= tau; from = event[e++].tau) {
      open += now.state == ELEMENT_OPEN ? event[e].tau - from : 0;
      stuck += now.state == ELEMENT_STICK ? event[e].tau - from : 0;
      add(&now, event[e].tau, motion_instant_of(event[e].tau), out);
      now.state = event[e].state, now.slider = event[e].slider;
    }
    add(&now, tau, out->at[i], out);
  }
  open += now.state == ELEMENT_OPEN ? 2 * M_PI - from : 0;
  stuck += now.state == ELEMENT_STICK ? 2 * M_PI - from : 0;
  out->closed = 1 - open / (2 * M_PI);
  out->stuck = stuck / (2 * M_PI);
  return CHATTER_OK;
}

// Normal coordinates alone, or a spring along one of friction without a limit.
static void follow_cubic(const motion_contact *c, const motion_orbit *orbit, contact_period *out) {
  const int instants = instants_of(orbit->harmonics);
  for (int i = 0; i <= instants; i++) {
    double q[2];
    out->tau[i] = 2 * M_PI * i / instants;
    motion_at(orbit, c->first, out->at[i], q);
    const double force = -c->cubic * q[0] * q[0] * q[0];
    out->normal[i] = c->has_normal ? force : 0;
    out->tangential[i] = c->has_normal ? 0 : force;
  }
  out->n = instants + 1;
  out->closed = out->stuck = NAN;
}

// The share of a step in which a function is positive that changes linearly from a to b.
static double positive_share(double a, double b) {
  if (a > 0 && b > 0) return 1;
  if (!(a > 0) && !(b > 0)) return 0;
  return fmax(a, b) / (fabs(a) + fabs(b));
}

// One that answers with its force. Internal states begin at rest at q = 0 and are followed until a period
// leaves them as they were; `state` has them at its beginning.
static void settle(const motion_contact *c, const double *q, int instants, double *state) {
  enum { MOST_PERIODS = 100 };
  static const double enough = 1e-10; // of the largest of a state
  for (int i = 0; i < c->states; i++) {
    double now = law_remember(c->answers, c->number, i, 0, q[0]).state, change = 1, most = 0;
    for (int period = 0; period < MOST_PERIODS && change > enough * most; period++) {
      const double before = now;
      for (int t = 1; t <= instants; t++) {
        now = law_remember(c->answers, c->number, i, now, q[t] - q[t - 1]).state;
        most = fmax(most, fabs(now));
      }
      change = fabs(now - before);
    }
    state[i] = now;
  }
}
static void follow_responding(const motion_contact *c, const motion_orbit *orbit, contact_period *out) {
  const int instants = instants_of(orbit->harmonics), has_gap = law_needs(c->answers) & LAW_HAS_GAP;
  const double pull = law_pull(c->answers, c->number);
  double state[LAW_NUMBERS_MOST], closed = 0, *q = out->value;
  for (int t = 0; t <= instants; t++) {
    double x[2];
    out->tau[t] = 2 * M_PI * t / instants;
    motion_at(orbit, c->first, out->at[t], x);
    q[t] = x[0] + (has_gap ? c->gap : 0);
    if (t > 0) closed += positive_share(-q[t - 1], -q[t]);
    out->normal[t] = law_respond(c->answers, c->number, c->numbers, q[t], orbit->omega * x[1]).force;
    out->tangential[t] = 0;
  }
  settle(c, q, instants, state);
  for (int t = 0; t <= instants; t++)
    for (int i = 0; i < c->states; i++) {
      if (t > 0) state[i] = law_remember(c->answers, c->number, i, state[i], q[t] - q[t - 1]).state;
      out->normal[t] += pull * state[i];
    }
  for (int t = 0; t <= instants && !c->has_normal; t++)
    out->tangential[t] = out->normal[t], out->normal[t] = 0;
  out->n = instants + 1;
  out->closed = has_gap ? closed / instants : NAN;
  out->stuck = NAN;
}

// r of the dynamic Lagrangian, kernels/laws/lagrangian.h.
static void follow_set_valued(const motion_contact *c, const motion_orbit *law, contact_period *out) {
  const int instants = instants_of(law->harmonics), tangents = c->count - c->has_normal;
  double before[2] = {0, 0}, closed = 0, stuck = 0;
  for (int i = 0; i <= instants; i++) {
    double u[3][2], size = 0;
    out->tau[i] = 2 * M_PI * i / instants;
    for (int k = 0; k < c->count; k++) motion_at(law, c->first + k, out->at[i], u[k]);
    for (int k = 0; k < tangents; k++) size = hypot(size, u[c->has_normal + k][0]);
    const double load = c->preload + (c->has_normal ? u[0][0] : 0), limit = c->friction * fmax(load, 0),
                 along = tangents == 1 && u[c->has_normal][0] < 0 ? -1 : 1;
    const double now[] = {load, c->friction * load - size};
    out->normal[i] = fmax(load, 0);
    out->tangential[i] = along * fmin(size, limit);
    if (i > 0) closed += positive_share(before[0], now[0]), stuck += positive_share(before[1], now[1]);
    before[0] = now[0], before[1] = now[1];
  }
  out->n = instants + 1;
  out->closed = c->has_normal ? closed / instants : 1;
  out->stuck = stuck / instants;
}

chatter_status contact_period_of(const motion_system *system, const motion_orbit *law, int index,
                                 contact_period *out) {
  const motion_contact *c = &system->contact[index];
  out->n = 0;
  if (c->law == HB_LAW_ELASTIC || c->law == HB_LAW_ELASTIC_SAMPLED)
    return follow_elastic(system, law, index, out);
  if (c->law == HB_LAW_SPRING)
    follow_cubic(c, law, out);
  else if (c->law == HB_LAW_RESPONDING)
    follow_responding(c, law, out);
  else
    follow_set_valued(c, law, out);
  return CHATTER_OK;
}

static double integral(const contact_period *self, const double *value, double mean, int power) {
  double sum = 0;
  for (int i = 0; i + 1 < self->n; i++) {
    const double a = value[i] - mean, b = value[i + 1] - mean, width = self->tau[i + 1] - self->tau[i];
    sum += width * (power == 1 ? (a + b) / 2 : (a * a + a * b + b * b) / 3); // of a chord
  }
  return sum / (2 * M_PI);
}

double contact_period_reduce(const contact_period *self, const double *value, int reduce) {
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < self->n; i++) least = fmin(least, value[i]), most = fmax(most, value[i]);
  switch (reduce) {
  case REDUCE_MEAN:
    return integral(self, value, 0, 1);
  case REDUCE_MAX:
    return most;
  case REDUCE_MIN:
    return least;
  case REDUCE_HALF_PEAK_TO_PEAK:
    return 0.5 * (most - least);
  default:
    return sqrt(integral(self, value, integral(self, value, 0, 1), 2));
  }
}
