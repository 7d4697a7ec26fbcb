// Makes the vectors of loads.
#include "reduction/interface/interface_loads.h"

#include <math.h>
#include <string.h>

#include "model/model_lookup.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/interface.h"
#include "reduction/interface/interface_contacts.h"
#include "reduction/interface/interface_names.h"

// A load under construction: its vector, and its potential with the body at rest.
typedef struct load_row {
  const input_load *is;
  const double *weights;
  const char *place, *name;
  double *force; // [n]
  double *offset;
} load_row;

// Returns Σ f·x over the free coordinates, x from `origin`; *largest: the largest force.
static double find_moment(const model *m, const double *force, const double *origin, double *largest) {
  double sum = 0;
  *largest = 0;
  for (int i = 0; i < m->n_nodes; i++)
    for (int k = 0; k < 3; k++)
      if (m->nodes[i].equation[k] >= 0) {
        const double f = force[m->nodes[i].equation[k]];
        sum += f * (m->nodes[i].position[k] - (origin ? origin[k] : 0));
        *largest = fmax(*largest, fabs(f));
      }
  return sum;
}

// Computes M d of the whole structure and the potential of that load with the body at rest, -Σ m
// d·x. For a moving base: -M d, without a potential.
static chatter_status add_acceleration_load(const model *m, const load_row *row) {
  double *d, largest;
  const int is_base = row->is->kind == INPUT_BASE;
  ALLOCATE(d, m->stiffness.n);
  const chatter_status status = model_inertia_force(m, row->is->direction, d, row->force);
  memory_free(d);
  TRY(status);
  *row->offset = 0 - find_moment(m, row->force, NULL, &largest); // 0, not -0
  if (largest == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: the model cannot move along this %s", row->place,
                       is_base ? "acceleration of the base" : "gravity");
  if (!is_base) return CHATTER_OK;
  for (int i = 0; i < m->stiffness.n; i++) row->force[i] = -row->force[i];
  *row->offset = 0;
  return CHATTER_OK;
}

// Computes ω² M r and its potential with the body at rest, -1/2 ω² Σ m r², of the free coordinates.
static chatter_status add_rotation_load(const model *m, const load_row *row) {
  double *distance, largest;
  model_rotation about = {.square = 1};
  memcpy(about.origin, row->is->origin, sizeof about.origin);
  memcpy(about.axis, row->is->direction, sizeof about.axis);
  if (row->is->from_deck && !m->rotation)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: the model has no rotation of its own: give direction, the axis, and rotation, in "
                       "Hz (allowed without them: a deck with *DLOAD, CENTRIF for all its elements)",
                       row->place);
  if (row->is->from_deck) about = *m->rotation;
  ALLOCATE(distance, m->stiffness.n);
  model_rotation_load(m, &about, distance, row->force);
  memory_free(distance);
  for (int i = 0; i < m->stiffness.n; i++) row->force[i] *= about.square;
  *row->offset = -0.5 * find_moment(m, row->force, about.origin, &largest);
  if (largest == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: no place of the model can move away from this axis",
                       row->place);
  return CHATTER_OK;
}

static chatter_status check_repeated_nodes(const model *m, const load_row *row, int n, const int *nodes) {
  char *seen;
  int again = -1;
  ALLOCATE(seen, m->n_nodes);
  for (int k = 0; k < n; k++) {
    if (seen[nodes[k]]) again = nodes[k];
    seen[nodes[k]] = 1;
  }
  memory_free(seen);
  if (again < 0) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: node %ld stands twice among its nodes (allowed: once)",
                     row->place, m->nodes[again].id);
}

// Adds a force along `along` at a node, in the directions that are free. Returns 1 if there are
// any.
static int add_node_force(const model *m, int node, const double along[3], double *force) {
  int moves = 0;
  for (int d = 0; d < 3; d++)
    if (along[d] != 0 && m->nodes[node].equation[d] >= 0)
      force[m->nodes[node].equation[d]] += along[d], moves = 1;
  return moves;
}

static chatter_status check_load_moves(const load_row *row, int moves) {
  if (moves) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: none of the nodes of '%s' can move along the load: they are fixed "
                     "there or have no such direction",
                     row->place, row->is->nodes);
}

