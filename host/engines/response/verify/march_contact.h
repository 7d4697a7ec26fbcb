// Contact forces at the end of a step in time: q = free + G r, r by the laws.
#ifndef CHATTER_ENGINES_RESPONSE_MARCH_CONTACT_H
#define CHATTER_ENGINES_RESPONSE_MARCH_CONTACT_H

#include "engines/response/verify/march.h"

// r and q from self->free and G, with sliders moved; q and r hold those before the step. 0: none were found.
int march_solve(march *self, const double *compliance);

#endif
