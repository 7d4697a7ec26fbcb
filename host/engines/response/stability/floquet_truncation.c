#include "engines/response/stability/floquet_truncation.h"

#include <math.h>
#include <string.h>

#include "engines/response/stability/compliant_path.h"
#include "engines/response/stability/element_path.h"
#include "kernels/laws/lagrangian.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// The force of a cubic spring has three times the harmonics of the motion. For laws with corners
// the harmonics above another 64 are small.
enum { MOST_MORE = 64, SAMPLES_PER_HARMONIC = 8 };

typedef struct rest {
  const motion_system *system;
  const motion_orbit *orbit;
  int harmonics, samples; // of both motions together; per period
  motion_instant *at;     // [samples]
  double *force;          // [samples][n_boundary]
  double *stiffness;      // [n_boundary], mean of -∂r/∂q over the period
  double *damping;        // [n_boundary], mean of -∂r/∂v over the period
  // [n_contacts], present internal states, and the displacement of their last update
  double **memory;
  double *before;    // [n_contacts]
  element_path *now; // [n_contacts]
  double *work;      // for motion_steady_response
  double complex *part, *mode, *own;
} rest;

static chatter_status create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             rest *out) {
  const int most = orbit->harmonics + MOST_MORE, wanted = 3 * orbit->harmonics;
  const size_t contacts = (size_t)system->n_contacts, modes = (size_t)system->n_modes;
  *out = (rest){.system = system, .orbit = orbit, .harmonics = wanted < most ? wanted : most};
  for (out->samples = 256; out->samples < SAMPLES_PER_HARMONIC * out->harmonics;) out->samples *= 2;
  out->at = arena_allocate(memory, (size_t)out->samples * sizeof *out->at);
  for (int i = 0; out->at && i < out->samples; i++)
    out->at[i] = motion_instant_of(2 * M_PI * i / out->samples);
  DENSE(out->force, memory, out->samples, system->n_boundary);
  DENSE(out->stiffness, memory, system->n_boundary, 1);
  DENSE(out->damping, memory, system->n_boundary, 1);
  DENSE(out->before, memory, system->n_contacts, 1);
  out->memory = arena_allocate(memory, (contacts + 1) * sizeof *out->memory);
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory");
  DENSE(out->work, memory, 2 * system->n_modes, 2 * system->n_modes + 1);
  out->now = arena_allocate(memory, (contacts + 1) * sizeof *out->now);
  out->part = arena_allocate(memory, ((size_t)system->n_boundary + 1) * sizeof *out->part);
  out->mode = arena_allocate(memory, (2 * modes + 1) * sizeof *out->mode);
  out->own = out->mode + modes;
  return out->at && out->now && out->part && out->mode ? CHATTER_OK
                                                       : error_raise(CHATTER_DEVICE, "out of memory");
}

// Finds the force of a compliant law after a move from its last update.
static void find_compliant_force(const rest *self, int j, motion_instant at, double *force) {
  const motion_contact *c = &self->system->contact[j];
  double *state = self->memory[j], move[2], gain = 0, sum = 0;
  compliant_motion(c, self->orbit, at, move);
  const law_result answer = compliant_force(c, self->orbit, at);
  const double pull = c->states > 0 ? law_state_factor(c->compliant_law, c->number) : 0;
  for (int i = 0; i < c->states; i++) {
    const law_state next = law_update(c->compliant_law, c->number, i, state[i], move[0] - self->before[j]);
    state[i] = next.value;
    sum += next.value, gain += next.by_move;
  }
  self->before[j] = move[0];
  force[c->first] = answer.force + pull * sum;
  self->stiffness[c->first] -= (answer.by_q + pull * gain) / self->samples;
  self->damping[c->first] -= answer.by_v / self->samples;
}

