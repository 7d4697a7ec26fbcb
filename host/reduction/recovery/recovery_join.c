// Joins the recovery bases of two bodies.
#include "reduction/recovery/recovery_join.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"

static void rotate_vector(const recovery_body *body, const double *from, double *to) {
  to[0] = body->cosine * from[0] - body->sine * from[1];
  to[1] = body->sine * from[0] + body->cosine * from[1];
  to[2] = from[2];
}

// σ' = T σ Tᵀ for xx, yy, zz, xy, yz, zx.
static void rotate_stress(const recovery_body *body, const double *from, double *to) {
  const double c = body->cosine, s = body->sine;
  to[0] = c * c * from[0] - 2 * c * s * from[3] + s * s * from[1];
  to[1] = s * s * from[0] + 2 * c * s * from[3] + c * c * from[1];
  to[2] = from[2];
  to[3] = c * s * (from[0] - from[1]) + (c * c - s * s) * from[3];
  to[4] = s * from[5] + c * from[4];
  to[5] = c * from[5] - s * from[4];
}

static chatter_status allocate_joined(const recovery_body *body, arena *memory, recovery *out) {
  const recovery *a = body[0].from, *b = body[1].from;
  out->n_nodes = a->n_nodes + b->n_nodes;
  out->n_moving = a->n_nodes;
  out->n_cells = a->n_cells + b->n_cells;
  out->n_coordinates = body[0].n_modes + body[1].n_modes;
  const size_t nodes = (size_t)out->n_nodes + 1, numbers = nodes * (size_t)out->n_coordinates;
  const int has_stress = a->stress && b->stress;
  out->id = arena_allocate(memory, nodes * sizeof *out->id);
  out->position = arena_allocate(memory, nodes * sizeof *out->position);
  out->cells = arena_allocate(memory, ((size_t)out->n_cells + 1) * sizeof *out->cells);
  out->displacement = arena_allocate(memory, 3 * numbers * sizeof *out->displacement);
  if (has_stress) out->stress = arena_allocate(memory, 6 * numbers * sizeof *out->stress);
  out->sets = arena_allocate(memory, (size_t)(a->n_sets + b->n_sets + 2) * sizeof *out->sets);
  if (!out->id || !out->position || !out->cells || !out->displacement || (has_stress && !out->stress) ||
      !out->sets)
    return error_raise(CHATTER_DEVICE, "out of memory for the nodes of two bodies");
  return CHATTER_OK;
}

static void join_nodes(const recovery_body *body, int first, recovery *out) {
  const recovery *from = body->from;
  memcpy(out->id + first, from->id, (size_t)from->n_nodes * sizeof *out->id);
  for (int a = 0; a < from->n_nodes; a++) {
    rotate_vector(body, from->position[a], out->position[first + a]);
    for (int d = 0; d < 2; d++) out->position[first + a][d] += body->shift[d];
  }
}

static void join_cells(const recovery *from, int first, int *to) {
  cell one;
  memcpy(to, from->cells, (size_t)from->n_cells * sizeof *to);
  for (size_t at = 0; cells_next(from->cells, (size_t)from->n_cells, &at, &one);)
    for (int i = 0; i < one.n; i++) to[one.node - from->cells + i] += first;
}

static void join_basis(const recovery_body *body, int first, int first_mode, recovery *out) {
  const recovery *from = body->from;
  for (long k = 0; k < body->n_modes; k++)
    for (long a = 0; a < from->n_nodes; a++) {
      const long at = (first_mode + k) * out->n_nodes + first + a, own = k * from->n_nodes + a;
      rotate_vector(body, from->displacement + 3 * own, out->displacement + 3 * at);
      if (out->stress) rotate_stress(body, from->stress + 6 * own, out->stress + 6 * at);
    }
}

static chatter_status add_joined_set(const char *name, int n, const int *node, int first, arena *memory,
                                     recovery *out) {
  recovery_set *to = &out->sets[out->n_sets];
  if (snprintf(to->name, sizeof to->name, "%s", name) >= (int)sizeof to->name) return CHATTER_OK;
  to->node = arena_allocate(memory, ((size_t)n + 1) * sizeof *to->node);
  if (!to->node) return error_raise(CHATTER_DEVICE, "out of memory for a node set");
  to->n = n;
  for (int i = 0; i < n; i++) to->node[i] = first + (node ? node[i] : i);
  out->n_sets++;
  return CHATTER_OK;
}

static chatter_status join_sets(const recovery_body *body, int first, arena *memory, recovery *out) {
  const recovery *from = body->from;
  TRY(add_joined_set(body->name, from->n_nodes, NULL, first, memory, out));
  for (int s = 0; s < from->n_sets; s++) {
    char name[STUDY_NAME + RECOVERY_SET];
    snprintf(name, sizeof name, "%s.%s", body->name, from->sets[s].name);
    TRY(add_joined_set(name, from->sets[s].n, from->sets[s].node, first, memory, out));
  }
  return CHATTER_OK;
}

chatter_status recovery_join(const recovery_body body[2], arena *memory, recovery **out) {
  recovery *to = arena_allocate(memory, sizeof *to);
  if (!to) return error_raise(CHATTER_DEVICE, "out of memory for the nodes of two bodies");
  TRY(allocate_joined(body, memory, to));
  for (int b = 0; b < 2; b++) {
    const int first = b ? to->n_moving : 0;
    join_nodes(&body[b], first, to);
    join_cells(body[b].from, first, to->cells + (b ? body[0].from->n_cells : 0));
    join_basis(&body[b], first, b ? body[0].n_modes : 0, to);
    TRY(join_sets(&body[b], first, memory, to));
  }
  *out = to;
  return CHATTER_OK;
}
