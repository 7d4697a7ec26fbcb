// Euler-Bernoulli beam along x from x = 0 that bends in the x-y plane: cubic Hermite elements with
// consistent mass, rectangular section. Nodes 0 .. n have the direction y. The rows of their
// rotations about z follow those of y; no contact, load or output can name them. Sets LEFT (x = 0)
// and RIGHT (x = L).
#include <math.h>

#include "model/model.h"
#include "model/model_building.h"
#include "model/model_checks.h"
#include "model/model_kinds.h"
#include "model/sparse_matrix.h"

enum { ELEMENT_ROWS = 4, ELEMENT_ENTRIES = ELEMENT_ROWS * (ELEMENT_ROWS + 1) / 2, MAX_ELEMENTS = 1000000 };

static int is_end_clamped(const model_config *c, int end) {
  return c->clamped == end || c->clamped == CLAMPED_BOTH;
}

static chatter_status validate_keys(const study *s) {
  const model_config *c = &s->model;
  TRY(model_check_positive(s, "youngs_modulus", c->youngs_modulus, " Pa"));
  TRY(model_check_positive(s, "density", c->density, " kg/m³"));
  TRY(model_check_positive(s, "length", c->length, " m"));
  TRY(model_check_positive(s, "height", c->height, " m"));
  TRY(model_check_positive(s, "width", c->width, " m"));
  TRY(model_check_count(s, "elements", c->elements, MAX_ELEMENTS));
  if (c->elements == 1 && c->clamped == CLAMPED_BOTH)
    return error_raise(CHATTER_BAD_MODEL, "%s: a beam of one element clamped at both ends cannot move",
                       model_key_place(s, "model.clamped"));
  return CHATTER_OK;
}

// Matrices of an element, the same for all. Rows: v and dv/dx of the left node, then of the right
// one.
static void make_element_matrices(const model_config *c, double k[ELEMENT_ROWS][ELEMENT_ROWS],
                                  double m[ELEMENT_ROWS][ELEMENT_ROWS]) {
  const double h = c->length / c->elements, area = c->width * c->height;
  const double bending = c->youngs_modulus * area * c->height * c->height / 12 / (h * h * h);
  const double mass = c->density * area * h / 420;
  const double stiffness[ELEMENT_ROWS][ELEMENT_ROWS] = {
      {12, 6 * h, -12, 6 * h}, {0, 4 * h * h, -6 * h, 2 * h * h}, {0, 0, 12, -6 * h}, {0, 0, 0, 4 * h * h}};
  const double inertia[ELEMENT_ROWS][ELEMENT_ROWS] = {{156, 22 * h, 54, -13 * h},
                                                      {0, 4 * h * h, 13 * h, -3 * h * h},
                                                      {0, 0, 156, -22 * h},
                                                      {0, 0, 0, 4 * h * h}};
  for (int p = 0; p < ELEMENT_ROWS; p++)
    for (int q = p; q < ELEMENT_ROWS; q++) {
      k[p][q] = bending * stiffness[p][q];
      m[p][q] = mass * inertia[p][q];
    }
}

static chatter_status assemble_matrices(const model_config *c, int n_equations, model *out, arena *scratch) {
  const int n = (int)c->elements;
  double k[ELEMENT_ROWS][ELEMENT_ROWS], m[ELEMENT_ROWS][ELEMENT_ROWS], *stiffness, *mass;
  int *row, *column;
  long entries = 0;
  ARENA_ARRAY(row, scratch, ELEMENT_ENTRIES * (long)n);
  ARENA_ARRAY(column, scratch, ELEMENT_ENTRIES * (long)n);
  ARENA_ARRAY(stiffness, scratch, ELEMENT_ENTRIES * (long)n);
  ARENA_ARRAY(mass, scratch, ELEMENT_ENTRIES * (long)n);
  make_element_matrices(c, k, m);
  for (int e = 0; e < n; e++)
    for (int p = 0; p < ELEMENT_ROWS; p++)
      for (int q = p; q < ELEMENT_ROWS; q++) {
        const int i = out->nodes[e + p / 2].equation[1], j = out->nodes[e + q / 2].equation[1];
        // The displacement of a fixed node moves with the base; its rotation is zero.
        const clamped_mass first = {j + q % 2, e + p / 2, 1, 0, m[p][q]},
                           second = {i + p % 2, e + q / 2, 1, 0, m[p][q]};
        if (i < 0 && p % 2 == 0 && j >= 0) TRY(model_add_clamped(out, &first));
        if (j < 0 && q % 2 == 0 && i >= 0) TRY(model_add_clamped(out, &second));
        if (i < 0 && p == q && p % 2 == 0) out->fixed_mass[1] += m[p][p];
        if (i < 0 || j < 0) continue;
        row[entries] = i + p % 2;
        column[entries] = j + q % 2;
        stiffness[entries] = k[p][q];
        mass[entries++] = m[p][q];
      }
  TRY(sparse_from_triplets(out->memory, n_equations, entries, row, column, stiffness, &out->stiffness));
  return sparse_from_triplets(out->memory, n_equations, entries, row, column, mass, &out->mass);
}

chatter_status beam_load(const study *s, model *out) {
  TRY(validate_keys(s));
  const model_config *c = &s->model;
  const int n = (int)c->elements;
  int equation = 0;
  TRY(model_add_line(out, n, c->length, 0, "LEFT", "RIGHT"));
  for (int i = 0; i <= n; i++) {
    const int fixed =
        (i == 0 && is_end_clamped(c, CLAMPED_LEFT)) || (i == n && is_end_clamped(c, CLAMPED_RIGHT));
    out->nodes[i].equation[1] = fixed ? -1 : equation;
    equation += fixed ? 0 : 2;
  }
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for a beam of %d elements", n);
  chatter_status status = assemble_matrices(c, equation, out, scratch);
  arena_destroy(scratch);
  return status;
}
