// The table of kinds of models, and loading by it.
#include "model/load.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "base/inputs.h"
#include "model/condensation.h"
#include "model/deck/deck.h"
#include "model/deck/deck_read.h"
#include "model/model_building.h"
#include "model/model_kinds.h"
#include "study/file/storage.h"
#include "study/schema/schema.h"
#include "study/schema/schema_catalogue.h"

// Kinds of models. Raise the version of a kind if it makes other matrices from the same inputs;
// cached reductions are then invalid.
static const struct {
  const char *name;
  int version;
  chatter_status (*load)(const study *s, model *out);
  chatter_status (*hash)(const study *s, sha256 *hash);
} model_kinds[] = {
    [MODEL_CHAIN] = {"chain", 1, chain_load, NULL},
    [MODEL_BAR] = {"bar", 2, bar_load, NULL},
    [MODEL_PLANE] = {"plane", 2, plane_load, NULL},
    [MODEL_BEAM] = {"beam", 2, beam_load, NULL},
    [MODEL_MATRICES] = {"matrices", 1, matrices_load, matrices_hash},
    [MODEL_CALCULIX] = {"calculix", 5, calculix_load, calculix_hash},
};

static chatter_status check_kind(const study *s) {
  int type = s->model.type;
  if (type >= 0 && type < (int)(sizeof model_kinds / sizeof *model_kinds) && model_kinds[type].load)
    return CHATTER_OK;
  return error_raise(CHATTER_BAD_MODEL, "%s: this kind of model has no matrices to load",
                     model_key_place(s, "model.type"));
}

// Hashes every key of the section `model` through the schema's table, so that none is forgotten.
// The kinds hash the contents of files.
static chatter_status hash_model_keys(const study *s, sha256 *content) {
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

// Hashes the constants that the study gives to materials of a deck.
static void hash_materials(int n, const material_config *materials, sha256 *content) {
  for (int i = 0; i < n; i++) {
    const double values[] = {materials[i].youngs_modulus, materials[i].density};
    sha256_add_text(content, materials[i].name);
    sha256_add_doubles(content, 2, values);
  }
}

chatter_status model_source_hash(const study *s, char hash[65]) {
  TRY(check_kind(s));
  sha256 content;
  sha256_begin(&content);
  sha256_add_text(&content, model_kinds[s->model.type].name);
  sha256_add(&content, &model_kinds[s->model.type].version, sizeof(int));
  TRY(hash_model_keys(s, &content));
  hash_materials(s->n_materials, s->materials, &content);
  if (model_kinds[s->model.type].hash) TRY(model_kinds[s->model.type].hash(s, &content));
  sha256_end(&content, hash);
  return CHATTER_OK;
}

// Adds the nodes as point cells if the model has no elements.
static chatter_status add_point_cells(model *self) {
  if (self->n_cells > 0) return CHATTER_OK;
  self->n_cells = self->n_nodes + 2;
  ARENA_ARRAY(self->cells, self->memory, self->n_cells);
  self->cells[0] = CELL_VERTEX;
  self->cells[1] = self->n_nodes;
  for (int i = 0; i < self->n_nodes; i++) self->cells[2 + i] = i;
  return CHATTER_OK;
}

// Adds the translations' part of M_fc to that of M_cc, which the kinds have found.
static chatter_status add_fixed_mass(model *self) {
  double *along;
  ALLOCATE(along, self->mass.n + 1);
  for (int d = 0; d < 3; d++) {
    const double axis[3] = {d == 0, d == 1, d == 2};
    memset(along, 0, (size_t)self->mass.n * sizeof *along);
    model_rigid_translation(self, axis, along);
    for (long c = 0; c < self->n_clamped_masses; c++)
      if (self->clamped[c].direction == d)
        self->fixed_mass[d] += self->clamped[c].mass * along[self->clamped[c].equation];
  }
  memory_free(along);
  return CHATTER_OK;
}

// Checks the invariants of every kind and completes the model.
static chatter_status finish_model(model *self) {
  int n = self->stiffness.n;
  CHECK(n > 0 && self->mass.n == n && (self->damping.n == 0 || self->damping.n == n), "one size of matrices");
  TRY(model_index_nodes(self));
  for (int i = 0; i < self->n_nodes; i++) {
    CHECK(i == 0 || self->nodes[i - 1].id < self->nodes[i].id, "nodes ascend");
    for (int d = 0; d < 3; d++) CHECK(self->nodes[i].equation[d] < n, "equations are within the matrices");
  }
  TRY(add_fixed_mass(self));
  return add_point_cells(self);
}

chatter_status model_recover_stress(const study *s, const model *m, int n, const double *const *displacement,
                                    double *u, double *stress) {
  if (s->model.type == MODEL_CALCULIX) return calculix_recover_stress(s, m, n, displacement, u, stress);
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: stress is recovered by ccx: of models of decks (allowed: model.type: calculix)",
                     model_key_place(s, "model.type"));
}

static chatter_status load_kind(const study *s, model *out) {
  snprintf(out->kind, sizeof out->kind, "%s", model_kinds[s->model.type].name);
  TRY(model_source_hash(s, out->source_hash));
  TRY(model_kinds[s->model.type].load(s, out));
  TRY(finish_model(out));
  return s->model.mass_matrix == MASS_LUMPED ? model_lump(s, out) : CHATTER_OK;
}

chatter_status model_load(const study *s, model *out) {
  *out = (model){.memory = NULL};
  TRY(check_kind(s));
  out->memory = arena_create();
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the model");
  chatter_status status = load_kind(s, out);
  if (status != CHATTER_OK) model_destroy(out);
  return status;
}

static void note_file(const char *study_path, const char *file) {
  char path[MODEL_PATH];
  if (!file[0]) return;
  model_file_path(study_path, file, path);
  inputs_note(path);
}

// Notes the included files of a deck. Read errors are reported where the deck is needed.
static void note_deck_files(const char *study_path, const char *name) {
  char path[MODEL_PATH];
  deck d;
  int before = error_count();
  if (!name[0]) return;
  model_file_path(study_path, name, path);
  if (deck_read(path, NULL, &d) == CHATTER_OK) {
    deck_note_inputs(&d);
    deck_destroy(&d);
  }
  error_keep(before);
}

void model_note_inputs(const study *s) {
  const model_config *m = &s->model;
  const char *const files[] = {m->stiffness, m->mass, m->damping, m->dof,          m->nodes,
                               m->contact,   m->deck, m->file,    s->ensemble.file};
  inputs_note(s->path);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) note_file(s->path, files[i]);
  note_deck_files(s->path, m->deck);
}
