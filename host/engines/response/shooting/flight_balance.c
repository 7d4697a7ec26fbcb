// The motion of the balance as a flight begins with it: what loads alone make, and what contacts make of the
// modes.
#include "engines/response/shooting/flight_inner.h"

#include <math.h>
#include <string.h>

static double complex harmonic_of(const motion_orbit *orbit, const double *of, int b, int h) {
  const double *at = of + (long)b * (orbit->is_static + 2 * orbit->harmonics);
  return h ? CMPLX(at[orbit->is_static + 2 * h - 2], -at[orbit->is_static + 2 * h - 1]) : at[0];
}

// q* of a coordinate; q + gap of a set-valued stop, by the argument of its law, (r - u) / ε.
static void find_place(const motion_system *system, const motion_orbit *orbit, int b, double *to) {
  const int width = orbit->is_static + 2 * orbit->harmonics;
  const double *u = orbit->argument + (long)b * width, *r = orbit->force + (long)b * width;
  memcpy(to, orbit->coefficient + (long)b * width, (size_t)width * sizeof *to);
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    for (int i = 0; i < width && c->law == HB_LAW_SET_VALUED && c->first == b; i++)
      to[i] = ((1 - c->yield) * r[i] - u[i]) / c->lagrangian;
  }
}

// Harmonic h of the motion without contact forces, and of the modes what these make of it.
static void free_harmonic(flight *self, const motion_orbit *orbit, int h, double *work, double *to) {
  const motion_system *system = self->system;
  const int modes = system->n_modes, n = system->n_boundary, width = orbit->is_static + 2 * orbit->harmonics;
  double complex *mode = self->mode + (long)h * modes;
  for (int k = 0; k < modes; k++) {
    mode[k] = 0;
    for (int b = 0; b < n && h > 0; b++)
      mode[k] += system->phi[(long)b * modes + k] * harmonic_of(orbit, orbit->force, b, h);
  }
  motion_steady(system, h * orbit->omega, work, mode);
  for (int b = 0; b < n; b++) {
    double complex q = 0;
    double *at = to + (long)b * width + (h ? orbit->is_static + 2 * h - 2 : 0);
    for (int c = 0; c < n; c++)
      q += system->flexibility[(long)b * n + c] * harmonic_of(orbit, orbit->force, c, h);
    for (int k = 0; k < modes; k++) q += system->phi[(long)b * modes + k] * mode[k];
    at[0] -= creal(q);
    if (h) at[1] += cimag(q);
  }
}

chatter_status flight_find_free(const motion_orbit *orbit, arena *memory, flight *out) {
  const motion_system *system = out->system;
  const int n = system->n_boundary, modes = system->n_modes, width = 1 + 2 * orbit->harmonics;
  double *work, *place, *free;
  DENSE(work, memory, 2 * modes, 2 * modes + 1);
  DENSE(place, memory, n, width);
  DENSE(free, memory, n, width);
  DENSE(out->mean, memory, n, 1);
  out->mode = arena_allocate(memory, ((size_t)orbit->harmonics + 1) * (size_t)modes * sizeof *out->mode + 1);
  if (!out->mode) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int b = 0; b < n; b++) {
    find_place(system, orbit, b, place + (long)b * width);
    out->mean[b] = orbit->force[(long)b * width];
  }
  memcpy(free, place, (size_t)n * (size_t)width * sizeof *free);
  for (int h = 0; h <= orbit->harmonics; h++) free_harmonic(out, orbit, h, work, free);
  out->balance.coefficient = place;
  out->free.coefficient = free;
  return CHATTER_OK;
}

void flight_start(const flight *self, double *state) {
  const int modes = self->system->n_modes;
  memset(state, 0, 2 * (size_t)modes * sizeof *state);
  for (int h = 1; h <= self->free.harmonics; h++)
    for (int k = 0; k < modes; k++) {
      const double complex mode = self->mode[(long)h * modes + k];
      state[k] += creal(mode);
      state[modes + k] -= h * self->free.omega * cimag(mode);
    }
}

void flight_place(const flight *self, long tick, flight_instant *at) {
  const motion_system *system = self->system;
  const int modes = system->n_modes, n = system->n_boundary;
  const motion_instant when = motion_instant_of(2 * M_PI * ldexp((double)tick, -40));
  for (int b = 0; b < n; b++) {
    const double *phi = system->phi + (long)b * modes;
    double value[2];
    motion_at(&self->free, b, when, value);
    at->q[b] = value[0], at->u[b] = self->free.omega * value[1];
    for (int k = 0; k < modes; k++) at->q[b] += phi[k] * at->p[k], at->u[b] += phi[k] * at->v[k];
  }
}
