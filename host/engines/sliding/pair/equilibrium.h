// Quasi-static equilibrium of the sliding pair (docs/theory/sliding.md): the start of a run, in
// position and velocity, and the state about which small motions are linearised.
#ifndef CHATTER_ENGINES_SLIDING_EQUILIBRIUM_H
#define CHATTER_ENGINES_SLIDING_EQUILIBRIUM_H

#include "engines/sliding/pair/pair.h"
#include "study/study.h"

typedef struct pair_load {
  double friction, sense; // μ; +1: C slides in the sense of the path
  double preload, speed;  // N; m/s of the guide along x
} pair_load;

typedef struct pair_equilibrium {
  pair_contact contact;
  double force;  // λ, N
  double offset; // x_A, m
  double *p;     // [n_modes]
  double *w;     // [n_modes], dp/dt while the guide moves
} pair_equilibrium;

size_t pair_scratch(const contact_pair *self); // bytes of `scratch`
// Finds the equilibrium with the guide at x_A = offset, starting from out->contact.element; or, if
// `held`, with C at out->contact.element and .alpha of the target and the guide wherever it then
// is. p and w belong to the caller. Returns 0 if none was found, or only off the path, or with λ ≤
// 0.
int pair_settle(const contact_pair *self, const pair_load *load, int held, pair_equilibrium *out,
                void *scratch);
// Warns that `stalled` trajectories have no equilibrium, if any, and advises what to change. `one`,
// `many`: their name ("trajectory", "trajectories").
void pair_advise(const study *config, long stalled, const char *one, const char *many);

#endif
