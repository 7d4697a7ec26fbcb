#include "engines/sliding/pair/bodies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/sliding/study/sliding_keys.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/interface_names.h"
#include "reduction/recovery/recovery_join.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_content.h"
#include "study/file/key_place.h"
#include "study/study_kind.h"

// One body while the joined model is assembled.
typedef struct body {
  body_name name;
  double cosine, sine; // of the body's angle
  study config;        // a study of that body alone
  contact_config contacts[2];
  reduced_model reduced;
} body;

chatter_status bodies_split(const char *node, const char *place, int *which, const char **rest) {
  for (int b = 0; b < N_BODIES; b++) {
    const size_t n = strlen(body_names[b]);
    if (strncmp(node, body_names[b], n) != 0 || node[n] != '.' || !node[n + 1]) continue;
    *which = b, *rest = node + n + 1;
    return CHATTER_OK;
  }
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: '%s' names no body: a node is given as slider.NODE or target.NODE (an id, or a set "
                     "of one node)",
                     place, node);
}

// Transforms a global direction to the body's own axes.
static void to_own_axes(const body *self, const double global[3], double own[3]) {
  own[0] = self->cosine * global[0] + self->sine * global[1];
  own[1] = -self->sine * global[0] + self->cosine * global[1];
  own[2] = global[2];
}
static void to_global_axes(const body *self, const double own[3], double global[2]) {
  global[0] = self->cosine * own[0] - self->sine * own[1];
  global[1] = self->sine * own[0] + self->cosine * own[1];
}

static const double along_x[3] = {1, 0, 0}, along_y[3] = {0, 1, 0};

static void set_contact(body *self, int i, const char *nodes, int tangent) {
  contact_config *c = &self->contacts[i];
  *c = (contact_config){.law = tangent ? LAW_FRICTION : LAW_UNILATERAL,
                        .tangents = tangent,
                        .may_be_fixed = self->name == BODY_TARGET};
  snprintf(c->nodes, sizeof c->nodes, "%s", nodes);
  to_own_axes(self, along_y, c->normal);
  if (tangent) to_own_axes(self, along_x, c->tangent);
}

// Collects the responses that outputs take from this body, one output each, by the names of its own
// nodes.
static chatter_status own_outputs(const study *from, const interface_response *list, int n, arena *memory,
                                  body *self) {
  output_config *outputs = arena_allocate(memory, (size_t)(n + from->n_outputs + 1) * sizeof *outputs);
  if (!outputs) return error_raise(CHATTER_DEVICE, "out of memory for the outputs of a body");
  self->config.outputs = outputs;
  self->config.n_outputs = 0;
  for (int i = 0; i < n; i++) {
    const output_config *wanted_by = &from->outputs[list[i].output];
    const char *rest = NULL;
    int which = 0;
    TRY(bodies_split(list[i].term.node, study_output_place(from, wanted_by, "node"), &which, &rest));
    if (which != (int)self->name) continue;
    output_config *o = &outputs[self->config.n_outputs++];
    memcpy(o->name, wanted_by->name, sizeof o->name);
    snprintf(o->node, sizeof o->node, "%s", rest);
    to_own_axes(self, list[i].term.direction, o->direction);
  }
  for (int i = 0; i < from->n_outputs; i++) // a body's recovery basis is made for them
    if (study_is_field(&from->outputs[i])) outputs[self->config.n_outputs++] = from->outputs[i];
  return CHATTER_OK;
}

// Places in the file of the keys of one body's study.
static const study_moved_keys moved[N_BODIES][6] = {[BODY_SLIDER] = {{"model", "slider.model"},
                                                                     {"reduction.hold", "slider.guide"},
                                                                     {"reduction", "slider.reduction"},
                                                                     {"contact.0", "slider.contact"},
                                                                     {"contact.1", "slider.guide"}},
                                                    [BODY_TARGET] = {{"model", "target.model"},
                                                                     {"reduction", "target.reduction"},
                                                                     {"contact.0", "target.path"}}};

// Makes a study of one body; its nodes that the other body touches, and those that are guided, are
// its contact points.
static chatter_status body_study(const study *from, const interface_response *list, int n, arena *memory,
                                 body *self) {
  const slider_config *slider = slider_of(from);
  const double angle = self->name == BODY_SLIDER ? slider->angle : slid_target_of(from)->angle;
  study *s = &self->config;
  self->cosine = cos(angle), self->sine = sin(angle);
  *s = *from;
  s->is_copy = 1;
  s->model = *body_model(from, self->name);
  s->reduction = *body_reduction(from, self->name);
  s->contacts = self->contacts;
  s->n_contacts = self->name == BODY_SLIDER ? 2 : 1;
  s->n_excitations = 0;
  s->ensemble.n_parameters = 0;
  s->initial = (initial_config){.displacement = 0};
  if (self->name == BODY_SLIDER) {
    set_contact(self, 0, slider->contact, 1);
    set_contact(self, 1, slider->guide, 0);
    memcpy(s->reduction.hold, slider->guide, sizeof s->reduction.hold);
    to_own_axes(self, along_x, s->reduction.hold_direction);
  } else
    set_contact(self, 0, slid_target_of(from)->path, 1);
  s->moved = moved[self->name];
  return own_outputs(from, list, n, memory, self);
}

