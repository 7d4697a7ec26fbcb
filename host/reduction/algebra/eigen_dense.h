// All modes of K φ = ω² M φ (Bᵀφ = 0 where the boundary is held) of small models, in dense arithmetic. M may
// be singular: a massless boundary, or elements whose mass is integrated at too few points (C3D20R). Motions
// without mass are no modes; they follow those with mass, statically.
#ifndef CHATTER_REDUCTION_ALGEBRA_EIGEN_DENSE_H
#define CHATTER_REDUCTION_ALGEBRA_EIGEN_DENSE_H

#include "base/status.h"
#include "reduction/algebra/structure.h"

// All eigenpairs in dense arithmetic, for small models; *count gets their number: n - n_held less the motions
// without mass.
chatter_status eigen_dense(const structure *self, int *count, double **lambda, double **vectors);

#endif
