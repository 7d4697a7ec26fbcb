#include "reduction/algebra/direction.h"

double direction_dot(const direction *d, const double *q) {
  double sum = 0;
  for (int i = 0; i < d->n; i++) sum += d->weight[i] * q[d->equation[i]];
  return sum;
}

void direction_add(const direction *d, double factor, double *q) {
  for (int i = 0; i < d->n; i++) q[d->equation[i]] += factor * d->weight[i];
}
