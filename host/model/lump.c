// The lumped mass matrix: M r of the unit translations r along x, y and z, what is fixed moving along, on the
// diagonal. It keeps the inertia of every translation of the structure.
#include <math.h>

#include "model/kinds.h"

static const char *const axes[] = {"x", "y", "z"};

// Of all equations, a node's own along each axis; NAN where no node has it.
static chatter_status row_sums(const model *m, arena *scratch, double *to) {
  double *translation, *force;
  ARENA_ARRAY(translation, scratch, m->mass.n);
  ARENA_ARRAY(force, scratch, m->mass.n);
  for (int i = 0; i < m->mass.n; i++) to[i] = NAN;
  for (int d = 0; d < 3; d++) {
    const double along[3] = {d == 0, d == 1, d == 2};
    TRY(model_inertia(m, along, translation, force));
    for (int i = 0; i < m->n_nodes; i++) {
      const int equation = m->nodes[i].equation[d];
      if (equation >= 0) to[equation] = force[equation];
    }
  }
  return CHATTER_OK;
}

static chatter_status check_sums(const study *s, const model *m, const double *sum) {
  const char *place = model_place(s, "model.mass_matrix");
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const int equation = m->nodes[i].equation[d];
      if (equation >= 0 && !(sum[equation] >= 0))
        return error_raise(
            CHATTER_BAD_STUDY,
            "%s: lumped: node %ld has a mass of %g kg along %s (allowed: elements whose rows have positive "
            "sums, not those with nodes amid their edges: of decks C3D8I, which bends as it should, C3D8, "
            "C3D4, C3D6; or consistent)",
            place, m->nodes[i].id, sum[equation], axes[d]);
    }
  for (int i = 0; i < m->mass.n; i++)
    if (isnan(sum[i]))
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: lumped: row %d of the matrices is no displacement of a node along x, y or z, "
                         "such as a rotation (allowed: models without rotations, plane or solid elements in "
                         "place of beams; or consistent)",
                         place, i + 1);
  return CHATTER_OK;
}

static void sparse_from_diagonal(const double *value, sparse *out) {
  for (int i = 0; i < out->n; i++) out->row[i] = i, out->column[i] = i, out->value[i] = value[i];
  out->row[out->n] = out->n_entries = out->n;
}

static chatter_status lump(const study *s, arena *scratch, model *out) {
  double *sum;
  TRY(model_condense(out));
  ARENA_ARRAY(sum, scratch, out->mass.n);
  TRY(row_sums(out, scratch, sum));
  TRY(check_sums(s, out, sum));
  if (out->mass.n_entries < out->mass.n) { // rows without an entry
    ARENA_ARRAY(out->mass.column, out->memory, out->mass.n);
    ARENA_ARRAY(out->mass.value, out->memory, out->mass.n);
  }
  sparse_from_diagonal(sum, &out->mass);
  out->n_clamped = 0;
  return CHATTER_OK;
}

chatter_status model_lump(const study *s, model *out) {
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for the mass matrix");
  const chatter_status status = lump(s, scratch, out);
  arena_destroy(scratch);
  return status;
}
