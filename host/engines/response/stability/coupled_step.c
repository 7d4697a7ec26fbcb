#include "engines/response/stability/coupled_step.h"

#include <math.h>
#include <string.h>

#include "reduction/algebra/dense.h"

chatter_status coupled_step_create(int n_modes, arena *memory, coupled_step *out) {
  *out = (coupled_step){.n_modes = n_modes};
  DENSE(out->by, memory, 2 * n_modes, 4 * n_modes);
  DENSE(out->term, memory, 2 * n_modes, 4 * n_modes);
  DENSE(out->next, memory, 2 * n_modes, 4 * n_modes);
  DENSE(out->after, memory, 2 * n_modes, COUPLED_BLOCK_WIDTH);
  return CHATTER_OK;
}

// The state x = (p, v · length), the force f and its change over the step satisfy z' = M z,
//   M = [A B 0; 0 0 1; 0 0 0],   A = [0 1; -S -C],   B = [0; 1],   S = ω² length², C = D length.
// The rows of exp(M) that yield x are [E G H]: E = exp(A); G is the response to a constant unit
// force, H to a force that grows from 0 to 1.
typedef struct scaled_system {
  const double *omega2, *damping, *coupling;
  double length;
} scaled_system;

static double damping_at(const scaled_system *self, int n, int i, int j) {
  return self->length * (i == j ? self->damping[i] : self->coupling[(long)i * n + j]);
}

static int halvings_of(const scaled_system *self, int n) {
  double most = 1;
  int halvings = 0;
  for (int i = 0; i < n; i++) {
    double sum = fabs(self->omega2[i]) * self->length * self->length;
    for (int j = 0; j < n; j++) sum += fabs(damping_at(self, n, i, j));
    most = fmax(most, sum);
  }
  while (isfinite(most) && ldexp(most, -halvings) > 0.25) halvings++;
  return halvings;
}

// Computes term · M · part for one row.
static void next_term(const scaled_system *self, int n, double part, const double *term, double *next) {
  const double square = self->length * self->length;
  for (int j = 0; j < n; j++) {
    double sum = term[j];
    for (int i = 0; i < n; i++) sum -= term[n + i] * damping_at(self, n, i, j);
    next[j] = -part * self->omega2[j] * square * term[n + j];
    next[n + j] = part * sum;
    next[2 * n + j] = part * term[n + j];
    next[3 * n + j] = part * term[2 * n + j];
  }
}

// Computes exp(M / 2^halvings) by its series.
static void series(const scaled_system *system, int halvings, coupled_step *self) {
  enum { TERMS = 13 }; // 0.25¹³/13! is less than rounding
  const int n = self->n_modes, width = 4 * n;
  const size_t size = 2 * (size_t)n * (size_t)width;
  memset(self->term, 0, size * sizeof *self->term);
  for (int i = 0; i < 2 * n; i++) self->term[(long)i * width + i] = 1;
  memcpy(self->by, self->term, size * sizeof *self->by);
  for (int k = 1; k <= TERMS; k++) {
    for (int i = 0; i < 2 * n; i++)
      next_term(system, n, ldexp(1, -halvings) / k, self->term + (long)i * width,
                self->next + (long)i * width);
    for (size_t e = 0; e < size; e++) self->by[e] += self->term[e] = self->next[e];
  }
}

// Doubles the step: E [E G H] + [0 G H + part G]. A force that changes by 1 over the whole step
// changes by `part` over its half.
static void square(double part, coupled_step *self) {
  const int n = self->n_modes, width = 4 * n;
  for (int i = 0; i < 2 * n; i++) {
    const double *row = self->by + (long)i * width;
    double *to = self->next + (long)i * width;
    memset(to, 0, 2 * (size_t)n * sizeof *to);
    for (int j = 0; j < n; j++) {
      to[2 * n + j] = row[2 * n + j];
      to[3 * n + j] = row[3 * n + j] + part * row[2 * n + j];
    }
    for (int k = 0; k < 2 * n; k++) {
      const double by = row[k], *from = self->by + (long)k * width;
      for (int j = 0; j < width; j++) to[j] += by * from[j];
    }
  }
  memcpy(self->by, self->next, 2 * (size_t)n * (size_t)width * sizeof *self->by);
}

void coupled_step_set(const double *omega2, const double *damping, const double *coupling, double length,
                      coupled_step *self) {
  const int n = self->n_modes;
  const scaled_system system = {omega2, damping, coupling, length};
  const int halvings = halvings_of(&system, n);
  series(&system, halvings, self);
  for (int k = halvings; k > 0; k--) square(ldexp(1, -k), self);
  for (int i = 0; i < 2 * n; i++) { // from forces at step's ends and physical units
    const double state = i < n ? 1 : 1 / length, force = state * length * length;
    double *row = self->by + 4L * n * i;
    for (int j = 0; j < n; j++) {
      row[j] *= state;
      row[n + j] *= state * length;
      row[2 * n + j] = force * (row[2 * n + j] - row[3 * n + j]);
      row[3 * n + j] *= force;
    }
  }
}

double coupled_step_compliance(const coupled_step *self, int k, int l) {
  return self->by[4L * self->n_modes * k + 3L * self->n_modes + l];
}

double coupled_step_mobility(const coupled_step *self, int k, int l) {
  return self->by[4L * self->n_modes * (self->n_modes + k) + 3L * self->n_modes + l];
}

// Adds by[:, first …] x [n][wide] to out [2 n][wide].
static inline void add_matrix_columns(const coupled_step *self, int first, int wide, const double *x,
                                      double *out) {
  const int n = self->n_modes;
  for (int i = 0; i < 2 * n; i++, out += wide) {
    const double *row = self->by + 4L * n * i + first;
    for (int j = 0; j < n; j++)
      for (int c = 0; c < wide; c++) out[c] += row[j] * x[(long)j * wide + c];
  }
}

static void add_product(const coupled_step *self, int first, int wide, const double *x, double *out) {
  if (wide == COUPLED_BLOCK_WIDTH)
    // a constant loop count for the compiler
    add_matrix_columns(self, first, COUPLED_BLOCK_WIDTH, x, out);
  else
    add_matrix_columns(self, first, wide, x, out);
}

void coupled_step_advance(const coupled_step *self, int wide, const double *force, double *p, double *v) {
  const int n = self->n_modes;
  const size_t size = (size_t)n * (size_t)wide;
  double *after = self->after;
  memset(after, 0, 2 * size * sizeof *after);
  add_product(self, 0, wide, p, after);
  add_product(self, n, wide, v, after);
  add_product(self, 2 * n, wide, force, after);
  memcpy(p, after, size * sizeof *p);
  memcpy(v, after + size, size * sizeof *v);
}

void coupled_step_add_end_forces(const coupled_step *self, int wide, const double *force, double *p,
                                 double *v) {
  const int n = self->n_modes;
  const size_t size = (size_t)n * (size_t)wide;
  double *add = self->after;
  memset(add, 0, 2 * size * sizeof *add);
  add_product(self, 3 * n, wide, force, add);
  for (size_t e = 0; e < size; e++) {
    p[e] += add[e];
    v[e] += add[size + e];
  }
}
