#include "engines/response/shooting/flight_forces.h"

#include <math.h>
#include <string.h>

#include "engines/response/stability/compliant_path.h"

int flight_has_gap(const motion_contact *c) {
  return c->law == HB_LAW_COMPLIANT && compliant_has(c, LAW_HAS_GAP);
}
int flight_is_stop(const motion_system *system, const motion_contact *c) {
  const double yields = system->flexibility[(long)c->first * system->n_boundary + c->first];
  if (c->law == HB_LAW_SET_VALUED) return c->has_normal && c->count == 1 && yields > 0;
  return flight_has_gap(c) || (motion_is_elastic(c) && c->has_normal);
}

int flight_pushes(const flight *self, const flight_instant *at, int j) {
  const motion_contact *c = &self->system->contact[j];
  const int b = c->first;
  if (c->law == HB_LAW_SET_VALUED) return at->pushes[j] ? at->r[b] + c->preload > 0 : at->q[b] < 0;
  if (c->law != HB_LAW_COMPLIANT) return c->has_normal && c->preload - c->normal * (at->q[b] + c->gap) > 0;
  if (!flight_has_gap(c)) return 0;
  const law_result a = law_force(c->compliant_law, c->number, c->numbers, at->q[b] + c->gap, at->u[b]);
  return a.by_q != 0 || a.by_v != 0 || a.force != 0;
}

double flight_opening(const motion_contact *c, double q) {
  if (c->law == HB_LAW_SET_VALUED) return q;
  return q + c->gap - (c->law == HB_LAW_COMPLIANT ? 0 : c->preload / c->normal);
}

void flight_linearise(flight *self, const flight_instant *at) {
  const motion_system *system = self->system;
  memset(self->by_q, 0, 3 * (size_t)system->n_boundary * sizeof *self->by_q);
  memset(self->held, 0, (size_t)system->n_boundary * sizeof *self->held);
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    const int b = c->first;
    if (c->law == HB_LAW_COMPLIANT) {
      const double gap = flight_has_gap(c) ? c->gap : 0;
      const law_result a = law_force(c->compliant_law, c->number, c->numbers, at->q[b] + gap, at->u[b]);
      self->by_q[b] = a.by_q, self->by_v[b] = a.by_v;
      self->known[b] = a.force - a.by_q * at->q[b] - a.by_v * at->u[b];
    } else if (c->law == HB_LAW_SET_VALUED) {
      self->held[b] = at->pushes[j];
      self->known[b] = at->pushes[j] ? 0 : -c->preload;
    } else if (c->has_normal && at->pushes[j]) {
      self->by_q[b] = -c->normal;
      self->known[b] = c->preload - c->normal * c->gap;
    }
  }
}

void flight_matrix(flight *self, const double *compliance, const double *mobility) {
  const int n = self->system->n_boundary;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      const long at = (long)a * n + b;
      const double v = mobility ? self->by_v[a] * mobility[at] : 0;
      self->work[at] = self->held[a] ? compliance[at] : (a == b) - self->by_q[a] * compliance[at] - v;
    }
}

// Solves r = A q + B u + known with q = alone_q + C r, u = alone_u + V r. Returns 0 if singular.
static int solve_forces(flight *self, const double *compliance, const double *mobility, flight_instant *at) {
  const int n = self->system->n_boundary;
  const double *q = self->alone, *u = q + n;
  flight_matrix(self, compliance, mobility);
  for (int b = 0; b < n; b++)
    at->r[b] = self->held[b] ? -q[b] : self->by_q[b] * q[b] + self->by_v[b] * u[b] + self->known[b];
  if (!motion_solve_linear(n, self->work, 1, at->r)) return 0;
  for (int a = 0; a < n; a++) {
    at->q[a] = q[a], at->u[a] = u[a];
    for (int b = 0; b < n; b++) {
      at->q[a] += compliance[(long)a * n + b] * at->r[b];
      at->u[a] += mobility ? mobility[(long)a * n + b] * at->r[b] : 0;
    }
  }
  return 1;
}

