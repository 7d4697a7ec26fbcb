// Small dense matrices, by rows; thin wrappers of BLAS and LAPACK with error messages.
#ifndef CHATTER_REDUCTION_DENSE_H
#define CHATTER_REDUCTION_DENSE_H

#include "base/memory.h"
#include "base/status.h"

// Encloses all use of BLAS, LAPACK, MUMPS and ARPACK: one caller at a time (ARPACK keeps a state of
// its own), on one thread (the same order of summation in every run). CHATTER_DEVICE if there is no
// memory for OpenBLAS. Calls do not nest; call dense_end only after a dense_begin that succeeded.
chatter_status dense_begin(void);
void dense_end(void);

// Holds OpenBLAS at one thread, without the lock. OpenBLAS returns to its former number of threads
// when every holder has released it.
void dense_hold_one_thread(void);
void dense_release_threads(void);

// c[m][n] = alpha · op(a) op(b) + beta · c, with op(a) [m][k] and op(b) [k][n]. ta, tb: 1 for the
// transpose.
void dense_multiply(int ta, int tb, int m, int n, int k, double alpha, const double *a, const double *b,
                    double beta, double *c);
// Inverts a symmetric positive definite matrix in place; CHATTER_BAD_MODEL with `what` if it is not
// definite.
chatter_status dense_invert(int n, double *a, const char *what);
// Computes all eigenpairs of K v = λ M v (M NULL: identity), ascending, v M-normalised with fixed
// signs. k and m [n][n] are destroyed; on return row j of k is eigenvector j.
chatter_status dense_eigen(int n, double *k, double *m, double *lambda, const char *what);
// Returns -1 if a vector must change its sign to be the same in every run, else 1: the first
// component of at least half the largest modulus is made positive.
double dense_sign(int n, const double *v);
// Returns the number of rigid-body modes among the ascending λ: those below 1e-12 of `scale` and
// separated from the rest by a factor of a million.
int dense_count_rigid(int n, const double *lambda, double scale);
// Allocates doubles from an arena; raises when out of memory.
double *dense_array(arena *memory, size_t rows, size_t columns);

// pointer = rows × columns zeros in an arena; returns CHATTER_DEVICE from the calling function when
// out of memory
#define DENSE(pointer, memory, rows, columns)                                                                \
  do {                                                                                                       \
    (pointer) = dense_array(memory, (size_t)(rows), (size_t)(columns));                                      \
    if (!(pointer)) return CHATTER_DEVICE;                                                                   \
  } while (0)

#endif
