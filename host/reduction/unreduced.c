// Makes the model of reduction method none.
#include "reduction/unreduced.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/eigen.h"
#include "reduction/canonical.h"
#include "reduction/store/reduced_content.h"

enum { MAX_STATIC_COORDINATES = 8000 }; // most coordinates without mass; their stiffness is a dense matrix

typedef struct unreduced {
  const model *m;
  const interface *f;
  reduced_model *out;
  arena *scratch;
  int n, n_static, n_inner, n_near;
  int *place;       // [n] index in p, or -1 - index in x_c for a static coordinate
  int *equation;    // [n_inner] equations of the coordinates of p
  double *root;     // [n_inner] square roots of the masses
  double *flexible; // K_cc⁻¹ [n_static][n_static]
  double *coupling; // K_ci [n_static][n_near], finally times M^-1/2
  double *follow;   // K_cc⁻¹ K_ci, same shape: x_c = K_cc⁻¹ (...) - follow p
} unreduced;

static int is_static_equation(const unreduced *z, int equation) {
  return z->place[equation] < 0;
}
static int static_index(const unreduced *z, int equation) {
  return -1 - z->place[equation];
}

static chatter_status check_unreduced_model(const reduction_input *in, const model *m) {
  const char *place = reduction_input_place(in, "reduction.method");
  if (m->damping.n > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: method none knows no damping matrix of the model's own (allowed: "
                       "reduction.rayleigh_mass, rayleigh_stiffness)",
                       place);
  for (int i = 0; i < m->mass.n; i++)
    for (long e = m->mass.row[i]; e < m->mass.row[i + 1]; e++)
      if (m->mass.column[e] != i && m->mass.value[e] != 0)
        return error_raise(
            CHATTER_BAD_STUDY,
            "%s: method none needs a diagonal mass matrix (allowed: model.mass_matrix: lumped)", place);
  return CHATTER_OK;
}

// Finds the static coordinates. place: -1 static, 1 coupled with those by K_ci, else 0.
static chatter_status find_static_coordinates(const reduction_input *in, unreduced *z) {
  const sparse *k = &z->m->stiffness;
  for (int b = 0; b < z->f->n_boundary; b++)
    for (int i = 0; i < z->f->boundary[b].n; i++)
      if (z->f->boundary[b].weight[i] != 0) z->place[z->f->boundary[b].equation[i]] = -1;
  for (int i = 0; i < z->n; i++) {
    if (!(sparse_diagonal(&z->m->mass, i) > 0)) z->place[i] = -1;
    z->n_static += z->place[i] < 0;
  }
  if (z->n_static > MAX_STATIC_COORDINATES)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: method none: %d coordinates are without mass (allowed: at most %d)",
                       reduction_input_place(in, "reduction.method"), z->n_static, MAX_STATIC_COORDINATES);
  for (int i = 0; i < z->n; i++)
    for (long e = k->row[i]; e < k->row[i + 1]; e++) {
      const int j = k->column[e];
      if (k->value[e] == 0 || (z->place[i] < 0) == (z->place[j] < 0)) continue;
      z->place[z->place[i] < 0 ? j : i] = 1;
    }
  return CHATTER_OK;
}

static chatter_status number_coordinates(unreduced *z) {
  int near = 0, far = 0, held = 0;
  for (int i = 0; i < z->n; i++) z->n_near += z->place[i] > 0;
  z->n_inner = z->n - z->n_static;
  z->equation = arena_allocate(z->scratch, ((size_t)z->n_inner + 1) * sizeof *z->equation);
  if (!z->equation) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  DENSE(z->root, z->scratch, z->n_inner, 1);
  for (int i = 0; i < z->n; i++) {
    z->place[i] = z->place[i] < 0 ? -1 - held++ : z->place[i] > 0 ? near++ : z->n_near + far++;
    if (is_static_equation(z, i)) continue;
    z->equation[z->place[i]] = i;
    z->root[z->place[i]] = sparse_diagonal(&z->m->mass, i); // the mass, before its root is taken
  }
  return CHATTER_OK;
}

