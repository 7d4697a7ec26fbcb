// Order of the nodes for the unknowns.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_ORDER_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_ORDER_H

#include "engines/beams/beams_engine.h"

chatter_status beams_order(const study *config, const beams_setup *setup, arena *memory, int *node);

#endif
