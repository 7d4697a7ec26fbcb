#include "model/kinds.h"

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

double sparse_diagonal(const sparse *a, int i) {
  long k = a->row[i]; // columns ascend and start at the diagonal
  return k < a->row[i + 1] && a->column[k] == i ? a->value[k] : 0;
}

// order2: triplets sorted by row, within a row by column, equal ones as they came (two stable counting
// sorts).
static void sort_triplets(int n, long n_triplets, const int *i, const int *j, long *count, long *order1,
                          long *order2) {
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k <= n; k++) count[k] = 0;
    for (long t = 0; t < n_triplets; t++) {
      int low = i[t] < j[t] ? i[t] : j[t], high = i[t] < j[t] ? j[t] : i[t];
      count[(pass == 0 ? high : low) + 1]++;
    }
    for (int k = 0; k < n; k++) count[k + 1] += count[k];
    for (long s = 0; s < n_triplets; s++) {
      long t = pass == 0 ? s : order1[s];
      int low = i[t] < j[t] ? i[t] : j[t], high = i[t] < j[t] ? j[t] : i[t];
      (pass == 0 ? order1 : order2)[count[pass == 0 ? high : low]++] = t;
    }
  }
}

// Sums neighbours of equal place into the compressed form, whose arrays have room for all triplets.
static void compress(long n_triplets, const int *i, const int *j, const double *value, const long *order,
                     sparse *out) {
  int last_row = -1, last_column = -1;
  out->n_entries = 0;
  for (long s = 0; s < n_triplets; s++) {
    long t = order[s];
    int low = i[t] < j[t] ? i[t] : j[t], high = i[t] < j[t] ? j[t] : i[t];
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

static chatter_status build(arena *memory, arena *scratch, int n, long n_triplets, const int *i, const int *j,
                            const double *value, sparse *out) {
  long *count, *order1, *order2;
  ARENA_ARRAY(count, scratch, n + 1);
  ARENA_ARRAY(order1, scratch, n_triplets);
  ARENA_ARRAY(order2, scratch, n_triplets);
  sparse fresh = {.n = n};
  ARENA_ARRAY(fresh.row, memory, n + 1);
  ARENA_ARRAY(fresh.column, memory, n_triplets);
  ARENA_ARRAY(fresh.value, memory, n_triplets);
  sort_triplets(n, n_triplets, i, j, count, order1, order2);
  compress(n_triplets, i, j, value, order2, &fresh);
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
  chatter_status status = build(memory, scratch, n, n_triplets, i, j, value, out);
  arena_destroy(scratch);
  return status;
}
