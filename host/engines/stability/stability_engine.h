// The engine of `study: stability`: eigenvalues and frequency responses of two bodies in sliding
// contact at one place. The host solves; a trajectory is one step.
#ifndef CHATTER_ENGINES_STABILITY_ENGINE_H
#define CHATTER_ENGINES_STABILITY_ENGINE_H

#include "engines/stability/study/stability_kind.h"
#include "engines/stability/study/stability_keys.h"
#include "engines/stability/extract/stability_quantities.h"
#include "ensemble/engine.h"
#include "engines/sliding/pair/pair.h"

// Rows of the state after the common ones; then growth and frequency of every eigenvalue, then the
// outputs' responses.
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
  STABILITY_AT, // Hz, frequency of the response
  N_STABILITY_PARAMETERS
};

typedef struct stability_setup {
  contact_pair pair;
  int modes, wants_eigenvalues, force;
  const stability_quantity **quantity; // per output
  double **response;                   // per output, [n_modes]; NULL: none
} stability_setup;

extern const engine *const stability_engines[]; // NULL behind the last

#endif