// Adds a force at every node of the list, times its weight or area.
static chatter_status add_node_pressure(const model *m, arena *memory, const load_row *row) {
  const input_load *e = row->is;
  int n, moves = 0;
  const int *nodes;
  TRY(interface_find_nodes(m, e->nodes, e->direction, row->place, memory, &n, &nodes));
  TRY(check_repeated_nodes(m, row, n, nodes));
  if (e->n_weights > 0 && e->n_weights != n)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: excitation.weights: %ld weights for %d nodes (allowed: one for each)", row->place,
                       e->n_weights, n);
  for (int k = 0; k < n; k++) {
    double along[3];
    for (int d = 0; d < 3; d++) along[d] = (e->n_weights > 0 ? row->weights[k] : 1) * e->direction[d];
    moves |= add_node_force(m, nodes[k], along, row->force);
  }
  return check_load_moves(row, moves);
}

// Refuses a load on a node that depends on others (*EQUATION, *TIE): it would act on those, and the
// dependence is not known here.
static chatter_status check_dependent_node(const model *m, const load_row *row, int node,
                                           const double along[3]) {
  for (int d = 0; d < 3; d++)
    if (along[d] != 0 && m->nodes[node].unknown >> d & 1)
      return error_raise(
          CHATTER_BAD_MODEL,
          "%s: node %ld of the surface '%s' hangs on other nodes along %c (*EQUATION, *TIE, ...): "
          "what it takes of the pressure would be lost (allowed: surfaces of nodes that move by "
          "themselves)",
          row->place, m->nodes[node].id, row->is->nodes, "xyz"[d]);
  return CHATTER_OK;
}

// Adds a pressure on a surface: into the body, or along a direction.
static chatter_status add_surface_pressure(const model *m, const load_row *row) {
  const double *d = row->is->direction;
  const model_surface *surface;
  int moves = 0;
  TRY(model_find_surface(m, row->is->nodes, row->place, &surface));
  for (int k = 0; k < surface->n; k++) {
    const double along[3] = {d[0] * surface->area[k], d[1] * surface->area[k], d[2] * surface->area[k]};
    const int has_direction = d[0] != 0 || d[1] != 0 || d[2] != 0;
    const double *share = has_direction ? along : surface->inward[k];
    TRY(check_dependent_node(m, row, surface->node[k], share));
    moves |= add_node_force(m, surface->node[k], share, row->force);
  }
  return check_load_moves(row, moves);
}

static chatter_status add_single_force(const model *m, const load_row *row) {
  int node;
  direction d;
  TRY(model_find_node_along(m, row->is->nodes, row->is->direction, row->place, MODEL_SEVERAL_LOADED, &node));
  TRY(interface_direction(m, node, row->is->direction, row->name, row->place, &d));
  direction_add(&d, 1, row->force);
  return CHATTER_OK;
}

static chatter_status add_load(const model *m, arena *memory, const load_row *row) {
  switch ((input_load_kind)row->is->kind) {
  case INPUT_FORCE:
    return row->is->is_list ? add_node_pressure(m, memory, row) : add_single_force(m, row);
  case INPUT_PRESSURE:
    return row->is->n_weights > 0 ? add_node_pressure(m, memory, row) : add_surface_pressure(m, row);
  case INPUT_CENTRIFUGAL:
    return add_rotation_load(m, row);
  case INPUT_GRAVITY:
  case INPUT_BASE:
    break;
  }
  return add_acceleration_load(m, row);
}

chatter_status interface_add_loads(const reduction_input *in, const model *m, interface *out) {
  const double *weights = in->weights;
  out->n_loads = (int)in->settings->n_loads;
  DENSE(out->loads, out->memory, out->n_loads, out->n);
  DENSE(out->load_offset, out->memory, out->n_loads, 1);
  out->load_is_inertia = arena_allocate(out->memory, (size_t)(out->n_loads + 1) * sizeof(int));
  out->load_name = arena_allocate(out->memory, (size_t)(out->n_loads + 1) * STUDY_NAME);
  if (!out->load_name || !out->load_is_inertia) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = CHATTER_OK; // all loads are checked, so that every mistake is reported
  for (int l = 0; l < out->n_loads; weights += in->loads[l++].n_weights) {
    const input_load *e = &in->loads[l];
    const load_row row = {.is = e,
                          .weights = weights,
                          .place = reduction_input_entry_place(in, "excitation", l),
                          .name = e->name,
                          .force = out->loads + (long)l * out->n,
                          .offset = &out->load_offset[l]};
    out->load_is_inertia[l] = e->kind != INPUT_FORCE && e->kind != INPUT_PRESSURE;
    memcpy(out->load_name[l], e->name, STUDY_NAME);
    status = interface_first_failure(status, add_load(m, out->memory, &row));
  }
  return status;
}
