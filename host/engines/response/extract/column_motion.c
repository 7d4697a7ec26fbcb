#include "engines/response/extract/column_motion.h"

#include <string.h>

#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

chatter_status response_motion_create(const engine_layout *layout, arena *memory, response_motion *out) {
  const int *dim = layout->sizes.dim;
  const int modes = dim[DIM_HB_MODES], boundary = dim[DIM_HB_BOUNDARY];
  *out = (response_motion){.layout = layout};
  out->contact = arena_allocate(memory, ((size_t)dim[DIM_HB_POINTS] + 1) * sizeof *out->contact);
  if (!out->contact) return error_raise(CHATTER_DEVICE, "out of memory");
  DENSE(out->number, memory, dim[DIM_HB_LAW_PARAMETERS] + dim[DIM_HB_POINTS],
        1); // and those of cubic springs
  DENSE(out->damping, memory, modes, 1);
  DENSE(out->load, memory, modes, hb_n_load_numbers(dim));
  DENSE(out->amplitude, memory, dim[DIM_HB_LOADS], hb_n_load_numbers(dim));
  DENSE(out->direct, memory, hb_n_ports(dim), hb_n_load_numbers(dim));
  DENSE(out->gap, memory, dim[DIM_HB_POINTS], 2 * dim[DIM_HB_GAP_HARMONICS]);
  DENSE(out->displacement, memory, boundary, hb_n_coefficients(dim));
  DENSE(out->force, memory, boundary, hb_n_coefficients(dim));
  DENSE(out->argument, memory, boundary, hb_n_coefficients(dim));
  DENSE(out->work, memory, 2 * modes, 2 * modes + 1);
  out->mode =
      arena_allocate(memory, ((size_t)dim[DIM_HB_HARMONICS] + 1) * (size_t)modes * sizeof *out->mode + 1);
  if (!out->mode) return error_raise(CHATTER_DEVICE, "out of memory");
  out->system = (motion_system){
      .n_modes = modes,
      .n_boundary = boundary,
      .n_contacts = dim[DIM_HB_POINTS],
      .omega2 = layout->model + hb_model_at(dim, HB_MODEL_OMEGA2),
      .damping = out->damping,
      .coupling = dim[DIM_HB_COUPLED] ? layout->model + hb_model_at(dim, HB_MODEL_COUPLING) : NULL,
      .phi = layout->model + hb_model_at(dim, HB_MODEL_SHAPES),
      .flexibility = layout->model + hb_model_at(dim, HB_MODEL_FLEXIBILITY),
      .contact = out->contact};
  out->orbit = (motion_orbit){.harmonics = dim[DIM_HB_HARMONICS],
                              .is_static = dim[DIM_HB_STATIC],
                              .coefficient = out->displacement,
                              .argument = out->argument,
                              .force = out->force};
  return CHATTER_OK;
}

// A cubic spring is treated as a compliant law, except for the place of its parameter.
static void find_numbers(const response_column *column, int j, double *number, motion_contact *to) {
  const int *dim = column->layout->sizes.dim, *table = column->layout->tables + (long)j * N_HB_POINT_INTEGERS;
  const int at = hb_law_parameter(dim) + table[HB_POINT_PARAMETERS_AT];
  to->number = number;
  to->compliant_law = table[HB_POINT_COMPLIANT_LAW];
  to->numbers = table[HB_POINT_N_PARAMETERS];
  to->states = table[HB_POINT_N_STATES];
  for (int i = 0; i < to->numbers; i++) number[i] = response_column_parameter(column, at + i);
  if (to->law != HB_LAW_SPRING) return;
  to->law = HB_LAW_COMPLIANT;
  to->compliant_law = LAW_CUBIC;
  to->numbers = 1;
  number[0] = response_column_parameter(column, hb_contact_parameter(dim, j) + HB_CUBIC_STIFFNESS);
}

