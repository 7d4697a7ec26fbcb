#include "study/samples/structural.h"

int samples_have_structural(const samples *s) {
  for (int p = 0; p < s->n_parameters; p++) {
    if (s->parameters[p].structural) return 1;
  }
  return 0;
}

int samples_same_structure(const samples *s, long i, long j) {
  for (int p = 0; p < s->n_parameters; p++) {
    if (s->parameters[p].structural && s->value[i * s->n_parameters + p] != s->value[j * s->n_parameters + p])
      return 0;
  }
  return 1;
}

int samples_compare_structure(const void *a, const void *b, void *context) {
  const samples *s = *(const samples *const *)context;
  long i = *(const long *)a, j = *(const long *)b;
  for (int p = 0; p < s->n_parameters; p++) {
    if (!s->parameters[p].structural) continue;
    double x = s->value[i * s->n_parameters + p], y = s->value[j * s->n_parameters + p];
    if (x != y) return x < y ? -1 : 1;
  }
  return i < j ? -1 : i > j;
}
