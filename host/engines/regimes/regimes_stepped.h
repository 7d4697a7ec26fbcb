// Motion regimes with any number of Coulomb contacts, stepped in time: integrator.scheme moreau.
#ifndef CHATTER_ENGINES_REGIMES_REGIMES_STEPPED_H
#define CHATTER_ENGINES_REGIMES_REGIMES_STEPPED_H

#include "ensemble/engine.h"

extern const engine regimes_stepped_engine;

#endif