static void find_contacts(const response_column *column, response_motion *self) {
  const int *dim = self->layout->sizes.dim;
  double *number = self->number;
  for (int j = 0; j < dim[DIM_HB_POINTS]; j++) {
    const int *table = self->layout->tables + (long)j * N_HB_POINT_INTEGERS,
              at = hb_contact_parameter(dim, j);
    motion_contact *to = &self->contact[j];
    *to = (motion_contact){.law = table[HB_POINT_LAW],
                           .first = table[HB_POINT_FIRST_COORDINATE],
                           .count = table[HB_POINT_N_COORDINATES],
                           .has_normal = table[HB_POINT_HAS_NORMAL],
                           .tangential = response_column_parameter(column, at + HB_TANGENTIAL_STIFFNESS),
                           .normal = response_column_parameter(column, at + HB_NORMAL_STIFFNESS),
                           .friction = response_column_parameter(column, at + HB_FRICTION),
                           .preload = response_column_parameter(column, at + HB_PRELOAD),
                           .gap = response_column_parameter(column, at + HB_GAP),
                           .lagrangian = response_column_parameter(column, at + HB_LAGRANGE_NORMAL),
                           .yield = response_column_parameter(column, at + HB_DEPENDENT_YIELD)};
    find_numbers(column, j, number, to);
    number += to->numbers;
    for (int i = 0; i < 2 * dim[DIM_HB_GAP_HARMONICS]; i++)
      self->gap[2 * dim[DIM_HB_GAP_HARMONICS] * j + i] =
          response_column_parameter(column, hb_gap_parameter(dim, j) + i);
  }
}

void response_motion_trajectory(const response_column *column, response_motion *self) {
  const int *dim = self->layout->sizes.dim;
  const int modes = dim[DIM_HB_MODES], loads = dim[DIM_HB_LOADS], numbers = hb_n_load_numbers(dim);
  const double *shape = self->layout->model + hb_model_at(dim, HB_MODEL_LOADS),
               *direct = self->layout->model + hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY);
  find_contacts(column, self);
  for (int k = 0; k < modes; k++)
    self->damping[k] = response_column_parameter(column, hb_damping_parameter(dim, k));
  memset(self->load, 0, (size_t)modes * (size_t)numbers * sizeof *self->load);
  memset(self->direct, 0, (size_t)hb_n_ports(dim) * (size_t)numbers * sizeof *self->direct);
  for (int l = 0; l < loads; l++)
    for (int i = 0; i < numbers; i++) {
      const double amplitude = response_column_parameter(column, hb_load_parameter(dim, l) + i);
      self->amplitude[l * numbers + i] = amplitude;
      for (int k = 0; k < modes; k++) self->load[k * numbers + i] += shape[(long)l * modes + k] * amplitude;
      for (int p = 0; p < hb_n_ports(dim); p++)
        self->direct[p * numbers + i] += direct[(long)p * loads + l] * amplitude;
    }
}

double complex response_motion_harmonic(const response_motion *self, const double *of, int row, int h) {
  const int is_static = self->orbit.is_static, width = hb_n_coefficients(self->layout->sizes.dim);
  const double *at = of + (long)row * width;
  if (h == 0) return is_static ? at[0] : 0;
  at += is_static + 2 * (h - 1);
  return CMPLX(at[0], -at[1]);
}

// Returns harmonic h of the loads at the point, for row k of `load`.
static double complex load_at(const response_motion *self, const double *load, int k, int h) {
  const int *dim = self->layout->sizes.dim, at = hb_load_harmonic_at(dim, h);
  const double *of = load + (long)k * hb_n_load_numbers(dim) + at;
  if (at < 0) return 0;
  return self->factor * (h ? CMPLX(of[0], -of[1]) : of[0]);
}

double response_motion_direct(const response_motion *self, int b, double tau) {
  double complex sum = 0;
  for (int h = 0; h <= self->orbit.harmonics; h++)
    sum += load_at(self, self->direct, b, h) * cexp(CMPLX(0, h * tau));
  return creal(sum);
}

double response_motion_load(const response_motion *self, int l, double tau) {
  double complex sum = 0;
  for (int h = 0; h <= self->orbit.harmonics; h++)
    sum += load_at(self, self->amplitude, l, h) * cexp(CMPLX(0, h * tau));
  return creal(sum);
}

double complex response_motion_mode(const response_motion *self, int k, int h) {
  return self->mode[(long)h * self->system.n_modes + k];
}

// Finds the mean of contact coordinate b from the argument of its law
// (kernels/response/response_layout.h). Returns 0 for set-valued friction, which does not determine
// it.
static int mean_of(const response_motion *self, int b, double *mean) {
  const int width = hb_n_coefficients(self->layout->sizes.dim);
  const double u = self->argument[(long)b * width], r = self->force[(long)b * width];
  for (int j = 0; j < self->system.n_contacts; j++) {
    const motion_contact *c = &self->contact[j];
    if (b < c->first || b >= c->first + c->count) continue;
    *mean = c->law == HB_LAW_SET_VALUED ? ((1 - c->yield) * r - u) / c->lagrangian - c->gap : u;
    return c->law != HB_LAW_SET_VALUED || (c->has_normal && b == c->first);
  }
  return 0;
}

