// Adds nodes, sets and surfaces to a model.
#include "model/model_building.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "model/arena_array.h"

chatter_status model_add_set(model *out, const char *name, int n, node_set **set) {
  *set = &out->sets[out->n_sets];
  snprintf((*set)->name, sizeof(*set)->name, "%s", name);
  (*set)->n = n;
  ARENA_ARRAY((*set)->node, out->memory, n);
  out->n_sets++;
  return CHATTER_OK;
}

chatter_status model_add_surface(model *out, const char *name, int n, model_surface **surface) {
  model_surface *larger;
  ARENA_ARRAY(larger, out->memory, out->n_surfaces + 1); // reallocated each time: there are few
  if (out->n_surfaces) memcpy(larger, out->surfaces, (size_t)out->n_surfaces * sizeof *larger);
  out->surfaces = larger;
  *surface = &larger[out->n_surfaces++];
  snprintf((*surface)->name, sizeof(*surface)->name, "%s", name);
  (*surface)->n = n;
  ARENA_ARRAY((*surface)->node, out->memory, n);
  ARENA_ARRAY((*surface)->area, out->memory, n);
  ARENA_ARRAY((*surface)->inward, out->memory, n);
  return CHATTER_OK;
}

chatter_status model_add_clamped(model *self, const clamped_mass *entry) {
  if (self->n_clamped_masses == self->clamped_capacity) {
    clamped_mass *larger;
    self->clamped_capacity = self->clamped_capacity ? 2 * self->clamped_capacity : 64;
    ARENA_ARRAY(larger, self->memory, self->clamped_capacity);
    if (self->n_clamped_masses)
      memcpy(larger, self->clamped, (size_t)self->n_clamped_masses * sizeof *larger);
    self->clamped = larger;
  }
  self->clamped[self->n_clamped_masses++] = *entry;
  return CHATTER_OK;
}

chatter_status model_add_line(model *out, int elements, double length, int first, const char *set_of_first,
                              const char *set_of_last) {
  node_set *set;
  out->n_nodes = elements + 1;
  ARENA_ARRAY(out->nodes, out->memory, elements + 1);
  for (int i = 0; i <= elements; i++)
    out->nodes[i] =
        (model_node){.id = first + i, .position = {length * i / elements, 0, 0}, .equation = {-1, -1, -1}};
  out->n_cells = 4 * (long)elements;
  ARENA_ARRAY(out->cells, out->memory, out->n_cells);
  for (int i = 0; i < elements; i++) {
    const int line[] = {CELL_LINE, 2, i, i + 1};
    memcpy(out->cells + 4L * i, line, sizeof line);
  }
  ARENA_ARRAY(out->sets, out->memory, 2);
  TRY(model_add_set(out, set_of_first, 1, &set));
  set->node[0] = 0;
  TRY(model_add_set(out, set_of_last, 1, &set));
  set->node[0] = elements;
  return CHATTER_OK;
}

chatter_status model_index_nodes(model *self) {
  if (self->node_index) return CHATTER_OK;
  ARENA_ARRAY(self->node_index, self->memory, self->n_nodes);
  for (int i = 0; i < self->n_nodes; i++) self->node_index[i] = i;
  return CHATTER_OK;
}
