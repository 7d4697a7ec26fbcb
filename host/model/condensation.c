// Static condensation of motions inside the elements (incompatible modes of C3D8I). Their rows
// belong to no node and couple only with the nodes of one element, so K_ii of K = [K_nn K_ni; K_in
// K_ii] has one small block for each element. K becomes K_nn - K_ni K_ii⁻¹ K_in, which is exact in
// statics. The mass of these rows is dropped; no translation of the body moves it.
#include "model/condensation.h"

#include <math.h>
#include <string.h>

#include "model/arena_array.h"
#include "model/sparse_matrix.h"

enum { MAX_BLOCK_ROWS = 64 }; // most internal rows of an element, and most rows of its nodes (3 · 20)

typedef struct condensation {
  arena *memory;
  const unsigned char *internal; // [n] 1: an internal row
  int n, n_kept;
  int *renumbered;   // [n] new number of a kept row; -1: an internal row
  int *first, *next; // [n] linked lists of the rows of each block; -1 at the end
  int *block;        // [n] first row of the block that an internal row belongs to
  long *begin;       // [n + 1] entries of each internal row, in `other` and `value`
  int *other;
  double *value;
  long n_triplets;
  int *row, *column;
  double *entry;
} condensation;

static int find_block_root(condensation *c, int i) {
  while (c->block[i] != i) i = c->block[i] = c->block[c->block[i]];
  return i;
}

static chatter_status find_blocks(condensation *c, const sparse *k) {
  ARENA_ARRAY(c->block, c->memory, c->n);
  ARENA_ARRAY(c->first, c->memory, c->n);
  ARENA_ARRAY(c->next, c->memory, c->n);
  for (int i = 0; i < c->n; i++) c->block[i] = i, c->first[i] = c->next[i] = -1;
  for (int i = 0; i < c->n; i++)
    for (long e = k->row[i]; e < k->row[i + 1] && c->internal[i]; e++)
      if (c->internal[k->column[e]] && k->value[e] != 0)
        c->block[find_block_root(c, k->column[e])] = find_block_root(c, i);
  for (int i = c->n - 1; i >= 0; i--) {
    if (!c->internal[i]) continue;
    const int at = find_block_root(c, i);
    c->next[i] = c->first[at];
    c->first[at] = i;
  }
  return CHATTER_OK;
}

// Collects the entries of internal rows from both triangles.
static chatter_status list_internal_entries(condensation *c, const sparse *k) {
  ARENA_ARRAY(c->begin, c->memory, c->n + 1L);
  for (int fill = 0; fill < 2; fill++) {
    if (fill) {
      for (int i = c->n; i > 0; i--) c->begin[i] = c->begin[i - 1];
      c->begin[0] = 0;
      for (int i = 0; i < c->n; i++) c->begin[i + 1] += c->begin[i];
      ARENA_ARRAY(c->other, c->memory, c->begin[c->n] + 1);
      ARENA_ARRAY(c->value, c->memory, c->begin[c->n] + 1);
    }
    long *at = c->begin;
    if (fill) {
      ARENA_ARRAY(at, c->memory, c->n + 1L);
      memcpy(at, c->begin, (size_t)(c->n + 1) * sizeof *at);
    }
    for (int i = 0; i < c->n; i++)
      for (long e = k->row[i]; e < k->row[i + 1]; e++)
        for (int way = 0; way < (k->column[e] == i ? 1 : 2); way++) {
          const int from = way ? k->column[e] : i, to = way ? i : k->column[e];
          if (!c->internal[from] || k->value[e] == 0) continue;
          if (fill) c->other[at[from]] = to, c->value[at[from]] = k->value[e];
          at[from]++;
        }
  }
  return CHATTER_OK;
}

static void add_triplet(condensation *c, int i, int j, double value) {
  c->row[c->n_triplets] = i < j ? i : j;
  c->column[c->n_triplets] = i < j ? j : i;
  c->entry[c->n_triplets++] = value;
}

