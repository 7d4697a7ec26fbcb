// Reads the matrix files of ccx.
#include "model/deck/ccx/ccx_files.h"

#include <stdio.h>
#include <string.h>

#include "model/arena_array.h"
#include "model/model_building.h"
#include "model/model_lookup.h"
#include "model/number.h"
#include "model/scan.h"
#include "model/sparse_matrix.h"

static chatter_status raise_expanded_node(const char *deck, long id) {
  return error_raise(CHATTER_BAD_MODEL,
                     "%s: ccx has made nodes of its own (of or as node %ld): shell, plane, beam and "
                     "rigid-body cards are not "
                     "supported; use solid elements",
                     deck, id);
}

// Reads the rows' names: "190.1" is node 190, direction 1. It is read as text because 12.1 and
// 12.10 are the same number.
static chatter_status read_equations(scan *file, const char *deck, long n_internal_nodes, model *out,
                                     int *n_equations) {
  long n = 0, own = 0, last = out->nodes[out->n_nodes - 1].id;
  for (; !scan_at_end(file); scan_next_line(file)) {
    long id, direction;
    scan_skip_blanks(file);
    if (*file->at == '\n' || scan_at_end(file)) continue;
    const char *point = number_read_whole(file->at, file->end, &id);
    if (!point || *point != '.' || !number_read_whole(point + 1, file->end, &direction))
      return scan_raise(file, file->at, "not of the form node.direction");
    int node = model_find_node_id(out, id);
    if (node < 0 && (id <= last || ++own > 3 * n_internal_nodes)) return raise_expanded_node(deck, id);
    if (direction < 1 || direction > 3)
      return error_raise(CHATTER_BAD_MODEL,
                         "%s: node %ld has a degree of freedom %ld; allowed: 1, 2, 3 (x, y, z)", deck, id,
                         direction);
    if (n == INT32_MAX) return scan_raise(file, file->at, "too many equations");
    if (node >= 0 && out->nodes[node].equation[direction - 1] >= 0) return raise_expanded_node(deck, id);
    if (node >= 0) out->nodes[node].equation[direction - 1] = (int)n;
    n++;
  }
  out->n_internal = (int)own;
  if (n == 0) return error_raise(CHATTER_BAD_MODEL, "%s: no degree of freedom is left free", deck);
  *n_equations = (int)n;
  return CHATTER_OK;
}

typedef struct triplets {
  long n;
  int *i, *j;
  double *value;
} triplets;

static chatter_status read_triplets(scan *file, int n, triplets *out) {
  int n_diagonal = 0;
  for (; !scan_at_end(file); scan_next_line(file)) {
    long i = 0, j = 0;
    double value = 0;
    scan_skip_blanks(file);
    const char *first = file->at;
    if (*first == '\n' || scan_at_end(file)) continue;
    const char *at = number_read_whole(first, file->end, &i);
    if (at) file->at = at, scan_skip_blanks(file), at = number_read_whole(file->at, file->end, &j);
    if (at) file->at = at, scan_skip_blanks(file), at = number_read(file->at, file->end, &value);
    if (!at || (*at != '\n' && *at != '\r' && *at != ' '))
      return scan_raise(file, first,
                        "not of the form row, column, value: not a number, or did the disk run full?");
    if (i < 1 || j < 1 || i > n || j > n)
      return scan_raise(file, first, "an entry outside of %d equations", n);
    n_diagonal += i == j;
    if (value == 0 && i != j) continue; // ccx stores the whole sparsity pattern
    out->i[out->n] = (int)i - 1;
    out->j[out->n] = (int)j - 1;
    out->value[out->n++] = value;
  }
  if (n_diagonal != n)
    return scan_raise(file, file->at, "%d diagonal entries for %d equations (did the disk run full?)",
                      n_diagonal, n);
  return CHATTER_OK;
}

