#include "engines/response/stability/stop_path.h"

#include <math.h>

#include "kernels/response/response_layout.h"

typedef struct stop {
  const motion_contact *contact;
  motion_orbit law;
} stop;

int stop_is(const motion_system *system, int index) {
  const motion_contact *c = &system->contact[index];
  return c->law == HB_LAW_SET_VALUED && c->has_normal && c->count == 1 &&
         system->flexibility[(long)c->first * system->n_boundary + c->first] > 0;
}

// Positive while it is closed, and its derivative in τ.
static void find_load(const stop *self, double tau, double load[2]) {
  motion_at(&self->law, self->contact->first, motion_instant_of(tau), load);
  load[0] += self->contact->preload;
}

// Where the load (of: 0) or its derivative (1) is zero, positive on one side of it and not on the other.
static double bisect(const stop *self, int of, double from, double to) {
  double load[2];
  find_load(self, from, load);
  const int begins = load[of] > 0;
  for (int i = 0; i < 60 && from < to; i++) {
    const double middle = 0.5 * (from + to);
    find_load(self, middle, load);
    *((load[of] > 0) == begins ? &from : &to) = middle;
  }
  return to;
}

static chatter_status add(element_state state, double tau, int index, int room, element_event *event,
                          int *n) {
  if (*n >= room) return error_raise(CHATTER_BAD_MODEL, "more than %d transitions in a period", room);
  event[(*n)++] = (element_event){.tau = tau, .contact = index, .state = state};
  return CHATTER_OK;
}

// From one sample to the next the load has one extreme at most, which may lie on the other side of zero.
chatter_status stop_follow(const motion_system *system, const motion_orbit *orbit, int index, int samples,
                           int room, element_event *event, element_path *out) {
  stop self = {.contact = &system->contact[index], .law = *orbit};
  self.law.coefficient = orbit->argument;
  double before[2], now[2], most[2];
  find_load(&self, 0, before);
  *out = (element_path){.state = before[0] > 0 ? ELEMENT_STICK : ELEMENT_OPEN};
  for (int i = 0; i < samples; i++) {
    const double from = 2 * M_PI * i / samples, to = 2 * M_PI * (i + 1) / samples;
    const int closed = before[0] > 0;
    const element_state other = closed ? ELEMENT_OPEN : ELEMENT_STICK;
    find_load(&self, to, now);
    if ((now[0] > 0) != closed) {
      TRY(add(other, bisect(&self, 0, from, to), index, room, event, &out->n));
    } else if ((before[1] > 0) != closed && (now[1] > 0) == closed) { // towards zero, and back
      const double extreme = bisect(&self, 1, from, to);
      find_load(&self, extreme, most);
      if ((most[0] > 0) != closed) {
        TRY(add(other, bisect(&self, 0, from, extreme), index, room, event, &out->n));
        TRY(add(closed ? ELEMENT_STICK : ELEMENT_OPEN, bisect(&self, 0, extreme, to), index, room, event,
                &out->n));
      }
    }
    before[0] = now[0], before[1] = now[1];
  }
  return CHATTER_OK;
}
