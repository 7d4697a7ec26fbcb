#include "engines/response/extract/period/contact_period.h"

#include <math.h>

#include "engines/response/stability/compliant_path.h"
#include "kernels/laws/lagrangian.h"
#include "kernels/response/response_layout.h"
#include "study/sections.h"

// The error of an extreme between two of 4096 instants is 3e-7 of its wave's amplitude.
enum { LEAST_INSTANTS = 4096, PER_HARMONIC = 64 };

static int instants_of(int harmonics) {
  return harmonics * PER_HARMONIC > LEAST_INSTANTS ? harmonics * PER_HARMONIC : LEAST_INSTANTS;
}

chatter_status contact_period_create(int harmonics, arena *memory, contact_period *out) {
  const int instants = instants_of(harmonics);
  const size_t events = (size_t)element_most_events(harmonics), room = (size_t)instants + 1 + events;
  *out = (contact_period){
      .tau = arena_allocate(memory, (6 * room + element_scratch_size(harmonics)) * sizeof *out->tau),
      .at = arena_allocate(memory, ((size_t)instants + 1) * sizeof *out->at),
      .event = arena_allocate(memory, events * sizeof *out->event)};
  if (!out->tau || !out->at || !out->event) return error_raise(CHATTER_DEVICE, "out of memory");
  out->normal = out->tau + room;
  out->along[0] = out->normal + room, out->along[1] = out->along[0] + room;
  out->tangential = out->along[1] + room;
  out->value = out->tangential + room;
  out->scratch = out->value + room;
  for (int i = 0; i <= instants; i++) out->at[i] = motion_instant_of(2 * M_PI * i / instants);
  return CHATTER_OK;
}

static void add(const motion_contact *contact, const motion_orbit *orbit, const element_event *now,
                double tau, motion_instant at, contact_period *out) {
  double force[2];
  element_force(contact, orbit, at, now->state, now->slider, force);
  out->tau[out->n] = tau;
  out->normal[out->n] = force[0];
  out->along[1][out->n] = 0;
  out->along[0][out->n] = out->tangential[out->n] = force[1];
  out->n++;
}

static chatter_status follow_elastic(const motion_system *system, const motion_orbit *orbit, int index,
                                     contact_period *out) {
  const motion_contact *c = &system->contact[index];
  const int instants = instants_of(orbit->harmonics);
  element_path path;
  TRY(element_path_find(system, orbit, index, out->scratch, out->event, &path));
  element_event now = {.state = path.state, .slider = path.slider};
  double open = 0, stuck = 0;
  for (int i = 0, e = 0; i <= instants; i++) {
    const double tau = 2 * M_PI * i / instants;
    for (; e < path.n && out->event[e].tau <= tau; now = out->event[e++]) {
      open += now.state == ELEMENT_OPEN ? out->event[e].tau - now.tau : 0;
      stuck += now.state == ELEMENT_STICK ? out->event[e].tau - now.tau : 0;
      add(c, orbit, &now, out->event[e].tau, motion_instant_of(out->event[e].tau), out);
    }
    add(c, orbit, &now, tau, out->at[i], out);
  }
  open += now.state == ELEMENT_OPEN ? 2 * M_PI - now.tau : 0;
  stuck += now.state == ELEMENT_STICK ? 2 * M_PI - now.tau : 0;
  out->closed = 1 - open / (2 * M_PI);
  out->stuck = stuck / (2 * M_PI);
  return CHATTER_OK;
}

// Returns the part of a step in which a linear function from a to b is positive.
static double positive_share(double a, double b) {
  if (a > 0 && b > 0) return 1;
  if (!(a > 0) && !(b > 0)) return 0;
  return fmax(a, b) / (fabs(a) + fabs(b));
}

// Follows a compliant law over the period.
static void follow_compliant(const motion_contact *c, const motion_orbit *orbit, contact_period *out) {
  const int instants = instants_of(orbit->harmonics), has_gap = compliant_has(c, LAW_HAS_GAP);
  double state[LAW_MAX_PARAMETERS], closed = 0, *q = out->value;
  for (int t = 0; t <= instants; t++) {
    double move[2];
    compliant_motion(c, orbit, out->at[t], move);
    q[t] = move[0];
    if (t > 0) closed += positive_share(-q[t - 1], -q[t]);
  }
  compliant_periodic_states(c, q, instants, state);
  for (int t = 0; t <= instants; t++) {
    if (t > 0) compliant_update(c, q[t] - q[t - 1], state);
    const double force = compliant_force(c, orbit, out->at[t]).force + compliant_state_force(c, state);
    out->tau[t] = 2 * M_PI * t / instants;
    out->normal[t] = c->has_normal ? force : 0;
    out->along[0][t] = out->tangential[t] = c->has_normal ? 0 : force;
    out->along[1][t] = 0;
  }
  out->n = instants + 1;
  out->closed = has_gap ? closed / instants : NAN;
  out->stuck = NAN;
}