static int count_rigid(const reduced_model *r) {
  int n = 0;
  for (int k = 0; k < r->n_modes; k++) n += r->omega2[k] == 0;
  return n;
}

static chatter_status check_body(const study *from, const body *self) {
  const reduced_model *r = &self->reduced;
  const char *name = body_names[self->name];
  char path[64];
  snprintf(path, sizeof path, "%s.model", name);
  const int rigid = count_rigid(r), allowed = self->name == BODY_SLIDER;
  if (r->massless)
    return error_raise(CHATTER_BAD_STUDY, "%s: %s has a massless boundary; allowed: craig_bampton",
                       study_place(from, path), name);
  if (rigid > allowed)
    return error_raise(CHATTER_BAD_STUDY, "%s: the %s has %d rigid-body motions left; allowed: %s",
                       study_place(from, path), name, rigid,
                       allowed ? "one, along y (a guide of several nodes holds its rotation)" : "none");
  for (int i = 0; r->damping && i < r->n_modes; i++)
    for (int j = 0; j < r->n_modes; j++)
      if (i != j && r->damping[(long)i * r->n_modes + j] != 0)
        return error_raise(CHATTER_BAD_STUDY,
                           "%s: the damping matrix of the %s couples its modes; allowed: Rayleigh damping or "
                           "modal ratios",
                           study_place(from, path), name);
  return CHATTER_OK;
}

static double damping_of_mode(const reduced_model *r, int k) {
  return r->damping ? r->damping[(long)k * (r->n_modes + 1)] : 2 * r->zeta[k] * sqrt(r->omega2[k]);
}

static chatter_status allocate(const body *b, int n_nodes, int n_responses, reduced_model *out) {
  snprintf(out->method, sizeof out->method, "%s", b[1].reduced.method);
  out->n_first = b[0].reduced.n_modes;
  out->n_kept = b[0].reduced.n_kept + b[1].reduced.n_kept;
  out->n_modes = b[0].reduced.n_modes + b[1].reduced.n_modes;
  out->n_boundary = out->n_independent = 2 + 2 * n_nodes;
  out->n_loads = 2;
  out->n_responses = n_responses;
  out->n_contacts = 1 + n_nodes;
  TRY(reduced_allocate(out));
  DENSE(out->damping, out->memory, out->n_modes, out->n_modes);
  return CHATTER_OK;
}

// Copies row `row` of a body's q_b (-1: fixed, zero) to row `to` of the joined model.
static void join_row(const body *b, const double *rows, int row, int first, double *to) {
  if (row >= 0)
    memcpy(to + first, rows + (long)row * b->reduced.n_modes, (size_t)b->reduced.n_modes * sizeof *to);
}

static void join_modes(const body *b, int first, reduced_model *out) {
  const reduced_model *r = &b->reduced;
  for (int k = 0; k < r->n_modes; k++) {
    const int at = first + k;
    out->omega2[at] = r->omega2[k];
    out->zeta[at] = r->zeta[k];
    out->damping[(long)at * (out->n_modes + 1)] = damping_of_mode(r, k);
    for (int d = 0; d < 2; d++) // p of a global unit translation along x, y
      out->translation[(long)d * out->n_modes + at] =
          d == 0 ? b->cosine * r->translation[k] - b->sine * r->translation[r->n_modes + k]
                 : b->sine * r->translation[k] + b->cosine * r->translation[r->n_modes + k];
  }
}

// Adds a point of a body as contact i of the joined model, with rows x and y.
static void join_contact(const body *b, const reduced_contact *from, int i, int first, reduced_model *out) {
  reduced_contact *to = &out->contacts[i];
  const long m = out->n_modes;
  *to = *from;
  to->entry = b->name;
  to->row_tangent[0] = 2 * i, to->row_normal = 2 * i + 1, to->row_tangent[1] = -1;
  to_global_axes(b, from->position, to->position);
  to->position[2] = 0;
  memcpy(to->normal, along_y, sizeof to->normal);
  memcpy(to->tangent[0], along_x, sizeof to->tangent[0]);
  join_row(b, b->reduced.phi_b, from->row_tangent[0], first, out->phi_b + (2L * i) * m);
  join_row(b, b->reduced.phi_b, from->row_normal, first, out->phi_b + (2L * i + 1) * m);
}

