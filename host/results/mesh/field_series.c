// Computes the instants of a field.
#include "results/mesh/field_series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "results/result_set.h"

// Reads rows of a variable into the series' memory.
static chatter_status read_rows(const mesh_series *self, const result_variable *variable, size_t first,
                                size_t n, void *pointer) {
  const size_t bytes = n * result_row_items(variable) * result_type_size(variable->type);
  void *data = arena_allocate(self->memory, bytes + 1);
  if (!data) return error_raise(CHATTER_DEVICE, "out of memory for the field of a mesh");
  memcpy(pointer, &data, sizeof data);
  return result_input_read(self->input, (int)(variable - self->content->variables), first, n, data,
                           self->memory);
}

static chatter_status read_all_rows(const mesh_series *self, const result_variable *variable, void *pointer) {
  return read_rows(self, variable, 0, result_row_count(variable), pointer);
}

static chatter_status find_field(const mesh_series *self, const char *path, const char *name,
                                 const result_variable **out) {
  const char **names = arena_allocate(self->memory, ((size_t)self->content->n_variables + 1) * sizeof *names);
  char near[RESULT_NAME + 64], there[400] = "";
  int n = 0;
  size_t used = 0;
  if (!names) return error_raise(CHATTER_DEVICE, "out of memory for the field of a mesh");
  for (int i = 0; i < self->content->n_variables; i++) {
    const result_variable *variable = &self->content->variables[i];
    if (!field_is_named_by(variable)) continue;
    if (!name || strcmp(variable->name, name) == 0) return *out = variable, CHATTER_OK;
    names[n++] = variable->name;
  }
  if (n == 0)
    return error_raise(CHATTER_IO, "%s: holds no field on a mesh (an output with `quantity: field` is one)",
                       path);
  for (int i = 0; i < n && used + RESULT_NAME + 2 < sizeof there; i++)
    used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", i ? ", " : "", names[i]);
  return error_raise(CHATTER_BAD_STUDY, "%s: no field '%s'%s; there are: %s", path, name,
                     text_did_you_mean(name, n, names, near, sizeof near), there);
}

static chatter_status find_row(mesh_series *self, long trajectory) {
  const result_variable *variable = result_set_find(self->content, "series");
  const field *of = &self->part[0].of;
  int *series = NULL;
  const size_t n = result_row_count(of->value);
  if (!variable || variable->type != RESULT_INT || variable->n_dims != 1 || variable->size[0] != n || n == 0)
    return error_raise(CHATTER_IO, "the field '%s' is of no trajectory", of->name);
  TRY(read_all_rows(self, variable, &series));
  if (trajectory == MESH_FIRST_TRAJECTORY) trajectory = series[0];
  self->trajectory = (int)trajectory;
  return field_find_row(of, series, n, trajectory, &self->row);
}

static void choose_quantity_word(const field *of, char word[RESULT_NAME]) {
  const char *units = of->basis->units, *known = of->name;
  if (field_is_displacement(of)) known = "displacement";
  if (!field_is_stress(of) && strcmp(units, "m/s") == 0) known = "velocity";
  if (field_is_stress(of) && strcmp(units, "Pa") == 0) known = "stress";
  snprintf(word, RESULT_NAME, "%s", known);
}

// Returns 1 if `a` and `b` are the same numbers; two NaN are equal.
static int are_equal(const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return 0;
  return 1;
}

// Finds whether a field has the nodes and instants of the first part and is not there yet.
static chatter_status has_same_mesh(const mesh_series *self, const mesh_part *fresh, int *does) {
  const field *first = &self->part[0].of, *of = &fresh->of;
  double *time = NULL, *position = NULL;
  int *node = NULL;
  *does = 0;
  for (int i = 0; i < self->n_parts; i++)
    if (strcmp(self->part[i].word, fresh->word) == 0) return CHATTER_OK;
  if (of->nodes != first->nodes || of->instants != first->instants || self->n_parts == MESH_MAX_PARTS)
    return CHATTER_OK;
  TRY(read_all_rows(self, of->node, &node));
  TRY(read_all_rows(self, of->position, &position));
  TRY(read_rows(self, of->time, self->row, 1, &time));
  *does = memcmp(node, self->node, of->nodes * sizeof *node) == 0 &&
          are_equal(position, self->position, 3 * of->nodes) && are_equal(time, self->time, of->instants);
  return CHATTER_OK;
}

