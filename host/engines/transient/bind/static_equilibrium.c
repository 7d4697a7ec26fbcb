// Newton's method on the residuals of static_equilibrium.h, whose projections have one-sided
// slopes. Soft springs hold the rigid modes first, so that a body finds its contacts; in the end
// contacts alone hold them.
#include "engines/transient/bind/static_equilibrium.h"

#include <math.h>
#include <string.h>

#include "engines/transient/bind/static_equilibrium_point.h"
#include "base/dot.h"
#include "engines/transient/bind/transient_drives.h"
#include "kernels/linear.h"

static const double accuracy = 1e-13; // of each residual, relative to the sizes of its terms
enum { MOST_STEPS = 60, HALVINGS = 6 };

static int count_rigid(const reduced_model *r) {
  int n = 0;
  for (int k = 0; k < r->n_modes; k++) n += r->omega2[k] == 0;
  return n;
}

// Sets the array pointers from `at` on (NULL: sizes only) and returns the number of numbers.
static size_t place(equilibrium_problem *p, double *at) {
  const size_t rows = (size_t)p->rows, rigid = (size_t)p->n_rigid, n = (size_t)p->n,
               points = (size_t)p->layout->reduced->n_contacts;
  const struct {
    double **array;
    size_t n;
  } arrays[] = {{&p->load, (size_t)p->layout->sizes.dim[DIM_LOADS]},
                {&p->g, rows * rows},
                {&p->c, rows},
                {&p->r, rigid * rows},
                {&p->push, rigid},
                {&p->unit, rigid},
                {&p->weight, rigid},
                {&p->scale, rows},
                {&p->gap, points},
                {&p->wall, 2 * points},
                {&p->q, rows},
                {&p->terms, rows},
                {&p->by_force, 3 * rows},
                {&p->by_q, 3 * rows},
                {&p->x, n},
                {&p->residual, n},
                {&p->size, n},
                {&p->jacobian, n * n},
                {&p->step, n},
                {&p->pivot, n},
                {&p->trial, n}};
  size_t total = 0;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; total += arrays[i++].n)
    *arrays[i].array = at ? at + total : NULL;
  return total;
}

static equilibrium_problem sized(const engine_layout *layout) {
  const reduced_model *r = layout->reduced;
  equilibrium_problem p = {.layout = layout, .rows = r->n_boundary, .n_rigid = count_rigid(r), .share = 1};
  p.n = p.rows + p.n_rigid;
  return p;
}

size_t static_equilibrium_scratch(const engine_layout *layout) {
  equilibrium_problem p = sized(layout);
  return place(&p, NULL) * sizeof(double) + (size_t)p.n_rigid * sizeof(int);
}

static equilibrium_problem lay_out(const engine_layout *layout, const study *config, const double *parameter,
                                   void *scratch) {
  const reduced_model *r = layout->reduced;
  equilibrium_problem p = sized(layout);
  p.config = config, p.parameter = parameter;
  const size_t numbers = place(&p, scratch);
  memset(scratch, 0, numbers * sizeof(double));
  p.rigid = (int *)(void *)((double *)scratch + numbers);
  for (int k = 0, found = 0; k < r->n_modes; k++)
    if (r->omega2[k] == 0) p.rigid[found++] = k;
  return p;
}

// Returns the force of the loads on mode k, N/√kg.
static double modal_load(const equilibrium_problem *self, int k) {
  const int *dim = self->layout->sizes.dim;
  const double *phi_f = self->layout->model + transient_model_at(dim, MODEL_PHI_F);
  double sum = 0;
  for (int l = 0; l < dim[DIM_LOADS]; l++) sum += phi_f[(long)l * dim[DIM_MODES] + k] * self->load[l];
  return sum;
}

