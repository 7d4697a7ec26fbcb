// The Levenberg-Marquardt method for many starts.
#include "inference/least_squares.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Half-width of central differences. z is of order 1, and the model's tolerance is far below its
// third power.
static const double difference_step = 1e-3;
static const double least_step = 1e-5, least_gain = 1e-9, max_damping = 1e8;

static chatter_status evaluate_residuals(fit *self, long n) {
  if (n == 0) return CHATTER_OK;
  return self->target->residuals(self->target->self, n, self->row, self->row_r, self->row_ok);
}

static chatter_status begin_fit(fit *self) {
  const int d = self->target->d, m = self->target->m;
  memcpy(self->row, self->z, sizeof *self->z * (size_t)self->n_starts * (size_t)d);
  TRY(evaluate_residuals(self, self->n_starts));
  for (int s = 0; s < self->n_starts; s++) {
    const int ok = self->row_ok[s];
    memcpy(self->r + (long)s * m, self->row_r + (long)s * m, sizeof *self->r * (size_t)m);
    self->likelihood[s] =
        ok ? target_objective(self->target, self->row + (long)s * d, self->r + (long)s * m) : -INFINITY;
    self->damping[s] = 1e-2;
    self->is_done[s] = !ok;
  }
  return CHATTER_OK;
}

// Computes a column of the Jacobian: one-sided if the model answers on one side only, 0 if on
// neither.
static void find_derivative(fit *self, int s, int k, long row) {
  const int d = self->target->d, m = self->target->m;
  const unsigned char *ok = self->row_ok + row;
  const double *plus = self->row_r + row * m, *minus = plus + m, *here = self->r + (long)s * m;
  const double width = difference_step * (ok[0] + ok[1]);
  for (int i = 0; i < m; i++)
    self->jacobian[((long)s * m + i) * d + k] =
        width > 0 ? ((ok[0] ? plus[i] : here[i]) - (ok[1] ? minus[i] : here[i])) / width : 0;
}

// Computes the Jacobians of all starts that moved.
static chatter_status find_jacobian(fit *self) {
  const int d = self->target->d;
  long n = 0;
  for (int s = 0; s < self->n_starts; s++)
    for (int k = 0; k < 2 * d && !self->is_done[s] && !self->is_known[s]; k++, n++) {
      memcpy(self->row + n * d, self->z + (long)s * d, sizeof *self->row * (size_t)d);
      self->row[n * d + k / 2] += k % 2 ? -difference_step : difference_step;
    }
  TRY(evaluate_residuals(self, n));
  n = 0;
  for (int s = 0; s < self->n_starts; s++) {
    if (self->is_done[s] || self->is_known[s]) continue;
    for (int k = 0; k < d; k++, n += 2) find_derivative(self, s, k, n);
    self->is_known[s] = 1;
  }
  return CHATTER_OK;
}

// Computes Jᵀ W J and Jᵀ W r of a start, including the priors that count as data.
static void normal_equations(const fit *self, int s, double *matrix, double *gradient) {
  const inference_target *t = self->target;
  const int d = t->d;
  const double *j = self->jacobian + (long)s * t->m * d, *r = self->r + (long)s * t->m;
  double weight[t->n_columns];
  target_weights(t, r, weight);
  memset(matrix, 0, sizeof *matrix * (size_t)d * (size_t)d);
  memset(gradient, 0, sizeof *gradient * (size_t)d);
  for (int c = 0; c < t->n_columns; c++)
    for (int i = 0; i < t->count[c]; i++, j += d, r++)
      for (int k = 0; k < d; k++) {
        gradient[k] += weight[c] * j[k] * *r;
        for (int l = 0; l < d; l++) matrix[k * d + l] += weight[c] * j[k] * j[l];
      }
  for (int k = 0; k < d; k++) {
    if (!t->is_datum[k]) continue;
    matrix[k * d + k] += 1;
    gradient[k] += self->z[(long)s * d + k];
  }
}

