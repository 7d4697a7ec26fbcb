#include "model/model.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "model/kinds.h"

const char *model_place(const study *s, const char *dotted_path) {
  if (s->document) return study_place(s, dotted_path);
  return s->path[0] ? s->path : "study"; // made by a program, not read from a file
}

void model_file_path(const char *study_path, const char *file, char path[MODEL_PATH]) {
  const char *slash = strrchr(study_path, '/');
  int folder = file[0] == '/' || !slash ? 0 : (int)(slash - study_path) + 1;
  snprintf(path, MODEL_PATH, "%.*s%s", folder, study_path, file);
}

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
  ARENA_ARRAY(larger, out->memory, out->n_surfaces + 1); // there are few
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

void model_translate(const model *self, const double along[3], double *translation) {
  for (int i = 0; i < self->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const int equation = self->nodes[i].equation[d];
      if (equation >= 0) translation[equation] = along[d];
    }
}

chatter_status model_inertia(const model *self, const double along[3], double *translation, double *force) {
  const int n = self->mass.n;
  double *sum; // [2][n]
  ALLOCATE(sum, 2 * (long)n + 1);
  model_translate(self, along, translation);
  sparse_multiply(&self->mass, translation, force);
  for (int d = 0; d < 3 && self->n_clamped > 0; d++) {
    memset(sum, 0, 2 * (size_t)n * sizeof *sum);
    for (long c = 0; c < self->n_clamped; c++) {
      const clamped_mass *m = &self->clamped[c];
      if (m->direction == d) sum[(long)m->behind * n + m->equation] += m->mass;
    }
    for (int i = 0; i < n; i++) force[i] += along[d] * (sum[i] + sum[(long)n + i]);
  }
  memory_free(sum);
  return CHATTER_OK;
}

// r - a (a · r) of a place, r from a point of the axis.
static void find_distance(const model_rotation *rotation, const double position[3], double distance[3]) {
  double along = 0;
  for (int d = 0; d < 3; d++) along += rotation->axis[d] * (position[d] - rotation->origin[d]);
  for (int d = 0; d < 3; d++) distance[d] = position[d] - rotation->origin[d] - along * rotation->axis[d];
}

void model_rotate(const model *self, const model_rotation *rotation, double *distance, double *force) {
  double r[3];
  for (int i = 0; i < self->n_nodes; i++) {
    find_distance(rotation, self->nodes[i].position, r);
    for (int d = 0; d < 3; d++)
      if (self->nodes[i].equation[d] >= 0) distance[self->nodes[i].equation[d]] = r[d];
  }
  sparse_multiply(&self->mass, distance, force);
  for (long c = 0; c < self->n_clamped; c++) {
    const clamped_mass *m = &self->clamped[c];
    find_distance(rotation, self->nodes[m->node].position, r);
    force[m->equation] += m->mass * r[m->direction];
  }
}

chatter_status model_add_clamped(model *self, const clamped_mass *entry) {
  if (self->n_clamped == self->most_clamped) {
    clamped_mass *larger;
    self->most_clamped = self->most_clamped ? 2 * self->most_clamped : 64;
    ARENA_ARRAY(larger, self->memory, self->most_clamped);
    if (self->n_clamped) memcpy(larger, self->clamped, (size_t)self->n_clamped * sizeof *larger);
    self->clamped = larger;
  }
  self->clamped[self->n_clamped++] = *entry;
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

void model_destroy(model *self) {
  arena_destroy(self->memory);
  *self = (model){.memory = NULL};
}
