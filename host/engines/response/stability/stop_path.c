#include "engines/response/stability/stop_path.h"

#include "kernels/response/response_layout.h"

int stop_is(const motion_system *system, int index) {
  const motion_contact *c = &system->contact[index];
  return c->law == HB_LAW_SET_VALUED && c->has_normal && c->count == 1 &&
         system->flexibility[(long)c->first * system->n_boundary + c->first] > 0;
}

// It is closed where an element without friction is whose spring of 1 N/m the argument presses.
chatter_status stop_follow(const motion_system *system, const motion_orbit *orbit, int index, double *scratch,
                           element_event *event, element_path *out) {
  const motion_contact *c = &system->contact[index];
  const motion_contact element = {.count = 1, .has_normal = 1, .normal = 1, .preload = c->preload};
  const motion_system alone = {.n_contacts = 1, .contact = &element};
  const int width = orbit->is_static + 2 * orbit->harmonics;
  motion_orbit law = *orbit;
  for (int i = 0; i < width; i++) scratch[i] = -orbit->argument[(long)c->first * width + i];
  law.coefficient = scratch;
  TRY(element_follow(&alone, &law, 0, scratch + width, event, out));
  for (int i = 0; i < out->n; i++) event[i].contact = index;
  return CHATTER_OK;
}
