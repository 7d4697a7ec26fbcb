#include "engines/response/verify/march_contact.h"

#include <math.h>
#include <string.h>

static int has_set_valued(const motion_system *system) {
  for (int j = 0; j < system->n_contacts; j++)
    if (system->contact[j].law == HB_LAW_SET_VALUED) return 1;
  return 0;
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

// Newton's method on r - r(free + G r) = 0; of elastic elements it ends where no state changes. 0: it does
// not end, as where it goes to and fro between the two directions of slip of an element that sticks.
static int solve_by_slopes(march *self, const double *compliance) {
  enum { MOST = 12 };
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
static void move_sliders(march *self) {
  const motion_system *system = &self->motion->system;
  for (int b = 0; b < system->n_boundary; b++) {
    const int j = motion_slider(system, b);
    if (j >= 0) self->slider[b] = self->q[b] + self->r[b] / system->contact[j].tangential;
  }
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

// Coordinate a's displacement without its own force.
static double find_rest(const march *self, int a, const double *compliance) {
  const int n = self->motion->system.n_boundary;
  double sum = self->free[a];
  for (int b = 0; b < n; b++) sum += b == a ? 0 : compliance[(long)a * n + b] * self->r[b];
  return sum;
}

// The force of a contact under those of all others, and by how much it changed.
static double set(march *self, int a, double r) {
  const double change = fabs(r - self->r[a]);
  self->r[a] = r;
  return change;
}
static double relax_cubic(march *self, const motion_contact *c, const double *compliance) {
  const int a = c->first, n = self->motion->system.n_boundary;
  const double own = compliance[(long)a * n + a] * c->cubic, rest = find_rest(self, a, compliance);
  double q = rest; // q + own q³ = rest, which Newton's method comes to from that side
  for (int i = 0; i < 100; i++) {
    const double move = (q + own * q * q * q - rest) / (1 + 3 * own * q * q);
    q -= move;
    if (fabs(move) <= 1e-16 * fabs(q)) break;
  }
  return set(self, a, -c->cubic * q * q * q);
}
static double relax_elastic(march *self, const motion_contact *c, const double *compliance) {
  const int n = self->motion->system.n_boundary, a = c->first, t = a + c->has_normal;
  double change = 0, load = c->preload;
  if (c->has_normal) {
    const double own = c->normal * compliance[(long)a * n + a];
    const double raw = c->preload - c->normal * (find_rest(self, a, compliance) + c->gap);
    load = (raw + own * c->preload) / (1 + own);
    change = set(self, a, fmax(load, 0) - c->preload);
  }
  if (c->count == c->has_normal) return change;
  const double own = c->tangential * compliance[(long)t * n + t], limit = c->friction * fmax(load, 0);
  const double force = c->tangential * (find_rest(self, t, compliance) - self->slider[t]) / (1 + own);
  return change + set(self, t, -fmin(fmax(force, -limit), limit));
}
// Friction against the velocity of the step; along every direction there is flexibility.
static double relax_set_valued(march *self, const motion_contact *c, const double *compliance) {
  const int n = self->motion->system.n_boundary, a = c->first, t = a + c->has_normal;
  const int tangents = c->count - c->has_normal;
  double change = 0, wanted[2] = {0, 0}, size = 0;
  if (c->has_normal) {
    const double own = compliance[(long)a * n + a];
    change = set(self, a, fmax(-c->preload, -(find_rest(self, a, compliance) + c->gap) / own));
  }
  const double limit = c->friction * fmax(c->preload + (c->has_normal ? self->r[a] : 0), 0);
  for (int i = 0; i < tangents; i++) {
    const double own = compliance[(long)(t + i) * n + t + i];
    wanted[i] = (self->before[t + i] - find_rest(self, t + i, compliance)) / own;
    size = hypot(size, wanted[i]);
  }
  for (int i = 0; i < tangents; i++)
    change += set(self, t + i, (size > limit ? limit / size : 1) * wanted[i]);
  return change;
}

// One contact after the other, up to `most` times. 0: forces still change.
static int relax(march *self, const double *compliance, int most) {
  const motion_system *system = &self->motion->system;
  for (int i = 0; i < most; i++) {
    double change = 0, size = 0;
    for (int j = 0; j < system->n_contacts; j++) {
      const motion_contact *c = &system->contact[j];
      change += c->law == HB_LAW_SPRING       ? relax_cubic(self, c, compliance)
                : c->law == HB_LAW_SET_VALUED ? relax_set_valued(self, c, compliance)
                                              : relax_elastic(self, c, compliance);
    }
    for (int b = 0; b < system->n_boundary; b++) size += fabs(self->r[b]);
    if (change <= 1e-13 * size) {
      find_q(self, compliance, self->r, self->q);
      return 1;
    }
  }
  return 0;
}

static int solve(march *self, const double *compliance) {
  enum { FEW = 3, MOST = 20000 };
  if (relax(self, compliance, FEW)) return 1;
  if (!has_set_valued(&self->motion->system) && solve_by_slopes(self, compliance)) return 1;
  return relax(self, compliance, MOST);
}

int march_solve(march *self, const double *compliance) {
  memcpy(self->before, self->q, (size_t)self->motion->system.n_boundary * sizeof *self->q);
  if (!solve(self, compliance)) return 0;
  for (int i = 0; i < 4 && place_sliders(self); i++)
    if (!solve(self, compliance)) return 0;
  move_sliders(self);
  return 1;
}