// Sorts the path's points from left to right along the line between the two that are farthest
// apart.
static chatter_status sort_path(const study *from, const body *b, const int n, int *order) {
  const reduced_contact *c = b->reduced.contacts;
  double longest = 0, u[2] = {1, 0};
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double pi[2], pj[2];
      to_global_axes(b, c[i].position, pi), to_global_axes(b, c[j].position, pj);
      const double x = pi[0] - pj[0], y = pi[1] - pj[1], length = hypot(x, y);
      if (length > longest) longest = length, u[0] = x / length, u[1] = y / length;
    }
  if (n < 2 || longest == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: target.path has %d nodes at different places; allowed: 2 or more",
                       study_place(from, "target.path"), longest > 0 ? n : n > 0);
  if (u[0] < 0) u[0] = -u[0], u[1] = -u[1];
  for (int i = 0; i < n; i++) { // insertion sort: sets are nearly sorted
    double p[2], q[2];
    int at = i;
    to_global_axes(b, c[i].position, p);
    for (; at > 0; at--) {
      to_global_axes(b, c[order[at - 1]].position, q);
      if (u[0] * (p[0] - q[0]) + u[1] * (p[1] - q[1]) >= 0) break;
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
  return CHATTER_OK;
}

static chatter_status join_path(const study *from, const body *b, int first, reduced_model *out) {
  const int n = b->reduced.n_contacts;
  int *order = arena_allocate(out->memory, (size_t)(n + 1) * sizeof *order);
  if (!order) return error_raise(CHATTER_DEVICE, "out of memory for the path");
  TRY(sort_path(from, b, n, order));
  for (int i = 0; i < n; i++) join_contact(b, &b->reduced.contacts[order[i]], 1 + i, first, out);
  for (int i = 1; i < n; i++) {
    const reduced_contact *p = &out->contacts[i], *q = &out->contacts[i + 1];
    const double length = hypot(q->position[0] - p->position[0], q->position[1] - p->position[1]);
    if (!(length > 1e-9 * hypot(q->position[0], q->position[1])))
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: nodes %ld and %ld of target.path stand at the same place in the plane (allowed: one line "
          "of nodes)",
          study_place(from, "target.path"), p->node, q->node);
  }
  return CHATTER_OK;
}

// Moves C, undeformed, to its start.
static chatter_status place_slider(const study *from, reduced_model *out) {
  const double start = slider_of(from)->start;
  double length = 0;
  for (int i = 1; i + 1 < out->n_contacts; i++) {
    const double *a = out->contacts[i].position, *b = out->contacts[i + 1].position;
    const double l = hypot(b[0] - a[0], b[1] - a[1]), t = (start - length) / l;
    if (t <= 1 || (i + 2 == out->n_contacts && t <= 1 + 1e-12)) {
      for (int d = 0; d < 2; d++) out->contacts[0].position[d] = a[d] + t * (b[d] - a[d]);
      return CHATTER_OK;
    }
    length += l;
  }
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: slider.start is %g m: the slider starts off the target, whose path is %g m long "
                     "(allowed: 0 to that)",
                     study_place(from, "slider.start"), start, length);
}

// Computes the guide's share of the preload, and the drag of its rigid motion by mass-proportional
// damping a M.
static chatter_status join_loads(const study *from, const body *b, reduced_model *out) {
  const reduced_model *r = &b->reduced;
  const number_list *w = &slider_of(from)->weights;
  const int n = r->n_contacts - 1;
  double sum = 0;
  if (w->n > 0 && w->n != n)
    return error_raise(CHATTER_BAD_STUDY, "%s: %d weights for %d nodes of the guide",
                       study_place(from, "slider.weights"), w->n, n);
  for (int i = 0; i < n; i++) sum += w->n ? w->value[i] : 1;
  if (!(sum > 0))
    return error_raise(CHATTER_BAD_STUDY, "%s: the weights of the guide are all zero",
                       study_place(from, "slider.weights"));
  for (int i = 0; i < n; i++)
    for (int k = 0; k < r->n_modes; k++)
      out->phi_f[k] -=
          (w->n ? w->value[i] : 1) / sum * r->phi_b[(long)r->contacts[1 + i].row_normal * r->n_modes + k];
  for (int k = 0; k < r->n_modes; k++)
    out->phi_f[out->n_modes + k] = b->config.reduction.rayleigh_mass * out->translation[k];
  snprintf(out->load_name[0], STUDY_NAME, "preload");
  snprintf(out->load_name[1], STUDY_NAME, "drag");
  return CHATTER_OK;
}

