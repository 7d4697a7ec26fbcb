// Eigenvalues of a coupled system by iteration, proved complete by their count.
#ifndef CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_ROOTS_H
#define CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_ROOTS_H

#include "engines/stability/coupled/coupled.h"

typedef struct coupled_roots {
  int n;                 // found: `wanted`, or all where there are fewer
  int passes;            // of the iteration
  int by_lapack;         // 1: the count or the iteration failed
  double complex *value; // by Im
} coupled_roots;

// The `wanted` eigenvalues of smallest Im > low, into value[wanted]. The iteration's roots are
// counted.
chatter_status coupled_eigenvalues(const coupled_system *self, int wanted, double low, coupled_roots *out);

#endif
