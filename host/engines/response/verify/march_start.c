#include "engines/response/verify/march_start.h"

#include <math.h>

#include "engines/response/response_engine.h"
#include "engines/response/stability/element_path.h"
#include "engines/response/stability/compliant_contact.h"
#include "engines/transient/transient_engine.h"
#include "reduction/algebra/dense.h"

// Displacements of modes at t = 0, their velocities half a step before.
static void start_modes(const march *self, double *p, double *u) {
  const response_motion *m = self->motion;
  const long stride = self->batch.stride;
  const double omega = m->orbit.omega, half = M_PI / self->steps;
  for (int k = 0; k < m->system.n_modes; k++) {
    double complex at = 0, rate = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++) {
      const double complex harmonic = response_motion_mode(m, k, h);
      at += harmonic;
      rate += CMPLX(0, h * omega) * harmonic * cexp(CMPLX(0, -h * half));
    }
    p[k * stride] = creal(at);
    u[k * stride] = creal(rate);
  }
}

// Displacements and forces of contact coordinates a step before, as the balance has them.
static void start_contacts(const march *self, double tau, double *q, double *force) {
  const response_motion *m = self->motion;
  const response_setup *setup = m->layout->setup;
  const long stride = self->batch.stride;
  for (int b = 0; b < m->system.n_boundary; b++) {
    const long row = setup->coordinate[b] * stride;
    double value[2];
    motion_at(&m->orbit, b, motion_instant_of(tau), value);
    q[row] = value[0];
    force[row] = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++)
      force[row] += creal(response_motion_harmonic(m, m->force, b, h) * cexp(CMPLX(0, h * tau)));
  }
}

// The force of a slider's spring a step before τ = 2π, by its law, in which there are all harmonics.
static chatter_status start_slider(const march *self, int index, arena *memory, double *force) {
  const response_motion *m = self->motion;
  const motion_contact *c = &m->contact[index];
  const int harmonics = m->orbit.harmonics;
  const double tau = 2 * M_PI * (1 - 1.0 / self->steps);
  double *scratch, both[2];
  element_path path;
  element_event *event = arena_allocate(memory, (size_t)element_room(harmonics) * sizeof *event);
  DENSE(scratch, memory, element_scratch_size(harmonics), 1);
  if (!event) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(element_follow(&m->system, &m->orbit, index, scratch, event, &path));
  element_event now = {.state = path.state, .slider = path.slider};
  for (int e = 0; e < path.n && event[e].tau <= tau; e++) now = event[e];
  element_force(c, &m->orbit, motion_instant_of(tau), now.state, now.slider, both);
  *force = both[1];
  return CHATTER_OK;
}

// Internal states there, once the motion in steps has made them periodic.
static chatter_status start_states(const march *self, int index, arena *memory) {
  const response_motion *m = self->motion;
  const motion_contact *c = &m->contact[index];
  const int point = ((const response_setup *)m->layout->setup)->point[index].contact;
  double *q, state[LAW_MAX_PARAMETERS];
  DENSE(q, memory, self->steps + 1, 1);
  for (int t = 0; t <= self->steps; t++) {
    double move[2];
    compliant_motion(c, &m->orbit, motion_instant_of(2 * M_PI * (t - 1) / self->steps), move);
    q[t] = move[0];
  }
  compliant_settle(c, q, self->steps, state);
  double *to =
      self->batch.state + transient_row_law_states(self->batch.sizes.dim, point) * self->batch.stride;
  for (int i = 0; i < c->states; i++) to[i * self->batch.stride] = state[i];
  return CHATTER_OK;
}

// What contacts remember.
static chatter_status start_memory(const march *self, arena *memory, double *force) {
  const motion_system *system = &self->motion->system;
  const response_setup *setup = self->motion->layout->setup;
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    const int tangent = c->first + c->has_normal;
    if (c->count > c->has_normal && motion_slider(system, tangent) == j)
      TRY(start_slider(self, j, memory, &force[setup->coordinate[tangent] * self->batch.stride]));
    if (c->states > 0) TRY(start_states(self, j, memory));
  }
  return CHATTER_OK;
}

chatter_status march_start(march *self, arena *memory) {
  const int *dim = self->batch.sizes.dim;
  const long stride = self->batch.stride;
  const double tau = -2 * M_PI / self->steps;
  double *state = self->batch.state, *force = state + transient_row_force(dim) * stride;
  start_modes(self, state + transient_row_p(dim) * stride, state + transient_row_u(dim) * stride);
  start_contacts(self, tau, state + transient_row_boundary(dim) * stride, force);
  return start_memory(self, memory, force);
}
