// Eigenvalues and responses of a coupled system by primal assembly and LAPACK.
#ifndef CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_PRIMAL_H
#define CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_PRIMAL_H

#include "engines/stability/coupled/coupled.h"

// Finds all 2 (n − 1) eigenvalues, in no order, by primal assembly and LAPACK, as a check and as
// the fallback.
chatter_status coupled_eigenvalues_dense(const coupled_system *self, double complex *value);

// Computes coupled_response in the same way.
chatter_status coupled_response_dense(const coupled_system *self, double complex s, const double *load,
                                      const double *response, double complex *out);

#endif
