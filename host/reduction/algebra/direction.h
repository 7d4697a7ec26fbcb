// A direction at a node or between two nodes: q_b = Σ weight · q[equation].
#ifndef CHATTER_REDUCTION_DIRECTION_H
#define CHATTER_REDUCTION_DIRECTION_H

typedef struct direction {
  int n, equation[6];
  double weight[6];
} direction;

// Returns Σ weight · q[equation].
static inline double direction_dot(const direction *d, const double *q) {
  double sum = 0;
  for (int i = 0; i < d->n; i++) sum += d->weight[i] * q[d->equation[i]];
  return sum;
}

// Adds factor · d to q.
static inline void direction_add(const direction *d, double factor, double *q) {
  for (int i = 0; i < d->n; i++) q[d->equation[i]] += factor * d->weight[i];
}

#endif
