// Small dense matrices, row by row; thin wrappers of BLAS and LAPACK with messages.
#ifndef CHATTER_REDUCTION_DENSE_H
#define CHATTER_REDUCTION_DENSE_H

#include "base/memory.h"
#include "base/status.h"

// Around all use of BLAS, LAPACK, MUMPS and ARPACK: one caller at a time (ARPACK keeps state of its own), on
// one thread (the same sums in the same order in every run). CHATTER_DEVICE where there is no room for
// OpenBLAS to work in. Calls do not nest; dense_end only after a dense_begin that succeeded.
chatter_status dense_begin(void);
void dense_end(void);

// The second half of that alone: OpenBLAS works on one thread until as many have released it as hold it, and
// then on as many as before.
void dense_hold_one_thread(void);
void dense_release_threads(void);

// c[m][n] = alpha · op(a) op(b) + beta · c, with op(a) [m][k] and op(b) [k][n]; ta, tb: 1 for the transpose.
void dense_multiply(int ta, int tb, int m, int n, int k, double alpha, const double *a, const double *b,
                    double beta, double *c);
// Inverse of a symmetric positive definite matrix, in place; CHATTER_BAD_MODEL with `what` where it is not.
chatter_status dense_invert(int n, double *a, const char *what);
// All eigenpairs of K v = λ M v (M NULL: identity), ascending, v M-normalised with fixed signs. k and m
// [n][n] are destroyed; vectors[j] is the j-th row of k on return.
chatter_status dense_eigen(int n, double *k, double *m, double *lambda, const char *what);
// The sign that makes a vector the same in every run: the first component of at least half the largest
// modulus is positive. Returns -1 where it has to be turned.
double dense_sign(int n, const double *v);
// How many of the ascending λ are rigid-body modes: below 1e-12 of `scale` and separated from the rest by a
// factor of a million.
int dense_count_rigid(int n, const double *lambda, double scale);
// Array of doubles from an arena; raises when out of memory.
double *dense_array(arena *memory, size_t rows, size_t columns);

// pointer = rows × columns zeros in an arena; returns CHATTER_DEVICE from the calling function otherwise
#define DENSE(pointer, memory, rows, columns)                                                                \
  do {                                                                                                       \
    (pointer) = dense_array(memory, (size_t)(rows), (size_t)(columns));                                      \
    if (!(pointer)) return CHATTER_DEVICE;                                                                   \
  } while (0)

#endif