static chatter_status join_responses(const study *from, const body *bodies, const interface_response *list,
                                     reduced_model *out) {
  for (int y = 0; y < out->n_responses; y++) {
    const char *place = study_output_place(from, &from->outputs[list[y].output], "node"), *rest = NULL;
    char name[STUDY_NAME];
    double own[3];
    int which = 0, row;
    TRY(bodies_split(list[y].term.node, place, &which, &rest));
    to_own_axes(&bodies[which], list[y].term.direction, own);
    TRY(interface_direction_name(rest, own, name));
    TRY(reduced_find_response(&bodies[which].reduced, name, place, &row));
    join_row(&bodies[which], bodies[which].reduced.phi_y, row, which == BODY_SLIDER ? 0 : out->n_first,
             out->phi_y + (long)y * out->n_modes);
    memcpy(out->response_name[y], list[y].name, STUDY_NAME);
  }
  return CHATTER_OK;
}

// Returns the exact stability limit of central differences with damping by backward differences:
// the least 2 (√(1+ζ²) - ζ)/ω over all modes (docs/theory/sliding.md).
static double stable_step(const reduced_model *r) {
  double least = INFINITY;
  for (int k = 0; k < r->n_modes; k++) {
    const double omega = sqrt(r->omega2[k]),
                 zeta = omega > 0 ? r->damping[(long)k * (r->n_modes + 1)] / (2 * omega) : 0;
    if (omega > 0) least = fmin(least, 2 * (sqrt(1 + zeta * zeta) - zeta) / omega);
  }
  return least;
}

// Moves the slider's nodes with C, undeformed.
static chatter_status join_recovery(const body *b, reduced_model *out) {
  recovery_body part[N_BODIES];
  if (!b[0].reduced.recovery || !b[1].reduced.recovery) return CHATTER_OK;
  for (int i = 0; i < N_BODIES; i++)
    part[i] = (recovery_body){.name = body_names[i],
                              .from = b[i].reduced.recovery,
                              .n_modes = b[i].reduced.n_modes,
                              .cosine = b[i].cosine,
                              .sine = b[i].sine};
  to_global_axes(&b[BODY_SLIDER], b[BODY_SLIDER].reduced.contacts[0].position, part[BODY_SLIDER].shift);
  for (int d = 0; d < 2; d++)
    part[BODY_SLIDER].shift[d] = out->contacts[0].position[d] - part[BODY_SLIDER].shift[d];
  return recovery_join(part, out->memory, &out->recovery);
}

static chatter_status join(const study *from, const body *b, const interface_response *list, int n_responses,
                           reduced_model *out) {
  TRY(allocate(b, b[BODY_TARGET].reduced.n_contacts, n_responses, out));
  for (int i = 0; i < N_BODIES; i++) join_modes(&b[i], i ? out->n_first : 0, out);
  join_contact(&b[BODY_SLIDER], &b[BODY_SLIDER].reduced.contacts[0], 0, 0, out);
  TRY(join_path(from, &b[BODY_TARGET], out->n_first, out));
  TRY(place_slider(from, out));
  TRY(join_loads(from, &b[BODY_SLIDER], out));
  TRY(join_responses(from, b, list, out));
  TRY(join_recovery(b, out));
  out->limit_open = out->limit_stuck = stable_step(out);
  reduced_hash(out);
  return CHATTER_OK;
}

static chatter_status reduce_and_join(const study *from, body *bodies, arena *memory, reduced_model *out) {
  interface_response *list;
  int n;
  TRY(interface_list_responses(from->n_outputs, from->outputs, memory, &n, &list));
  for (int i = 0; i < N_BODIES; i++) {
    TRY(body_study(from, list, n, memory, &bodies[i]));
    TRY(reduce_study(&bodies[i].config, &bodies[i].reduced));
    TRY(check_body(from, &bodies[i]));
  }
  if (bodies[BODY_SLIDER].config.n_contacts != 2 || bodies[BODY_SLIDER].reduced.n_contacts < 2)
    return error_raise(CHATTER_BAD_STUDY, "%s: the guide has no nodes", study_place(from, "slider.guide"));
  if (bodies[BODY_SLIDER].reduced.contacts[1].entry != 1)
    return error_raise(CHATTER_BAD_STUDY, "%s: slider.contact is a set of several nodes; allowed: one",
                       study_place(from, "slider.contact"));
  return join(from, bodies, list, n, out);
}

chatter_status bodies_reduce(const study *config, reduced_model *out) {
  body bodies[N_BODIES] = {{.name = BODY_SLIDER}, {.name = BODY_TARGET}};
  arena *memory = arena_create();
  *out = (reduced_model){.memory = arena_create()};
  chatter_status status = memory && out->memory ? reduce_and_join(config, bodies, memory, out)
                                                : error_raise(CHATTER_DEVICE, "out of memory for the bodies");
  for (int i = 0; i < N_BODIES; i++)
    if (bodies[i].reduced.memory) reduced_destroy(&bodies[i].reduced);
  arena_destroy(memory);
  if (status != CHATTER_OK) reduced_destroy(out);
  return status;
}
