// Bar along x from x = 0: linear elements with consistent mass, nodes 1 .. n + 1 with an x
// direction only. Sets LOWER (x = 0) and UPPER (x = L).
#include "model/model.h"
#include "model/model_building.h"
#include "model/model_checks.h"
#include "model/model_kinds.h"
#include "model/sparse_matrix.h"

enum { LOWER_END = CLAMPED_LOWER, UPPER_END = CLAMPED_UPPER, MAX_ELEMENTS = 10000000 };

static chatter_status validate_keys(const study *s) {
  const model_config *c = &s->model;
  TRY(model_check_positive(s, "youngs_modulus", c->youngs_modulus, " Pa"));
  TRY(model_check_positive(s, "density", c->density, " kg/m³"));
  TRY(model_check_positive(s, "length", c->length, " m"));
  TRY(model_check_positive(s, "area", c->area, " m²"));
  TRY(model_check_count(s, "elements", c->elements, MAX_ELEMENTS));
  if (c->elements == 1 && c->clamped == (LOWER_END | UPPER_END))
    return error_raise(CHATTER_BAD_MODEL, "%s: a bar of one element clamped at both ends cannot move",
                       model_key_place(s, "model.clamped"));
  return CHATTER_OK;
}

static chatter_status assemble_matrices(const model_config *c, model *out, arena *scratch) {
  int n = (int)c->elements;
  int *row, *column;
  double *k, *m;
  ARENA_ARRAY(row, scratch, 3 * (long)n);
  ARENA_ARRAY(column, scratch, 3 * (long)n);
  ARENA_ARRAY(k, scratch, 3 * (long)n);
  ARENA_ARRAY(m, scratch, 3 * (long)n);
  // Element matrices: K = EA/h [1 -1; -1 1], M = ρAh/6 [2 1; 1 2].
  double h = c->length / n, stiffness = c->youngs_modulus * c->area / h, mass = c->density * c->area * h / 6;
  const int n_equations = n + 1 - (c->clamped & LOWER_END) - (c->clamped & UPPER_END) / 2;
  long n_triplets = 0;
  for (int e = 0; e < n; e++)
    for (int part = 0; part < 3; part++) { // lower-lower, lower-upper, upper-upper
      int i = out->nodes[e + (part == 2)].equation[0], j = out->nodes[e + (part >= 1)].equation[0];
      if (part == 1 && (i < 0) != (j < 0))
        TRY(model_add_clamped(
            out, &(clamped_mass){.equation = i < 0 ? j : i, .node = i < 0 ? e : e + 1, .mass = mass}));
      if (i < 0 && part != 1) out->fixed_mass[0] += 2 * mass;
      if (i < 0 || j < 0) continue;
      row[n_triplets] = i;
      column[n_triplets] = j;
      k[n_triplets] = part == 1 ? -stiffness : stiffness;
      m[n_triplets++] = part == 1 ? mass : 2 * mass;
    }
  TRY(sparse_from_triplets(out->memory, n_equations, n_triplets, row, column, k, &out->stiffness));
  return sparse_from_triplets(out->memory, n_equations, n_triplets, row, column, m, &out->mass);
}

// Adds the two ends as surfaces of one node each.
static chatter_status add_end_surfaces(double area, model *out) {
  for (int end = 0; end < 2; end++) {
    model_surface *surface;
    TRY(model_add_surface(out, out->sets[end].name, 1, &surface));
    surface->node[0] = out->sets[end].node[0];
    surface->area[0] = area;
    surface->inward[0][0] = end ? -area : area;
  }
  return CHATTER_OK;
}

chatter_status bar_load(const study *s, model *out) {
  TRY(validate_keys(s));
  const model_config *c = &s->model;
  int n = (int)c->elements, equation = 0;
  TRY(model_add_line(out, n, c->length, 1, "LOWER", "UPPER"));
  TRY(add_end_surfaces(c->area, out));
  for (int i = 0; i <= n; i++) {
    const int fixed = (i == 0 && (c->clamped & LOWER_END)) || (i == n && (c->clamped & UPPER_END));
    out->nodes[i].equation[0] = fixed ? -1 : equation;
    equation += !fixed;
  }
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for a bar of %d elements", n);
  chatter_status status = assemble_matrices(c, out, scratch);
  arena_destroy(scratch);
  return status;
}