static chatter_status read_part(const mesh_series *self, mesh_part *part) {
  const field *of = &part->of;
  TRY(read_all_rows(self, of->basis, &part->basis));
  TRY(read_rows(self, of->value, self->row, 1, &part->coordinate));
  if (of->shift) {
    TRY(read_rows(self, of->shift, self->row, 1, &part->shift));
    TRY(read_all_rows(self, of->moves, &part->moves));
  }
  part->value = arena_allocate(self->memory, (of->nodes * of->components + 1) * sizeof *part->value);
  return part->value ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory for the field of a mesh");
}

static chatter_status add_other_fields(mesh_series *self) {
  for (int i = 0; i < self->content->n_variables; i++) {
    const result_variable *variable = &self->content->variables[i];
    mesh_part fresh = {0};
    int does;
    if (!field_is_named_by(variable) || variable == self->part[0].of.value) continue;
    TRY(field_open(self->content, variable, &fresh.of));
    choose_quantity_word(&fresh.of, fresh.word);
    TRY(has_same_mesh(self, &fresh, &does));
    if (does) self->part[self->n_parts++] = fresh;
  }
  return CHATTER_OK;
}

static chatter_status read_mesh(mesh_series *self) {
  const field *of = &self->part[0].of;
  TRY(read_all_rows(self, of->node, &self->node));
  TRY(read_all_rows(self, of->position, &self->position));
  TRY(read_rows(self, of->time, self->row, 1, &self->time));
  TRY(read_all_rows(self, of->cells, &self->cells));
  self->entries = of->entries;
  return field_check_cells(of->name, self->cells, self->entries, of->nodes, &self->n_cells, &self->only);
}

static chatter_status read_forces(mesh_series *self) {
  for (int i = 0; i < self->n_parts && !self->forces; i++)
    if (self->part[i].of.force) self->forces = &self->part[i].of;
  if (!self->forces) return CHATTER_OK;
  TRY(read_rows(self, self->forces->force, self->row, 1, &self->force));
  TRY(read_all_rows(self, self->forces->force_node, &self->force_node));
  for (size_t p = 0; p < self->forces->points; p++)
    if (self->force_node[p] < -1 || self->force_node[p] >= (long)self->part[0].of.nodes)
      return error_raise(CHATTER_IO, "the contact points of the field '%s' are damaged", self->forces->name);
  return CHATTER_OK;
}

chatter_status mesh_series_open(result_input *input, const char *path, const char *name, long trajectory,
                                arena *memory, mesh_series *out) {
  const result_variable *variable;
  *out =
      (mesh_series){.input = input, .content = result_input_content(input), .memory = memory, .n_parts = 1};
  TRY(find_field(out, path, name, &variable));
  TRY(field_open(out->content, variable, &out->part[0].of));
  choose_quantity_word(&out->part[0].of, out->part[0].word);
  TRY(find_row(out, trajectory));
  TRY(read_mesh(out));
  TRY(add_other_fields(out));
  for (int i = 0; i < out->n_parts; i++) TRY(read_part(out, &out->part[i]));
  return read_forces(out);
}

static int are_all_finite(const double *value, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(value[i])) return 0;
  return 1;
}

int mesh_series_has_instant(const mesh_series *self, size_t instant) {
  int reached = isfinite(self->time[instant]) != 0;
  for (int i = 0; i < self->n_parts; i++) {
    const size_t n = self->part[i].of.coordinates;
    reached &= are_all_finite(self->part[i].coordinate + instant * n, n);
    if (self->part[i].shift) reached &= are_all_finite(self->part[i].shift + 3 * instant, 3);
  }
  if (!self->forces) return reached;
  const size_t n = 3 * self->forces->points;
  return reached && are_all_finite(self->force + instant * n, n);
}

void mesh_series_form_instant(mesh_series *self, size_t instant) {
  for (int i = 0; i < self->n_parts; i++) {
    mesh_part *part = &self->part[i];
    field_combine_basis(&part->of, part->basis, part->coordinate + instant * part->of.coordinates,
                        part->value);
    if (part->shift) field_add_shift(&part->of, part->shift + 3 * instant, part->moves, part->value);
  }
}

void mesh_series_forces(const mesh_series *self, size_t instant, double *out) {
  const size_t points = self->forces->points;
  memset(out, 0, 3 * self->part[0].of.nodes * sizeof *out);
  for (size_t p = 0; p < points; p++)
    for (int k = 0; k < 3 && self->force_node[p] >= 0; k++)
      out[3 * (size_t)self->force_node[p] + (size_t)k] += self->force[3 * (instant * points + p) + (size_t)k];
}
