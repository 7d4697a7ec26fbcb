// A spring network in space and textbook reductions of it: dense, in coordinates (q_b, q_i), with
// complete eigensystems instead of iterative solvers. Transfer functions are compared with those of
// the canonical form.
#ifndef CHATTER_TESTS_REDUCTION_ORACLE_H
#define CHATTER_TESTS_REDUCTION_ORACLE_H

#include <lapacke.h>
#include <stdint.h>

#include "base/log.h"
#include "model/model.h"
#include "model/sparse_matrix.h"
#include "tests/check.h"

static uint64_t oracle_state = 1;
static inline double random_number(void) {
  oracle_state = oracle_state * 6364136223846793005u + 1442695040888963407u;
  return (double)(oracle_state >> 11) * 0x1p-53;
}

static inline double *zeros(int n) {
  return calloc((size_t)n + 1, sizeof(double));
}

// c [m][n] = op(a) b with op(a) [m][k], by plain loops.
static inline void times(int ta, int m, int n, int k, const double *a, const double *b, double *c) {
  for (int i = 0; i < m * n; i++) c[i] = 0;
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++) {
      double factor = ta ? a[l * m + i] : a[i * k + l];
      for (int j = 0; j < n; j++) c[i * n + j] += factor * b[l * n + j];
    }
}

// c [n][n] = rᵀ a r for r [k][n].
static inline void congruent(int n, int k, const double *a, const double *r, double *c) {
  double *ar = zeros(k * n);
  times(0, k, n, k, a, r, ar);
  times(1, n, n, k, r, ar, c);
  free(ar);
}

// Makes nodes on a jittered grid, each joined to all nodes within reach, with directions x, y, z;
// grounded or free.
static inline void network(model *m, int nx, int ny, int nz, double ground) {
  int nodes = nx * ny * nz, n = 3 * nodes, most = 9 * nodes * nodes,
      *row = malloc((size_t)most * sizeof(int)), *column = malloc((size_t)most * sizeof(int));
  double *k = zeros(most);
  *m = (model){.memory = arena_create(), .n_nodes = nodes};
  m->nodes = arena_allocate(m->memory, (size_t)nodes * sizeof *m->nodes);
  m->node_index = arena_allocate(m->memory, (size_t)nodes * sizeof *m->node_index);
  for (int i = 0; i < nodes; i++) {
    m->node_index[i] = i;
    m->nodes[i] = (model_node){.id = i + 1, .equation = {3 * i, 3 * i + 1, 3 * i + 2}};
    int at[3] = {i % nx, i / nx % ny, i / nx / ny};
    for (int d = 0; d < 3; d++) m->nodes[i].position[d] = at[d] + 0.3 * random_number();
  }
  long entries = 0;
  for (int i = 0; i < nodes; i++)
    for (int j = i; j < nodes; j++) {
      double e[3], length = 0, stiffness = 1000 * (0.5 + random_number());
      for (int d = 0; d < 3; d++) e[d] = m->nodes[j].position[d] - m->nodes[i].position[d];
      for (int d = 0; d < 3; d++) length += e[d] * e[d];
      if (i == j)
        for (int d = 0; d < 3 && ground > 0; d++)
          row[entries] = column[entries] = 3 * i + d, k[entries++] = ground;
      if (i == j || length > 4) continue;
      for (int a = 0; a < 6; a++)
        for (int b = a; b < 6; b++) {
          row[entries] = 3 * (a < 3 ? i : j) + a % 3;
          column[entries] = 3 * (b < 3 ? i : j) + b % 3;
          k[entries++] = ((a < 3) == (b < 3) ? 1 : -1) * stiffness * e[a % 3] * e[b % 3] / length;
        }
    }
  CHECK_OK(sparse_from_triplets(m->memory, n, entries, row, column, k, &m->stiffness));
  // M: lumped with coupled neighbours; C: another matrix of this kind, not proportional
  for (int c = 0; c < 2; c++) {
    entries = 0;
    for (int i = 0; i < n; i++) {
      double mass = c ? 3 * random_number() : 1 + random_number();
      row[entries] = column[entries] = i, k[entries++] = mass;
      if (i + 3 < n && c == 0) row[entries] = i, column[entries] = i + 3, k[entries++] = 0.2;
    }
    CHECK_OK(sparse_from_triplets(m->memory, n, entries, row, column, k, c ? &m->damping : &m->mass));
  }
  free(row), free(column), free(k);
}

static inline double *dense_of(const sparse *a) {
  double *full = zeros(a->n * a->n);
  for (int i = 0; i < a->n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++)
      full[i * a->n + a->column[e]] = full[a->column[e] * a->n + i] = a->value[e];
  return full;
}

// A reduced system of the textbook: mass m, damping d, stiffness k [size], coordinates q = r x with
// r [n][size].
typedef struct textbook {
  int size, n;
  double *m, *d, *k, *r;
  double *follow; // [size][modes]: the free modes Φ in coordinates x, (Φ_b; 1)
} textbook;

