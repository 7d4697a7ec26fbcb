// A direction at a node or between two nodes: q_b = Σ weight · q[equation].
#ifndef CHATTER_REDUCTION_DIRECTION_H
#define CHATTER_REDUCTION_DIRECTION_H

typedef struct direction {
  int n, equation[6];
  double weight[6];
} direction;

double direction_dot(const direction *d, const double *q);
void direction_add(const direction *d, double factor, double *q); // q += factor d

#endif