// Returns 1 if the forces satisfy the compliant laws within rounding.
static int is_answered(const flight *self, const flight_instant *at) {
  static const double ROUNDING = 1e-11;
  for (int j = 0; j < self->system->n_contacts; j++) {
    const motion_contact *c = &self->system->contact[j];
    const int b = c->first;
    if (c->law != HB_LAW_COMPLIANT) continue;
    const double gap = flight_has_gap(c) ? c->gap : 0, q = at->q[b] + gap, u = at->u[b];
    const law_result a = law_force(c->compliant_law, c->number, c->numbers, q, u);
    const double size = fabs(a.force) + fabs(a.by_q) * (fabs(q) + fabs(gap)) + fabs(a.by_v * u);
    if (!(fabs(a.force - at->r[b]) <= ROUNDING * size)) return 0;
  }
  return 1;
}

int flight_respond(flight *self, const double *compliance, const double *mobility, flight_instant *at) {
  enum { ITERATIONS = 25 };
  memcpy(self->alone, at->q, (size_t)self->system->n_boundary * sizeof *at->q);
  memcpy(self->alone + self->system->n_boundary, at->u, (size_t)self->system->n_boundary * sizeof *at->u);
  for (int i = 0; i < ITERATIONS; i++) {
    flight_linearise(self, at);
    if (!solve_forces(self, compliance, mobility, at)) return 0;
    if (is_answered(self, at)) return 1;
  }
  return 0;
}

// Small deviations, beside the motion.

void flight_respond_columns(flight *self, const double *compliance, flight_block *b) {
  const motion_system *system = self->system;
  const int n = system->n_boundary, modes = system->n_modes;
  memset(b->r, 0, (size_t)n * sizeof *b->r);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < BLOCK_WIDTH; c++) {
        const double side =
            self->held[j] ? -b->q[j][c] : self->by_q[j] * b->q[j][c] + self->by_v[j] * b->u[j][c];
        b->r[i][c] += self->inverse[(long)i * n + j] * side;
      }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < BLOCK_WIDTH; c++) b->q[i][c] += compliance[(long)i * n + j] * b->r[j][c];
  for (int k = 0; k < modes; k++) {
    memset(b->force[k], 0, sizeof b->force[k]);
    for (int i = 0; i < n; i++)
      for (int c = 0; c < BLOCK_WIDTH; c++) b->force[k][c] += system->phi[(long)i * modes + k] * b->r[i][c];
  }
}

void flight_contact_motion_columns(const flight *self, flight_block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  memset(b->q, 0, 2 * (size_t)n * sizeof *b->q);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < modes; k++)
      for (int c = 0; c < BLOCK_WIDTH; c++) {
        const double phi = self->system->phi[(long)i * modes + k];
        b->q[i][c] += phi * b->p[k][c];
        b->u[i][c] += phi * b->v[k][c];
      }
}

int flight_invert(flight *self, const double *compliance, const double *mobility) {
  const int n = self->system->n_boundary;
  flight_matrix(self, compliance, mobility);
  for (int i = 0; i < n * n; i++) self->inverse[i] = i / n == i % n;
  return motion_solve_linear(n, self->work, n, self->inverse);
}

int flight_advance_columns(flight *self, int level) {
  const motion_step *step = &self->step[level];
  if (!flight_invert(self, step->compliance, self->mobility[level])) return 0;
  for (int i = 0; i < self->n_blocks; i++) {
    flight_block *b = &self->block[i];
    motion_step_advance(self->system, step, BLOCK_WIDTH, *b->force, *b->p, *b->v);
    flight_contact_motion_columns(self, b);
    flight_respond_columns(self, step->compliance, b);
    motion_step_add_end_forces(self->system, step, BLOCK_WIDTH, *b->force, *b->p, *b->v);
  }
  return 1;
}
