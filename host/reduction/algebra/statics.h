// Static solutions of a structure, free or held, with its rigid-body modes set apart.
#ifndef CHATTER_REDUCTION_ALGEBRA_STATICS_H
#define CHATTER_REDUCTION_ALGEBRA_STATICS_H

#include "base/status.h"
#include "reduction/algebra/structure.h"

// K x + B μ = b - M R Rᵀ b, Bᵀ x = c, Rᵀ M x = 0 with the rigid-body modes R (inertia relief). count vectors:
// x [count][n] holds b on entry and the solution on return; imposed [count][n_held] or NULL for 0; multiplier
// [count][n_held] gets μ, or NULL.
chatter_status structure_solve(const structure *self, int count, double *x, const double *imposed,
                               double *multiplier);

// As structure_solve for extended vectors e [count][n + n_held], in place and not refined; with a shifted
// factor in self->factor (and no rigid-body modes known yet) its inverse.
chatter_status structure_apply_inverse(const structure *self, int count, double *e);

// y = K x with the added stiffness.
void structure_apply_stiffness(const structure *self, const double *x, double *y);

#endif
