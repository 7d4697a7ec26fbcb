// Eigenvalues of a coupled system by iteration; their count proves that none is missing.
#ifndef CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_ROOTS_H
#define CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_ROOTS_H

#include "engines/stability/coupled/coupled.h"

typedef struct coupled_roots {
  int n;                 // number found: `wanted`, or fewer if there are no more
  int passes;            // passes of the iteration
  int by_lapack;         // 1: the count or the iteration failed
  double complex *value; // sorted by Im
} coupled_roots;

// Finds the `wanted` eigenvalues of smallest Im > low in value[wanted]; the roots of the iteration
// are counted.
chatter_status coupled_eigenvalues(const coupled_system *self, int wanted, double low, coupled_roots *out);

#endif