static chatter_status condense_statics(unreduced *z) {
  const sparse *k = &z->m->stiffness;
  const int n = z->n_static, near = z->n_near;
  DENSE(z->flexible, z->scratch, n, n);
  DENSE(z->coupling, z->scratch, n, near);
  DENSE(z->follow, z->scratch, n, near);
  for (int i = 0; i < z->n; i++)
    for (long e = k->row[i]; e < k->row[i + 1]; e++) {
      const int j = k->column[e], a = is_static_equation(z, i) ? i : j, b = a == i ? j : i;
      if (!is_static_equation(z, a)) continue;
      const long row = static_index(z, a);
      if (is_static_equation(z, b)) {
        z->flexible[row * n + static_index(z, b)] = z->flexible[(long)static_index(z, b) * n + row] =
            k->value[e];
      } else if (k->value[e] != 0) {
        z->coupling[row * near + z->place[b]] = k->value[e];
      }
    }
  TRY(dense_invert(n, z->flexible,
                   "the stiffness of the coordinates without mass, those of the contacts among them"));
  dense_multiply(0, 0, n, near, n, 1, z->flexible, z->coupling, 0, z->follow);
  return CHATTER_OK;
}

// Distributes the mass of a static coordinate to those along its axis that it follows.
static void distribute_mass(const unreduced *z, int equation, const int *axis) {
  const double mass = sparse_diagonal(&z->m->mass, equation);
  const double *share = z->follow + (long)static_index(z, equation) * z->n_near;
  double sum = 0;
  for (int k = 0; k < z->n_near; k++)
    if (axis[z->equation[k]] == axis[equation]) sum -= share[k];
  for (int k = 0; k < z->n_near && sum > 0; k++)
    if (axis[z->equation[k]] == axis[equation]) z->root[k] -= mass * share[k] / sum;
}

static chatter_status redistribute_masses(const reduction_input *in, unreduced *z) {
  int *axis = arena_allocate(z->scratch, ((size_t)z->n + 1) * sizeof *axis); // 1, 2, 3; 0: none
  if (!axis) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  for (int i = 0; i < z->m->n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (z->m->nodes[i].equation[d] >= 0) axis[z->m->nodes[i].equation[d]] = d + 1;
  for (int i = 0; i < z->n; i++)
    if (is_static_equation(z, i) && axis[i] && sparse_diagonal(&z->m->mass, i) > 0)
      distribute_mass(z, i, axis);
  for (int k = 0; k < z->n_inner; k++) {
    if (!(z->root[k] > 0))
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: method none: the mass of the contact nodes cannot be passed on to their neighbours, "
          "one of which would have %g kg (allowed: a finer mesh there, or another method)",
          reduction_input_place(in, "reduction.method"), z->root[k]);
    z->root[k] = sqrt(z->root[k]);
  }
  for (int c = 0; c < z->n_static; c++)
    for (int k = 0; k < z->n_near; k++) {
      z->coupling[(long)c * z->n_near + k] /= z->root[k];
      z->follow[(long)c * z->n_near + k] /= z->root[k];
    }
  return CHATTER_OK;
}

// Assembles A: entries of K_ii, and of K_ic K_cc⁻¹ K_ci between all coordinates that K_ci couples.
static chatter_status assemble_stiffness(unreduced *z) {
  const sparse *k = &z->m->stiffness;
  const int near = z->n_near;
  const long most = k->n_entries + (long)near * (near + 1) / 2;
  double *fill, *value;
  long n = 0;
  int *row = arena_allocate(z->scratch, ((size_t)most + 1) * sizeof *row);
  int *column = arena_allocate(z->scratch, ((size_t)most + 1) * sizeof *column);
  if (!row || !column) return error_raise(CHATTER_DEVICE, "out of memory for the stiffness matrix");
  DENSE(value, z->scratch, most + 1, 1);
  DENSE(fill, z->scratch, near, near);
  dense_multiply(1, 0, near, near, z->n_static, 1, z->coupling, z->follow, 0, fill);
  for (int i = 0; i < z->n; i++)
    for (long e = k->row[i]; e < k->row[i + 1]; e++) {
      const int a = z->place[i], b = z->place[k->column[e]];
      if (a < 0 || b < 0) continue;
      row[n] = a, column[n] = b, value[n++] = k->value[e] / (z->root[a] * z->root[b]);
    }
  for (int a = 0; a < near; a++)
    for (int b = a; b < near; b++) {
      const double x = 0.5 * (fill[(long)a * near + b] + fill[(long)b * near + a]);
      if (x == 0) continue; // of distant contacts
      row[n] = a, column[n] = b, value[n++] = -x;
    }
  z->out->sparse = arena_allocate(z->out->memory, sizeof *z->out->sparse);
  if (!z->out->sparse) return error_raise(CHATTER_DEVICE, "out of memory for the stiffness matrix");
  return sparse_from_triplets(z->out->memory, z->n_inner, n, row, column, value, z->out->sparse);
}

