// Rectangular body in plane stress in the x-y plane: bilinear quadrilaterals with incompatible
// modes, element QM6 of Taylor et al. 1976, 2 × 2 Gauss points, consistent mass. Nodes 1 + (across
// + 1) i + j with i along x and j along y, from 0; directions x and y. Sets LEFT (x = 0), RIGHT (x
// = L), BOTTOM (y = 0), TOP (y = H).
#include <math.h>
#include <string.h>

#include "base/cells.h"
#include "model/model.h"
#include "model/model_building.h"
#include "model/model_checks.h"
#include "model/model_kinds.h"
#include "model/sparse_matrix.h"

enum { CORNERS = 4, ELEMENT_ROWS = 2 * CORNERS, INCOMPATIBLE_MODES = 4, MAX_NODES = 5000000 };

// Matrices of an element. Rows: 2 corner + direction, corners in the order of the nodes: along y,
// then x.
typedef struct element_matrices {
  double stiffness[ELEMENT_ROWS][ELEMENT_ROWS], mass[ELEMENT_ROWS][ELEMENT_ROWS];
} element_matrices;

static const double corner_position[CORNERS][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

static chatter_status validate_keys(const study *s) {
  const model_config *c = &s->model;
  TRY(model_check_positive(s, "youngs_modulus", c->youngs_modulus, " Pa"));
  TRY(model_check_number(s, "poisson_ratio", c->poisson_ratio,
                         c->poisson_ratio > -1 && c->poisson_ratio < 0.5, "more than -1 and less than 0.5",
                         ""));
  TRY(model_check_positive(s, "density", c->density, " kg/m³"));
  TRY(model_check_positive(s, "length", c->length, " m"));
  TRY(model_check_positive(s, "height", c->height, " m"));
  TRY(model_check_positive(s, "width", c->width, " m"));
  TRY(model_check_count(s, "elements", c->elements, MAX_NODES / 4));
  TRY(model_check_count(s, "elements_across", c->elements_across, MAX_NODES / 4));
  if ((c->elements + 1) * (c->elements_across + 1) > MAX_NODES)
    return error_raise(CHATTER_BAD_MODEL,
                       "%s: a mesh of %.0f × %.0f elements has %.0f nodes; allowed: at most %d",
                       model_key_place(s, "model.elements_across"), c->elements, c->elements_across,
                       (c->elements + 1) * (c->elements_across + 1), MAX_NODES);
  if (c->elements == 1 && c->clamped == CLAMPED_BOTH)
    return error_raise(CHATTER_BAD_MODEL, "%s: a plane of one element clamped at both ends cannot move",
                       model_key_place(s, "model.clamped"));
  return CHATTER_OK;
}

// Strains ε_x, ε_y, γ of a displacement along x (direction 0) or y (1) with the gradient dx, dy.
static void find_motion_strain(int direction, double dx, double dy, double strain[3]) {
  strain[0] = direction == 0 ? dx : 0;
  strain[1] = direction == 1 ? dy : 0;
  strain[2] = direction == 0 ? dy : dx;
}

// Strains at (ξ, η) of the corners' displacements, then of the incompatible modes 1 - ξ² and 1 - η²
// along x and y. The Jacobian of a rectangle is constant.
static void find_strains(double xi, double eta, const double half[2],
                         double b[ELEMENT_ROWS + INCOMPATIBLE_MODES][3]) {
  for (int p = 0; p < ELEMENT_ROWS; p++) {
    const double *at = corner_position[p / 2];
    find_motion_strain(p % 2, at[0] * (1 + at[1] * eta) / (4 * half[0]),
                       at[1] * (1 + at[0] * xi) / (4 * half[1]), b[p]);
  }
  for (int d = 0; d < 2; d++) {
    find_motion_strain(d, -2 * xi / half[0], 0, b[ELEMENT_ROWS + d]);
    find_motion_strain(d, 0, -2 * eta / half[1], b[ELEMENT_ROWS + 2 + d]);
  }
}

static void add_stiffness(const model_config *c, double volume,
                          double b[ELEMENT_ROWS + INCOMPATIBLE_MODES][3],
                          double k[ELEMENT_ROWS + INCOMPATIBLE_MODES][ELEMENT_ROWS + INCOMPATIBLE_MODES]) {
  const double nu = c->poisson_ratio, d = c->youngs_modulus / (1 - nu * nu) * volume;
  for (int p = 0; p < ELEMENT_ROWS + INCOMPATIBLE_MODES; p++) {
    const double stress[] = {d * (b[p][0] + nu * b[p][1]), d * (nu * b[p][0] + b[p][1]),
                             d * (1 - nu) / 2 * b[p][2]};
    for (int q = 0; q < ELEMENT_ROWS + INCOMPATIBLE_MODES; q++)
      k[p][q] += stress[0] * b[q][0] + stress[1] * b[q][1] + stress[2] * b[q][2];
  }
}

static void add_mass(double mass, double xi, double eta, double m[ELEMENT_ROWS][ELEMENT_ROWS]) {
  double shape[CORNERS];
  for (int a = 0; a < CORNERS; a++)
    shape[a] = (1 + corner_position[a][0] * xi) * (1 + corner_position[a][1] * eta) / 4;
  for (int p = 0; p < ELEMENT_ROWS; p++)
    for (int q = p % 2; q < ELEMENT_ROWS; q += 2) m[p][q] += mass * shape[p / 2] * shape[q / 2];
}

// Computes the matrices of an element, the same for all.
static void make_element_matrices(const model_config *c, element_matrices *out) {
  const double half[] = {c->length / c->elements / 2, c->height / c->elements_across / 2};
  const double volume = half[0] * half[1] * c->width, gauss = 1 / sqrt(3);
  double k[ELEMENT_ROWS + INCOMPATIBLE_MODES][ELEMENT_ROWS + INCOMPATIBLE_MODES] = {0};
  *out = (element_matrices){0};
  for (int point = 0; point < 4; point++) {
    const double xi = corner_position[point][0] * gauss, eta = corner_position[point][1] * gauss;
    double b[ELEMENT_ROWS + INCOMPATIBLE_MODES][3];
    find_strains(xi, eta, half, b);
    add_stiffness(c, volume, b, k);
    add_mass(c->density * volume, xi, eta, out->mass);
  }
  // No load acts on the incompatible modes. In a rectangle they do not couple: each product of two
  // of them is odd in ξ or η or pairs strains that do not couple. Each is condensed by itself.
  for (int p = 0; p < ELEMENT_ROWS; p++)
    for (int q = 0; q < ELEMENT_ROWS; q++) {
      out->stiffness[p][q] = k[p][q];
      for (int a = ELEMENT_ROWS; a < ELEMENT_ROWS + INCOMPATIBLE_MODES; a++)
        out->stiffness[p][q] -= k[p][a] * k[q][a] / k[a][a];
    }
}

typedef struct triplets {
  long n;
  int *row, *column;
  double *value;
} triplets;

enum { ELEMENT_ENTRIES = ELEMENT_ROWS * (ELEMENT_ROWS + 1) / 2 }; // entries of an element's upper triangle

static chatter_status allocate_triplets(arena *scratch, long n_elements, triplets *out) {
  ARENA_ARRAY(out->row, scratch, ELEMENT_ENTRIES * n_elements);
  ARENA_ARRAY(out->column, scratch, ELEMENT_ENTRIES * n_elements);
  ARENA_ARRAY(out->value, scratch, ELEMENT_ENTRIES * n_elements);
  return CHATTER_OK;
}

// Returns the node of row p of the element with this first node.
static int find_row_node(int node, int across, int p) {
  return node + p / 4 * (across + 1) + p / 2 % 2;
}

static void find_element_equations(const model *m, int node, int across, int equation[ELEMENT_ROWS]) {
  for (int p = 0; p < ELEMENT_ROWS; p++)
    equation[p] = m->nodes[find_row_node(node, across, p)].equation[p % 2];
}

// Adds the upper triangle of the element with this first node; its equations ascend as its rows do.
static void add_element(const model *m, int node, int across, double matrix[ELEMENT_ROWS][ELEMENT_ROWS],
                        triplets *to) {
  int equation[ELEMENT_ROWS];
  find_element_equations(m, node, across, equation);
  for (int p = 0; p < ELEMENT_ROWS; p++)
    for (int q = p; q < ELEMENT_ROWS; q++) {
      if (equation[p] < 0 || equation[q] < 0 || matrix[p][q] == 0) continue;
      to->row[to->n] = equation[p];
      to->column[to->n] = equation[q];
      to->value[to->n++] = matrix[p][q];
    }
}

// Adds the mass of the element's fixed nodes, and between those and its free ones. No entry couples
// x with y.
static chatter_status add_clamped_masses(model *m, int node, int across,
                                         double mass[ELEMENT_ROWS][ELEMENT_ROWS]) {
  int equation[ELEMENT_ROWS];
  find_element_equations(m, node, across, equation);
  for (int p = 0; p < ELEMENT_ROWS; p++)
    for (int q = p; q < ELEMENT_ROWS; q += 2) {
      if (equation[p] < 0 && equation[q] < 0) m->fixed_mass[p % 2] += (p == q ? 1 : 2) * mass[p][q];
      if ((equation[p] < 0) == (equation[q] < 0)) continue;
      const int fixed = equation[p] < 0 ? p : q, free = p + q - fixed;
      TRY(model_add_clamped(
          m, &(clamped_mass){equation[free], find_row_node(node, across, fixed), p % 2, 0, mass[p][q]}));
    }
  return CHATTER_OK;
}

static chatter_status assemble_matrices(const model_config *c, int n_equations, model *out, arena *scratch) {
  const int along = (int)c->elements, across = (int)c->elements_across;
  triplets k = {0}, m = {0};
  element_matrices e;
  TRY(allocate_triplets(scratch, (long)along * across, &k));
  TRY(allocate_triplets(scratch, (long)along * across, &m));
  make_element_matrices(c, &e);
  for (int i = 0; i < along; i++)
    for (int j = 0; j < across; j++) {
      add_element(out, i * (across + 1) + j, across, e.stiffness, &k);
      add_element(out, i * (across + 1) + j, across, e.mass, &m);
      TRY(add_clamped_masses(out, i * (across + 1) + j, across, e.mass));
    }
  TRY(sparse_from_triplets(out->memory, n_equations, k.n, k.row, k.column, k.value, &out->stiffness));
  return sparse_from_triplets(out->memory, n_equations, m.n, m.row, m.column, m.value, &out->mass);
}

static chatter_status make_nodes(const model_config *c, model *out, int *n_equations) {
  const int along = (int)c->elements, across = (int)c->elements_across;
  const int left = c->clamped == CLAMPED_LEFT || c->clamped == CLAMPED_BOTH;
  const int right = c->clamped == CLAMPED_RIGHT || c->clamped == CLAMPED_BOTH;
  int equation = 0;
  out->n_nodes = (along + 1) * (across + 1);
  ARENA_ARRAY(out->nodes, out->memory, out->n_nodes);
  for (int node = 0; node < out->n_nodes; node++) {
    const int i = node / (across + 1), j = node % (across + 1);
    const int fixed = (i == 0 && left) || (i == along && right);
    out->nodes[node] = (model_node){.id = node + 1,
                                    .position = {c->length * i / along, c->height * j / across, 0},
                                    .equation = {fixed ? -1 : equation, fixed ? -1 : equation + 1, -1}};
    equation += fixed ? 0 : 2;
  }
  *n_equations = equation;
  return CHATTER_OK;
}

// Adds the elements as quadrilaterals, counterclockwise.
static chatter_status add_cells(const model_config *c, model *out) {
  const int along = (int)c->elements, across = (int)c->elements_across;
  out->n_cells = 5L * along * across;
  ARENA_ARRAY(out->cells, out->memory, out->n_cells);
  for (int i = 0, *to = out->cells; i < along; i++)
    for (int j = 0; j < across; j++, to += 5) {
      const int node = i * (across + 1) + j, next = node + across + 1;
      const int square[] = {CELL_QUADRILATERAL, node, next, next + 1, node + 1};
      memcpy(to, square, sizeof square);
    }
  return CHATTER_OK;
}

static chatter_status add_edge_sets(const model_config *c, model *out) {
  const int along = (int)c->elements, across = (int)c->elements_across;
  const struct {
    const char *name;
    int first, step, n; // node indices
  } edges[] = {{"LEFT", 0, 1, across + 1},
               {"RIGHT", along * (across + 1), 1, across + 1},
               {"BOTTOM", 0, across + 1, along + 1},
               {"TOP", across, across + 1, along + 1}};
  ARENA_ARRAY(out->sets, out->memory, 4);
  for (int e = 0; e < 4; e++) {
    node_set *set;
    TRY(model_add_set(out, edges[e].name, edges[e].n, &set));
    for (int k = 0; k < edges[e].n; k++) set->node[k] = edges[e].first + k * edges[e].step;
  }
  return CHATTER_OK;
}

// Adds the edges of the rectangle as surfaces. ∫ N dA of linear elements is half the edges that
// meet at a node.
static chatter_status add_edge_surfaces(const model_config *c, model *out) {
  static const double inward[4][3] = {
      {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}; // normals of the sets, into the body
  for (int e = 0; e < 4; e++) {
    const int n = out->sets[e].n;
    const double length = e < 2 ? c->height : c->length, whole = length * c->width / (n - 1);
    model_surface *surface;
    TRY(model_add_surface(out, out->sets[e].name, n, &surface));
    for (int k = 0; k < n; k++) {
      surface->node[k] = out->sets[e].node[k];
      surface->area[k] = k == 0 || k == n - 1 ? whole / 2 : whole;
      for (int d = 0; d < 3; d++) surface->inward[k][d] = inward[e][d] * surface->area[k];
    }
  }
  return CHATTER_OK;
}

chatter_status plane_load(const study *s, model *out) {
  int n_equations;
  TRY(validate_keys(s));
  TRY(make_nodes(&s->model, out, &n_equations));
  TRY(add_cells(&s->model, out));
  TRY(add_edge_sets(&s->model, out));
  TRY(add_edge_surfaces(&s->model, out));
  arena *scratch = arena_create();
  if (!scratch)
    return error_raise(CHATTER_DEVICE, "out of memory for a plane of %g × %g elements", s->model.elements,
                       s->model.elements_across);
  chatter_status status = assemble_matrices(&s->model, n_equations, out, scratch);
  arena_destroy(scratch);
  return status;
}
