#include "engines/response/verify/march.h"

#include <math.h>
#include <string.h>

#include "engines/response/verify/march_contact.h"
#include "reduction/algebra/dense.h"

chatter_status march_create(const response_motion *motion, int steps, arena *memory, march *out) {
  const int modes = motion->system.n_modes, n = motion->system.n_boundary;
  *out = (march){.motion = motion, .steps = steps};
  TRY(motion_step_create(&motion->system, memory, &out->step));
  DENSE(out->p, memory, modes, 1);
  DENSE(out->v, memory, modes, 1);
  DENSE(out->constant, memory, modes, 1);
  DENSE(out->on_modes, memory, modes, 1);
  DENSE(out->change, memory, modes, 1);
  DENSE(out->q, memory, n, 1);
  DENSE(out->r, memory, n, 1);
  DENSE(out->slider, memory, n, 1);
  DENSE(out->free, memory, n, 1);
  DENSE(out->before, memory, n, 1);
  DENSE(out->by_loads, memory, steps + 1, n + 1);
  DENSE(out->work, memory, n, 2 * n + 1);
  out->part = arena_allocate(memory, (2 * (size_t)modes + 1) * sizeof *out->part);
  out->event = arena_allocate(memory, (size_t)element_room(motion->orbit.harmonics) * sizeof *out->event);
  return out->part && out->event ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory");
}

// What loads alone make of the modes: harmonics 0 and 1, of Re Σ exp(ihτ).
static void find_part_of_loads(march *self) {
  const response_motion *m = self->motion;
  const int modes = m->system.n_modes;
  for (int h = 0; h < 2; h++) {
    for (int k = 0; k < modes; k++) {
      const double *load = m->load + (long)k * N_HB_LOAD;
      const double complex force = h ? CMPLX(load[HB_LOAD_COS], -load[HB_LOAD_SIN]) : load[HB_LOAD_STATIC];
      self->part[h * modes + k] = m->factor * force;
    }
    motion_steady(&m->system, h * m->orbit.omega, m->work, self->part + h * modes);
  }
}

// Over one period, of contact coordinates and the monitored response behind them.
static void find_by_loads(march *self) {
  const response_motion *m = self->motion;
  const int modes = m->system.n_modes, rows = m->system.n_boundary + 1;
  for (int row = 0; row < rows; row++) {
    const double *phi = m->system.phi + (long)row * modes, *direct = m->direct + (long)row * N_HB_LOAD;
    double complex part[2] = {m->factor * direct[HB_LOAD_STATIC],
                              m->factor * CMPLX(direct[HB_LOAD_COS], -direct[HB_LOAD_SIN])};
    for (int h = 0; h < 2; h++)
      for (int k = 0; k < modes; k++) part[h] += phi[k] * self->part[h * modes + k];
    for (int i = 0; i <= self->steps; i++) {
      const double tau = 2 * M_PI * i / self->steps;
      self->by_loads[(long)i * rows + row] = creal(part[0] + part[1] * CMPLX(cos(tau), sin(tau)));
    }
  }
}

static void find_on_modes(march *self) {
  const motion_system *system = &self->motion->system;
  for (int k = 0; k < system->n_modes; k++) {
    double sum = self->constant[k];
    for (int b = 0; b < system->n_boundary; b++)
      sum += system->phi[(long)b * system->n_modes + k] * self->r[b];
    self->on_modes[k] = sum;
  }
}

static chatter_status begin_sliders(march *self) {
  enum { SAMPLES = 1024 };
  const response_motion *m = self->motion;
  for (int b = 0; b < m->system.n_boundary; b++) {
    const int j = motion_slider(&m->system, b);
    element_path path;
    if (j < 0) continue;
    TRY(element_follow(&m->system, &m->orbit, j, SAMPLES, element_room(m->orbit.harmonics), self->event,
                       &path));
    self->slider[b] = path.slider;
  }
  return CHATTER_OK;
}

