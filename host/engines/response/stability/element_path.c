#include "engines/response/stability/element_path.h"

#include <math.h>

#include "kernels/laws/elastic_trace.h"
#include "kernels/response/response_layout.h"

int element_most_events(int harmonics) {
  return elastic_max_events(harmonics, 1);
}

size_t element_scratch_size(int harmonics) {
  return (size_t)elastic_trace_numbers(harmonics, 1) + 3 * (2 * (size_t)harmonics + 1);
}

double element_slip_direction(element_state state) {
  return state == ELEMENT_SLIP_UP ? 1 : state == ELEMENT_SLIP_DOWN ? -1 : 0;
}

void element_normal_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double load[2]) {
  double normal[2] = {0, 0};
  if (contact->has_normal) motion_orbit_value(orbit, contact->first, at, normal);
  load[0] = contact->preload - (contact->has_normal ? contact->normal * (normal[0] + contact->gap) : 0);
  load[1] = -contact->normal * normal[1];
}

void element_displacement(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double x[2]) {
  x[0] = x[1] = 0;
  if (contact->count > contact->has_normal)
    motion_orbit_value(orbit, contact->first + contact->has_normal, at, x);
}

void element_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                   element_state state, double slider, double force[2]) {
  double load[2], x[2];
  element_normal_force(contact, orbit, at, load);
  element_displacement(contact, orbit, at, x);
  force[0] = state == ELEMENT_OPEN ? 0 : fmax(load[0], 0);
  force[1] = state == ELEMENT_STICK ? -contact->tangential * (x[0] - slider)
                                    : -element_slip_direction(state) * contact->friction * force[0];
}

// An element without a tangential spring is open, or formally sticks.
static int can_slip(const motion_contact *contact) {
  return contact->count > contact->has_normal && contact->tangential > 0;
}

static element_state state_of(const motion_contact *contact, double state) {
  if (state == ELASTIC_STATE_APART) return ELEMENT_OPEN;
  if (!can_slip(contact) || state == ELASTIC_STATE_STICK) return ELEMENT_STICK;
  return state > 0 ? ELEMENT_SLIP_UP : ELEMENT_SLIP_DOWN;
}

// Returns the slider position for the force f = kt x + c.
static double slider_of(const motion_contact *contact, double held) {
  return can_slip(contact) ? -held / contact->tangential : 0;
}

// Returns the position at which the spring force would be 0, in slip or separation.
static double slider_at(const motion_contact *c, const motion_orbit *orbit, element_state state) {
  const motion_instant at = motion_instant_of(0);
  double force[2], x[2];
  if (!can_slip(c)) return 0;
  element_force(c, orbit, at, state, 0, force);
  element_displacement(c, orbit, at, x);
  return x[0] + force[1] / c->tangential;
}

// Provides x along friction and y = -(q + gap) for the trace; [2 harmonics + is_static] each.
static elastic_path view(const motion_contact *c, const motion_orbit *orbit, double *scratch) {
  const int width = orbit->is_static + 2 * orbit->harmonics, has_normal = c->has_normal;
  const double *first = orbit->coefficient + (long)c->first * width;
  double *x = scratch, *y = x + width;
  elastic_law law = {.tangential = can_slip(c) ? c->tangential : 0,
                     .normal = c->normal,
                     .friction = can_slip(c) ? c->friction : 0,
                     .preload = c->preload};
  for (int i = 0; i < width; i++) {
    x[i] = can_slip(c) ? first[has_normal * width + i] : 0;
    y[i] = -first[i];
  }
  if (orbit->is_static)
    y[0] -= c->gap;
  else if (has_normal)
    law.preload -= c->normal * c->gap;
  return elastic_path_of(&law, orbit->harmonics, orbit->is_static, x, has_normal ? y : NULL, y + width);
}

