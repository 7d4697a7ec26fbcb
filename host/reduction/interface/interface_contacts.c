// Makes the rows of contact points.
#include "reduction/interface/interface_contacts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dot.h"
#include "model/model_lookup.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/dependent_rows.h"
#include "reduction/interface/interface.h"
#include "reduction/interface/interface_names.h"

static int normalise_vector(double a[3]) {
  double length = sqrt(dot(3, a, a));
  if (!(length > 1e-9)) return 0;
  for (int d = 0; d < 3; d++) a[d] /= length;
  return 1;
}

// Finds which of x, y, z any node of the model can move along; returns their number.
static int find_model_directions(const model *m, int has[3]) {
  has[0] = has[1] = has[2] = 0;
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) has[d] |= m->nodes[i].equation[d] >= 0;
  return has[0] + has[1] + has[2];
}

// Chooses two tangents: the given one (or the axis least along the normal) made orthogonal to the
// normal, and normal × tangent. A model with one direction has that axis as its only tangent.
static chatter_status choose_tangents(const input_contact *c, const int has[3], int n_directions,
                                      const char *place, reduced_contact *p) {
  double *t = p->tangent[0], *n = p->normal;
  memcpy(t, c->tangent, 3 * sizeof *t);
  if (!normalise_vector(t)) {
    int best = -1;
    for (int d = 0; d < 3; d++)
      if (has[d] && (best < 0 || fabs(n[d]) < fabs(n[best]) - 1e-6)) best = d;
    for (int d = 0; d < 3; d++) t[d] = d == best;
  }
  if (n_directions > 1 && normalise_vector(n)) {
    double along = dot(3, t, n);
    for (int d = 0; d < 3; d++) t[d] -= along * n[d];
    if (!normalise_vector(t))
      return error_raise(CHATTER_BAD_STUDY, "%s: the contact's tangent is parallel to its normal", place);
    for (int d = 0; d < 3; d++)
      p->tangent[1][d] = n[(d + 1) % 3] * t[(d + 2) % 3] - n[(d + 2) % 3] * t[(d + 1) % 3];
  }
  return CHATTER_OK;
}

static chatter_status count_tangents(const reduction_input *in, int entry, int n_directions,
                                     const char *place, int *n) {
  const input_contact *c = &in->contacts[entry];
  const int has_normal = c->has_normal != 0, slides = c->has_tangents != 0;
  int most = n_directions > 1 ? n_directions - 1 : slides && !has_normal;
  *n = !slides ? 0 : c->tangents > 0 ? (int)c->tangents : most;
  const char *allowed, *law = reduction_input_law(in, entry, &allowed);
  if (slides && has_normal && n_directions < 2)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: law %s needs a normal and a tangent, the model moves along one direction only; "
                       "allowed here: %s",
                       place, law, allowed);
  if (*n > most)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact.tangents is %d; allowed in this model: at most %d. Two directions of "
                       "friction lie across the normal, so that nodes need a third coordinate, which this "
                       "model has none of: it moves along %d",
                       place, *n, most, n_directions);
  return CHATTER_OK;
}

// Kind and origin of a row of q_b.
typedef enum { ROW_NORMAL, ROW_TANGENT, ROW_COULOMB } row_role; // ROW_COULOMB: under a constant normal load
typedef struct row_owner {
  row_role role;
  int entry, adds_up;   // of the study; 1: several such forces may act at one coordinate
  const double *normal; // of its contact point
} row_owner;
typedef struct contact_rows {
  int n;
  direction *along;
  row_owner *owner;
} contact_rows;

// Returns 1: parallel, -1: opposite, 0: neither.
static int are_parallel(const direction *a, const direction *b) {
  if (a->n != b->n) return 0;
  double along = 0, aa = 0, bb = 0;
  for (int i = 0; i < a->n; i++) {
    if (a->equation[i] != b->equation[i]) return 0;
    along += a->weight[i] * b->weight[i];
    aa += a->weight[i] * a->weight[i];
    bb += b->weight[i] * b->weight[i];
  }
  return along * along > (1 - 1e-12) * aa * bb ? (along > 0 ? 1 : -1) : 0;
}

// Returns the reason why two parallel rows exclude each other, or NULL. Of rigid walls on one side
// only the nearest acts. Sliders and springs add up, but two in one entry mean that a node is
// listed twice.
static const char *find_repetition(const direction *a, const row_owner *of_a, const direction *b,
                                   const row_owner *of_b) {
  const int rigid = !of_a->adds_up && !of_b->adds_up;
  if (of_a->role != of_b->role || of_a->role == ROW_TANGENT) return NULL;
  if (of_a->entry != of_b->entry && (of_a->role == ROW_COULOMB || !rigid)) return NULL;
  const int sense = are_parallel(a, b);
  if (of_a->role == ROW_NORMAL ? sense <= 0 : sense == 0) return NULL;
  if (of_a->entry != of_b->entry)
    return "has two rigid walls on the same side, of which only the nearer one acts (allowed: one, and one "
           "more with the opposite normal; keep the one with the smaller gap, or give both a stiffness: "
           "forces of laws spring and kelvin_voigt add up)";
  for (int d = 0; of_a->role == ROW_COULOMB && d < 3; d++)
    if (fabs(of_a->normal[d] - of_b->normal[d]) > 1e-9) return NULL; // points of a file on two planes
  return "stands twice in one entry, along the same direction (allowed: once; what acts there besides is an "
         "entry of its own)";
}

