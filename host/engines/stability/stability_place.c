#include "engines/stability/stability_place.h"

#include <math.h>

#include "engines/sliding/pair/equilibrium.h"
#include "engines/sliding/study/sliding_keys.h"
#include "engines/stability/stability_engine.h"

size_t stability_place_doubles(const contact_pair *pair) {
  return (COUPLED_ROWS + 2) * (size_t)pair->n_modes + pair_scratch(pair) / sizeof(double);
}

// Returns the normal force that supports the slider: nothing else acts along its rigid translation.
static double undeformed_force(const contact_pair *pair, const stability_point *at, const double *give) {
  for (int k = 0; k < pair->n_modes; k++)
    if (pair->omega2[k] == 0) return at->preload * pair->preload[k] / give[k];
  return NAN;
}

static int settle(const contact_pair *pair, const stability_point *at, double *room, stability_place *out) {
  // The contact is frozen: the slow motion of the guide is not part of the equilibrium.
  const pair_load load = {.friction = at->friction, .sense = at->sense, .preload = at->preload};
  const pair_contact *c = &out->contact;
  const double *a = pair->position[1 + c->element], *b = pair->position[2 + c->element];
  pair_equilibrium found = {.contact = *c, .p = room, .w = room + pair->n_modes};
  found.offset = a[0] + c->alpha * (b[0] - a[0]) - pair->position[0][0];
  if (!pair_settle(pair, &load, 1, &found, room + 2L * pair->n_modes)) return 0;
  out->contact = found.contact;
  out->force = found.force;
  return 1;
}

int stability_place_at(const contact_pair *pair, const stability_point *at, double *room,
                       stability_place *out) {
  double *rows = room, *rest = room + (long)COUPLED_ROWS * pair->n_modes;
  if (!pair_at_arc(pair, at->position, &out->contact)) return 0;
  if (at->deformed != 0 && !settle(pair, at, rest, out)) return 0;
  coupled_system_at_contact(pair, &out->contact, at->friction, at->sense, at->deformed != 0 ? out->force : 0,
                            rows, &out->system);
  if (at->deformed == 0) out->force = undeformed_force(pair, at, out->system.give[0]);
  return 1;
}

stability_point stability_point_of(const study *config) {
  const stability_config *c = stability_of(config);
  const slider_config *s = slider_of(config);
  return (stability_point){.position = stability_position(config),
                           .deformed = c->deformed,
                           .friction = s->friction,
                           .sense = sliding_sense(config),
                           .preload = s->preload};
}
