// Factorisation A = L D Lᵀ of sparse symmetric matrices, definite or not, by MUMPS.
#ifndef CHATTER_REDUCTION_ALGEBRA_LDL_H
#define CHATTER_REDUCTION_ALGEBRA_LDL_H

#include "base/status.h"

// Triplets of one triangle (duplicates are summed), 1-based for MUMPS.
typedef struct ldl_matrix {
  int n;
  long n_entries, capacity;
  int *row, *column; // [capacity]
  double *value;     // [capacity]
} ldl_matrix;
chatter_status ldl_matrix_create(int n, long capacity, ldl_matrix *out);
void ldl_matrix_add(ldl_matrix *self, int i, int j, double value); // 0-based i, j
void ldl_matrix_destroy(ldl_matrix *self);

typedef struct ldl ldl;
// Factorises and keeps the factor, not the matrix. detect_null: 1 sets tiny pivots aside, counts
// and replaces them; solutions are then meaningless. `what` names the matrix in messages. Bitwise
// repeatable.
chatter_status ldl_create(const ldl_matrix *a, int detect_null, const char *what, ldl **out);
// Returns the number of negative pivots, which is that of negative eigenvalues (Sylvester's law of
// inertia).
int ldl_count_negative(const ldl *self);
int ldl_count_null(const ldl *self);
// x = A⁻¹ x for n_rhs vectors of n numbers each.
chatter_status ldl_solve(ldl *self, int n_rhs, double *x);
void ldl_destroy(ldl *self); // NULL is allowed

#endif