static element_event event_of(const motion_contact *c, const motion_orbit *orbit, const elastic_path *path,
                              int k, int index) {
  const int change = (int)path->change[k];
  const double tau = 2 * M_PI * path->event[k];
  const int slips = change == ELASTIC_EVENT_SLIPS || change == ELASTIC_EVENT_LANDS;
  element_event event = {.tau = tau, .contact = index, .slider = slider_of(c, path->held[k])};
  event.state = state_of(c, change == ELASTIC_EVENT_OPENS ? ELASTIC_STATE_APART
                            : slips                       ? path->sign[k]
                                                          : ELASTIC_STATE_STICK);
  if (change == ELASTIC_EVENT_STICKS_ON_CONTACT && can_slip(c)) {
    double load[2], x[2];
    element_normal_force(c, orbit, motion_instant_of(tau), load);
    element_displacement(c, orbit, motion_instant_of(tau), x);
    event.drag = x[1] / load[1];
  }
  return event;
}

static double size_of(const motion_orbit *orbit, const double *coefficient) {
  double sum = 0;
  for (int i = 0; i < orbit->is_static + 2 * orbit->harmonics; i++) sum += fabs(coefficient[i]);
  return sum;
}

// At the onset of slip rounding decides between the states; the element is taken to stick.
static mask_t trace(const motion_contact *c, const motion_orbit *orbit, double *scratch, elastic_path *out) {
  static const double ROUNDING = 1e-12; // relative to forces
  *out = view(c, orbit, scratch);
  const mask_t failed = elastic_trace(out, 0, 0);
  const double normal = out->y ? c->normal * size_of(orbit, out->y) : 0,
               size = c->friction * (fabs(c->preload) + normal) + c->tangential * size_of(orbit, out->x),
               beyond = out->head[ELASTIC_HIGHEST_FLOOR] - out->head[ELASTIC_LOWEST_CEILING];
  if (failed || !can_slip(c) || !(beyond > 0 && beyond <= ROUNDING * size)) return failed;
  return elastic_trace(out, 1, 0);
}

chatter_status element_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                 double *scratch, element_event *event, element_path *out) {
  const motion_contact *c = &system->contact[index];
  *out = (element_path){.state = ELEMENT_OPEN};
  if (!c->has_normal && !(c->preload > 0)) {
    out->slider = slider_at(c, orbit, ELEMENT_OPEN);
    return CHATTER_OK;
  }
  elastic_path path;
  if (trace(c, orbit, scratch, &path))
    return error_raise(CHATTER_BAD_MODEL, "a contact has no periodic path");
  const int is_stuck = path.head[ELASTIC_ALWAYS_STUCK] > 0;
  out->state = is_stuck ? ELEMENT_STICK : state_of(c, path.head[ELASTIC_START_STATE]);
  out->slider = out->state == ELEMENT_STICK ? slider_of(c, path.head[ELASTIC_START_OFFSET])
                                            : slider_at(c, orbit, out->state);
  for (int k = 0; !is_stuck && k < (int)path.head[ELASTIC_N_EVENTS]; k++)
    event[out->n++] = event_of(c, orbit, &path, k, index);
  return CHATTER_OK;
}

int contact_is_massless_stop(const motion_system *system, int index) {
  const motion_contact *c = &system->contact[index];
  return c->law == HB_LAW_SET_VALUED && c->has_normal && c->count == 1 &&
         system->flexibility[(long)c->first * system->n_boundary + c->first] > 0;
}

// The stop is closed where an element without friction and with a spring of 1 N/m would be pressed
// by the argument of the law.
chatter_status stop_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                              double *scratch, element_event *event, element_path *out) {
  const motion_contact *c = &system->contact[index];
  const motion_contact element = {.count = 1, .has_normal = 1, .normal = 1, .preload = c->preload};
  const motion_system alone = {.n_contacts = 1, .contact = &element};
  const int width = orbit->is_static + 2 * orbit->harmonics;
  motion_orbit law = *orbit;
  for (int i = 0; i < width; i++) scratch[i] = -orbit->argument[(long)c->first * width + i];
  law.coefficient = scratch;
  TRY(element_path_find(&alone, &law, 0, scratch + width, event, out));
  for (int i = 0; i < out->n; i++) event[i].contact = index;
  return CHATTER_OK;
}