// Multiplies K_cc⁻¹ with the static part of `full`, a vector of all equations.
static void multiply_flexibility(const unreduced *z, const double *full, double *to) {
  for (int c = 0; c < z->n_static; c++) to[c] = 0;
  for (int i = 0; i < z->n; i++) {
    if (!is_static_equation(z, i) || full[i] == 0) continue;
    const double *row = z->flexible + (long)static_index(z, i) * z->n_static;
    for (int c = 0; c < z->n_static; c++) to[c] += row[c] * full[i];
  }
}

// Computes the static motions under unit λ and unit loads: [n_boundary + n_loads][n_static].
static chatter_status find_static_motions(const unreduced *z, double **to) {
  const int nb = z->f->n_boundary, nl = z->f->n_loads;
  double *full;
  DENSE(full, z->scratch, z->n, 1);
  DENSE(*to, z->scratch, nb + nl, z->n_static);
  for (int b = 0; b < nb; b++) {
    memset(full, 0, (size_t)z->n * sizeof *full);
    direction_add(&z->f->boundary[b], 1, full);
    multiply_flexibility(z, full, *to + (long)b * z->n_static);
  }
  for (int l = 0; l < nl; l++) {
    multiply_flexibility(z, z->f->loads + (long)l * z->n, *to + (long)(nb + l) * z->n_static);
  }
  return CHATTER_OK;
}

// Returns the product of a direction's static part with a static motion.
static double dot_direction_static(const unreduced *z, const direction *d, const double *motion) {
  double sum = 0;
  for (int i = 0; i < d->n; i++)
    if (is_static_equation(z, d->equation[i])) sum += d->weight[i] * motion[static_index(z, d->equation[i])];
  return sum;
}

// Does the same for a vector of all equations.
static double dot_vector_static(const unreduced *z, const double *full, const double *motion) {
  double sum = 0;
  for (int i = 0; i < z->n; i++)
    if (is_static_equation(z, i)) sum += full[i] * motion[static_index(z, i)];
  return sum;
}

// Makes the row of a direction in terms of p, which x_c follows.
static void project_direction(const unreduced *z, const direction *d, double *to) {
  for (int i = 0; i < d->n; i++) {
    const int at = z->place[d->equation[i]];
    if (at >= 0) {
      to[at] += d->weight[i] / z->root[at];
      continue;
    }
    for (int k = 0; k < z->n_near; k++) to[k] -= d->weight[i] * z->follow[(long)(-1 - at) * z->n_near + k];
  }
}

static void project_load(const unreduced *z, int l, double *to) {
  const double *load = z->f->loads + (long)l * z->n;
  for (int i = 0; i < z->n; i++) {
    const int at = z->place[i];
    if (at >= 0) to[at] += load[i] / z->root[at];
    if (at >= 0 || load[i] == 0) continue;
    for (int k = 0; k < z->n_near; k++) to[k] -= load[i] * z->follow[(long)(-1 - at) * z->n_near + k];
  }
}

static chatter_status project_interface(const unreduced *z) {
  const interface *f = z->f;
  reduced_model *out = z->out;
  const int nb = f->n_boundary, nl = f->n_loads, n = z->n_inner;
  double *motion;
  TRY(find_static_motions(z, &motion));
  for (int b = 0; b < nb; b++) {
    project_direction(z, &f->boundary[b], out->phi_b + (long)b * n);
    for (int a = 0; a < nb; a++)
      out->flexibility[(long)a * nb + b] =
          dot_direction_static(z, &f->boundary[a], motion + (long)b * z->n_static);
    for (int l = 0; l < nl; l++)
      out->f_f[b * nl + l] = dot_direction_static(z, &f->boundary[b], motion + (long)(nb + l) * z->n_static);
  }
  for (int y = 0; y < f->n_responses; y++) {
    project_direction(z, &f->responses[y], out->phi_y + (long)y * n);
    for (int b = 0; b < nb; b++)
      out->f_y[y * nb + b] = dot_direction_static(z, &f->responses[y], motion + (long)b * z->n_static);
    for (int l = 0; l < nl; l++)
      out->f_yf[y * nl + l] =
          dot_direction_static(z, &f->responses[y], motion + (long)(nb + l) * z->n_static);
  }
  for (int l = 0; l < nl; l++) {
    project_load(z, l, out->phi_f + (long)l * n);
    for (int j = 0; j < nl; j++)
      out->f_ff[l * nl + j] =
          dot_vector_static(z, f->loads + (long)l * z->n, motion + (long)(nb + j) * z->n_static);
  }
  DENSE(out->stiffness, out->memory, nb, nb);
  memcpy(out->stiffness, out->flexibility, (size_t)nb * (size_t)nb * sizeof *out->stiffness);
  return dense_invert(nb, out->stiffness, "the flexibility F of the massless boundary");
}

