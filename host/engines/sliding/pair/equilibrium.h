// The quasi-static equilibrium of the sliding pair (numerics notes 4 and 8): where a run starts, in
// position and velocity, and what the deformed state is linearised about.
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
  double *w;     // [n_modes], dp/dt as the guide moves on
} pair_equilibrium;

size_t pair_scratch(const contact_pair *self); // bytes of `scratch`
// The equilibrium with the guide at x_A = offset, from out->contact.element on, or, where `held`,
// with C at out->contact.element and .alpha of the target, the guide wherever it then is. p and w
// are the caller's. 0: none was found, or only off the path, or with λ ≤ 0.
int pair_settle(const contact_pair *self, const pair_load *load, int held, pair_equilibrium *out,
                void *scratch);
// Warns that it finds none for `stalled` of what is asked for ("trajectory", "trajectories"), if
// any, with what to take instead.
void pair_advise(const study *config, long stalled, const char *one, const char *many);

#endif
