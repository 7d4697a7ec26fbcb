// Sparse symmetric matrices and their products.
#ifndef CHATTER_MODEL_SPARSE_MATRIX_H
#define CHATTER_MODEL_SPARSE_MATRIX_H

#include "base/memory.h"
#include "base/status.h"

// Symmetric matrix: upper triangle with diagonal, compressed by rows, columns ascending, 0-based.
typedef struct sparse {
  int n;
  long n_entries;
  long *row;     // [n + 1]
  int *column;   // [n_entries]
  double *value; // [n_entries]
} sparse;

// y = A x. x, y: [n], must not overlap.
void sparse_multiply(const sparse *a, const double *x, double *y);
void sparse_multiply_absolute(const sparse *a, const double *x, double *y); // y = |A| |x|, entry by entry
double sparse_diagonal(const sparse *a, int i);                             // a_ii; 0: no entry

// Builds from 0-based triplets of either triangle (i > j is mirrored). Duplicates are summed in
// their order, so every run gives the same bits. Arrays from `memory`. Off-diagonal entries must
// come from one triangle only.
chatter_status sparse_from_triplets(arena *memory, int n, long n_triplets, const int *i, const int *j,
                                    const double *value, sparse *out);

// Computes Σ factor_k a_k of n matrices of one size. A missing entry counts as 0.
chatter_status sparse_weighted_sum(arena *memory, int n, const sparse *const *a, const double *factor,
                                   sparse *out);

// order: [n_triplets], sorts triplets by row and column of the upper triangle; equal ones keep
// their order.
chatter_status sparse_sort_triplets(arena *scratch, int n, long n_triplets, const int *i, const int *j,
                                    long *order);

#endif