// Adds a row of q_b: along · (u_node - u_partner). No row is added if that is fixed and allowed to
// be.
static chatter_status add_contact_row(const model *m, const reduced_contact *p, int node, int partner,
                                      const double along[3], row_owner owner, int may_be_fixed,
                                      const char *place, contact_rows *rows, int *row) {
  direction *b = &rows->along[rows->n];
  *b = (direction){.n = 0};
  for (int side = 0; side < (partner >= 0 ? 2 : 1); side++)
    for (int d = 0; d < 3; d++) {
      int equation = m->nodes[side ? partner : node].equation[d];
      if (equation < 0 || fabs(along[d]) < 1e-14) continue;
      b->equation[b->n] = equation;
      b->weight[b->n++] = side ? -along[d] : along[d];
    }
  const double size = dot(b->n, b->weight, b->weight);
  if (size < 1e-12 && may_be_fixed) return CHATTER_OK;
  if (size < 1e-12)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact node %ld cannot move along (%g, %g, %g): it is fixed there", place,
                       p->node, along[0], along[1], along[2]);
  for (int k = 0; k < rows->n; k++) {
    const char *why = find_repetition(b, &owner, &rows->along[k], &rows->owner[k]);
    if (why) return error_raise(CHATTER_BAD_STUDY, "%s: node %ld %s", place, p->node, why);
  }
  rows->owner[rows->n] = owner;
  *row = rows->n++;
  return CHATTER_OK;
}

// Adds point `which` of a node; of two points each has one of the tangents.
static chatter_status add_contact_point(const reduction_input *in, const model *m, const char *place,
                                        int which, reduced_contact *p, int node, int partner,
                                        contact_rows *rows) {
  const input_contact *c = &in->contacts[p->entry];
  const int has_normal = c->has_normal != 0;
  int has[3], n_directions = find_model_directions(m, has), n_tangents;
  p->node = m->nodes[node].id;
  p->partner = partner >= 0 ? m->nodes[partner].id : -1;
  memcpy(p->position, m->nodes[node].position, sizeof p->position);
  interface_nodes_name(c->nodes, p->nodes);
  interface_nodes_name(c->partner, p->partner_nodes);
  p->row_normal = p->row_tangent[0] = p->row_tangent[1] = -1;
  if (node == partner)
    return error_raise(CHATTER_BAD_STUDY, "%s: node %ld is in contact with itself", place, p->node);
  if (has_normal && !normalise_vector(p->normal))
    return error_raise(CHATTER_BAD_STUDY, "%s: the contact needs a normal", place);
  TRY(count_tangents(in, p->entry, n_directions, place, &n_tangents));
  TRY(choose_tangents(c, has, n_directions, place, p));
  if (n_tangents == 2 && !normalise_vector(p->tangent[1]))
    return error_raise(CHATTER_BAD_STUDY, "%s: two tangents need the contact's normal", place);
  if (c->points > 1) {
    if (which) memcpy(p->tangent[0], p->tangent[1], sizeof p->tangent[0]);
    memset(p->tangent[1], 0, sizeof p->tangent[1]);
    n_tangents = 1;
  }
  row_owner owner = {ROW_NORMAL, p->entry, c->adds_up != 0, p->normal};
  if (has_normal)
    TRY(add_contact_row(m, p, node, partner, p->normal, owner, c->may_be_fixed != 0, place, rows,
                        &p->row_normal));
  owner.role = has_normal ? ROW_TANGENT : ROW_COULOMB;
  for (int t = 0; t < n_tangents; t++)
    TRY(add_contact_row(m, p, node, partner, p->tangent[t], owner, c->may_be_fixed != 0, place, rows,
                        &p->row_tangent[t]));
  return CHATTER_OK;
}

// Returns the partner of a node: the only one, or the nearest of the set.
static int find_nearest_node(const model *m, int node, int n, const int *candidates) {
  int best = candidates[0];
  double shortest = INFINITY;
  for (int k = 0; k < n; k++) {
    double square = 0;
    for (int d = 0; d < 3; d++) {
      double x = m->nodes[candidates[k]].position[d] - m->nodes[node].position[d];
      square += x * x;
    }
    if (square < shortest) shortest = square, best = candidates[k];
  }
  return best;
}

