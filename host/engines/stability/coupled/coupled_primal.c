#include "engines/stability/coupled/coupled_primal.h"

#include <lapacke.h>
#include <math.h>

#include "base/memory.h"
#include "engines/stability/coupled/coupled.h"
#include "reduction/algebra/dense.h"

// B_C L_C = 0 and L_Eᵀ B_Eᵀ = 0 by elimination of mode q: p_q = −Σ b_i p_i / b_q, and the equation
// of q times e_j / e_q is subtracted from every equation j.
typedef struct primal {
  const coupled_system *system;
  int n, q; // coordinates: all modes except q
} primal;

// Chooses the mode q to eliminate: that with the largest part of the static compliance, which keeps
// the matrices graded as the modes are.
static primal primal_of(const coupled_system *system) {
  primal out = {.system = system, .n = system->n - 1};
  double least = INFINITY, best = -1;
  for (int k = 0; k < system->n; k++)
    if (system->omega2[k] > 0) least = fmin(least, system->omega2[k]);
  for (int k = 0; k < system->n; k++) {
    const double part = fabs(system->take[0][k] * system->give[0][k]) / (system->omega2[k] + 1e-3 * least);
    if (part > best) best = part, out.q = k;
  }
  return out;
}

static int mode_of(const primal *self, int i) {
  return i < self->q ? i : i + 1;
}

// Returns entry (row j, column i) of L_Eᵀ (diagonal + Σ_u>0 give_u take_uᵀ · turned) L_C.
static double entry(const primal *self, int j, int i, const double *diagonal, int turned) {
  const coupled_system *s = self->system;
  const int q = self->q;
  const double left = -s->give[0][j] / s->give[0][q], right = -s->take[0][i] / s->take[0][q];
  const double middle = diagonal ? diagonal[q] : 1, own = diagonal ? diagonal[i] : 1;
  double out = (i == j ? own : 0) + left * middle * right;
  for (int u = 1; turned && u < s->m; u++)
    out += (s->give[u][j] + left * s->give[u][q]) * (s->take[u][i] + right * s->take[u][q]);
  return out;
}

// Builds the first-order form of [σ q, q'], σ near the mode's own frequency, so that rows have
// similar sizes.
static chatter_status first_order(const primal *self, double *a, double *mass, double *right, int *pivot) {
  const int n = self->n, n2 = 2 * n;
  double least = INFINITY;
  for (int k = 0; k < self->system->n; k++)
    if (self->system->omega2[k] > 0) least = fmin(least, self->system->omega2[k]);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const int row = mode_of(self, j), column = mode_of(self, i);
      const double sigma = sqrt(fmax(self->system->omega2[column], isfinite(least) ? least : 1));
      mass[j * n + i] = entry(self, row, column, NULL, 0);
      right[j * n2 + i] = -entry(self, row, column, self->system->omega2, 1) / sigma;
      right[j * n2 + n + i] = -entry(self, row, column, self->system->damping, 0);
      a[j * n2 + n + i] = i == j ? sigma : 0;
    }
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, n2, mass, n, pivot, right, n2) != 0)
    return error_raise(CHATTER_BAD_MODEL, "sliding contact: no inertia acts against the contact force");
  for (long i = 0; i < (long)n * n2; i++) a[(long)n * n2 + i] = right[i];
  return CHATTER_OK;
}

static chatter_status eigenvalues(const primal *self, arena *memory, double complex *value) {
  const size_t n = (size_t)self->n;
  double *a, *mass, *right, *wr, *wi;
  int *pivot = arena_allocate(memory, (n + 1) * sizeof *pivot);
  if (!pivot) return CHATTER_DEVICE;
  DENSE(a, memory, 2 * n, 2 * n);
  DENSE(mass, memory, n, n);
  DENSE(right, memory, n, 2 * n);
  DENSE(wr, memory, 2, n);
  DENSE(wi, memory, 2, n);
  TRY(first_order(self, a, mass, right, pivot));
  const int n2 = 2 * self->n, one = n2 > 0 ? n2 : 1;
  if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n2, a, one, wr, wi, NULL, one, NULL, one) != 0)
    return error_raise(CHATTER_INTERNAL, "sliding contact: the eigenvalues did not converge");
  for (int i = 0; i < n2; i++) value[i] = CMPLX(wr[i], wi[i]);
  return CHATTER_OK;
}

chatter_status coupled_eigenvalues_dense(const coupled_system *system, double complex *value) {
  const primal self = primal_of(system);
  arena *memory = arena_create();
  if (!memory) return CHATTER_DEVICE;
  chatter_status status = dense_begin();
  if (status == CHATTER_OK) {
    status = eigenvalues(&self, memory, value);
    dense_end();
  }
  arena_destroy(memory);
  return status;
}

// Solves (s² M + s C + K) q = L_Eᵀ f, u = L_C q.
static chatter_status respond(const primal *self, double complex s, const double *load,
                              const double *response, double complex *a, double complex *right, int *pivot,
                              double complex *out) {
  const coupled_system *system = self->system;
  const int n = self->n, q = self->q;
  for (int j = 0; j < n; j++) {
    const int row = mode_of(self, j);
    for (int i = 0; i < n; i++) {
      const int column = mode_of(self, i);
      a[j * n + i] = s * s * entry(self, row, column, NULL, 0) +
                     s * entry(self, row, column, system->damping, 0) +
                     entry(self, row, column, system->omega2, 1);
    }
    right[j] = load[row] - system->give[0][row] / system->give[0][q] * load[q];
  }
  if (LAPACKE_zgesv(LAPACK_ROW_MAJOR, n, 1, a, n, pivot, right, 1) != 0)
    return error_raise(CHATTER_BAD_MODEL, "sliding contact: the response is not bounded");
  *out = 0;
  for (int i = 0; i < n; i++) {
    const int k = mode_of(self, i);
    *out += (response[k] - response[q] * system->take[0][k] / system->take[0][q]) * right[i];
  }
  return CHATTER_OK;
}

chatter_status coupled_response_dense(const coupled_system *system, double complex s, const double *load,
                                      const double *response, double complex *out) {
  const primal self = primal_of(system);
  double complex *a, *right;
  int *pivot;
  ALLOCATE(a, (long)self.n * self.n + 1);
  ALLOCATE(right, self.n + 1);
  ALLOCATE(pivot, self.n + 1);
  chatter_status status = dense_begin();
  if (status == CHATTER_OK) {
    status = respond(&self, s, load, response, a, right, pivot, out);
    dense_end();
  }
  memory_free(a), memory_free(right), memory_free(pivot);
  return status;
}