// Computes p and q_b of a displacement field.
static void project_initial_field(const unreduced *z, const double *field, double *p, double *q_b) {
  for (int k = 0; k < z->n_inner; k++) p[k] = z->root[k] * field[z->equation[k]];
  for (int b = 0; b < z->f->n_boundary; b++) q_b[b] = direction_dot(&z->f->boundary[b], field);
}

static chatter_status project_initial_fields(const unreduced *z) {
  reduced_model *out = z->out;
  double *unit;
  DENSE(unit, z->scratch, z->n, 1);
  for (int d = 0; d < 3; d++)
    project_initial_field(z, z->f->translation + (long)d * z->n, out->translation + (long)d * z->n_inner,
                          out->translation_boundary + (long)d * out->n_boundary);
  for (int i = 0; i < out->n_masses; i++) {
    const int equation = z->m->nodes[i].equation[0];
    unit[equation] = 1;
    project_initial_field(z, unit, out->mass_motion + (long)i * z->n_inner,
                          out->mass_boundary + (long)i * out->n_boundary);
    unit[equation] = 0;
  }
  return CHATTER_OK;
}

static chatter_status make_canonical(const reduction_input *in, unreduced *z) {
  z->place = arena_allocate(z->scratch, ((size_t)z->n + 1) * sizeof *z->place);
  if (!z->place) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  TRY(find_static_coordinates(in, z));
  TRY(number_coordinates(z));
  z->out->massless = 1;
  z->out->n_modes = z->out->n_kept = z->n_inner;
  z->out->n_near = z->n_near;
  TRY(canonical_allocate(z->f, z->out));
  TRY(condense_statics(z));
  TRY(redistribute_masses(in, z));
  TRY(assemble_stiffness(z));
  for (int k = 0; k < z->n_inner; k++) z->out->omega2[k] = sparse_diagonal(z->out->sparse, k);
  TRY(project_interface(z));
  return project_initial_fields(z);
}

chatter_status unreduced_make(const reduction_input *in, const model *m, const interface *f,
                              reduced_model *out) {
  TRY(check_unreduced_model(in, m));
  unreduced z = {.m = m, .f = f, .out = out, .n = m->mass.n, .scratch = arena_create()};
  if (!z.scratch) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  const chatter_status status = make_canonical(in, &z);
  arena_destroy(z.scratch);
  return status;
}

// The matrix A, or A + Φ_bᵀ F⁻¹ Φ_b with all contacts stuck.
typedef struct limit_matrix {
  const reduced_model *r;
  double *push; // [2][n_boundary]; NULL: contacts open
} limit_matrix;

static void multiply_limit_matrix(void *context, const double *x, double *y) {
  const limit_matrix *of = context;
  const reduced_model *r = of->r;
  const int n = r->n_modes, nb = r->n_boundary;
  sparse_multiply(r->sparse, x, y);
  for (int b = 0; of->push && b < nb; b++) {
    of->push[b] = 0;
    for (int k = 0; k < r->n_near; k++) of->push[b] += r->phi_b[(long)b * n + k] * x[k];
  }
  for (int b = 0; of->push && b < nb; b++) {
    const double force = dot(nb, r->stiffness + (long)b * nb, of->push);
    for (int k = 0; k < r->n_near; k++) y[k] += r->phi_b[(long)b * n + k] * force;
  }
}

static chatter_status find_step_limit(const reduced_model *r, arena *scratch, double *push, double *limit) {
  limit_matrix of = {r, push};
  double lambda;
  TRY(eigen_largest(scratch, r->n_modes, multiply_limit_matrix, &of, &lambda));
  if (lambda > 0) *limit = 2 / sqrt(lambda);
  return CHATTER_OK;
}

chatter_status unreduced_find_limits(reduced_model *self) {
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory");
  double *push = dense_array(scratch, 1, (size_t)self->n_boundary + 1);
  chatter_status status = push ? find_step_limit(self, scratch, NULL, &self->limit_open) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = find_step_limit(self, scratch, push, &self->limit_stuck);
  arena_destroy(scratch);
  return status;
}