static chatter_status read_matrix(const char *path, arena *memory, int n, sparse *out) {
  scan file;
  TRY(scan_read(path, NULL, &file));
  long n_lines = 1;
  for (const char *c = file.begin; (c = memchr(c, '\n', (size_t)(file.end - c))); c++) n_lines++;
  arena *scratch = arena_create();
  triplets t = {.n = 0};
  chatter_status status = CHATTER_DEVICE;
  if (scratch) {
    t.i = arena_array(scratch, (size_t)n_lines, sizeof *t.i);
    t.j = arena_array(scratch, (size_t)n_lines, sizeof *t.j);
    t.value = arena_array(scratch, (size_t)n_lines, sizeof *t.value);
  }
  if (t.i && t.j && t.value) status = read_triplets(&file, n, &t);
  scan_destroy(&file);
  if (status == CHATTER_OK) status = sparse_from_triplets(memory, n, t.n, t.i, t.j, t.value, out);
  arena_destroy(scratch);
  return status;
}

static chatter_status read_equation_count(const char *folder, const char *deck, long n_internal_nodes,
                                          model *out, int *n) {
  char path[CCX_FOLDER + 16];
  scan file;
  snprintf(path, sizeof path, "%s/model.dof", folder);
  TRY(scan_read(path, NULL, &file));
  chatter_status status = read_equations(&file, deck, n_internal_nodes, out, n);
  scan_destroy(&file);
  return status;
}

chatter_status ccx_read_files(const char *folder, const char *deck, long n_internal_nodes, model *out) {
  char path[CCX_FOLDER + 16];
  int n = 0;
  TRY(read_equation_count(folder, deck, n_internal_nodes, out, &n));
  snprintf(path, sizeof path, "%s/model.sti", folder);
  TRY(read_matrix(path, out->memory, n, &out->stiffness));
  snprintf(path, sizeof path, "%s/model.mas", folder);
  return read_matrix(path, out->memory, n, &out->mass);
}

// Finds for each equation of `whole` the one of the deck: of[n_whole], -1 for none. Equations that
// ccx adds belong to no node; nothing fixes them, so both matrices have them in the same order.
static chatter_status match_rows(const model *whole, int n_whole, const model *part, const char *deck,
                                 int *of) {
  int n = part->mass.n, own = 0;
  unsigned char *has_node;
  ARENA_ARRAY(has_node, whole->memory, n);
  for (int i = 0; i < n_whole; i++) of[i] = -2;
  for (int i = 0; i < part->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const int row = whole->nodes[i].equation[d], known = part->nodes[i].equation[d];
      if (known >= 0) has_node[known] = 1;
      if (row >= 0) of[row] = known;
      if (known >= 0 && row < 0)
        return error_raise(CHATTER_BAD_MODEL, "%s: without its *BOUNDARY cards ccx binds node %ld", deck,
                           part->nodes[i].id);
    }
  for (int i = 0; i < n_whole; i++) {
    if (of[i] != -2) continue;
    while (own < n && has_node[own]) own++;
    if (own == n) return error_raise(CHATTER_BAD_MODEL, "%s: ccx made other nodes of its own", deck);
    of[i] = own++;
  }
  return CHATTER_OK;
}

chatter_status ccx_add_clamped(const char *deck, const unsigned char *fixed, model *whole, model *out) {
  const int n_whole = whole->mass.n;
  int *of, *held; // held: 1 + 3 node + direction of each equation that the deck fixes
  ARENA_ARRAY(of, whole->memory, n_whole);
  TRY(match_rows(whole, n_whole, out, deck, of));
  ARENA_ARRAY(held, whole->memory, n_whole);
  for (int i = 0; i < out->n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (fixed[i] >> d & 1 && whole->nodes[i].equation[d] >= 0)
        held[whole->nodes[i].equation[d]] = 3 * i + d + 1;
  for (int i = 0; i < n_whole; i++)
    for (long e = whole->mass.row[i]; e < whole->mass.row[i + 1]; e++) {
      const int j = whole->mass.column[e];
      for (int way = 0; way < (i == j ? 1 : 2); way++) {
        const int row = of[way ? j : i], by = held[way ? i : j] - 1;
        const clamped_mass entry = {row, by / 3, by % 3, !way, whole->mass.value[e]};
        if (row >= 0 && by >= 0) TRY(model_add_clamped(out, &entry));
        if (held[i] && held[j] && (held[i] - held[j]) % 3 == 0)
          out->fixed_mass[(held[i] - 1) % 3] += whole->mass.value[e];
      }
    }
  return CHATTER_OK;
}
