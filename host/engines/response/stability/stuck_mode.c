#include "engines/response/stability/stuck_mode.h"

#include <math.h>
#include <string.h>

#include "reduction/algebra/dense.h"

// Sizes of the arrays, in the order of stuck_modes.
enum { N_ARRAYS = 6 };
static void sizes_of(const stuck_system *system, size_t size[N_ARRAYS]) {
  const size_t modes = (size_t)system->n_modes, rows = (size_t)system->n_boundary;
  const size_t all[N_ARRAYS] = {rows, modes, modes * modes, modes * rows, rows * rows, rows * modes};
  memcpy(size, all, sizeof all);
}

size_t stuck_modes_bytes(const stuck_system *system) {
  size_t size[N_ARRAYS], n = 0;
  sizes_of(system, size);
  for (int i = 0; i < N_ARRAYS; i++) n += size[i];
  return sizeof(stuck_modes) + n * sizeof(double);
}

stuck_modes *stuck_modes_at(const stuck_system *system, void *scratch) {
  stuck_modes *self = scratch;
  double *next = (double *)(void *)(self + 1);
  double **array[N_ARRAYS] = {&self->stiffness,  &self->lambda, &self->shape,
                              &self->coordinate, &self->work,   &self->solve};
  size_t size[N_ARRAYS];
  sizes_of(system, size);
  for (int i = 0; i < N_ARRAYS; next += size[i++]) *array[i] = next;
  return self;
}

// Computes work = √K_c (1 + √K_c F √K_c)⁻¹ √K_c = (K_c⁻¹ + F)⁻¹; this form allows springs without
// stiffness.
static chatter_status condense(const stuck_system *system, const double *stiffness, double *work) {
  const int n = system->n_boundary;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      work[(long)i * n + j] =
          (i == j) + sqrt(stiffness[i]) * system->flexibility[(long)i * n + j] * sqrt(stiffness[j]);
  TRY(dense_invert(n, work, "1 + √K F √K of the contact springs"));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) work[(long)i * n + j] *= sqrt(stiffness[i]) * sqrt(stiffness[j]);
  return CHATTER_OK;
}

// Finds q = Φ p - F (K_c⁻¹ + F)⁻¹ Φ p for each mode; `solve` holds (K_c⁻¹ + F)⁻¹ Φ.
static void find_coordinates(const stuck_system *system, stuck_modes *self) {
  const int n = system->n_boundary, m = system->n_modes;
  double *follow = self->solve, *phi = self->coordinate; // scratch; `phi` is overwritten last
  for (long i = 0; i < (long)n * m; i++) phi[i] = system->phi[i];
  dense_multiply(0, 0, n, m, n, -1, system->flexibility, follow, 1, phi);
  memcpy(follow, phi, (size_t)n * (size_t)m * sizeof *phi);
  dense_multiply(0, 1, m, n, m, 1, self->shape, follow, 0, self->coordinate);
}

static chatter_status solve(const stuck_system *system, stuck_modes *self) {
  const int n = system->n_boundary, m = system->n_modes;
  memset(self->shape, 0, (size_t)m * (size_t)m * sizeof *self->shape);
  for (int k = 0; k < m; k++) self->shape[(long)k * m + k] = system->omega2[k];
  TRY(condense(system, self->stiffness, self->work));
  dense_multiply(0, 0, n, m, n, 1, self->work, system->phi, 0, self->solve);
  dense_multiply(1, 0, m, m, n, 1, system->phi, self->solve, 1, self->shape);
  TRY(dense_eigen(m, self->shape, NULL, self->lambda, "the modes with all contacts stuck"));
  find_coordinates(system, self);
  return CHATTER_OK;
}

chatter_status stuck_modes_solve(const stuck_system *system, const double *stiffness, stuck_modes *self) {
  const size_t bytes = (size_t)system->n_boundary * sizeof *stiffness;
  if (self->is_solved && memcmp(self->stiffness, stiffness, bytes) == 0) return CHATTER_OK;
  memcpy(self->stiffness, stiffness, bytes);
  self->is_solved = 0;
  TRY(dense_begin());
  const chatter_status status = solve(system, self);
  dense_end();
  self->is_solved = status == CHATTER_OK;
  return status;
}
