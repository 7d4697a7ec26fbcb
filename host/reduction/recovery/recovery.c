// Computes the recovery basis.
#include "reduction/recovery/recovery.h"

#include <stdio.h>
#include <string.h>

#include "model/load.h"
#include "reduction/algebra/dense.h"
#include "reduction/canonical.h"
#include "study/study_kind.h"

recovery_want recovery_find_wanted(recovery_want mesh, int n_outputs, const output_config *outputs) {
  recovery_want want = mesh;
  for (int o = 0; o < n_outputs; o++) {
    if (!study_is_field(&outputs[o])) continue;
    const recovery_want own = outputs[o].of == FIELD_OF_STRESS ? RECOVERY_STRESS : RECOVERY_DISPLACEMENT;
    want = own > want ? own : want;
  }
  return want;
}

int recovery_has(const recovery *self, recovery_want want) {
  return want == RECOVERY_NONE || (self && (want < RECOVERY_STRESS || self->stress));
}

static chatter_status copy_nodes(const model *m, arena *memory, recovery *out) {
  const size_t n = (size_t)m->n_nodes + 1;
  out->n_nodes = m->n_nodes;
  out->n_cells = m->n_cells;
  out->id = arena_allocate(memory, n * sizeof *out->id);
  out->position = arena_allocate(memory, n * sizeof *out->position);
  out->cells = arena_allocate(memory, ((size_t)m->n_cells + 1) * sizeof *out->cells);
  out->sets = arena_allocate(memory, ((size_t)m->n_sets + 1) * sizeof *out->sets);
  if (!out->id || !out->position || !out->cells || !out->sets)
    return error_raise(CHATTER_DEVICE, "out of memory for the nodes");
  for (int a = 0; a < m->n_nodes; a++) {
    out->id[a] = m->nodes[a].id;
    memcpy(out->position[a], m->nodes[a].position, sizeof *out->position);
  }
  memcpy(out->cells, m->cells, (size_t)m->n_cells * sizeof *out->cells);
  return CHATTER_OK;
}

static chatter_status copy_sets(const model *m, arena *memory, recovery *out) {
  for (out->n_sets = 0; out->n_sets < m->n_sets; out->n_sets++) {
    const node_set *from = &m->sets[out->n_sets];
    recovery_set *to = &out->sets[out->n_sets];
    *to = (recovery_set){.n = from->n, .node = arena_allocate(memory, ((size_t)from->n + 1) * sizeof(int))};
    if (!to->node) return error_raise(CHATTER_DEVICE, "out of memory for the node sets");
    snprintf(to->name, sizeof to->name, "%s", from->name);
    memcpy(to->node, from->node, (size_t)from->n * sizeof *to->node);
  }
  return CHATTER_OK;
}

// Lists the displacements of the equations, one row per coordinate: modes, then Σ_b S_rb statics_b
// for each row r of q_b, because the independent coordinates feel the forces Sᵀ r.
static chatter_status list_displacements(const interface *f, const canonical_basis *basis, int n_coordinates,
                                         const double **row) {
  for (int k = 0; k < basis->n_modes; k++) row[k] = basis->modes + (long)k * f->n;
  for (int r = 0; r < n_coordinates - basis->n_modes; r++) {
    double *to;
    DENSE(to, basis->memory, 1, f->n);
    for (int b = 0; basis->massless && b < f->n_boundary; b++) {
      const double share = f->combination[(long)r * f->n_boundary + b];
      for (int i = 0; share != 0 && i < f->n; i++) to[i] += share * basis->statics[(long)b * f->n + i];
    }
    row[basis->n_modes + r] = to;
  }
  return CHATTER_OK;
}

// Places displacements of equations at their nodes; fixed coordinates get 0.
static void place_displacements(const model *m, int n, const double *const *row, double *to) {
  for (int k = 0; k < n; k++)
    for (int a = 0; a < m->n_nodes; a++)
      for (int d = 0; d < 3; d++, to++)
        if (m->nodes[a].equation[d] >= 0) *to = row[k][m->nodes[a].equation[d]];
}

static int has_unknown_direction(const model *m) {
  for (int a = 0; a < m->n_nodes; a++)
    if (m->nodes[a].unknown) return 1;
  return 0;
}

// Recovers rows by ccx where a deck's equations make nodes depend on others.
static chatter_status recover_rows(const study *s, const model *m, const double *const *row,
                                   recovery_want want, arena *memory, recovery *out) {
  const size_t numbers = (size_t)out->n_coordinates * (size_t)out->n_nodes + 1;
  out->displacement = arena_allocate(memory, 3 * numbers * sizeof *out->displacement);
  if (!out->displacement) return error_raise(CHATTER_DEVICE, "out of memory for the recovery of the nodes");
  const int by_ccx = want == RECOVERY_STRESS || (s->model.type == MODEL_CALCULIX && has_unknown_direction(m));
  if (by_ccx) {
    double *stress = arena_allocate(memory, 6 * numbers * sizeof *stress);
    if (!stress) return error_raise(CHATTER_DEVICE, "out of memory for the stress of the nodes");
    TRY(model_recover_stress(s, m, out->n_coordinates, row, out->displacement, stress));
    out->stress = stress;
  }
  place_displacements(m, out->n_coordinates, row, out->displacement);
  return CHATTER_OK;
}

chatter_status recovery_make(const study *s, const model *m, const interface *f, const canonical_basis *basis,
                             recovery_want want, reduced_model *out) {
  recovery *made = arena_allocate(out->memory, sizeof *made);
  const double **row =
      arena_allocate(basis->memory, (size_t)(out->n_modes + out->n_boundary + 1) * sizeof *row);
  if (!made || !row) return error_raise(CHATTER_DEVICE, "out of memory for the recovery of the nodes");
  TRY(copy_nodes(m, out->memory, made));
  TRY(copy_sets(m, out->memory, made));
  made->n_coordinates = out->n_modes + out->n_boundary;
  TRY(list_displacements(f, basis, made->n_coordinates, row));
  TRY(recover_rows(s, m, row, want, out->memory, made));
  out->recovery = made;
  return CHATTER_OK;
}
