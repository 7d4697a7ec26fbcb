// Inertia loads of a model, and places of its keys.
#include "model/model.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "model/sparse_matrix.h"
#include "study/file/key_place.h"

const char *model_key_place(const study *s, const char *dotted_path) {
  if (s->document) return study_place(s, dotted_path);
  return s->path[0] ? s->path : "study"; // a study without a file
}

void model_file_path(const char *study_path, const char *file, char path[MODEL_PATH]) {
  const char *slash = strrchr(study_path, '/');
  int folder = file[0] == '/' || !slash ? 0 : (int)(slash - study_path) + 1;
  snprintf(path, MODEL_PATH, "%.*s%s", folder, study_path, file);
}

void model_rigid_translation(const model *self, const double along[3], double *translation) {
  for (int i = 0; i < self->n_nodes; i++)
    for (int d = 0; d < 3; d++) {
      const int equation = self->nodes[i].equation[d];
      if (equation >= 0) translation[equation] = along[d];
    }
}

chatter_status model_inertia_force(const model *self, const double along[3], double *translation,
                                   double *force) {
  const int n = self->mass.n;
  double *sum; // [2][n]
  ALLOCATE(sum, 2 * (long)n + 1);
  model_rigid_translation(self, along, translation);
  sparse_multiply(&self->mass, translation, force);
  for (int d = 0; d < 3 && self->n_clamped_masses > 0; d++) {
    memset(sum, 0, 2 * (size_t)n * sizeof *sum);
    for (long c = 0; c < self->n_clamped_masses; c++) {
      const clamped_mass *m = &self->clamped[c];
      if (m->direction == d) sum[(long)m->behind * n + m->equation] += m->mass;
    }
    for (int i = 0; i < n; i++) force[i] += along[d] * (sum[i] + sum[(long)n + i]);
  }
  memory_free(sum);
  return CHATTER_OK;
}

// Computes r - a (a · r), the distance of a position from the axis a. r: from a point of the axis.
static void find_distance_from_axis(const model_rotation *rotation, const double position[3],
                                    double distance[3]) {
  double along = 0;
  for (int d = 0; d < 3; d++) along += rotation->axis[d] * (position[d] - rotation->origin[d]);
  for (int d = 0; d < 3; d++) distance[d] = position[d] - rotation->origin[d] - along * rotation->axis[d];
}

void model_rotation_load(const model *self, const model_rotation *rotation, double *distance, double *force) {
  double r[3];
  for (int i = 0; i < self->n_nodes; i++) {
    find_distance_from_axis(rotation, self->nodes[i].position, r);
    for (int d = 0; d < 3; d++)
      if (self->nodes[i].equation[d] >= 0) distance[self->nodes[i].equation[d]] = r[d];
  }
  sparse_multiply(&self->mass, distance, force);
  for (long c = 0; c < self->n_clamped_masses; c++) {
    const clamped_mass *m = &self->clamped[c];
    find_distance_from_axis(rotation, self->nodes[m->node].position, r);
    force[m->equation] += m->mass * r[m->direction];
  }
}

void model_destroy(model *self) {
  arena_destroy(self->memory);
  *self = (model){.memory = NULL};
}
