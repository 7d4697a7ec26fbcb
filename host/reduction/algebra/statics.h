// Static solutions of a structure, free or held, with its rigid-body modes separated.
#ifndef CHATTER_REDUCTION_ALGEBRA_STATICS_H
#define CHATTER_REDUCTION_ALGEBRA_STATICS_H

#include "base/status.h"
#include "reduction/algebra/structure.h"

// Solves K x + B μ = b - M R Rᵀ b, Bᵀ x = c, Rᵀ M x = 0 with the rigid-body modes R (inertia
// relief) for count vectors. x [count][n] holds b on entry and the solution on return. imposed: c
// [count][n_held], NULL for 0. multiplier: gets μ [count][n_held], may be NULL.
chatter_status structure_solve(const structure *self, int count, double *x, const double *imposed,
                               double *multiplier);

// Does the same in place for extended vectors e [count][n + n_held], without refinement. With a
// shifted factor in self->factor (and no rigid-body modes known yet) it applies its inverse.
chatter_status structure_apply_inverse(const structure *self, int count, double *e);

// y = K x, K with the added stiffness.
void structure_apply_stiffness(const structure *self, const double *x, double *y);

#endif
