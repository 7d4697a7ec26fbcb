// The engine of `study: stability`: eigenvalues and frequency responses of two bodies that slide, at one
// place of the contact. The host solves; a trajectory is one step.
#ifndef CHATTER_ENGINES_STABILITY_ENGINE_H
#define CHATTER_ENGINES_STABILITY_ENGINE_H

#include "engines/stability/coupled/coupled.h"
#include "engines/stability/study/stability_keys.h"
#include "engines/stability/extract/stability_quantities.h"
#include "ensemble/engine.h"

// Rows of the state behind the common ones; then growth and frequency of every eigenvalue, then the outputs'
// responses.
enum {
  STABILITY_GROWTH = STATE_STEPPER_FIRST, // largest, 1/s
  STABILITY_FREQUENCY,                    // of that eigenvalue, Hz
  STABILITY_CONTACT_FORCE,                // N
  STABILITY_ANGLE,                        // rad
  STABILITY_EIGENVALUES
};
enum {
  STABILITY_POSITION = PARAMETER_STEPPER_FIRST,
  STABILITY_DEFORMED,
  STABILITY_FRICTION,
  STABILITY_SENSE,
  STABILITY_PRELOAD,
  STABILITY_AT, // Hz, of the response
  N_STABILITY_PARAMETERS
};

typedef struct stability_setup {
  contact_pair pair;
  int modes, wants_eigenvalues, force;
  const stability_quantity **quantity; // of every output
  double **response;                   // likewise, [n_modes]; NULL: none
} stability_setup;

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
size_t stability_room(const contact_pair *pair); // doubles of `room`, which the system's rows lie in
// 0: no equilibrium was found.
int stability_place_at(const contact_pair *pair, const stability_point *at, double *room,
                       stability_place *out);

extern const study_kind stability_kind;
extern const engine *const stability_engines[]; // NULL behind the last

// stability_advance.c
chatter_status stability_advance(const engine_layout *layout, const kernel_batch *batch,
                                 engine_machine machine);

extern const engine_command zones_command;

#endif
