#include "engines/response/stability/element_path.h"

#include <math.h>

typedef struct element {
  const motion_contact *contact;
  const motion_orbit *orbit;
  double rounding; // of forces
  element_state state;
  double slider;
} element;

int element_room(int harmonics) {
  return 256 + 16 * harmonics;
}

double element_sense(element_state state) {
  return state == ELEMENT_SLIP_UP ? 1 : state == ELEMENT_SLIP_DOWN ? -1 : 0;
}

void element_load(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                  double load[2]) {
  double normal[2] = {0, 0};
  if (contact->has_normal) motion_at(orbit, contact->first, at, normal);
  load[0] = contact->preload - (contact->has_normal ? contact->normal * (normal[0] + contact->gap) : 0);
  load[1] = -contact->normal * normal[1];
}

// Without a tangential spring it is open, or sticks in name.
static int can_slip(const motion_contact *contact) {
  return contact->count > contact->has_normal && contact->tangential > 0;
}

void element_stretch(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                     double x[2]) {
  x[0] = x[1] = 0;
  if (contact->count > contact->has_normal) motion_at(orbit, contact->first + contact->has_normal, at, x);
}

// As long as both are positive the state holds; forces, and in slip the rate of one.
static void find_margins(const element *self, double tau, double margin[2]) {
  const motion_contact *c = self->contact;
  const motion_instant at = motion_instant_of(tau);
  const double sense = element_sense(self->state);
  double load[2], x[2];
  element_load(c, self->orbit, at, load);
  if (self->state == ELEMENT_OPEN) {
    margin[0] = margin[1] = -load[0];
    return;
  }
  if (!can_slip(c)) {
    margin[0] = margin[1] = load[0];
    return;
  }
  element_stretch(c, self->orbit, at, x);
  if (self->state == ELEMENT_STICK) {
    const double force = c->tangential * (x[0] - self->slider), limit = c->friction * load[0];
    margin[0] = limit - force;
    margin[1] = limit + force;
    return;
  }
  margin[0] = sense * c->tangential * x[1] - c->friction * load[1];
  margin[1] = load[0];
}

// Where margin `which` becomes negative.
static double bisect(const element *self, int which, double from, double to) {
  double margin[2];
  for (int i = 0; i < 60 && from < to; i++) {
    const double middle = 0.5 * (from + to);
    find_margins(self, middle, margin);
    if (margin[which] < 0)
      to = middle;
    else
      from = middle;
  }
  return to;
}

// The state after margin `which` of the present one vanished at τ.
static void change(element *self, int which, double tau, element_event *event) {
  const motion_contact *c = self->contact;
  const motion_instant at = motion_instant_of(tau);
  double load[2], x[2];
  element_load(c, self->orbit, at, load);
  element_stretch(c, self->orbit, at, x);
  *event = (element_event){.tau = tau};
  if (!can_slip(c)) {
    self->state = self->state == ELEMENT_OPEN ? ELEMENT_STICK : ELEMENT_OPEN;
    self->slider = x[0];
  } else if (self->state == ELEMENT_OPEN) {
    const double pull = c->tangential * x[1], limit = c->friction * load[1];
    self->slider = x[0];
    self->state = fabs(pull) < limit ? ELEMENT_STICK : pull > 0 ? ELEMENT_SLIP_UP : ELEMENT_SLIP_DOWN;
    if (self->state == ELEMENT_STICK) event->drag = x[1] / load[1];
  } else if (self->state == ELEMENT_STICK) {
    self->state = which == 0 ? ELEMENT_SLIP_UP : ELEMENT_SLIP_DOWN;
  } else if (which == 1) {
    self->state = ELEMENT_OPEN;
  } else {
    self->slider = x[0] - element_sense(self->state) * c->friction * load[0] / c->tangential;
    self->state = ELEMENT_STICK;
  }
  event->state = self->state;
  event->slider = self->slider;
}

// One sample to the next.
static chatter_status advance(element *self, double from, double to, int room, element_event *event, int *n) {
  enum { MOST = 16 };
  for (int i = 0; i < MOST; i++) {
    double margin[2], first = to;
    int which = -1;
    find_margins(self, to, margin);
    for (int k = 0; k < 2; k++) {
      if (!(margin[k] < -self->rounding)) continue;
      const double at = bisect(self, k, from, to);
      if (which < 0 || at < first) first = at, which = k;
    }
    if (which < 0) return CHATTER_OK;
    if (*n >= room) return error_raise(CHATTER_BAD_MODEL, "more than %d transitions in a period", room);
    change(self, which, first, &event[(*n)++]);
    from = first;
  }
  return CHATTER_OK;
}

// The sizes of a coordinate's coefficients together.
static double size_of(const motion_orbit *orbit, int coordinate) {
  const int width = orbit->is_static + 2 * orbit->harmonics;
  double sum = 0;
  for (int i = 0; i < width; i++) sum += fabs(orbit->coefficient[(long)coordinate * width + i]);
  return sum;
}

static element begin(const motion_system *system, const motion_orbit *orbit, int index) {
  const motion_contact *c = &system->contact[index];
  const motion_instant at = motion_instant_of(0);
  const int slips = can_slip(c), tangent = c->first + c->has_normal;
  element self = {.contact = c, .orbit = orbit};
  double size = fabs(c->preload), load[2], x[2];
  if (slips && orbit->is_static)
    self.slider = orbit->coefficient[(long)tangent * (orbit->is_static + 2 * orbit->harmonics)];
  if (c->has_normal) size += c->normal * size_of(orbit, c->first);
  if (slips) size = c->friction * size + c->tangential * size_of(orbit, tangent);
  self.rounding = 1e-12 * size;
  element_load(c, orbit, at, load);
  element_stretch(c, orbit, at, x);
  const double force = c->tangential * (x[0] - self.slider);
  self.state = load[0] <= 0                           ? ELEMENT_OPEN
               : !slips                               ? ELEMENT_STICK
               : fabs(force) <= c->friction * load[0] ? ELEMENT_STICK
               : force > 0                            ? ELEMENT_SLIP_UP
                                                      : ELEMENT_SLIP_DOWN;
  return self;
}

// The slider's place in a state, where that does not matter or is not the one of the last stick.
static double slider_at(const element *self, motion_instant at) {
  const motion_contact *c = self->contact;
  double load[2], x[2];
  if (self->state == ELEMENT_STICK) return self->slider;
  element_load(c, self->orbit, at, load);
  element_stretch(c, self->orbit, at, x);
  const double force = element_sense(self->state) * c->friction * fmax(load[0], 0);
  return x[0] - (force != 0 ? force / c->tangential : 0);
}

chatter_status element_follow(const motion_system *system, const motion_orbit *orbit, int index, int samples,
                              int room, element_event *event, element_path *out) {
  element self = begin(system, orbit, index);
  const double width = 2 * M_PI / samples;
  *out = (element_path){0};
  for (int period = 0; period < 2; period++) {
    out->n = 0;
    out->state = self.state;
    out->slider = slider_at(&self, motion_instant_of(0));
    for (int i = 0; i < samples; i++) TRY(advance(&self, width * i, width * (i + 1), room, event, &out->n));
  }
  for (int i = 0; i < out->n; i++) event[i].contact = index;
  return CHATTER_OK;
}
