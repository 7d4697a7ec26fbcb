// Builds the interface between a model and a study.
#include "reduction/interface/interface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model_lookup.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/interface_contacts.h"
#include "reduction/interface/interface_loads.h"
#include "reduction/interface/interface_names.h"

static chatter_status add_response(const reduction_input *in, const model *m, int r, interface *out) {
  const input_response *c = &in->responses[r];
  const char *place = reduction_input_response_place(in, r);
  int node;
  memcpy(out->response_name[r], c->name, STUDY_NAME);
  TRY(model_find_node_along(m, c->node, c->direction, place, MODEL_SEVERAL_SEEN, &node));
  return interface_direction(m, node, c->direction, c->name, place, &out->responses[r]);
}

static chatter_status add_responses(const reduction_input *in, const model *m, interface *out) {
  out->n_responses = (int)in->settings->n_responses;
  out->response_name = arena_allocate(out->memory, (size_t)(out->n_responses + 1) * STUDY_NAME);
  out->responses = arena_allocate(out->memory, (size_t)(out->n_responses + 1) * sizeof *out->responses);
  if (!out->response_name || !out->responses) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = CHATTER_OK;
  for (int r = 0; r < out->n_responses; r++)
    status = interface_first_failure(status, add_response(in, m, r, out));
  return status;
}

// Returns 1 for an equation without mass outside the boundary. Its static displacement under a load
// of its own has no place in a reduced model.
static int is_massless_outside_boundary(const model *m, const interface *f, int equation) {
  for (int b = 0; b < f->n_boundary; b++)
    for (int i = 0; i < f->boundary[b].n; i++)
      if (f->boundary[b].equation[i] == equation) return 0;
  return !(sparse_diagonal(&m->mass, equation) > 0);
}

// Refuses a load and a response both at such equations: only the part that the masses move would
// come out.
static chatter_status check_massless_load_responses(const reduction_input *in, const model *m,
                                                    const interface *f) {
  int loaded = -1;
  for (int l = 0; l < f->n_loads && loaded < 0; l++)
    for (int i = 0; i < f->n && !f->load_is_inertia[l]; i++)
      if (f->loads[(long)l * f->n + i] != 0 && is_massless_outside_boundary(m, f, i)) loaded = l;
  for (int r = 0; r < f->n_responses && loaded >= 0; r++)
    for (int i = 0; i < f->responses[r].n; i++)
      if (is_massless_outside_boundary(m, f, f->responses[r].equation[i]))
        return error_raise(
            CHATTER_BAD_STUDY,
            "%s: the load %s acts on a node without mass and contact, and so the displacement %s of "
            "one would lack a part; allowed: nodes with mass, or in contact, for one of them",
            reduction_input_place(in, "excitation"), f->load_name[loaded], f->response_name[r]);
  return CHATTER_OK;
}

static chatter_status add_initial_fields(const model *m, interface *out) {
  DENSE(out->translation, out->memory, 3, out->n);
  for (int d = 0; d < 3; d++) {
    double along[3] = {d == 0, d == 1, d == 2};
    model_rigid_translation(m, along, out->translation + (long)d * out->n);
  }
  out->n_masses = strcmp(m->kind, "chain") == 0 && m->n_nodes == out->n ? m->n_nodes : 0;
  return CHATTER_OK;
}

// Adds the directions of reduction.hold; directions in which a node cannot move are skipped.
static chatter_status add_held_directions(const reduction_input *in, const model *m, interface *out) {
  const input_settings *c = in->settings;
  int n;
  const int *nodes;
  if (!c->hold[0]) return CHATTER_OK;
  TRY(interface_find_nodes(m, c->hold, NULL, reduction_input_place(in, "reduction.hold"), out->memory, &n,
                           &nodes));
  out->held = arena_allocate(out->memory, (size_t)(n + 1) * sizeof *out->held);
  if (!out->held) return error_raise(CHATTER_DEVICE, "out of memory for the nodes that are held");
  for (int k = 0; k < n; k++) {
    direction *d = &out->held[out->n_held];
    *d = (direction){.n = 0};
    for (int i = 0; i < 3; i++) {
      const int equation = m->nodes[nodes[k]].equation[i];
      if (equation < 0 || fabs(c->hold_direction[i]) < 1e-14) continue;
      d->equation[d->n] = equation;
      d->weight[d->n++] = c->hold_direction[i];
    }
    out->n_held += d->n > 0;
  }
  return CHATTER_OK;
}

static chatter_status create_parts(const reduction_input *in, const model *m, interface *out) {
  chatter_status status = add_held_directions(in, m, out);
  status = interface_first_failure(status, interface_add_contacts(in, m, out));
  status = interface_first_failure(status, interface_add_loads(in, m, out));
  TRY(interface_first_failure(status, add_responses(in, m, out)));
  TRY(check_massless_load_responses(in, m, out));
  return add_initial_fields(m, out);
}

chatter_status interface_from_input(const reduction_input *in, const model *m, interface *out) {
  *out = (interface){.n = m->stiffness.n, .memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  chatter_status status = create_parts(in, m, out);
  if (status != CHATTER_OK) interface_destroy(out);
  return status;
}

chatter_status interface_create(const study *s, const model *m, interface *out) {
  reduction_input in;
  TRY(reduction_input_create(s, m->source_hash, &in));
  const chatter_status status = interface_from_input(&in, m, out);
  reduction_input_destroy(&in);
  return status;
}

void interface_destroy(interface *self) {
  arena_destroy(self->memory);
  *self = (interface){.n = 0};
}