// Follows a set-valued law by r of its dynamic Lagrangian.
static void follow_set_valued(const motion_contact *c, const motion_orbit *law, contact_period *out) {
  const int instants = instants_of(law->harmonics), tangents = c->count - c->has_normal;
  double before[2] = {0, 0}, closed = 0, stuck = 0;
  for (int i = 0; i <= instants; i++) {
    double u[3] = {0, 0, 0}, force[LAGRANGIAN_TANGENTS] = {0, 0}, value[2];
    for (int k = 0; k < c->count; k++)
      motion_orbit_value(law, c->first + k, out->at[i], value), u[k] = value[0];
    const lagrangian_point at =
        law_lagrangian_point(u, c->has_normal, tangents, !c->has_normal, c->friction, c->preload);
    for (int k = 0; k < tangents; k++) force[k] = law_lagrangian_tangent(&at, u[c->has_normal + k], k);
    out->tau[i] = 2 * M_PI * i / instants;
    out->normal[i] = fmax(at.normal, 0);
    out->along[0][i] = force[0], out->along[1][i] = force[1];
    out->tangential[i] = tangents == 2 ? hypot(force[0], force[1]) : force[0];
    if (i > 0) closed += positive_share(before[0], at.normal), stuck += positive_share(before[1], at.slip);
    before[0] = at.normal, before[1] = at.slip;
  }
  out->n = instants + 1;
  out->closed = c->has_normal ? closed / instants : 1;
  out->stuck = stuck / instants;
}

chatter_status contact_period_find(const motion_system *system, const motion_orbit *law, int index,
                                   contact_period *out) {
  const motion_contact *c = &system->contact[index];
  out->n = 0;
  if (motion_is_elastic(c)) return follow_elastic(system, law, index, out);
  if (c->law == HB_LAW_COMPLIANT)
    follow_compliant(c, law, out);
  else
    follow_set_valued(c, law, out);
  return CHATTER_OK;
}

int contact_period_instant(const contact_period *self, int i, int parts) {
  const double tau = 2 * M_PI * i / parts;
  int low = 0, high = self->n - 1; // tau[low] <= τ
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (self->tau[middle] <= tau * (1 + 1e-12))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// Returns the squared magnitude of the force at instant k.
static double square_at(const contact_period *self, int k) {
  const double n = self->normal[k], t = self->along[0][k], s = self->along[1][k];
  return n * n + t * t + s * s;
}

int contact_period_peak(const contact_period *self, int i, int parts) {
  // instant `last` equals instant 0
  const int at = contact_period_instant(self, i, parts), last = self->n - 1;
  const double half = M_PI / parts, tau = 2 * M_PI * i / parts;
  int best = at;
  for (int way = -1; way <= 1; way += 2)
    for (int moved = 1; moved < last; moved++) {
      const int k = ((at + way * moved) % last + last) % last;
      if (fabs(remainder(self->tau[k] - tau, 2 * M_PI)) > half) break;
      if (square_at(self, k) > square_at(self, best)) best = k;
    }
  const double most = square_at(self, best);
  const int rises =
      square_at(self, (best + last - 1) % last) > most || square_at(self, (best + 1) % last) > most;
  // 1e-9: rounding of a constant force
  return rises || most <= square_at(self, at) * (1 + 1e-9) ? at : best;
}

static double integral(const contact_period *self, const double *value, double mean, int power) {
  double sum = 0;
  for (int i = 0; i + 1 < self->n; i++) {
    const double a = value[i] - mean, b = value[i + 1] - mean, width = self->tau[i + 1] - self->tau[i];
    // integral over a chord
    sum += width * (power == 1 ? (a + b) / 2 : (a * a + a * b + b * b) / 3);
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
  case REDUCE_MAX_ABS:
    return fmax(fabs(least), fabs(most));
  case REDUCE_HALF_PEAK_TO_PEAK:
    return 0.5 * (most - least);
  default:
    return sqrt(integral(self, value, integral(self, value, 0, 1), 2));
  }
}
