// Writes and reads the recovery basis.
#include "reduction/recovery/recovery_io.h"

#include <stdint.h>
#include <string.h>

#include "base/sha256.h"
#include "reduction/recovery/recovery.h"
#include "reduction/store/file_arrays.h"

static const char group_name[] = "recovery";

// Sizes as stored in the file.
typedef struct recovery_sizes {
  int nodes, cells, coordinates, sets, set_nodes, has_stress;
} recovery_sizes;
enum { N_SIZES = sizeof(recovery_sizes) / sizeof(int) };

static recovery_sizes get_recovery_sizes(const recovery *self) {
  recovery_sizes n = {self->n_nodes,       (int)self->n_cells, self->n_coordinates, self->n_sets, 0,
                      self->stress != NULL};
  for (int s = 0; s < self->n_sets; s++) n.set_nodes += self->sets[s].n;
  return n;
}

// Lists as stored: node ids, set sizes, nodes of all sets concatenated, names.
typedef struct recovery_lists {
  int64_t *id;
  int *size, *node;
  char (*name)[RECOVERY_SET];
} recovery_lists;

static int make_lists(arena *memory, const recovery_sizes *n, recovery_lists *out) {
  out->id = arena_allocate(memory, ((size_t)n->nodes + 1) * sizeof *out->id);
  out->size = arena_allocate(memory, ((size_t)n->sets + 1) * sizeof *out->size);
  out->node = arena_allocate(memory, ((size_t)n->set_nodes + 1) * sizeof *out->node);
  out->name = arena_allocate(memory, ((size_t)n->sets + 1) * RECOVERY_SET);
  return !out->id || !out->size || !out->node || !out->name;
}

static void fill_lists(const recovery *self, recovery_lists *to) {
  int *node = to->node;
  for (int a = 0; a < self->n_nodes; a++) to->id[a] = self->id[a];
  for (int s = 0; s < self->n_sets; s++) {
    const recovery_set *set = &self->sets[s];
    to->size[s] = set->n;
    memcpy(to->name[s], set->name, RECOVERY_SET);
    memcpy(node, set->node, (size_t)set->n * sizeof *node);
    node += set->n;
  }
}

static void hash_recovery(const recovery *self, char hex[65]) {
  const size_t numbers = (size_t)self->n_coordinates * (size_t)self->n_nodes;
  sha256 hash;
  sha256_begin(&hash);
  sha256_add_doubles(&hash, 3 * (size_t)self->n_nodes, self->position[0]);
  sha256_add_doubles(&hash, 3 * numbers, self->displacement);
  if (self->stress) sha256_add_doubles(&hash, 6 * numbers, self->stress);
  sha256_end(&hash, hex);
}

static int write_group(hid_t at, const recovery *self, const recovery_lists *l) {
  recovery_sizes n = get_recovery_sizes(self);
  char hash[65];
  hash_recovery(self, hash);
  int failed = file_write_text(at, "hash", hash);
  failed |= file_write_array(at, "sizes", H5T_NATIVE_INT, 1, N_SIZES, &n, "1",
                             "nodes, numbers of cells, coordinates, sets, nodes of sets, 1: stress");
  failed |= file_write_array(at, "node", H5T_NATIVE_INT64, 1, n.nodes, l->id, "1", "ids");
  failed |= file_write_array(at, "place", H5T_NATIVE_DOUBLE, n.nodes, 3, self->position, "m", "x, y, z");
  failed |= file_write_array(at, "cells", H5T_NATIVE_INT, 1, n.cells, self->cells, "1",
                             "elements by the numbers of XDMF's mixed topology");
  failed |= file_write_array(at, "displacement", H5T_NATIVE_DOUBLE, n.coordinates, 3 * n.nodes,
                             self->displacement, "m", "of each coordinate, x, y, z of each node");
  if (n.has_stress)
    failed |= file_write_array(at, "stress", H5T_NATIVE_DOUBLE, n.coordinates, 6 * n.nodes, self->stress,
                               "Pa", "of each coordinate, xx, yy, zz, xy, yz, zx at each node");
  failed |= file_write_array(at, "set_size", H5T_NATIVE_INT, 1, n.sets, l->size, "1", "nodes of each set");
  failed |= file_write_array(at, "set_node", H5T_NATIVE_INT, 1, n.set_nodes, l->node, "1",
                             "their places among the nodes, set by set");
  return failed | file_write_names(at, "set_name", n.sets, RECOVERY_SET, l->name);
}

