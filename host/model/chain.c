// Lumped chain: ground -k1- m1 -k2- m2 ... -kN- mN, and with N + 1 springs -k(N+1)- ground. Nodes have ids 1
// .. N and an x direction only; being without extent they sit at x = 0.
#include <math.h>

#include "model/kinds.h"

static chatter_status validate(const study *s) {
  const number_list *m = &s->model.masses, *k = &s->model.springs;
  if (m->n < 1)
    return error_raise(CHATTER_BAD_MODEL, "%s: a chain needs at least one mass in model.masses",
                       model_place(s, "model.masses"));
  if (k->n != m->n && k->n != m->n + 1)
    return error_raise(
        CHATTER_BAD_MODEL,
        "%s: %d springs for %d masses; allowed: %d (from ground upwards) or %d (the last to ground)",
        model_place(s, "model.springs"), k->n, m->n, m->n, m->n + 1);
  for (int i = 0; i < m->n; i++)
    if (!(m->value[i] > 0 && isfinite(m->value[i])))
      return error_raise(CHATTER_BAD_MODEL, "%s: mass %d is %g kg; allowed: positive",
                         model_place(s, "model.masses"), i + 1, m->value[i]);
  for (int i = 0; i < k->n; i++)
    if (!(k->value[i] >= 0 && isfinite(k->value[i])))
      return error_raise(CHATTER_BAD_MODEL, "%s: spring %d is %g N/m; allowed: zero or positive",
                         model_place(s, "model.springs"), i + 1, k->value[i]);
  return CHATTER_OK;
}

chatter_status chain_load(const study *s, model *out) {
  TRY(validate(s));
  const number_list *m = &s->model.masses, *k = &s->model.springs;
  const int n = m->n;
  int *row, *column, *diagonal;
  double *value;
  long n_triplets = 0;
  ARENA_ARRAY(row, out->memory, 3 * k->n);
  ARENA_ARRAY(column, out->memory, 3 * k->n);
  ARENA_ARRAY(value, out->memory, 3 * k->n);
  ARENA_ARRAY(diagonal, out->memory, n);
  for (int spring = 0; spring < k->n;
       spring++) // joins masses spring - 1 and spring (0-based), either of which may be ground
    for (int end = 0; end < 3; end++) {
      int i = end == 1 ? spring : spring - 1, j = end == 0 ? spring - 1 : spring;
      if (i < 0 || j >= n) continue;
      row[n_triplets] = i;
      column[n_triplets] = j;
      value[n_triplets++] = end == 2 ? -k->value[spring] : k->value[spring];
    }
  for (int i = 0; i < n; i++) diagonal[i] = i;
  TRY(sparse_from_triplets(out->memory, n, n_triplets, row, column, value, &out->stiffness));
  TRY(sparse_from_triplets(out->memory, n, n, diagonal, diagonal, m->value, &out->mass));
  out->n_nodes = n;
  ARENA_ARRAY(out->nodes, out->memory, n);
  for (int i = 0; i < n; i++) out->nodes[i] = (model_node){.id = i + 1, .equation = {i, -1, -1}};
  return CHATTER_OK;
}

chatter_status chain_hash(const study *s, sha256 *hash) {
  sha256_add_doubles(hash, (size_t)s->model.masses.n, s->model.masses.value);
  sha256_add_doubles(hash, (size_t)s->model.springs.n, s->model.springs.value);
  return CHATTER_OK;
}