static void set_up(equilibrium_problem *self) {
  const reduced_model *r = self->layout->reduced;
  const int *dim = self->layout->sizes.dim, rows = self->rows, modes = r->n_modes, loads = dim[DIM_LOADS];
  const double *f_f = self->layout->model + transient_model_at(dim, MODEL_F_F);
  for (int l = 0; l < loads; l++)
    self->load[l] =
        transient_load_at(self->layout, l, self->parameter + transient_drive_parameter(dim, l), 0);
  for (int a = 0; a < rows; a++) {
    for (int l = 0; l < loads; l++) self->c[a] += f_f[(long)a * loads + l] * self->load[l];
    for (int b = 0; b < rows; b++) self->g[(long)a * rows + b] = r->flexibility[(long)a * rows + b];
  }
  for (int k = 0; k < modes; k++) {
    if (r->omega2[k] == 0) continue;
    const double push = modal_load(self, k) / r->omega2[k];
    for (int a = 0; a < rows; a++) {
      const double phi = r->phi_b[(long)a * modes + k];
      self->c[a] += phi * push;
      for (int b = 0; b < rows; b++)
        self->g[(long)a * rows + b] += phi / r->omega2[k] * r->phi_b[(long)b * modes + k];
    }
  }
  for (int i = 0; i < self->n_rigid; i++) {
    self->push[i] = modal_load(self, self->rigid[i]);
    for (int b = 0; b < rows; b++) self->r[(long)i * rows + b] = r->phi_b[(long)b * modes + self->rigid[i]];
  }
}

// Returns the square of the smallest elastic frequency, or of 1 rad/s if all modes are rigid.
static double reference_stiffness(const reduced_model *r) {
  double least = 0;
  for (int k = 0; k < r->n_modes; k++)
    if (r->omega2[k] > 0 && (least == 0 || r->omega2[k] < least)) least = r->omega2[k];
  return least > 0 ? least : 1;
}

// Sets ρ of a point's rows: one value for its tangents, so that the disc stays circular.
static void set_scales(equilibrium_problem *self) {
  const reduced_model *r = self->layout->reduced;
  const double soft = reference_stiffness(r);
  for (int a = 0; a < self->rows; a++) {
    double flexibility = self->g[(long)a * self->rows + a];
    for (int i = 0; i < self->n_rigid; i++)
      flexibility += self->r[(long)i * self->rows + a] * self->r[(long)i * self->rows + a] / soft;
    self->scale[a] = flexibility > 0 ? 1 / flexibility : 1;
  }
  for (int j = 0; j < r->n_contacts; j++) {
    const int first = r->contacts[j].row_tangent[0], second = r->contacts[j].row_tangent[1];
    if (first >= 0 && second >= 0)
      self->scale[first] = self->scale[second] = fmin(self->scale[first], self->scale[second]);
  }
}

static void set_units(equilibrium_problem *self) {
  for (int i = 0; i < self->n_rigid; i++) {
    double most = 0, stiff = 0;
    for (int b = 0; b < self->rows; b++) {
      const double r = fabs(self->r[(long)i * self->rows + b]);
      most = fmax(most, r), stiff = fmax(stiff, r * self->scale[b]);
    }
    self->unit[i] = stiff > 0 ? 1 / stiff : 1;
    self->weight[i] = most > 0 ? 1 / most : 1;
  }
}

static void boundary(equilibrium_problem *self) {
  for (int a = 0; a < self->rows; a++) {
    double sum = self->c[a], size = fabs(sum);
    for (int b = 0; b < self->rows; b++) {
      const double part = self->g[(long)a * self->rows + b] * self->x[b];
      sum += part, size += fabs(part);
    }
    for (int i = 0; i < self->n_rigid; i++) {
      const double part = self->r[(long)i * self->rows + a] * self->unit[i] * self->x[self->rows + i];
      sum += part, size += fabs(part);
    }
    self->q[a] = sum, self->terms[a] = size;
  }
}

// Returns the largest force, N.
static double largest_force(const equilibrium_problem *self) {
  double most = 0;
  for (int b = 0; b < self->rows; b++) most = fmax(most, fabs(self->x[b]));
  for (int i = 0; i < self->n_rigid; i++) most = fmax(most, self->weight[i] * fabs(self->push[i]));
  return most;
}