// Finds the mean positions of rigid-body modes, which loads and forces do not determine: from the
// contact coordinates, by least squares.
static void place_rigid(response_motion *self) {
  const motion_system *system = &self->system;
  const int modes = system->n_modes, n = system->n_boundary;
  int rigid = 0;
  while (rigid < modes && system->omega2[rigid] == 0) rigid++;
  if (rigid == 0 || !self->orbit.is_static) return;
  double *a = self->work, *p = a + (long)rigid * rigid;
  memset(a, 0, ((size_t)rigid + 1) * (size_t)rigid * sizeof *a);
  for (int b = 0; b < n; b++) {
    const double *phi = system->phi + (long)b * modes;
    double rest;
    if (!mean_of(self, b, &rest)) continue;
    rest -= creal(load_at(self, self->direct, b, 0));
    for (int c = 0; c < n; c++)
      rest -= system->flexibility[(long)b * n + c] * creal(response_motion_harmonic(self, self->force, c, 0));
    for (int k = rigid; k < modes; k++) rest -= phi[k] * creal(self->mode[k]);
    for (int i = 0; i < rigid; i++) {
      p[i] += phi[i] * rest;
      for (int j = 0; j < rigid; j++) a[(long)i * rigid + j] += phi[i] * phi[j];
    }
  }
  if (!motion_solve_linear(rigid, a, 1, p)) return;
  for (int i = 0; i < rigid; i++) self->mode[i] = p[i];
}

static void find_modes(response_motion *self) {
  const int modes = self->system.n_modes;
  for (int h = 0; h <= self->orbit.harmonics; h++) {
    double complex *to = self->mode + (long)h * modes;
    for (int k = 0; k < modes; k++) {
      to[k] = load_at(self, self->load, k, h);
      for (int b = 0; b < self->system.n_boundary; b++)
        to[k] += self->system.phi[(long)b * modes + k] * response_motion_harmonic(self, self->force, b, h);
    }
    motion_steady_response(&self->system, h * self->orbit.omega, self->work, to);
  }
  place_rigid(self);
}

// Finds q = Φ p + F r + direct(t) for every law.
static void find_displacements(response_motion *self) {
  const int *dim = self->layout->sizes.dim;
  const int width = hb_n_coefficients(dim), modes = self->system.n_modes, n = self->system.n_boundary;
  for (int h = self->orbit.is_static ? 0 : 1; h <= self->orbit.harmonics; h++)
    for (int b = 0; b < n; b++) {
      double complex q = load_at(self, self->direct, b, h);
      for (int c = 0; c < n; c++)
        q += self->system.flexibility[(long)b * n + c] * response_motion_harmonic(self, self->force, c, h);
      for (int k = 0; k < modes; k++)
        q += self->system.phi[(long)b * modes + k] * response_motion_mode(self, k, h);
      double *to = self->displacement + (long)b * width + (h ? self->orbit.is_static + 2 * (h - 1) : 0);
      to[0] = creal(q);
      if (h) to[1] = -cimag(q);
    }
}

void response_motion_point(const response_column *column, int point, response_motion *self) {
  const int *dim = self->layout->sizes.dim;
  const int n = hb_n_unknowns(dim), arguments = N_RECORD + dim[DIM_HB_RESPONSES] * hb_n_coefficients(dim);
  self->orbit.omega = response_record_number(column, point, RECORD_OMEGA);
  const int is_modal = response_record_number(column, point, RECORD_STAGE) == STAGE_DNNM;
  self->factor = is_modal ? 0 : response_record_number(column, point, RECORD_LOAD_FACTOR);
  self->xi = is_modal ? response_record_number(column, point, RECORD_XI) : 0;
  for (int i = 0; i < n; i++) self->argument[i] = response_record_number(column, point, arguments + i);
  for (int i = 0; i < n; i++) self->force[i] = response_record_number(column, point, arguments + n + i);
  for (int k = 0; k < self->system.n_modes; k++)
    self->damping[k] = response_column_parameter(column, hb_damping_parameter(dim, k)) - self->xi;
  find_modes(self);
  find_displacements(self);
}