// Finds the force of a contact by its law, except for constants; its slopes are added to the mean
// slopes.
static void find_force(const rest *self, int j, motion_instant at, double *force) {
  const motion_contact *c = &self->system->contact[j];
  const element_path *now = &self->now[j];
  double both[2];
  if (c->law == HB_LAW_COMPLIANT) {
    find_compliant_force(self, j, at, force);
    return;
  }
  if (c->law == HB_LAW_SET_VALUED) {
    motion_orbit law = *self->orbit;
    law.coefficient = self->orbit->argument;
    motion_orbit_value(&law, c->first, at, both);
    force[c->first] = law_lagrangian_normal(both[0], c->preload);
    return;
  }
  element_force(c, self->orbit, at, now->state, now->slider, both);
  if (c->has_normal) {
    force[c->first] = both[0];
    self->stiffness[c->first] += both[0] > 0 ? c->normal / self->samples : 0;
  }
  if (c->count == c->has_normal) return;
  force[c->first + c->has_normal] = both[1];
  if (now->state == ELEMENT_STICK) self->stiffness[c->first + c->has_normal] += c->tangential / self->samples;
}

// Finds periodic internal states at the beginning of the period.
static chatter_status settle(rest *self, arena *memory) {
  double *q;
  DENSE(q, memory, self->samples + 1, 1);
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    double move[2];
    if (c->law != HB_LAW_COMPLIANT) continue;
    DENSE(self->memory[j], memory, c->states, 1);
    for (int i = 0; i <= self->samples; i++) {
      compliant_motion(c, self->orbit, self->at[i % self->samples], move);
      q[i] = move[0];
    }
    compliant_periodic_states(c, q, self->samples, self->memory[j]);
    self->before[j] = q[0];
  }
  return CHATTER_OK;
}

static void find_forces(rest *self, const floquet_flow *flow) {
  const element_event *event;
  const element_path *path;
  const int n = floquet_flow_events(flow, &event, &path), contacts = self->system->n_contacts;
  memcpy(self->now, path, (size_t)contacts * sizeof *path);
  for (int i = 0, e = 0; i < self->samples; i++) {
    const double tau = 2 * M_PI * i / self->samples;
    for (; e < n && event[e].tau <= tau; e++) {
      self->now[event[e].contact].state = event[e].state;
      self->now[event[e].contact].slider = event[e].slider;
    }
    for (int j = 0; j < contacts; j++)
      find_force(self, j, self->at[i], self->force + (long)i * self->system->n_boundary);
  }
}

// Returns harmonic h of coordinate b for modal amplitudes self->mode and a direct displacement
// `direct`, with the mean stiffness of its own contact.
static double complex answer_of(const rest *self, int h, int b, double complex direct) {
  const int modes = self->system->n_modes;
  const double *phi = self->system->phi + (long)b * modes;
  for (int k = 0; k < modes; k++) direct += phi[k] * self->mode[k];
  const double complex stiffness = CMPLX(self->stiffness[b], h * self->orbit->omega * self->damping[b]);
  if (!(self->stiffness[b] > 0 || self->damping[b] > 0)) return direct;
  double complex own = self->system->flexibility[(long)b * self->system->n_boundary + b];
  double complex *mode = self->own;
  for (int k = 0; k < modes; k++) mode[k] = phi[k];
  motion_steady_response(self->system, h * self->orbit->omega, self->work, mode);
  for (int k = 0; k < modes; k++) own += phi[k] * mode[k];
  return direct / (1 + own * stiffness);
}