chatter_status interface_find_nodes(const model *m, const char *names, const double *along, const char *place,
                                    arena *memory, int *n, const int **nodes) {
  chatter_status status = CHATTER_OK;
  *n = 0;
  *nodes = NULL;
  while (*names) {
    char name[STUDY_SET];
    int more, *all;
    const int *found;
    size_t length = strcspn(names, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    names += length + strspn(names + length, " ");
    const chatter_status here = along ? model_find_nodes_along(m, name, along, place, &more, &found)
                                      : model_find_nodes(m, name, place, &more, &found);
    status = interface_first_failure(status, here);
    if (here != CHATTER_OK) continue;
    all = arena_allocate(memory, (size_t)(*n + more) * sizeof *all);
    if (!all) return error_raise(CHATTER_DEVICE, "out of memory for the contacts");
    if (*n > 0) memcpy(all, *nodes, (size_t)*n * sizeof *all);
    memcpy(all + *n, found, (size_t)more * sizeof *all);
    *n += more;
    *nodes = all;
  }
  return status;
}

// Requires an explicit pairing in a chain with several partners, because all its nodes lie at one
// place.
static chatter_status check_node_pairs(const model *m, const input_contact *c, const char *place, int n,
                                       int n_partners) {
  if (n_partners > 0 && c->in_order && n != n_partners)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact.pairing: %d nodes and %d partners cannot be paired in order (allowed: as "
                       "many of both)",
                       place, n, n_partners);
  if (n_partners < 2 || c->in_order || strcmp(m->kind, "chain") != 0) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: contact.partner: the nodes of a chain have no places of which one could be the nearest "
      "(allowed: contact.pairing in_order)",
      place);
}

static chatter_status add_contact_entry(const reduction_input *in, const model *m, int entry,
                                        contact_rows *rows, interface *out) {
  const input_contact *c = &in->contacts[entry];
  const char *place = reduction_input_entry_place(in, "contact", entry);
  int n = m->n_contacts, n_partners = 0;
  const int *nodes = NULL, *partners = NULL;
  if (c->from_file && n == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: the contact takes its points from a file, the model has none",
                       place);
  if (!c->from_file) TRY(interface_find_nodes(m, c->nodes, NULL, place, out->memory, &n, &nodes));
  if (!c->from_file && c->partner[0])
    TRY(interface_find_nodes(m, c->partner, NULL, place, out->memory, &n_partners, &partners));
  TRY(check_node_pairs(m, c, place, n, n_partners));
  for (int point = 0; point < n * c->points; point++) {
    const int k = point / (int)c->points;
    reduced_contact *p = &out->contacts[out->n_contacts++];
    *p = (reduced_contact){.entry = entry};
    const model_contact *f = c->from_file ? &m->contacts[k] : NULL;
    memcpy(p->normal, f ? f->normal : c->normal, sizeof p->normal);
    if (f) p->gap = f->gap, p->area = f->area, p->preload = f->preload, p->gap_phase = f->gap_phase;
    int node = f ? f->node : nodes[k];
    int partner = f ? f->partner : n_partners ? find_nearest_node(m, node, n_partners, partners) : -1;
    if (n_partners && c->in_order) partner = partners[k];
    TRY(add_contact_point(in, m, place, point % (int)c->points, p, node, partner, rows));
  }
  return CHATTER_OK;
}

chatter_status interface_add_contacts(const reduction_input *in, const model *m, interface *out) {
  const int n_entries = (int)in->settings->n_contacts;
  chatter_status status = CHATTER_OK; // all entries are checked, so that every mistake is reported
  long most = 0;
  for (int e = 0; e < n_entries; e++) {
    const input_contact *c = &in->contacts[e];
    const char *place = reduction_input_entry_place(in, "contact", e);
    int n = m->n_contacts, n_partners;
    const int *nodes;
    if (!c->from_file)
      status = interface_first_failure(
          status, interface_find_nodes(m, c->nodes, NULL, place, out->memory, &n, &nodes));
    if (!c->from_file && c->partner[0])
      status = interface_first_failure(
          status, interface_find_nodes(m, c->partner, NULL, place, out->memory, &n_partners, &nodes));
    most += n * c->points;
  }
  TRY(status);
  out->contacts = arena_allocate(out->memory, (size_t)(most + 1) * sizeof *out->contacts);
  const size_t n_most = (size_t)(3 * most + 1);
  out->boundary = arena_allocate(out->memory, n_most * sizeof *out->boundary);
  contact_rows rows = {.along = arena_allocate(out->memory, n_most * sizeof *rows.along),
                       .owner = arena_allocate(out->memory, n_most * sizeof *rows.owner)};
  if (!out->contacts || !out->boundary || !rows.along || !rows.owner)
    return error_raise(CHATTER_DEVICE, "out of memory for the contacts");
  for (int e = 0; e < n_entries; e++)
    status = interface_first_failure(status, add_contact_entry(in, m, e, &rows, out));
  TRY(status);
  return dependent_separate(rows.n, rows.along, out);
}