// Finds all eigenpairs of a matrix pair; the vectors are the rows. Returns the number of zero
// eigenvalues.
static inline int eigenpairs(int n, const double *k, const double *m, double *lambda, double *rows) {
  double *mass = zeros(n * n);
  memcpy(rows, k, (size_t)n * (size_t)n * sizeof *k);
  memcpy(mass, m, (size_t)n * (size_t)n * sizeof *m);
  TEST_CHECK(LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'V', 'U', n, rows, n, mass, n, lambda) == 0);
  free(mass);
  int n_zero = 0;
  while (n_zero < n && lambda[n_zero] < 1e-9 * lambda[n - 1]) n_zero++;
  return n_zero;
}

// Reduces by fixed-interface modes and constraint modes; k, m, c are in coordinates (q_b, q_i).
// alpha: Monjaraz-Tec et al. 2022, equation 22.
static inline void textbook_fixed(int n, int nb, int modes, const double *k, const double *m, int alpha,
                                  textbook *out) {
  int ni = n - nb;
  double *kii = zeros(ni * ni), *mii = zeros(ni * ni), *lambda = zeros(ni), *rows = zeros(ni * ni);
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < ni; j++) {
      kii[i * ni + j] = k[(nb + i) * n + nb + j];
      mii[i * ni + j] = m[(nb + i) * n + nb + j];
    }
  int n_zero = eigenpairs(ni, kii, mii, lambda, rows);
  for (int b = 0; b < nb; b++) {
    out->r[b * out->size + b] = 1;
    for (int e = n_zero; e < ni; e++) { // Ψ = -K_ii⁺ K_ib
      double along = 0;
      for (int i = 0; i < ni; i++) along -= rows[e * ni + i] * k[(nb + i) * n + b];
      for (int i = 0; i < ni; i++) out->r[(nb + i) * out->size + b] += along / lambda[e] * rows[e * ni + i];
    }
    for (int e = 0; e < modes && alpha; e++) {
      double a = 0;
      for (int i = 0; i < ni; i++)
        for (int j = 0; j < n; j++) a += rows[e * ni + i] * m[(nb + i) * n + j] * out->r[j * out->size + b];
      for (int i = 0; i < ni; i++) out->r[(nb + i) * out->size + b] -= a * rows[e * ni + i];
    }
  }
  for (int e = 0; e < modes; e++)
    for (int i = 0; i < ni; i++) out->r[(nb + i) * out->size + nb + e] = rows[e * ni + i];
  free(kii), free(mii), free(lambda), free(rows);
}

// Reduces by free-interface modes and residual attachment modes, as spectral sums over the
// truncated modes (Monjaraz-Tec et al. 2022, equations 17, 18).
static inline void textbook_free(int n, int nb, int modes, const double *k, const double *m, textbook *out) {
  double *lambda = zeros(n), *rows = zeros(n * n), *residual = zeros(n * nb), *inverse = zeros(nb * nb);
  eigenpairs(n, k, m, lambda, rows);
  for (int e = modes; e < n; e++)
    for (int i = 0; i < n; i++)
      for (int b = 0; b < nb; b++) residual[i * nb + b] += rows[e * n + i] * rows[e * n + b] / lambda[e];
  memcpy(inverse, residual, (size_t)(nb * nb) * sizeof *inverse);
  lapack_int pivot[64];
  if (nb > 0) {
    TEST_CHECK(LAPACKE_dgetrf(LAPACK_ROW_MAJOR, nb, nb, inverse, nb, pivot) == 0);
    LAPACKE_dgetri(LAPACK_ROW_MAJOR, nb, inverse, nb, pivot);
  }
  double *attachment = zeros(n * nb);
  times(0, n, nb, nb, residual, inverse, attachment);
  for (int i = 0; i < n; i++) {
    for (int b = 0; b < nb; b++) out->r[i * out->size + b] = attachment[i * nb + b];
    for (int e = 0; e < modes; e++) {
      double x = rows[e * n + i];
      for (int b = 0; b < nb; b++) x -= attachment[i * nb + b] * rows[e * n + b];
      out->r[i * out->size + nb + e] = x;
    }
  }
  out->follow = zeros(out->size * modes);
  for (int e = 0; e < modes; e++) {
    for (int b = 0; b < nb; b++) out->follow[b * modes + e] = rows[e * n + b];
    out->follow[(nb + e) * modes + e] = 1;
  }
  free(lambda), free(rows), free(residual), free(inverse), free(attachment);
}

// Solves x = (K + iωD - ω²M)⁻¹ f as a real system of twice the size: x [2 size], real part first.
static inline void textbook_response(const textbook *t, double omega, const double *f, double *x) {
  int s = t->size, w = 2 * s;
  double *a = zeros(w * w);
  lapack_int *pivot = malloc((size_t)w * sizeof *pivot);
  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++) {
      a[i * w + j] = a[(s + i) * w + s + j] = t->k[i * s + j] - omega * omega * t->m[i * s + j];
      a[i * w + s + j] = -omega * t->d[i * s + j];
      a[(s + i) * w + j] = omega * t->d[i * s + j];
    }
  for (int i = 0; i < s; i++) x[i] = f[i], x[s + i] = 0;
  TEST_CHECK(LAPACKE_dgesv(LAPACK_ROW_MAJOR, w, 1, a, w, pivot, x, 1) == 0);
  free(a), free(pivot);
}

#endif
