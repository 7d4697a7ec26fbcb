// The locus of eigenvalues as the contact moves, a kind of figure.
#ifndef CHATTER_ENGINES_STABILITY_LOCUS_H
#define CHATTER_ENGINES_STABILITY_LOCUS_H

#include "plot/figure.h"

extern const figure_kind stability_locus;

#endif
