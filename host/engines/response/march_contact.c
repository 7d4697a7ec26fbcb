#include "engines/response/march_contact.h"

#include <math.h>
#include <string.h>

static int is_set_valued(const motion_system *system) {
  return system->n_contacts > 0 && system->contact[0].law == HB_LAW_SET_VALUED;
}

static double raw_load(const motion_contact *c, const double *q) {
  return c->preload - (c->has_normal ? c->normal * (q[c->first] + c->gap) : 0);
}

// r of a contact at q, and -∂r/∂q in rows of work.
static void respond(const march *self, const motion_contact *c, const double *q, double *r, double *slope) {
  const int n = self->motion->system.n_boundary, first = c->first, tangent = first + c->has_normal;
  if (c->law == HB_LAW_SPRING) {
    r[first] = -c->cubic * q[first] * q[first] * q[first];
    slope[(long)first * n + first] = 3 * c->cubic * q[first] * q[first];
    return;
  }
  const double raw = raw_load(c, q), load = fmax(raw, 0), limit = c->friction * load;
  const double by_normal = c->has_normal && raw > 0 ? c->normal : 0;
  if (c->has_normal) r[first] = load - c->preload, slope[(long)first * n + first] = by_normal;
  if (c->count == c->has_normal) return;
  const double trial = c->tangential * (q[tangent] - self->slider[tangent]);
  if (fabs(trial) <= limit) {
    r[tangent] = -trial;
    slope[(long)tangent * n + tangent] = c->tangential;
  } else {
    r[tangent] = trial > 0 ? -limit : limit;
    if (c->has_normal) slope[(long)tangent * n + first] = (trial > 0 ? -1 : 1) * c->friction * by_normal;
  }
}

static void find_q(const march *self, const double *compliance, const double *r, double *q) {
  const int n = self->motion->system.n_boundary;
  for (int a = 0; a < n; a++) {
    q[a] = self->free[a];
    for (int b = 0; b < n; b++) q[a] += compliance[(long)a * n + b] * r[b];
  }
}

// Newton's method on r - r(free + G r) = 0; of elastic elements it ends where no state changes.
static int solve_springs(march *self, const double *compliance) {
  enum { MOST = 60 };
  const motion_system *system = &self->motion->system;
  const int n = system->n_boundary;
  double *slope = self->work, *matrix = slope + (long)n * n, *rest = matrix + (long)n * n;
  for (int i = 0; i < MOST; i++) {
    double size = 0, error = 0;
    memset(slope, 0, (size_t)n * (size_t)n * sizeof *slope);
    memset(rest, 0, (size_t)n * sizeof *rest);
    find_q(self, compliance, self->r, self->q);
    for (int j = 0; j < system->n_contacts; j++) respond(self, &system->contact[j], self->q, rest, slope);
    for (int a = 0; a < n; a++) {
      size = fmax(size, fabs(rest[a]) + fabs(self->r[a]));
      rest[a] -= self->r[a];
      error = fmax(error, fabs(rest[a]));
    }
    if (error <= 1e-13 * size) return 1;
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++) {
        double sum = a == b;
        for (int c = 0; c < n; c++) sum += slope[(long)a * n + c] * compliance[(long)c * n + b];
        matrix[(long)a * n + b] = sum;
      }
    if (!motion_solve(n, matrix, 1, rest)) return 0;
    for (int a = 0; a < n; a++) self->r[a] += rest[a];
  }
  return 0;
}

// Sliders that were dragged along. Where contact began within the step that is where the slider stayed.
static int move_sliders(march *self) {
  const motion_system *system = &self->motion->system;
  for (int b = 0; b < system->n_boundary; b++) {
    const int j = motion_slider(system, b);
    if (j >= 0) self->slider[b] = self->q[b] + self->r[b] / system->contact[j].tangential;
  }
  return 1;
}
static int place_sliders(march *self) {
  const motion_system *system = &self->motion->system;
  int placed = 0;
  for (int b = 0; b < system->n_boundary; b++) {
    const int j = motion_slider(system, b);
    if (j < 0) continue;
    const double old = raw_load(&system->contact[j], self->before),
                 now = raw_load(&system->contact[j], self->q);
    if (!(old < 0 && now > 0)) continue;
    self->slider[b] = self->before[b] + old / (old - now) * (self->q[b] - self->before[b]);
    placed = 1;
  }
  return placed;
}

// Set-valued laws with friction against the velocity, by projections one contact after the other.
static double project(march *self, const motion_contact *c, const double *compliance) {
  const int n = self->motion->system.n_boundary, first = c->first, tangent = first + c->has_normal;
  const int tangents = c->count - c->has_normal;
  double load = c->preload, change = 0, wanted[2] = {0, 0}, size = 0;
  for (int i = 0; i < c->count; i++) {
    const int a = first + i;
    self->q[a] = self->free[a];
    for (int b = 0; b < n; b++) self->q[a] += compliance[(long)a * n + b] * self->r[b];
    const double off = i < c->has_normal ? self->q[a] + c->gap : self->q[a] - self->before[a];
    const double to = self->r[a] - off / compliance[(long)a * n + a];
    if (i < c->has_normal) {
      const double r = fmax(-c->preload, to);
      change += fabs(r - self->r[a]);
      self->r[a] = r;
      load = c->preload + r;
    } else {
      wanted[a - tangent] = to;
    }
  }
  for (int i = 0; i < tangents; i++) size = hypot(size, wanted[i]);
  const double limit = c->friction * fmax(load, 0), part = size > limit ? limit / size : 1;
  for (int i = 0; i < tangents; i++) {
    change += fabs(part * wanted[i] - self->r[tangent + i]);
    self->r[tangent + i] = part * wanted[i];
  }
  return change;
}
static int solve_set_valued(march *self, const double *compliance) {
  enum { MOST = 20000 };
  const motion_system *system = &self->motion->system;
  for (int i = 0; i < MOST; i++) {
    double change = 0, size = 1e-300;
    for (int j = 0; j < system->n_contacts; j++) change += project(self, &system->contact[j], compliance);
    for (int b = 0; b < system->n_boundary; b++) size += fabs(self->r[b]);
    if (change <= 1e-12 * size) {
      find_q(self, compliance, self->r, self->q);
      return 1;
    }
  }
  return 0;
}

int march_solve(march *self, const double *compliance) {
  memcpy(self->before, self->q, (size_t)self->motion->system.n_boundary * sizeof *self->q);
  if (is_set_valued(&self->motion->system)) return solve_set_valued(self, compliance);
  if (!solve_springs(self, compliance)) return 0;
  for (int i = 0; i < 4 && place_sliders(self); i++)
    if (!solve_springs(self, compliance)) return 0;
  return move_sliders(self);
}
