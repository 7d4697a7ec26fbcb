// All modes of K φ = ω² M φ (Bᵀφ = 0 if the boundary is held) of small models, in dense arithmetic.
// M may be singular: a massless boundary, or elements with reduced integration of the mass
// (C3D20R). Motions without mass are not modes; they follow the masses statically.
#ifndef CHATTER_REDUCTION_ALGEBRA_EIGEN_DENSE_H
#define CHATTER_REDUCTION_ALGEBRA_EIGEN_DENSE_H

#include "base/status.h"
#include "reduction/algebra/structure.h"

// Computes all eigenpairs in dense arithmetic. *count: their number, n - n_held less the motions
// without mass.
chatter_status eigen_dense(const structure *self, int *count, double **lambda, double **vectors);

#endif
