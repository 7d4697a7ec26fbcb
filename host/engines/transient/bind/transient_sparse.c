// Sparse stiffness of a model that is not reduced, in the kernel's slices.
#include "engines/transient/bind/transient_sparse.h"

#include <string.h>

#include "engines/transient/transient_engine.h"
#include "model/sparse_matrix.h"

enum { MOST_ENTRIES = 1000000000 }; // fits into an int

static void rows_count(const sparse *a, long *start) {
  for (int i = 0; i <= a->n; i++) start[i] = 0;
  for (int i = 0; i < a->n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++) {
      start[i + 1]++;
      if (a->column[e] != i) start[a->column[e] + 1]++;
    }
  for (int i = 0; i < a->n; i++) start[i + 1] += start[i];
}

// Copies elements below the diagonal of a row from the rows before it. next: [n].
static void rows_fill(const sparse *a, long *next, sparse_rows *to) {
  memcpy(next, to->start, (size_t)a->n * sizeof *next);
  for (int i = 0; i < a->n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++) {
      const int j = a->column[e];
      to->column[next[i]] = j, to->value[next[i]++] = a->value[e];
      if (j != i) to->column[next[j]] = i, to->value[next[j]++] = a->value[e];
    }
}

static chatter_status sparse_rows_make(const sparse *a, arena *memory, sparse_rows *to) {
  long *next = arena_allocate(memory, ((size_t)a->n + 1) * sizeof *next);
  to->n = a->n;
  to->start = arena_allocate(memory, ((size_t)a->n + 1) * sizeof *to->start);
  if (!next || !to->start) return error_raise(CHATTER_DEVICE, "out of memory for the stiffness matrix");
  rows_count(a, to->start);
  to->column = arena_allocate(memory, ((size_t)to->start[a->n] + 1) * sizeof *to->column);
  to->value = arena_allocate(memory, ((size_t)to->start[a->n] + 1) * sizeof *to->value);
  if (!to->column || !to->value) return error_raise(CHATTER_DEVICE, "out of memory for the stiffness matrix");
  rows_fill(a, next, to);
  return CHATTER_OK;
}

// Merges the columns of the rows of a slice, ascending, with the values of each row and zeros where
// it has none. Returns their number. columns, values: NULL: counted only.
static long slice_merge(const sparse_rows *a, int slice, int *columns, double *values) {
  const int first = slice * SPARSE_SLICE, rows = a->n - first < SPARSE_SLICE ? a->n - first : SPARSE_SLICE;
  long at[SPARSE_SLICE], n = 0;
  for (int r = 0; r < rows; r++) at[r] = a->start[first + r];
  for (;; n++) {
    int least = a->n;
    for (int r = 0; r < rows; r++)
      if (at[r] < a->start[first + r + 1] && a->column[at[r]] < least) least = a->column[at[r]];
    if (least == a->n) return n;
    if (columns) columns[n] = least;
    for (int r = 0; r < rows; r++) {
      const int has = at[r] < a->start[first + r + 1] && a->column[at[r]] == least;
      if (values) values[n * SPARSE_SLICE + r] = has ? a->value[at[r]] : 0;
      at[r] += has;
    }
  }
}

chatter_status transient_sparse_rows(const reduced_model *r, arena *memory, sparse_rows *a) {
  long sum = 0;
  TRY(sparse_rows_make(r->sparse, memory, a));
  for (int s = 0; s * SPARSE_SLICE < a->n; s++) sum += SPARSE_SLICE * slice_merge(a, s, NULL, NULL);
  if (sum > MOST_ENTRIES)
    return error_raise(CHATTER_BAD_MODEL,
                       "reduction.method none: %ld entries of the stiffness matrix (allowed: %d)", sum,
                       MOST_ENTRIES);
  a->n_entries = (int)sum;
  return CHATTER_OK;
}

void transient_pack_sparse(const sparse_rows *a, int near, const int *dim, double *value, int *tables) {
  long at = 0;
  int *first = tables + transient_sparse_table(dim) + 1, *column = tables + transient_sparse_columns(dim),
      s = 0;
  tables[transient_sparse_table(dim)] = near;
  for (; s < transient_n_sparse_slices(dim); s++) {
    first[s] = (int)at;
    at += slice_merge(a, s, column + at, value + at * SPARSE_SLICE);
  }
  first[s] = (int)at;
}
