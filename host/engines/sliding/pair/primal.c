#include "engines/sliding/pair/primal.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "reduction/algebra/dense.h"

chatter_status primal_begin(const contact_pair *pair, const pair_load *load, const guide_course *guide,
                            double step, double start, arena *memory, primal_run *out) {
  const int n = pair->n_modes;
  double *velocity;
  *out = (primal_run){.pair = pair, .load = *load, .guide = *guide, .step = step, .speed = load->speed};
  DENSE(out->p, memory, n, 1);
  DENSE(out->d, memory, n, 1);
  DENSE(out->before, memory, n, 1);
  DENSE(velocity, memory, n, 1);
  DENSE(out->memory, memory, n + 5, n);
  out->pivot = arena_allocate(memory, (size_t)n * sizeof *out->pivot);
  if (!out->pivot) return error_raise(CHATTER_DEVICE, "out of memory");
  pair_equilibrium at = {.p = out->p, .w = velocity};
  if (!pair_at_arc(pair, start, &at.contact) || !pair_settle(pair, load, 0, &at, out->memory))
    return error_raise(CHATTER_BAD_STUDY, "no equilibrium of sliding was found at %g m of the path", start);
  for (int k = 0; k < n; k++) out->d[k] = step * velocity[k];
  out->contact = at.contact;
  return CHATTER_OK;
}

// Computes u*_{n+1} - u_n of Brunetti et al. 2021, equation 28; increments keep digits that
// differences of displacements would lose. The frame of the guide is accelerated if its velocity
// changes with the next step.
static void predict(const primal_run *self, double speed, double *out) {
  const contact_pair *pair = self->pair;
  const double h = self->step, acceleration_of_frame = (speed - self->speed) / h;
  for (int k = 0; k < pair->n_modes; k++) {
    const double inertia = k < pair->n_slider ? pair->inertia[k] * acceleration_of_frame : 0;
    const double force = self->load.preload * pair->preload[k] - self->speed * pair->drag[k] - inertia;
    const double acceleration = force - pair->damping[k] * self->d[k] / h - pair->omega2[k] * self->p[k];
    out[k] = self->d[k] + h * h * acceleration;
  }
}

// Finds the element by equation 35; the present element is kept while C's projection lies on it
// (docs/theory/sliding.md).
static chatter_status search(primal_run *self, const double *reached, double offset) {
  for (;;) {
    double at[PAIR_ROWS];
    pair_positions(self->pair, self->contact.element, reached, offset, at);
    pair_project(at, &self->contact);
    const int move = (self->contact.alpha >= 1) - (self->contact.alpha < 0);
    const int next = self->contact.element + move;
    if (move == 0) return CHATTER_OK;
    if (next < 0 || next > self->pair->n_nodes - 2)
      return error_raise(CHATTER_BAD_STUDY, "the slider leaves the target at step %ld", self->n);
    self->contact.element = next;
  }
}

// Returns mode i of those that remain when q is expressed by them.
static int mode_of(int i, int q) {
  return i < q ? i : i + 1;
}

// Solves u_{n+1} = L_C q + u_0 with L_Eᵀ M (u_{n+1} - u*) = 0. L_C and u_0 solve b_C (X + u) = 0
// for mode q, and L_Eᵀ eliminates b_Eᵀ λ (equations 9 and 18); M is the identity.
static chatter_status assemble_and_solve(primal_run *self, const double *be, const double *bc, double open,
                                         const double *predicted, double *solution) {
  const int n = self->pair->n_modes, m = n - 1;
  double *mass = self->memory + 5L * n;
  int q = 0;
  for (int k = 1; k < n; k++)
    if (fabs(bc[k] * be[k]) > fabs(bc[q] * be[q])) q = k;
  const double rest = -open / bc[q]; // mode q if all others are zero
  for (int j = 0; j < m; j++) {
    const int row = mode_of(j, q);
    const double left = -be[row] / be[q];
    for (int i = 0; i < m; i++) mass[(long)j * m + i] = (i == j) + left * (-bc[mode_of(i, q)] / bc[q]);
    solution[j] = predicted[row] + left * (predicted[q] - rest);
  }
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, m, 1, mass, m, self->pivot, solution, 1) != 0)
    return error_raise(CHATTER_BAD_MODEL, "sliding contact: no inertia acts against the contact force");
  double last = rest;
  for (int i = 0; i < m; i++) last -= bc[mode_of(i, q)] / bc[q] * solution[i];
  memmove(solution + q + 1, solution + q, (size_t)(m - q) * sizeof *solution);
  solution[q] = last;
  return CHATTER_OK;
}

chatter_status primal_step(primal_run *self) {
  const contact_pair *pair = self->pair;
  const int n = pair->n_modes;
  double *predicted = self->memory, *be = predicted + n, *bc = be + n, *next = bc + n;
  double of_force[PAIR_ROWS], of_gap[PAIR_ROWS], at[PAIR_ROWS], along = 0, square = 0;
  const double driven = guide_drives(&self->guide, ((double)self->n + 0.5) * self->step);
  const double offset =
      self->guide.velocity * self->step * (double)(self->n + 1) + (self->way += driven * self->step);
  predict(self, self->guide.velocity + driven, predicted);
  self->speed = self->guide.velocity + driven;
  for (int k = 0; k < n; k++) next[k] = self->p[k] + predicted[k];
  TRY(search(self, next, offset));
  pair_directions(&self->contact, self->load.friction, self->load.sense, of_force, of_gap);
  pair_combine(pair, self->contact.element, of_force, be);
  pair_combine(pair, self->contact.element, of_gap, bc);
  pair_positions(pair, self->contact.element, self->p, offset, at);
  TRY(assemble_and_solve(self, be, bc, dot(PAIR_ROWS, of_gap, at), predicted, next));
  for (int k = 0; k < n; k++) {
    along += be[k] * (predicted[k] - next[k]);
    square += be[k] * be[k];
    self->before[k] = self->d[k];
    self->d[k] = next[k];
    self->p[k] += next[k];
  }
  self->force = along / square / (self->step * self->step);
  self->n++;
  return CHATTER_OK;
}