// Finds harmonic h of contact coordinates under that of their forces, Re Σ q_h exp(ihτ), each with
// the mean stiffness of its own contact. `part`: the forces.
static void find_harmonic(const rest *self, int h, double complex *q) {
  const motion_system *system = self->system;
  const int n = system->n_boundary, modes = system->n_modes;
  memset(self->part, 0, (size_t)n * sizeof *self->part);
  for (int i = 0; i < self->samples; i++) {
    const motion_instant at = self->at[(long)h * i % self->samples];
    for (int b = 0; b < n; b++)
      self->part[b] += CMPLX(at.cosine, -at.sine) * (2 * self->force[(long)i * n + b] / self->samples);
  }
  for (int k = 0; k < modes; k++) {
    self->mode[k] = 0;
    for (int b = 0; b < n; b++) self->mode[k] += system->phi[(long)b * modes + k] * self->part[b];
  }
  motion_steady_response(system, h * self->orbit->omega, self->work, self->mode);
  for (int b = 0; b < n; b++) {
    double complex direct = 0;
    for (int c = 0; c < n; c++) direct += system->flexibility[(long)b * n + c] * self->part[c];
    q[b] = answer_of(self, h, b, direct);
  }
}

// Returns the argument of the law: the dynamic Lagrangian r - ε q for a stop, else the
// displacement.
static double complex law_argument_of(const rest *self, int b, const double complex *q) {
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    if (b == c->first && contact_is_massless_stop(self->system, j))
      return self->part[b] - c->lagrangian * q[b];
  }
  return q[b];
}

static void place(const motion_orbit *out, double *to, int b, int h, double complex value) {
  double *at = to + (long)b * (out->is_static + 2 * out->harmonics) + out->is_static + 2 * (h - 1);
  at[0] = creal(value), at[1] = -cimag(value);
}

static double *lengthen(const motion_orbit *from, const double *coefficient, int n, int width,
                        arena *memory) {
  const int old = from->is_static + 2 * from->harmonics;
  double *to = arena_allocate(memory, (size_t)n * (size_t)width * sizeof *to + 1);
  for (int b = 0; to && b < n; b++)
    memcpy(to + (long)b * width, coefficient + (long)b * old, (size_t)old * sizeof *to);
  return to;
}

// Returns the largest fraction of a coordinate's motion in harmonics above the first `kept`.
static double share_of(const motion_orbit *orbit, int n, int kept) {
  double most = 0;
  for (int b = 0; b < n; b++) {
    const double *at = orbit->coefficient + (long)b * (orbit->is_static + 2 * orbit->harmonics);
    double sum = 0, more = 0;
    for (int i = 0; i < 2 * orbit->harmonics; i++) {
      const double square = at[orbit->is_static + i] * at[orbit->is_static + i];
      *(i < 2 * kept ? &sum : &more) += square;
    }
    if (more > 0) most = fmax(most, sqrt(more / (sum + more)));
  }
  return most;
}

chatter_status floquet_add_truncated(const motion_system *system, const motion_orbit *orbit,
                                     const floquet_flow *flow, arena *memory, motion_orbit *out,
                                     double *size) {
  const int n = system->n_boundary;
  rest self;
  TRY(create(system, orbit, memory, &self));
  TRY(settle(&self, memory));
  find_forces(&self, flow);
  *out = (motion_orbit){.omega = orbit->omega, .harmonics = self.harmonics, .is_static = orbit->is_static};
  const int width = out->is_static + 2 * out->harmonics;
  double *coefficient = lengthen(orbit, orbit->coefficient, n, width, memory),
         *argument =
             lengthen(orbit, orbit->argument ? orbit->argument : orbit->coefficient, n, width, memory);
  double complex *q = arena_allocate(memory, ((size_t)n + 1) * sizeof *q);
  if (!coefficient || !argument || !q) return error_raise(CHATTER_DEVICE, "out of memory");
  out->coefficient = coefficient;
  out->argument = argument;
  for (int h = orbit->harmonics + 1; h <= out->harmonics; h++) {
    find_harmonic(&self, h, q);
    for (int b = 0; b < n; b++) {
      place(out, coefficient, b, h, q[b]);
      place(out, argument, b, h, law_argument_of(&self, b, q));
    }
  }
  *size = share_of(out, n, orbit->harmonics);
  return CHATTER_OK;
}
