// Lumped chain: ground -k1- m1 -k2- m2 ... -kN- mN, and with N + 1 springs -k(N+1)- ground.
// Dashpots may stand beside the springs. Nodes have ids 1 .. N, an x direction only, and all lie at
// x = 0. A node may have no mass: it is then a boundary that follows its springs and its contact
// statically.
#include <math.h>

#include "model/model.h"
#include "model/model_kinds.h"
#include "model/sparse_matrix.h"

// Checks the list of springs or dashpots. key: in the study; what: the name of one of them; unit:
// for messages.
static chatter_status validate_links(const study *s, const number_list *links, const char *key,
                                     const char *what, const char *unit) {
  const int n = s->model.masses.n;
  if (links->n != n && links->n != n + 1)
    return error_raise(
        CHATTER_BAD_MODEL,
        "%s: %d %ss for %d masses; allowed: %d (from ground upwards) or %d (the last to ground)",
        model_key_place(s, key), links->n, what, n, n, n + 1);
  for (int i = 0; i < links->n; i++)
    if (!(links->value[i] >= 0 && isfinite(links->value[i])))
      return error_raise(CHATTER_BAD_MODEL, "%s: %s %d is %g %s; allowed: zero or positive",
                         model_key_place(s, key), what, i + 1, links->value[i], unit);
  return CHATTER_OK;
}

static chatter_status validate_masses(const study *s) {
  const number_list *m = &s->model.masses;
  double largest = 0;
  if (m->n < 1)
    return error_raise(CHATTER_BAD_MODEL, "%s: a chain needs at least one mass in model.masses",
                       model_key_place(s, "model.masses"));
  for (int i = 0; i < m->n; i++) {
    if (!(m->value[i] >= 0 && isfinite(m->value[i])))
      return error_raise(CHATTER_BAD_MODEL, "%s: mass %d is %g kg; allowed: zero or positive",
                         model_key_place(s, "model.masses"), i + 1, m->value[i]);
    largest = fmax(largest, m->value[i]);
  }
  return largest > 0
             ? CHATTER_OK
             : error_raise(CHATTER_BAD_MODEL, "%s: all masses are 0 kg; allowed: at least one positive",
                           model_key_place(s, "model.masses"));
}

// Refuses dashpots at a node without mass: every reduction condenses it statically, without its
// velocity.
static chatter_status validate_dashpots(const study *s) {
  const number_list *m = &s->model.masses, *c = &s->model.dashpots;
  if (c->n == 0) return CHATTER_OK;
  TRY(validate_links(s, c, "model.dashpots", "dashpot", "N s/m"));
  for (int i = 0; i < m->n; i++)
    for (int link = i; link <= i + 1 && link < c->n; link++)
      if (m->value[i] == 0 && c->value[link] > 0)
        return error_raise(CHATTER_BAD_MODEL,
                           "%s: dashpot %d is %g N s/m, at node %d, which has no mass; allowed: 0, dashpots "
                           "need masses or the ground at both ends",
                           model_key_place(s, "model.dashpots"), link + 1, c->value[link], i + 1);
  return CHATTER_OK;
}

static chatter_status validate_keys(const study *s) {
  TRY(validate_masses(s));
  TRY(validate_links(s, &s->model.springs, "model.springs", "spring", "N/m"));
  return validate_dashpots(s);
}

// Assembles the matrix of springs or dashpots between n masses.
static chatter_status assemble_link_matrix(const number_list *links, int n, arena *memory, sparse *out) {
  int *row, *column;
  double *value;
  long n_triplets = 0;
  ARENA_ARRAY(row, memory, 3 * links->n);
  ARENA_ARRAY(column, memory, 3 * links->n);
  ARENA_ARRAY(value, memory, 3 * links->n);
  for (int link = 0; link < links->n;
       link++) // joins masses link - 1 and link (0-based), either of which may be ground
    for (int end = 0; end < 3; end++) {
      int i = end == 1 ? link : link - 1, j = end == 0 ? link - 1 : link;
      if (i < 0 || j >= n) continue;
      row[n_triplets] = i;
      column[n_triplets] = j;
      value[n_triplets++] = end == 2 ? -links->value[link] : links->value[link];
    }
  return sparse_from_triplets(memory, n, n_triplets, row, column, value, out);
}

chatter_status chain_load(const study *s, model *out) {
  TRY(validate_keys(s));
  const number_list *m = &s->model.masses, *c = &s->model.dashpots;
  const int n = m->n;
  int *diagonal;
  ARENA_ARRAY(diagonal, out->memory, n);
  for (int i = 0; i < n; i++) diagonal[i] = i;
  TRY(assemble_link_matrix(&s->model.springs, n, out->memory, &out->stiffness));
  TRY(sparse_from_triplets(out->memory, n, n, diagonal, diagonal, m->value, &out->mass));
  if (c->n > 0) TRY(assemble_link_matrix(c, n, out->memory, &out->damping));
  out->n_nodes = n;
  ARENA_ARRAY(out->nodes, out->memory, n);
  for (int i = 0; i < n; i++) out->nodes[i] = (model_node){.id = i + 1, .equation = {i, -1, -1}};
  return CHATTER_OK;
}
