// Eigenvalues and responses of a coupled system by primal assembly and LAPACK.
#ifndef CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_PRIMAL_H
#define CHATTER_ENGINES_STABILITY_COUPLED_COUPLED_PRIMAL_H

#include "engines/stability/coupled/coupled.h"

// The check, and the way out: primal assembly and LAPACK. All 2 (n − 1) eigenvalues, in no order.
chatter_status coupled_eigenvalues_dense(const coupled_system *self, double complex *value);

// Finds coupled_response that way.
chatter_status coupled_response_dense(const coupled_system *self, double complex s, const double *load,
                                      const double *response, double complex *out);

#endif
