// Two bodies in contact at one place, as a system for small motions.
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
  double force; // normal, N; undeformed: that of the undeformed directions, NaN where nothing tells
  coupled_system system;
} stability_place;

size_t stability_place_doubles(const contact_pair *pair); // doubles of `room`, which the system's rows lie in

// 0: no equilibrium was found.
int stability_place_at(const contact_pair *pair, const stability_point *at, double *room,
                       stability_place *out);

#endif
