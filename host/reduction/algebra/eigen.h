// The lowest modes of K φ = ω² M φ (Bᵀφ = 0 where the boundary is held) of large models, by
// Lanczos.
#ifndef CHATTER_REDUCTION_ALGEBRA_EIGEN_H
#define CHATTER_REDUCTION_ALGEBRA_EIGEN_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/algebra/structure.h"

// Computes the lowest eigenpairs by shift-invert Lanczos (ARPACK) about -shift with self->factor of
// K + shift M; without the known rigid-body modes.
chatter_status eigen_lanczos(const structure *self, double shift, int count, double *lambda, double *vectors);

// Computes the largest eigenvalue of a symmetric matrix that `multiply` applies (y = A x), to
// 1e-10.
chatter_status eigen_largest(arena *scratch, int n, void (*multiply)(void *, const double *, double *),
                             void *context, double *lambda);

#endif
