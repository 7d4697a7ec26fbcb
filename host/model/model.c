#include "model/model.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "model/kinds.h"
#include "study/schema/schema.h"

// Raise the version when a kind reads the same inputs into other matrices: cached reductions of before are
// stale.
static const struct {
  const char *name;
  int version;
  chatter_status (*load)(const study *s, model *out);
  chatter_status (*hash)(const study *s, sha256 *hash);
} kinds[] = {
    [MODEL_CHAIN] = {"chain", 1, chain_load, NULL},
    [MODEL_BAR] = {"bar", 2, bar_load, NULL},
    [MODEL_PLANE] = {"plane", 2, plane_load, NULL},
    [MODEL_BEAM] = {"beam", 2, beam_load, NULL},
    [MODEL_MATRICES] = {"matrices", 1, matrices_load, matrices_hash},
    [MODEL_CALCULIX] = {"calculix", 5, calculix_load, calculix_hash},
};

static chatter_status check_kind(const study *s) {
  int type = s->model.type;
  if (type >= 0 && type < (int)(sizeof kinds / sizeof *kinds) && kinds[type].load) return CHATTER_OK;
  return error_raise(CHATTER_BAD_MODEL, "%s: this kind of model has no matrices to load",
                     model_place(s, "model.type"));
}

void *model_array(arena *memory, size_t n, size_t size) {
  size_t bytes = 0;
  void *pointer = NULL;
  if (!__builtin_mul_overflow(n, size, &bytes)) pointer = arena_allocate(memory, bytes + (bytes == 0));
  if (!pointer) error_raise(CHATTER_DEVICE, "out of memory: %zu items of %zu bytes for the model", n, size);
  return pointer;
}

const char *model_place(const study *s, const char *dotted_path) {
  if (s->document) return study_place(s, dotted_path);
  return s->path[0] ? s->path : "study"; // made by a program, not read from a file
}

void model_file_path(const study *s, const char *file, char path[MODEL_PATH]) {
  const char *slash = strrchr(s->path, '/');
  int folder = file[0] == '/' || !slash ? 0 : (int)(slash - s->path) + 1;
  snprintf(path, MODEL_PATH, "%.*s%s", folder, s->path, file);
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

// Every key of the section `model` by the schema's own table, so that none is forgotten. Of files the
// contents count, which are the kind's to add.
static chatter_status hash_keys(const study *s, sha256 *content) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const schema_section *section = schema_section_of(f);
    if (!section || strcmp(section->name, "model") != 0 || f->type == FIELD_FILE) continue;
    const void *value = study_field(s, f, 0);
    const number_list *list = value;
    CHECK(f->type == FIELD_LIST || f->type == FIELD_NUMBER || f->type == FIELD_WORD || f->type == FIELD_TEXTS,
          "a known type of key");
    sha256_add_text(content, f->path);
    if (f->type == FIELD_TEXTS)
      sha256_add_text(content, value);
    else if (f->type == FIELD_LIST)
      sha256_add_doubles(content, (size_t)list->n, list->value);
    else
      sha256_add(content, value, f->size);
  }
  return CHATTER_OK;
}

// Constants that the study gives materials of a deck.
static void hash_materials(const study *s, sha256 *content) {
  for (int i = 0; i < s->n_materials; i++) {
    const double values[] = {s->materials[i].youngs_modulus, s->materials[i].density};
    sha256_add_text(content, s->materials[i].name);
    sha256_add_doubles(content, 2, values);
  }
}

chatter_status model_source_hash(const study *s, char hash[65]) {
  TRY(check_kind(s));
  sha256 content;
  sha256_begin(&content);
  sha256_add_text(&content, kinds[s->model.type].name);
  sha256_add(&content, &kinds[s->model.type].version, sizeof(int));
  TRY(hash_keys(s, &content));
  hash_materials(s, &content);
  if (kinds[s->model.type].hash) TRY(kinds[s->model.type].hash(s, &content));
  sha256_end(&content, hash);
  return CHATTER_OK;
}

// Nodes without elements between them are points.
static chatter_status add_points(model *self) {
  if (self->n_cells > 0) return CHATTER_OK;
  self->n_cells = self->n_nodes + 2;
  ARENA_ARRAY(self->cells, self->memory, self->n_cells);
  self->cells[0] = CELL_VERTEX;
  self->cells[1] = self->n_nodes;
  for (int i = 0; i < self->n_nodes; i++) self->cells[2 + i] = i;
  return CHATTER_OK;
}

// What M_fc has of translations, to that of M_cc, which the kinds have found.
static chatter_status add_fixed_mass(model *self) {
  double *along;
  ALLOCATE(along, self->mass.n + 1);
  for (int d = 0; d < 3; d++) {
    const double axis[3] = {d == 0, d == 1, d == 2};
    memset(along, 0, (size_t)self->mass.n * sizeof *along);
    model_translate(self, axis, along);
    for (long c = 0; c < self->n_clamped; c++)
      if (self->clamped[c].direction == d)
        self->fixed_mass[d] += self->clamped[c].mass * along[self->clamped[c].equation];
  }
  memory_free(along);
  return CHATTER_OK;
}

chatter_status model_index_nodes(model *self) {
  if (self->node_index) return CHATTER_OK;
  ARENA_ARRAY(self->node_index, self->memory, self->n_nodes);
  for (int i = 0; i < self->n_nodes; i++) self->node_index[i] = i;
  return CHATTER_OK;
}

// What every kind must have kept.
static chatter_status finish(model *self) {
  int n = self->stiffness.n;
  CHECK(n > 0 && self->mass.n == n && (self->damping.n == 0 || self->damping.n == n), "one size of matrices");
  TRY(model_index_nodes(self));
  for (int i = 0; i < self->n_nodes; i++) {
    CHECK(i == 0 || self->nodes[i - 1].id < self->nodes[i].id, "nodes ascend");
    for (int d = 0; d < 3; d++) CHECK(self->nodes[i].equation[d] < n, "equations are within the matrices");
  }
  TRY(add_fixed_mass(self));
  return add_points(self);
}

chatter_status model_recover(const study *s, const model *m, int n, const double *const *displacement,
                             double *u, double *stress) {
  if (s->model.type == MODEL_CALCULIX) return calculix_recover(s, m, n, displacement, u, stress);
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: stress is recovered by ccx: of models of decks (allowed: model.type: calculix)",
                     model_place(s, "model.type"));
}

static chatter_status load(const study *s, model *out) {
  snprintf(out->kind, sizeof out->kind, "%s", kinds[s->model.type].name);
  TRY(model_source_hash(s, out->source_hash));
  TRY(kinds[s->model.type].load(s, out));
  TRY(finish(out));
  return s->model.mass_matrix == MASS_LUMPED ? model_lump(s, out) : CHATTER_OK;
}

chatter_status model_load(const study *s, model *out) {
  *out = (model){.memory = NULL};
  TRY(check_kind(s));
  out->memory = arena_create();
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  chatter_status status = load(s, out);
  if (status != CHATTER_OK) model_destroy(out);
  return status;
}

void model_destroy(model *self) {
  arena_destroy(self->memory);
  *self = (model){.memory = NULL};
}
