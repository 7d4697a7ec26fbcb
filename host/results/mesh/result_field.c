// Finds and computes fields of a results file.
#include "results/mesh/result_field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/dot.h"

int field_is_named_by(const result_variable *variable) {
  return result_variable_has_role(variable, RESULT_FIELD) && variable->n_dims == 3;
}

// Returns 1 if a dimension is NAME_instant, NAME_node or another of the field's own.
static int is_dimension_of(const char *dimension, const char *name) {
  static const char *const own[] = {"_instant", "_coordinate", "_node",      "_component",
                                    "_axis",    "_cell_entry", "_force_row", "_point"};
  const size_t length = strlen(name);
  if (strncmp(dimension, name, length) != 0) return 0;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(dimension + length, own[i]) == 0) return 1;
  return 0;
}

int field_has_variable(const result_set *content, const result_variable *variable) {
  for (int i = 0; i < content->n_variables; i++) {
    if (!field_is_named_by(&content->variables[i])) continue;
    for (int k = 0; k < variable->n_dims; k++)
      if (is_dimension_of(variable->dim[k], content->variables[i].name)) return 1;
  }
  return 0;
}

// Finds the part NAME_ending; one of another type or with other dimensions counts as missing.
static const result_variable *find_part(const result_set *content, const char *name, const char *ending,
                                        result_type type, int n_dims) {
  char text[2 * RESULT_NAME];
  snprintf(text, sizeof text, "%s%s", name, ending);
  const result_variable *found = result_set_find(content, text);
  return found && found->type == type && found->n_dims == n_dims ? found : NULL;
}

// Finds optional parts, which come in pairs; one without the other is ignored.
static void open_optional(const result_set *content, field *out) {
  const result_variable *shift = find_part(content, out->name, "_shift", RESULT_DOUBLE, 3),
                        *moves = find_part(content, out->name, "_moves", RESULT_INT, 1),
                        *force = find_part(content, out->name, "_force", RESULT_DOUBLE, 3),
                        *at = find_part(content, out->name, "_force_node", RESULT_INT, 1);
  if (shift && moves) out->shift = shift, out->moves = moves;
  if (!force || !at) return;
  out->force = force, out->force_node = at;
  out->points = at->size[0];
}

static int has_sizes(const result_variable *variable, size_t first, size_t second, size_t third) {
  const size_t wanted[RESULT_DIMS] = {first, second, third};
  for (int i = 0; variable && i < variable->n_dims; i++)
    if (variable->size[i] != wanted[i]) return 0;
  return 1;
}

static int parts_fit_together(const field *f) {
  const size_t series = f->value->size[0];
  return (f->components == 3 || f->components == 6) && has_sizes(f->time, series, f->instants, 0) &&
         has_sizes(f->basis, f->coordinates, f->nodes, f->components) &&
         has_sizes(f->position, f->nodes, 3, 0) && has_sizes(f->shift, series, f->instants, 3) &&
         has_sizes(f->moves, f->nodes, 0, 0) && has_sizes(f->force, series, f->instants, 3 * f->points);
}

chatter_status field_open(const result_set *content, const result_variable *value, field *out) {
  const char *name = value->name;
  *out = (field){.name = name,
                 .value = value,
                 .time = find_part(content, name, "_time", RESULT_DOUBLE, 2),
                 .basis = find_part(content, name, "_basis", RESULT_DOUBLE, 3),
                 .node = find_part(content, name, "_node", RESULT_INT, 1),
                 .position = find_part(content, name, "_position", RESULT_DOUBLE, 2),
                 .cells = find_part(content, name, "_cells", RESULT_INT, 1)};
  if (value->type != RESULT_DOUBLE || !out->time || !out->basis || !out->node || !out->position ||
      !out->cells)
    return error_raise(
        CHATTER_IO, "the field '%s' lacks its times, basis, nodes, positions or cells in the results", name);
  out->instants = value->size[1], out->coordinates = value->size[2];
  out->nodes = out->node->size[0], out->components = out->basis->size[2];
  out->entries = out->cells->size[0];
  open_optional(content, out);
  if (parts_fit_together(out)) return CHATTER_OK;
  return error_raise(CHATTER_IO, "the parts of the field '%s' do not fit together", name);
}

chatter_status field_find_row(const field *self, const int *series, size_t n, long trajectory, size_t *row) {
  char there[400] = "";
  size_t used = 0;
  for (size_t i = 0; i < n; i++)
    if (series[i] == trajectory) return *row = i, CHATTER_OK;
  for (size_t i = 0; i < n && used + 32 < sizeof there; i++)
    used += (size_t)snprintf(there + used, sizeof there - used, "%s%d", i ? ", " : "", series[i]);
  return error_raise(CHATTER_BAD_STUDY, "no field '%s' of trajectory %ld (there are: %s)", self->name,
                     trajectory, n ? there : "none");
}

void field_combine_basis(const field *self, const double *basis, const double *coordinate, double *out) {
  const size_t n = self->nodes * self->components;
  memset(out, 0, n * sizeof *out);
  for (size_t k = 0; k < self->coordinates; k++) {
    const double *of = basis + k * n, factor = coordinate[k];
    for (size_t i = 0; i < n; i++) out[i] += factor * of[i];
  }
}

int field_is_displacement(const field *self) {
  return self->components == 3 && strcmp(self->basis->units, "m") == 0;
}

int field_is_stress(const field *self) {
  return self->components == 6;
}

void field_add_shift(const field *self, const double *shift, const int *moves, double *out) {
  for (size_t i = 0; i < self->nodes; i++)
    for (size_t k = 0; moves[i] && k < 3; k++) out[3 * i + k] += shift[k];
}

double field_von_mises(const double s[6]) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  return sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

double field_magnitude(const field *self, const double *value) {
  if (field_is_stress(self)) return field_von_mises(value);
  return sqrt(dot(3, value, value));
}

chatter_status field_check_cells(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                                 cell *only) {
  cell one;
  *only = (cell){.type = 0};
  *n = 0;
  for (size_t at = 0; at < entries; ++*n) {
    int good = cells_next(list, entries, &at, &one);
    for (int i = 0; good && i < one.n; i++) good = one.node[i] >= 0 && (size_t)one.node[i] < nodes;
    if (!good) return error_raise(CHATTER_IO, "the cells of the field '%s' are damaged", name);
    if (*n == 0) *only = one;
    if (one.type != only->type || one.n != only->n) only->type = 0;
  }
  return CHATTER_OK;
}