// Evaluates the residuals at x. Returns the largest relative to its terms, and its row in *worst. A
// floor of 1e-3 of the largest force keeps the rounding of rows with small terms, as of an open
// stop, from counting.
static double residuals(equilibrium_problem *self, int *worst) {
  double most = 0;
  boundary(self);
  for (int j = 0; j < self->layout->reduced->n_contacts; j++) equilibrium_point_residual(self, j);
  for (int i = 0; i < self->n_rigid; i++) {
    const double held = self->hold * self->unit[i] * self->x[self->rows + i];
    double sum = self->push[i] - held, size = fabs(self->push[i]) + fabs(held);
    for (int b = 0; b < self->rows; b++) {
      const double part = self->r[(long)i * self->rows + b] * self->x[b];
      sum += part, size += fabs(part);
    }
    self->residual[self->rows + i] = self->weight[i] * sum,
                                self->size[self->rows + i] = self->weight[i] * size;
  }
  const double floor = 1e-3 * largest_force(self);
  for (int i = 0; i < self->n; i++) {
    const double off = self->residual[i] == 0 ? 0 : fabs(self->residual[i]) / (self->size[i] + floor);
    if (off > most || !(off == off)) most = off, *worst = i;
  }
  return most;
}

// Returns 1 if the loads on rigid modes are balanced too. A body that nothing holds drifts so far
// that rounding hides any force.
static int is_balanced(const equilibrium_problem *self) {
  double off = 0;
  for (int i = 0; i < self->n; i++) off = fmax(off, fabs(self->residual[i]));
  return off <= 1e-9 * largest_force(self);
}

static double merit(const equilibrium_problem *self) {
  return dot(self->n, self->residual, self->residual);
}

static void put_row(equilibrium_problem *self, const int *rows_of_point, int n, int row) {
  double *to = self->jacobian + (long)row * self->n;
  for (int i = 0; i < n; i++) {
    const int other = rows_of_point[i];
    const double by_q = self->by_q[3L * row + i];
    to[other] += self->by_force[3L * row + i];
    for (int b = 0; by_q != 0 && b < self->rows; b++) to[b] += by_q * self->g[(long)other * self->rows + b];
    for (int k = 0; by_q != 0 && k < self->n_rigid; k++)
      to[self->rows + k] += by_q * self->r[(long)k * self->rows + other] * self->unit[k];
  }
}

static void newton_step(equilibrium_problem *self) {
  const reduced_model *r = self->layout->reduced;
  memset(self->jacobian, 0, (size_t)self->n * (size_t)self->n * sizeof(double));
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    int rows[3], n = 0;
    if (point->row_normal >= 0) rows[n++] = point->row_normal;
    for (int i = 0; i < 2; i++)
      if (point->row_tangent[i] >= 0) rows[n++] = point->row_tangent[i];
    for (int i = 0; i < n; i++) put_row(self, rows, n, rows[i]);
  }
  for (int i = 0; i < self->n_rigid; i++) {
    double *to = self->jacobian + (long)(self->rows + i) * self->n;
    for (int b = 0; b < self->rows; b++) to[b] = self->weight[i] * self->r[(long)i * self->rows + b];
    to[self->rows + i] = -self->weight[i] * self->hold * self->unit[i];
  }
  for (int i = 0; i < self->n; i++) self->step[i] = -self->residual[i];
  linear_lu(self->jacobian, self->n, linear_rounding_level(self->jacobian, self->n), self->pivot);
  linear_lu_solve(self->jacobian, self->n, self->pivot, self->step);
}

// Moves by the longest of the halved steps that lowers the residuals; if none does, by the whole
// step, to pass the kinks. Returns the residual there.
static double move(equilibrium_problem *self, int *worst) {
  const double before = merit(self);
  double off = 0;
  memcpy(self->trial, self->x, (size_t)self->n * sizeof *self->x);
  for (int i = 0; i <= HALVINGS; i++) {
    const double part = i == HALVINGS ? 1 : ldexp(1, -i);
    for (int l = 0; l < self->n; l++) self->x[l] = self->trial[l] + part * self->step[l];
    off = residuals(self, worst);
    if (merit(self) < before) break;
  }
  return off;
}