// Computes the step of a start from its damped equations, into `to`. Returns 0 if there is none.
static int find_step(const fit *self, int s, double *to) {
  const int d = self->target->d;
  double matrix[d * d], move[d], size = 0;
  normal_equations(self, s, matrix, move);
  // Marquardt's scaling, plus a part of Levenberg's for directions that the data do not determine.
  for (int k = 0; k < d; k++) matrix[k * d + k] += self->damping[s] * (matrix[k * d + k] + 1e-6);
  if (LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', d, 1, matrix, d, move, 1) != 0) return 0;
  for (int k = 0; k < d; k++) {
    const double from = self->z[(long)s * d + k];
    to[k] = fmin(fmax(from - move[k], -FIT_REACH), FIT_REACH);
    size = fmax(size, fabs(to[k] - from));
  }
  return size > least_step;
}

static void judge_step(fit *self, int s, long row) {
  const int d = self->target->d, m = self->target->m;
  const double *r = self->row_r + row * m, before = self->likelihood[s];
  const double now = self->row_ok[row] ? target_objective(self->target, self->row + row * d, r) : -INFINITY;
  if (now > before) {
    memcpy(self->z + (long)s * d, self->row + row * d, sizeof *r * (size_t)d);
    memcpy(self->r + (long)s * m, r, sizeof *r * (size_t)m);
    self->likelihood[s] = now;
    self->is_known[s] = 0;
    self->damping[s] = fmax(self->damping[s] / 10, 1e-12);
    self->is_done[s] = now - before < least_gain * (1 + fabs(now));
  } else {
    self->damping[s] *= 10;
    self->is_done[s] = self->damping[s] > max_damping;
  }
}

// Makes one step of every start that is not done. *some: 1 if there was one.
static chatter_status step_all_starts(fit *self, int *some) {
  const int d = self->target->d;
  long n = 0;
  TRY(find_jacobian(self));
  for (int s = 0; s < self->n_starts; s++) {
    if (self->is_done[s]) continue;
    self->start_of_row[n] = s;
    if (find_step(self, s, self->row + n * d))
      n++;
    else
      self->is_done[s] = 1;
  }
  TRY(evaluate_residuals(self, n));
  for (long row = 0; row < n; row++) judge_step(self, self->start_of_row[row], row);
  *some = n > 0;
  return CHATTER_OK;
}

// Factors (Jᵀ W J + I)⁻¹ = L Lᵀ.
static chatter_status find_parameter_spread(fit *self) {
  const int d = self->target->d, s = self->best;
  double matrix[d * d], gradient[d];
  const unsigned char was_done = self->is_done[s];
  memset(self->is_known, 1, (size_t)self->n_starts);
  self->is_known[s] = self->is_done[s] = 0;
  const chatter_status status = find_jacobian(self);
  self->is_done[s] = was_done;
  TRY(status);
  normal_equations(self, s, matrix, gradient);
  for (int k = 0; k < d; k++) matrix[k * d + k] += !self->target->is_datum[k];
  CHECK(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', d, matrix, d) == 0 &&
            LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'L', d, matrix, d) == 0 &&
            LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', d, matrix, d) == 0,
        "a sum of squares and 1 is positive definite");
  for (int k = 0; k < d; k++)
    for (int l = 0; l < d; l++) self->factor[k * d + l] = l <= k ? matrix[k * d + l] : 0;
  return CHATTER_OK;
}

static void choose_best(fit *self) {
  const double *likelihood = self->likelihood;
  self->best = -1, self->agreeing = 0;
  for (int s = 0; s < self->n_starts; s++)
    if (isfinite(likelihood[s]) && (self->best < 0 || likelihood[s] > likelihood[self->best])) self->best = s;
  for (int s = 0; s < self->n_starts && self->best >= 0; s++)
    self->agreeing += likelihood[s] > likelihood[self->best] - 0.1;
}

static int allocate_fit(fit *self, arena *memory) {
  const size_t d = (size_t)self->target->d, m = (size_t)self->target->m, n = (size_t)self->n_starts;
  const size_t room = n * (2 * d + 1);
  return (self->z = arena_allocate(memory, n * d * sizeof *self->z)) &&
         (self->likelihood = arena_allocate(memory, n * sizeof *self->likelihood)) &&
         (self->factor = arena_allocate(memory, d * d * sizeof *self->factor)) &&
         (self->r = arena_allocate(memory, n * m * sizeof *self->r)) &&
         (self->jacobian = arena_allocate(memory, n * m * d * sizeof *self->jacobian)) &&
         (self->damping = arena_allocate(memory, n * sizeof *self->damping)) &&
         (self->is_known = arena_allocate(memory, n)) && (self->is_done = arena_allocate(memory, n)) &&
         (self->row = arena_allocate(memory, room * d * sizeof *self->row)) &&
         (self->row_r = arena_allocate(memory, room * m * sizeof *self->row_r)) &&
         (self->row_ok = arena_allocate(memory, room)) &&
         (self->start_of_row = arena_allocate(memory, room * sizeof *self->start_of_row));
}

chatter_status fit_create(const inference_target *target, int n_starts, const double *start, arena *memory,
                          fit *out) {
  *out = (fit){.target = target, .n_starts = n_starts, .best = -1};
  if (!allocate_fit(out, memory)) return error_raise(CHATTER_DEVICE, "out of memory for a fit");
  memcpy(out->z, start, sizeof *start * (size_t)n_starts * (size_t)target->d);
  return CHATTER_OK;
}

chatter_status fit_iterate(fit *self, int *some) {
  *some = 1;
  if (self->iterations == 0)
    TRY(begin_fit(self));
  else
    TRY(step_all_starts(self, some));
  self->iterations += *some;
  return CHATTER_OK;
}

chatter_status fit_finish(fit *self) {
  choose_best(self);
  return self->best >= 0 ? find_parameter_spread(self) : CHATTER_OK;
}

chatter_status fit_from_starts(const inference_target *target, int n_starts, const double *start,
                               int iterations, arena *memory, fit *out) {
  TRY(fit_create(target, n_starts, start, memory, out));
  for (int some = 1; some && out->iterations <= iterations;) TRY(fit_iterate(out, &some));
  return fit_finish(out);
}
