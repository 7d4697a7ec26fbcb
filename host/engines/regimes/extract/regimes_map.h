// The map of motion regimes, a kind of figure.
#ifndef CHATTER_ENGINES_REGIMES_MAP_H
#define CHATTER_ENGINES_REGIMES_MAP_H

#include "plot/figure.h"

extern const figure_kind regimes_map;

#endif