// Factors a = L Lᵀ (n rows) in place. Returns 0 if a is not positive definite.
static int factor_cholesky(int n, double a[MAX_BLOCK_ROWS][MAX_BLOCK_ROWS]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = a[i][j];
      for (int k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      if (i == j && !(sum > 0)) return 0;
      a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
    }
  return 1;
}

// Condenses one block: -K_ni K_ii⁻¹ K_in = -Yᵀ Y with L Y = K_in.
static chatter_status condense_block(condensation *c, int first) {
  double inner[MAX_BLOCK_ROWS][MAX_BLOCK_ROWS] = {{0}}, outer[MAX_BLOCK_ROWS][MAX_BLOCK_ROWS] = {{0}};
  int rows[MAX_BLOCK_ROWS], columns[MAX_BLOCK_ROWS], n = 0, m = 0;
  for (int i = c->first[first]; i >= 0; i = c->next[i], n++) {
    CHECK(n < MAX_BLOCK_ROWS, "a block of rows without a node is one element's");
    rows[n] = i;
  }
  for (int a = 0; a < n; a++)
    for (long e = c->begin[rows[a]]; e < c->begin[rows[a] + 1]; e++) {
      int b = 0;
      while (c->internal[c->other[e]] && b < n && rows[b] != c->other[e]) b++;
      if (c->internal[c->other[e]]) {
        inner[a][b] = c->value[e];
        continue;
      }
      while (b < m && columns[b] != c->other[e]) b++;
      CHECK(b < MAX_BLOCK_ROWS, "rows without a node couple with those of one element");
      if (b == m) columns[m++] = c->other[e];
      outer[a][b] = c->value[e];
    }
  if (!factor_cholesky(n, inner))
    return error_raise(CHATTER_BAD_MODEL, "the stiffness of the motions inside an element is not positive");
  for (int b = 0; b < m; b++)
    for (int a = 0; a < n; a++) {
      for (int k = 0; k < a; k++) outer[a][b] -= inner[a][k] * outer[k][b];
      outer[a][b] /= inner[a][a];
    }
  for (int p = 0; p < m; p++)
    for (int q = p; q < m; q++) {
      double sum = 0;
      for (int a = 0; a < n; a++) sum += outer[a][p] * outer[a][q];
      add_triplet(c, c->renumbered[columns[p]], c->renumbered[columns[q]], -sum);
    }
  return CHATTER_OK;
}

// Collects the entries of a matrix between the coordinates that are kept.
static void collect_kept_entries(condensation *c, const sparse *a) {
  c->n_triplets = 0;
  for (int i = 0; i < c->n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++)
      if (!c->internal[i] && !c->internal[a->column[e]])
        add_triplet(c, c->renumbered[i], c->renumbered[a->column[e]], a->value[e]);
}

static chatter_status allocate_triplets(condensation *c, long n) {
  ARENA_ARRAY(c->row, c->memory, n + 1);
  ARENA_ARRAY(c->column, c->memory, n + 1);
  ARENA_ARRAY(c->entry, c->memory, n + 1);
  return CHATTER_OK;
}