chatter_status march_begin(march *self) {
  const response_motion *m = self->motion;
  const double omega = m->orbit.omega;
  motion_step_set(&m->system, 2 * M_PI / omega / self->steps, &self->step);
  find_part_of_loads(self);
  find_by_loads(self);
  for (int k = 0; k < m->system.n_modes; k++) {
    const int is_rigid = !(m->system.omega2[k] > 0);
    self->constant[k] = is_rigid ? m->factor * m->load[(long)k * N_HB_LOAD + HB_LOAD_STATIC] : 0;
    self->p[k] = self->v[k] = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++) {
      const double complex own =
          response_motion_mode(m, k, h) - (h < 2 ? self->part[h * m->system.n_modes + k] : 0);
      self->p[k] += creal(own);
      self->v[k] += creal(CMPLX(0, h * omega) * own);
    }
  }
  for (int b = 0; b < m->system.n_boundary; b++) {
    double value[2];
    motion_at(&m->orbit, b, motion_instant_of(0), value);
    self->q[b] = value[0];
    self->r[b] = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++)
      self->r[b] += creal(response_motion_harmonic(m, m->force, b, h));
  }
  find_on_modes(self);
  return begin_sliders(self);
}

static int take_step(march *self, const double *by_loads) {
  const motion_system *system = &self->motion->system;
  const int modes = system->n_modes;
  motion_step_take(system, &self->step, 1, self->on_modes, self->p, self->v);
  motion_step_end(system, &self->step, 1, self->constant, self->p, self->v);
  for (int b = 0; b < system->n_boundary; b++) {
    double sum = by_loads[b];
    for (int k = 0; k < modes; k++) sum += system->phi[(long)b * modes + k] * self->p[k];
    self->free[b] = sum;
  }
  if (!march_solve(self, self->step.compliance)) return 0;
  find_on_modes(self);
  for (int k = 0; k < modes; k++) self->change[k] = self->on_modes[k] - self->constant[k];
  motion_step_end(system, &self->step, 1, self->change, self->p, self->v);
  return 1;
}

// The monitored response: its row lies behind those of the contact coordinates.
static double response_now(const march *self, const double *by_loads) {
  const motion_system *system = &self->motion->system;
  const int n = system->n_boundary, modes = system->n_modes;
  const double *phi = system->phi + (long)n * modes, *flexibility = system->flexibility + (long)n * n;
  double sum = by_loads[n];
  for (int k = 0; k < modes; k++) sum += phi[k] * self->p[k];
  for (int b = 0; b < n; b++) sum += flexibility[b] * self->r[b];
  return sum;
}

int march_period(march *self, double *y) {
  const int rows = self->motion->system.n_boundary + 1;
  for (int i = 0; i < self->steps; i++) {
    y[i] = response_now(self, self->by_loads + (long)i * rows);
    if (!take_step(self, self->by_loads + (long)(i + 1) * rows)) return 0;
  }
  return 1;
}

// Extremes by the parabola through three samples.
static double largest(int n, const double *y, double sign) {
  double best = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double a = sign * y[(i + n - 1) % n], b = sign * y[i], c = sign * y[(i + 1) % n];
    if (b < a || b < c) continue;
    const double bend = a - 2 * b + c;
    best = fmax(best, bend < 0 ? b - (c - a) * (c - a) / (8 * bend) : b);
  }
  return best;
}
static void measure(int n, const double *y, march_result *out) {
  double mean = 0, square = 0;
  for (int i = 0; i < n; i++) mean += y[i] / n;
  for (int i = 0; i < n; i++) square += (y[i] - mean) * (y[i] - mean) / n;
  out->amplitude = sqrt(square);
  out->peak_to_peak = largest(n, y, 1) + largest(n, y, -1);
}

// Steady: what changes from period to period shrinks by the same factor all the time, and what is left of it
// is less than a millionth.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out) {
  enum { APART = 16 };
  static const double enough = 1e-6;
  double change[APART] = {0}, *y, *last;
  DENSE(y, memory, self->steps, 1);
  DENSE(last, memory, self->steps, 1);
  *out = (march_result){0};
  for (int period = 0; period < most && !out->is_steady; period++) {
    double moved = 0, size = 0;
    if (!march_period(self, y)) return CHATTER_OK;
    measure(self->steps, y, out);
    out->periods = period + 1;
    for (int i = 0; i < self->steps; i++) {
      moved += (y[i] - last[i]) * (y[i] - last[i]);
      size += y[i] * y[i];
    }
    memcpy(last, y, (size_t)self->steps * sizeof *y);
    moved = sqrt(moved / size);
    const double before = change[period % APART], shrinks = pow(moved / before, 1.0 / APART);
    change[period % APART] = moved;
    if (period > APART)
      out->is_steady = moved < 1e-13 || (shrinks < 1 && moved * shrinks / (1 - shrinks) < enough);
  }
  return CHATTER_OK;
}
