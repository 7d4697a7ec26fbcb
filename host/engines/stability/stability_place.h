// Two bodies in contact at one place, as a linear system for small motions.
#ifndef CHATTER_ENGINES_STABILITY_STABILITY_PLACE_H
#define CHATTER_ENGINES_STABILITY_STABILITY_PLACE_H

#include "engines/stability/coupled/coupled.h"
#include "study/study.h"

// One place of the contact.
typedef struct stability_point {
  double position, deformed;
  double friction, sense, preload;
} stability_point;

stability_point stability_point_of(const study *config);

// The pair at a place.
typedef struct stability_place {
  pair_contact contact;
  double force; // normal force, N; undeformed: for the undeformed directions, NaN if undetermined
  coupled_system system;
} stability_place;

// doubles of `room`, for the system's rows
size_t stability_place_doubles(const contact_pair *pair);

// Sets the pair at a place. Returns 0 if no equilibrium was found.
int stability_place_at(const contact_pair *pair, const stability_point *at, double *room,
                       stability_place *out);

#endif