static void renumber_equations(const condensation *c, model *out) {
  long n = 0;
  for (int i = 0; i < out->n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (out->nodes[i].equation[d] >= 0)
        out->nodes[i].equation[d] = c->renumbered[out->nodes[i].equation[d]];
  for (long e = 0; e < out->n_clamped_masses; e++) {
    out->clamped[n] = out->clamped[e];
    out->clamped[n].equation = c->renumbered[out->clamped[e].equation];
    n += out->clamped[n].equation >= 0;
  }
  out->n_clamped_masses = n;
}

static chatter_status condense_matrices(condensation *c, model *out) {
  const sparse *k = &out->stiffness;
  long most = k->n_entries + out->mass.n_entries;
  ARENA_ARRAY(c->renumbered, c->memory, c->n);
  for (int i = 0; i < c->n; i++) c->renumbered[i] = c->internal[i] ? -1 : c->n_kept++;
  TRY(find_blocks(c, k));
  TRY(list_internal_entries(c, k));
  for (int i = 0; i < c->n; i++)
    if (c->first[i] >= 0) most += MAX_BLOCK_ROWS * (MAX_BLOCK_ROWS + 1) / 2;
  TRY(allocate_triplets(c, most));
  collect_kept_entries(c, k);
  for (int i = 0; i < c->n; i++)
    if (c->first[i] >= 0) TRY(condense_block(c, i));
  TRY(sparse_from_triplets(out->memory, c->n_kept, c->n_triplets, c->row, c->column, c->entry,
                           &out->stiffness));
  collect_kept_entries(c, &out->mass);
  TRY(sparse_from_triplets(out->memory, c->n_kept, c->n_triplets, c->row, c->column, c->entry, &out->mass));
  renumber_equations(c, out);
  return CHATTER_OK;
}

chatter_status model_condense(model *out) {
  if (out->n_internal == 0) return CHATTER_OK;
  CHECK(out->damping.n == 0, "elements with rows of their own come without a damping matrix");
  condensation c = {.memory = arena_create(), .n = out->stiffness.n};
  unsigned char *internal = c.memory ? arena_allocate(c.memory, (size_t)c.n + 1) : NULL;
  if (!internal) {
    arena_destroy(c.memory);
    return error_raise(CHATTER_DEVICE, "out of memory for the stiffness matrix");
  }
  memset(internal, 1, (size_t)c.n);
  for (int i = 0; i < out->n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (out->nodes[i].equation[d] >= 0) internal[out->nodes[i].equation[d]] = 0;
  c.internal = internal;
  const chatter_status status = condense_matrices(&c, out);
  if (status == CHATTER_OK) out->n_internal = 0;
  arena_destroy(c.memory);
  return status;
}

static const char *const axis_names[] = {"x", "y", "z"};

// Row sums of M: to[equation] = inertia force on the equation under unit translation of the
// structure along its axis, kg. NAN for rows without a node.
static chatter_status find_row_sums(const model *m, arena *scratch, double *to) {
  double *translation, *force;
  ARENA_ARRAY(translation, scratch, m->mass.n);
  ARENA_ARRAY(force, scratch, m->mass.n);
  for (int i = 0; i < m->mass.n; i++) to[i] = NAN;
  for (int d = 0; d < 3; d++) {
    const double along[3] = {d == 0, d == 1, d == 2};
    TRY(model_inertia_force(m, along, translation, force));
    for (int i = 0; i < m->n_nodes; i++) {
      const int equation = m->nodes[i].equation[d];
      if (equation >= 0) to[equation] = force[equation];
    }
  }
  return CHATTER_OK;
}

static chatter_status check_row_sums(const study *s, const model *m, const double *sum) {
  const char *place = model_key_place(s, "model.mass_matrix");
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const int equation = m->nodes[i].equation[d];
      if (equation >= 0 && !(sum[equation] >= 0))
        return error_raise(
            CHATTER_BAD_STUDY,
            "%s: lumped: node %ld has a mass of %g kg along %s (allowed: elements whose rows have positive "
            "sums, not those with nodes amid their edges: of decks C3D8I, which bends as it should, C3D8, "
            "C3D4, C3D6; or consistent)",
            place, m->nodes[i].id, sum[equation], axis_names[d]);
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

static chatter_status lump_mass(const study *s, arena *scratch, model *out) {
  double *sum;
  TRY(model_condense(out));
  ARENA_ARRAY(sum, scratch, out->mass.n);
  TRY(find_row_sums(out, scratch, sum));
  TRY(check_row_sums(s, out, sum));
  if (out->mass.n_entries < out->mass.n) { // rows without an entry
    ARENA_ARRAY(out->mass.column, out->memory, out->mass.n);
    ARENA_ARRAY(out->mass.value, out->memory, out->mass.n);
  }
  sparse_from_diagonal(sum, &out->mass);
  out->n_clamped_masses = 0;
  return CHATTER_OK;
}

chatter_status model_lump(const study *s, model *out) {
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for the mass matrix");
  const chatter_status status = lump_mass(s, scratch, out);
  arena_destroy(scratch);
  return status;
}
