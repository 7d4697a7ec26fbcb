// The quasi-static equilibrium of the sliding pair (numerics notes 4 and 8): where a run starts, in position
// and velocity, and what the deformed state is linearised about.
#ifndef CHATTER_ENGINES_SLIDING_EQUILIBRIUM_H
#define CHATTER_ENGINES_SLIDING_EQUILIBRIUM_H

#include "engines/sliding/pair.h"

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

// What there is to say where pair_settle finds none.
#define PAIR_NO_EQUILIBRIUM                                                                                  \
  "none was found in which the contact is pressed and stays on the path. A slider that is drawn against "    \
  "friction locks itself or lifts off where slider.friction is too large for its angle, and bends beyond "   \
  "the path where it is too soft; take less slider.friction, another slider.preload, angle or start, or "    \
  "draw it the other way"

size_t pair_scratch(const contact_pair *self); // bytes of `scratch`
// The equilibrium with the guide at x_A = offset, from out->contact.element on, or, where `held`, with C at
// out->contact.element and .alpha of the target, the guide wherever it then is. p and w are the caller's. 0:
// none was found, or only off the path, or with λ ≤ 0.
int pair_settle(const contact_pair *self, const pair_load *load, int held, pair_equilibrium *out,
                void *scratch);

#endif