int recovery_write(long file, const recovery *self) {
  arena *memory = arena_create();
  const recovery_sizes n = get_recovery_sizes(self);
  recovery_lists l;
  int failed = !memory || make_lists(memory, &n, &l);
  if (!failed) {
    fill_lists(self, &l);
    hid_t at = H5Gcreate2((hid_t)file, group_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    failed = at < 0 || write_group(at, self, &l);
    H5Gclose(at);
  }
  arena_destroy(memory);
  return failed;
}

static int allocate_recovery(arena *memory, const recovery_sizes *n, recovery *out) {
  const size_t nodes = (size_t)n->nodes + 1, numbers = nodes * ((size_t)n->coordinates + 1);
  *out = (recovery){
      .n_nodes = n->nodes, .n_cells = n->cells, .n_coordinates = n->coordinates, .n_sets = n->sets};
  out->id = arena_allocate(memory, nodes * sizeof *out->id);
  out->position = arena_allocate(memory, nodes * sizeof *out->position);
  out->cells = arena_allocate(memory, ((size_t)n->cells + 1) * sizeof *out->cells);
  out->sets = arena_allocate(memory, ((size_t)n->sets + 1) * sizeof *out->sets);
  out->displacement = arena_allocate(memory, 3 * numbers * sizeof *out->displacement);
  if (n->has_stress) out->stress = arena_allocate(memory, 6 * numbers * sizeof *out->stress);
  return !out->id || !out->position || !out->cells || !out->sets || !out->displacement ||
         (n->has_stress && !out->stress);
}

// Unpacks the lists. Returns 0 if numbers of a damaged file point outside them.
static int unpack_lists(const recovery_lists *l, const recovery_sizes *n, recovery *out) {
  int *node = l->node, left = n->set_nodes;
  for (int a = 0; a < n->nodes; a++) out->id[a] = (long)l->id[a];
  for (int i = 0; i < n->set_nodes; i++)
    if (node[i] < 0 || node[i] >= n->nodes) return 1;
  for (int s = 0; s < n->sets; s++) {
    if (l->size[s] < 0 || l->size[s] > left) return 1;
    out->sets[s] = (recovery_set){.n = l->size[s], .node = node};
    memcpy(out->sets[s].name, l->name[s], RECOVERY_SET);
    node += l->size[s], left -= l->size[s];
  }
  return 0;
}

static int read_group(hid_t at, arena *memory, recovery *out) {
  const int most = 100000000;
  recovery_sizes n;
  recovery_lists l;
  if (file_read_array(at, "sizes", H5T_NATIVE_INT, 2, 1, N_SIZES, &n)) return 1;
  if (n.nodes < 1 || n.nodes > most || n.cells < 0 || n.cells > 10 * most || n.coordinates < 0 ||
      n.coordinates > 1000000 || n.sets < 0 || n.sets > most || n.set_nodes < 0 || n.set_nodes > 10 * most)
    return 1;
  if (allocate_recovery(memory, &n, out) || make_lists(memory, &n, &l)) return 1;
  return file_read_array(at, "node", H5T_NATIVE_INT64, 2, 1, n.nodes, l.id) ||
         file_read_array(at, "place", H5T_NATIVE_DOUBLE, 2, n.nodes, 3, out->position) ||
         file_read_array(at, "cells", H5T_NATIVE_INT, 2, 1, n.cells, out->cells) ||
         file_read_array(at, "displacement", H5T_NATIVE_DOUBLE, 2, n.coordinates, 3 * n.nodes,
                         out->displacement) ||
         (n.has_stress &&
          file_read_array(at, "stress", H5T_NATIVE_DOUBLE, 2, n.coordinates, 6 * n.nodes, out->stress)) ||
         file_read_array(at, "set_size", H5T_NATIVE_INT, 2, 1, n.sets, l.size) ||
         file_read_array(at, "set_node", H5T_NATIVE_INT, 2, 1, n.set_nodes, l.node) ||
         file_read_names(at, "set_name", n.sets, RECOVERY_SET, l.name) || unpack_lists(&l, &n, out);
}

int recovery_read(long file, arena *memory, recovery **out) {
  *out = NULL;
  if (H5Lexists((hid_t)file, group_name, H5P_DEFAULT) <= 0) return 0;
  recovery *made = arena_allocate(memory, sizeof *made);
  hid_t at = H5Gopen2((hid_t)file, group_name, H5P_DEFAULT);
  char written[65] = "", hash[65] = "";
  int failed =
      !made || at < 0 || file_read_text(at, "hash", written, sizeof written) || read_group(at, memory, made);
  if (!failed) hash_recovery(made, hash), failed = strcmp(hash, written) != 0;
  if (at >= 0) H5Gclose(at);
  if (!failed) *out = made;
  return failed;
}
