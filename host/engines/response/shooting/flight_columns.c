// Small deviations in time, beside the motion.
#include "engines/response/shooting/flight_inner.h"

#include <string.h>

void flight_respond_columns(flight *self, const double *compliance, flight_block *b) {
  const motion_system *system = self->system;
  const int n = system->n_boundary, modes = system->n_modes;
  memset(b->r, 0, (size_t)n * sizeof *b->r);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < WIDE; c++) {
        const double side =
            self->held[j] ? -b->q[j][c] : self->by_q[j] * b->q[j][c] + self->by_v[j] * b->u[j][c];
        b->r[i][c] += self->inverse[(long)i * n + j] * side;
      }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int c = 0; c < WIDE; c++) b->q[i][c] += compliance[(long)i * n + j] * b->r[j][c];
  for (int k = 0; k < modes; k++) {
    memset(b->force[k], 0, sizeof b->force[k]);
    for (int i = 0; i < n; i++)
      for (int c = 0; c < WIDE; c++) b->force[k][c] += system->phi[(long)i * modes + k] * b->r[i][c];
  }
}

void flight_place_columns(const flight *self, flight_block *b) {
  const int n = self->system->n_boundary, modes = self->system->n_modes;
  memset(b->q, 0, 2 * (size_t)n * sizeof *b->q);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < modes; k++)
      for (int c = 0; c < WIDE; c++) {
        const double phi = self->system->phi[(long)i * modes + k];
        b->q[i][c] += phi * b->p[k][c];
        b->u[i][c] += phi * b->v[k][c];
      }
}

int flight_invert(flight *self, const double *compliance, const double *mobility) {
  const int n = self->system->n_boundary;
  flight_matrix(self, compliance, mobility);
  for (int i = 0; i < n * n; i++) self->inverse[i] = i / n == i % n;
  return motion_solve(n, self->work, n, self->inverse);
}

int flight_take_columns(flight *self, int level) {
  const motion_step *step = &self->step[level];
  if (!flight_invert(self, step->compliance, self->mobility[level])) return 0;
  for (int i = 0; i < self->n_blocks; i++) {
    flight_block *b = &self->block[i];
    motion_step_take(self->system, step, WIDE, *b->force, *b->p, *b->v);
    flight_place_columns(self, b);
    flight_respond_columns(self, step->compliance, b);
    motion_step_end(self->system, step, WIDE, *b->force, *b->p, *b->v);
  }
  return 1;
}