// Iterates with at least `least` steps.
static int solve(equilibrium_problem *self, int least, int *worst) {
  double off = residuals(self, worst);
  for (int i = 0; i < MOST_STEPS && (i < least || !(off <= accuracy)); i++) {
    newton_step(self);
    off = move(self, worst);
    if (!isfinite(off)) return 0;
  }
  return off <= accuracy && is_balanced(self);
}

static int has_friction(const equilibrium_problem *self) {
  const transient_setup *setup = self->layout->setup;
  for (int e = 0; e < setup->n_entries; e++)
    if (self->parameter[transient_entry_parameter(self->layout->sizes.dim, e) + ENTRY_FRICTION] > 0) return 1;
  return 0;
}

// Raises the friction from 0 to its value.
static int raise_friction(equilibrium_problem *self, int *worst) {
  enum { STEPS = 40 };
  int found = 0;
  for (int i = 0; i <= STEPS; i++) {
    self->share = (double)i / STEPS;
    found = solve(self, 0, worst);
  }
  return found;
}

static int find(equilibrium_problem *self, int *worst) {
  const double reference = reference_stiffness(self->layout->reduced);
  self->bonded = 1;
  for (int i = 0; self->n_rigid > 0 && i < 6; i++) {
    self->hold = reference * pow(10, -2 * i);
    solve(self, 0, worst);
  }
  self->hold = 0;
  solve(self, 0, worst);
  self->bonded = 0;
  return solve(self, 0, worst) || (has_friction(self) && raise_friction(self, worst));
}

// Moreau's contacts take part only if their gap is not above zero. Gaps are shifted by a rounding
// error so that pressed contacts stay closed.
static int press(equilibrium_problem *self, int *worst) {
  const reduced_model *r = self->layout->reduced;
  if (integrator_of(self->config)->scheme != SCHEME_MOREAU) return 1;
  for (int j = 0; j < r->n_contacts; j++) {
    const int row = r->contacts[j].row_normal;
    if (row >= 0) self->gap[j] += 1e-14 * self->terms[row];
  }
  return solve(self, 1, worst); // one step, as the residuals satisfy the tolerance already
}

static void write_state(const equilibrium_problem *self, double *state) {
  const reduced_model *r = self->layout->reduced;
  const int *dim = self->layout->sizes.dim;
  double *p = state + transient_row_p(dim);
  for (int k = 0; k < r->n_modes; k++) {
    double force = modal_load(self, k);
    for (int b = 0; b < self->rows; b++) force += r->phi_b[(long)b * r->n_modes + k] * self->x[b];
    p[k] = r->omega2[k] > 0 ? force / r->omega2[k] : 0;
  }
  for (int i = 0; i < self->n_rigid; i++) p[self->rigid[i]] = self->unit[i] * self->x[self->rows + i];
  memcpy(state + transient_row_force(dim), self->x, (size_t)self->rows * sizeof *state);
  memcpy(state + transient_row_boundary(dim), self->q, (size_t)self->rows * sizeof *state);
  for (int j = 0; dim[DIM_LAW_STATES] && j < r->n_contacts; j++)
    equilibrium_point_states(self, j, state + transient_row_law_states(dim, j));
}

static int point_of(const reduced_model *r, int row) {
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    if (point->row_normal == row || point->row_tangent[0] == row || point->row_tangent[1] == row) return j;
  }
  return -1;
}

int static_equilibrium_find(const engine_layout *layout, const study *config, const double *parameter,
                            void *scratch, double *state, int *point) {
  equilibrium_problem self = lay_out(layout, config, parameter, scratch);
  int worst = 0;
  set_up(&self);
  equilibrium_set_gaps(&self);
  set_scales(&self);
  set_units(&self);
  const int found = find(&self, &worst) && press(&self, &worst);
  *point = worst < self.rows ? point_of(layout->reduced, worst) : -1;
  if (found) write_state(&self, state);
  return found;
}
