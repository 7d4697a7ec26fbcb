// The inner product of two vectors.
#ifndef CHATTER_BASE_DOT_H
#define CHATTER_BASE_DOT_H

// Σ a_i b_i over n numbers, in their order: the same bits on every machine.
static inline double dot(long n, const double *a, const double *b) {
  double sum = 0;
  for (long i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

#endif
