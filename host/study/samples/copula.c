// Correlates samples.
#include "study/samples/copula.h"

#include <math.h>
#include <stdlib.h>

#include "base/dot.h"
#include "statistics/normal.h"
#include "study/samples/samples.h"

int copula_factor_correlation(int n, const double *matrix, double *factor) {
  // Rounding error of a zero diagonal after n products.
  const double least = 1e-12;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double rest = j <= i ? matrix[i * n + j] : 0;
      for (int k = 0; k < j && j <= i; k++) rest -= factor[i * n + k] * factor[j * n + k];
      if (j == i && !(rest > least)) return 0;
      factor[i * n + j] = j < i ? rest / factor[j * n + j] : j == i ? sqrt(rest) : 0;
    }
  return 1;
}

void copula_correlate_row(int n, const double *factor, double *row) {
  for (int i = n - 1; i >= 0; i--) row[i] = dot(i + 1, factor + i * n, row);
}

double copula_clamp_probability(double p) {
  const double least = 0x1p-53;
  return fmin(fmax(p, least), 1 - least);
}

typedef struct indexed_value {
  double at;
  long row;
} indexed_value;

static int compare_values(const void *a, const void *b) {
  const indexed_value *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static int compare_sizes(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Reorders a column in the order of `wanted`; its own numbers are kept, one in each stratum (Stein
// 1987).
static void order_column(long n, int stride, const double *wanted, double *column, indexed_value *order,
                         double *sorted) {
  for (long i = 0; i < n; i++) {
    order[i] = (indexed_value){wanted[i * stride], i};
    sorted[i] = column[i * stride];
  }
  qsort(order, (size_t)n, sizeof *order, compare_values);
  qsort(sorted, (size_t)n, sizeof *sorted, compare_sizes);
  for (long i = 0; i < n; i++) column[order[i].row * stride] = sorted[i];
}

static void apply_to_columns(const ensemble_config *e, const double *factor, double *normal,
                             indexed_value *order, double *sorted, samples *out) {
  const int n = e->n_parameters;
  for (long i = 0; i < out->n * n; i++) normal[i] = statistics_normal_quantile(out->value[i]);
  for (long i = 0; i < out->n; i++) copula_correlate_row(n, factor, normal + i * n);
  if (e->design == DESIGN_LATIN_HYPERCUBE)
    for (int j = 0; j < n; j++) order_column(out->n, n, normal + j, out->value + j, order, sorted);
  else
    for (long i = 0; i < out->n * n; i++)
      out->value[i] = copula_clamp_probability(statistics_normal_below(normal[i]));
}

chatter_status copula_apply(const ensemble_config *ensemble, samples *out) {
  const int n = ensemble->n_parameters;
  double *factor = NULL, *normal = NULL, *sorted = NULL;
  indexed_value *order = NULL;
  ALLOCATE(factor, n * n);
  ALLOCATE(normal, out->n * n);
  ALLOCATE(sorted, out->n);
  ALLOCATE(order, out->n);
  CHECK(copula_factor_correlation(n, ensemble->correlation.value, factor),
        "the rules let a matrix pass that is no correlation");
  apply_to_columns(ensemble, factor, normal, order, sorted, out);
  memory_free(factor);
  memory_free(normal);
  memory_free(sorted);
  memory_free(order);
  return CHATTER_OK;
}
