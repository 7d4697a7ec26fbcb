#include "model/ccx_files.h"

#include <stdio.h>
#include <string.h>

#include "model/kinds.h"
#include "model/scan.h"

static chatter_status raise_expanded(const char *deck, long id) {
  return error_raise(CHATTER_BAD_MODEL,
                     "%s: ccx has made nodes of its own (of or as node %ld): shell, plane, beam and "
                     "rigid-body cards are not "
                     "supported; use solid elements",
                     deck, id);
}

// "190.1" is node 190, direction 1. As text: 12.1 and 12.10 are the same number.
static chatter_status read_equations(scan *file, const char *deck, long n_own, model *out, int *n_equations) {
  long n = 0, own = 0, last = out->nodes[out->n_nodes - 1].id;
  for (; !scan_at_end(file); scan_next_line(file)) {
    long id, direction;
    scan_skip_blanks(file);
    if (*file->at == '\n' || scan_at_end(file)) continue;
    const char *point = number_read_whole(file->at, file->end, &id);
    if (!point || *point != '.' || !number_read_whole(point + 1, file->end, &direction))
      return scan_raise(file, file->at, "not of the form node.direction");
    int node = model_node_of_id(out, id);
    if (node < 0 && (id <= last || ++own > 3 * n_own)) return raise_expanded(deck, id);
    if (direction < 1 || direction > 3)
      return error_raise(CHATTER_BAD_MODEL,
                         "%s: node %ld has a degree of freedom %ld; allowed: 1, 2, 3 (x, y, z)", deck, id,
                         direction);
    if (n == INT32_MAX) return scan_raise(file, file->at, "too many equations");
    if (node >= 0 && out->nodes[node].equation[direction - 1] >= 0) return raise_expanded(deck, id);
    if (node >= 0) out->nodes[node].equation[direction - 1] = (int)n;
    n++;
  }
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
    if (value == 0 && i != j) continue; // ccx stores the whole pattern of the elements
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
    t.i = model_array(scratch, (size_t)n_lines, sizeof *t.i);
    t.j = model_array(scratch, (size_t)n_lines, sizeof *t.j);
    t.value = model_array(scratch, (size_t)n_lines, sizeof *t.value);
  }
  if (t.i && t.j && t.value) status = read_triplets(&file, n, &t);
  scan_destroy(&file);
  if (status == CHATTER_OK) status = sparse_from_triplets(memory, n, t.n, t.i, t.j, t.value, out);
  arena_destroy(scratch);
  return status;
}

chatter_status ccx_read_files(const char *folder, const char *deck, long n_own, model *out) {
  char path[FOLDER_NAME + 16];
  scan file;
  int n = 0;
  snprintf(path, sizeof path, "%s/model.dof", folder);
  TRY(scan_read(path, NULL, &file));
  chatter_status status = read_equations(&file, deck, n_own, out, &n);
  scan_destroy(&file);
  TRY(status);
  snprintf(path, sizeof path, "%s/model.sti", folder);
  TRY(read_matrix(path, out->memory, n, &out->stiffness));
  snprintf(path, sizeof path, "%s/model.mas", folder);
  return read_matrix(path, out->memory, n, &out->mass);
}
