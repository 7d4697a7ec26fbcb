// Number of eigenvalues of a coupled system in a strip of frequencies.
#ifndef CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_COUNT_H
#define CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_COUNT_H

#include "engines/stability/coupled/coupled.h"

// Counts the zeros of det S with low < Im s < high (and |Re s| up to ten times the largest pole),
// proved by discs in which it cannot turn by more than a right angle. -1: a zero lies too close to
// the border.
chatter_status coupled_count(const coupled_system *self, double low, double high, int *count);

#endif
