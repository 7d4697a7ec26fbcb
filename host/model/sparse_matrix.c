// Builds and multiplies sparse symmetric matrices.
#include "model/sparse_matrix.h"

#include <math.h>

#include "model/arena_array.h"

void sparse_multiply(const sparse *a, const double *x, double *y) {
  for (int i = 0; i < a->n; i++) y[i] = 0;
  for (int i = 0; i < a->n; i++) {
    double sum = 0, xi = x[i];
    for (long k = a->row[i]; k < a->row[i + 1]; k++) {
      int j = a->column[k];
      sum += a->value[k] * x[j];
      if (j != i) y[j] += a->value[k] * xi;
    }
    y[i] += sum;
  }
}

void sparse_multiply_absolute(const sparse *a, const double *x, double *y) {
  for (int i = 0; i < a->n; i++) y[i] = 0;
  for (int i = 0; i < a->n; i++)
    for (long k = a->row[i]; k < a->row[i + 1]; k++) {
      int j = a->column[k];
      y[i] += fabs(a->value[k] * x[j]);
      if (j != i) y[j] += fabs(a->value[k] * x[i]);
    }
}

double sparse_diagonal(const sparse *a, int i) {
  long k = a->row[i]; // columns ascend and start at the diagonal
  return k < a->row[i + 1] && a->column[k] == i ? a->value[k] : 0;
}

static int lower_index(int i, int j) {
  return i < j ? i : j;
}
static int higher_index(int i, int j) {
  return i < j ? j : i;
}

// Sorts by two stable counting sorts: by column, then by row.
chatter_status sparse_sort_triplets(arena *scratch, int n, long n_triplets, const int *i, const int *j,
                                    long *order) {
  long *count, *by_column;
  ARENA_ARRAY(count, scratch, n + 1L);
  ARENA_ARRAY(by_column, scratch, n_triplets);
  for (long t = 0; t < n_triplets; t++) count[higher_index(i[t], j[t]) + 1]++;
  for (int k = 0; k < n; k++) count[k + 1] += count[k];
  for (long t = 0; t < n_triplets; t++) by_column[count[higher_index(i[t], j[t])]++] = t;

  for (int k = 0; k <= n; k++) count[k] = 0;
  for (long t = 0; t < n_triplets; t++) count[lower_index(i[t], j[t]) + 1]++;
  for (int k = 0; k < n; k++) count[k + 1] += count[k];
  for (long k = 0; k < n_triplets; k++) {
    long t = by_column[k];
    order[count[lower_index(i[t], j[t])]++] = t;
  }
  return CHATTER_OK;
}

// Sums entries of equal place into the compressed form, whose arrays have room for all triplets.
static void compress_triplets(long n_triplets, const int *i, const int *j, const double *value,
                              const long *order, sparse *out) {
  int last_row = -1, last_column = -1;
  out->n_entries = 0;
  for (long s = 0; s < n_triplets; s++) {
    long t = order[s];
    int low = lower_index(i[t], j[t]), high = higher_index(i[t], j[t]);
    if (low == last_row && high == last_column) {
      out->value[out->n_entries - 1] += value[t];
      continue;
    }
    while (last_row < low) out->row[++last_row] = out->n_entries;
    last_column = high;
    out->column[out->n_entries] = high;
    out->value[out->n_entries++] = value[t];
  }
  while (last_row < out->n) out->row[++last_row] = out->n_entries;
}

static chatter_status build_sparse(arena *memory, arena *scratch, int n, long n_triplets, const int *i,
                                   const int *j, const double *value, sparse *out) {
  long *order;
  ARENA_ARRAY(order, scratch, n_triplets);
  sparse fresh = {.n = n};
  ARENA_ARRAY(fresh.row, memory, n + 1L);
  ARENA_ARRAY(fresh.column, memory, n_triplets);
  ARENA_ARRAY(fresh.value, memory, n_triplets);
  TRY(sparse_sort_triplets(scratch, n, n_triplets, i, j, order));
  compress_triplets(n_triplets, i, j, value, order, &fresh);
  *out = fresh;
  return CHATTER_OK;
}

chatter_status sparse_from_triplets(arena *memory, int n, long n_triplets, const int *i, const int *j,
                                    const double *value, sparse *out) {
  CHECK(n >= 0 && n_triplets >= 0, "sizes of a sparse matrix");
  for (long t = 0; t < n_triplets; t++)
    CHECK(i[t] >= 0 && i[t] < n && j[t] >= 0 && j[t] < n, "indices are within the matrix");
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for a sparse matrix");
  chatter_status status = build_sparse(memory, scratch, n, n_triplets, i, j, value, out);
  arena_destroy(scratch);
  return status;
}

chatter_status sparse_weighted_sum(arena *memory, int n, const sparse *const *a, const double *factor,
                                   sparse *out) {
  long n_triplets = 0, t = 0;
  int *i = NULL, *j = NULL;
  double *value = NULL;
  arena *scratch = arena_create();
  for (int k = 0; k < n; k++) n_triplets += a[k]->n_entries;
  if (scratch) {
    i = arena_array(scratch, (size_t)n_triplets, sizeof *i);
    j = arena_array(scratch, (size_t)n_triplets, sizeof *j);
    value = arena_array(scratch, (size_t)n_triplets, sizeof *value);
  }
  chatter_status status = i && j && value ? CHATTER_OK : CHATTER_DEVICE;
  for (int k = 0; k < n && status == CHATTER_OK; k++)
    for (int r = 0; r < a[k]->n; r++)
      for (long e = a[k]->row[r]; e < a[k]->row[r + 1]; e++)
        i[t] = r, j[t] = a[k]->column[e], value[t++] = factor[k] * a[k]->value[e];
  if (status == CHATTER_OK) status = sparse_from_triplets(memory, a[0]->n, t, i, j, value, out);
  arena_destroy(scratch);
  return status;
}
