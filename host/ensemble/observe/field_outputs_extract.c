// Adds fields to results.
#include "ensemble/observe/field_outputs_extract.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ensemble/observe/field_nodes.h"
#include "reduction/recovery/recovery.h"

const char *const field_ends[] = {"_time",  "_basis",      "_node",  "_position", "_cells",
                                  "_force", "_force_node", "_shift", "_moves",    NULL};

typedef struct extraction {
  const reduced_model *reduced;
  const field_plan *plan;
  const field_rows *rows;
  result_set *out;
} extraction;

// Adds a variable of the field with this end of its name, over dimensions of the field. It points
// to `view` if given, else it has data of its own, *data. Returns 0 when out of memory.
static int add_variable(const extraction *self, const char *end, result_type type, int n_dims,
                        const char *const *dim, const size_t *size, const char *units, const char *words,
                        const void *view, void **data) {
  const char *name = self->plan->output.name;
  char full[2 * RESULT_NAME], dims[4 * RESULT_NAME] = "";
  for (int d = 0, at = 0; d < n_dims; d++)
    at += snprintf(dims + at, sizeof dims - (size_t)at, "%s%s%s", d ? "," : "", dim[d][0] == '_' ? name : "",
                   dim[d]);
  snprintf(full, sizeof full, "%s%s", name, end);
  const int is_there =
      view ? result_set_add_view(self->out, full, type, dims, size, units, words, view)
           : (*data = result_set_add(self->out, full, type, dims, size, units, words)) != NULL;
  if (is_there) result_set_role(self->out, full, end[0] ? RESULT_DETAIL : RESULT_FIELD);
  return is_there;
}

static void *add(const extraction *self, const char *end, result_type type, int n_dims,
                 const char *const *dim, const size_t *size, const char *units, const char *words) {
  void *data = NULL;
  add_variable(self, end, type, n_dims, dim, size, units, words, NULL, &data);
  return data;
}

static chatter_status add_series(const extraction *self) {
  if (result_set_find(self->out, "series")) return CHATTER_OK;
  int *column = result_set_add(self->out, "series", RESULT_INT, "series", &self->rows->n, "1",
                               "trajectory that the time series are of");
  if (!column) return CHATTER_DEVICE;
  memcpy(column, self->rows->column, self->rows->n * sizeof *column);
  return CHATTER_OK;
}

// Copies numbers [first, first + n) of every instant; NaN if it was not reached.
static void fill(const extraction *self, int first, size_t n, double *to) {
  for (size_t row = 0; row < self->rows->n; row++) {
    const double *kept = self->rows->kept[row];
    for (long j = 0; j < self->plan->instants; j++, kept += self->plan->length)
      for (size_t k = 0; k < n; k++) *to++ = kept[FIELD_STEP] > 0 ? kept[first + (int)k] : NAN;
  }
}

static chatter_status add_coordinates(const extraction *self) {
  static const char *const words[] = {"displacement", "velocity", "stress"};
  const field_plan *plan = self->plan;
  const size_t n = (size_t)(plan->n_modes + plan->n_forces);
  const size_t size[] = {self->rows->n, (size_t)plan->instants, n};
  char text[160];
  snprintf(text, sizeof text, "%s field: coordinates, each times its row of %.60s_basis",
           words[plan->output.of], plan->output.name);
  double *to =
      add(self, "", RESULT_DOUBLE, 3, (const char *[]){"series", "_instant", "_coordinate"}, size, "1", text);
  if (!to) return CHATTER_DEVICE;
  fill(self, FIELD_NUMBERS, n, to);
  return CHATTER_OK;
}

static chatter_status add_times(const extraction *self) {
  const size_t size[] = {self->rows->n, (size_t)self->plan->instants};
  char name[2 * RESULT_NAME];
  double *to =
      add(self, "_time", RESULT_DOUBLE, 2, (const char *[]){"series", "_instant"}, size,
          self->rows->units ? self->rows->units : "s", "time of an instant, from the start of the run");
  if (!to) return CHATTER_DEVICE;
  snprintf(name, sizeof name, "%s_time", self->plan->output.name);
  result_set_role(self->out, name, RESULT_TIME);
  fill(self, FIELD_STEP, 1, to);
  for (size_t row = 0; row < self->rows->n; row++)
    for (long j = 0; j < self->plan->instants; j++, to++)
      *to = (*to - !self->rows->ends) * self->rows->step[row];
  return CHATTER_OK;
}

// Lists the contact points whose partner is a node of the body, which takes the opposite force;
// returns their number.
static size_t list_partners(const extraction *self, int *point) {
  size_t n = 0;
  for (int j = 0; j < self->plan->n_points; j++)
    if (self->reduced->contacts[j].partner >= 0) point[n++] = j;
  return n;
}

// Fills forces: [instants of all rows][points, then partners][3].
static void fill_forces(const extraction *self, const double *force, const int *partner, size_t n_partners,
                        double *to) {
  const size_t n = 3 * (size_t)self->plan->n_points;
  for (size_t i = 0; i < self->rows->n * (size_t)self->plan->instants; i++, force += n) {
    memcpy(to, force, n * sizeof *to);
    to += n;
    for (size_t p = 0; p < n_partners; p++)
      for (int d = 0; d < 3; d++) *to++ = -force[3 * partner[p] + d];
  }
}

static chatter_status add_forces(const extraction *self, const int *place) {
  const reduced_model *r = self->reduced;
  const size_t n = (size_t)self->plan->n_points, instants = self->rows->n * (size_t)self->plan->instants;
  if (n == 0) return CHATTER_OK;
  int *partner = arena_allocate(self->out->memory, n * sizeof *partner);
  double *force = arena_allocate(self->out->memory, (3 * n * instants + 1) * sizeof *force);
  if (!partner || !force) return error_raise(CHATTER_DEVICE, "out of memory for the forces of a field");
  const size_t n_partners = list_partners(self, partner), all = n + n_partners;
  const size_t size[] = {self->rows->n, (size_t)self->plan->instants, 3 * all};
  double *to = add(self, "_force", RESULT_DOUBLE, 3, (const char *[]){"series", "_instant", "_force_row"},
                   size, "N", "force of each contact point on its node, then on its partner: x, y, z");
  int *node = add(self, "_force_node", RESULT_INT, 1, (const char *[]){"_point"}, &all, "1",
                  "place of the contact point's node in the list of nodes, -1: not there");
  if (!to || !node) return CHATTER_DEVICE;
  fill(self, FIELD_NUMBERS + self->plan->n_modes + self->plan->n_forces, 3 * n, force);
  fill_forces(self, force, partner, n_partners, to);
  for (size_t j = 0; j < n; j++)
    node[j] = field_nodes_find(r->recovery, place, r->recovery->n_moving > 0 && r->contacts[j].entry == 0,
                               r->contacts[j].node);
  for (size_t p = 0; p < n_partners; p++)
    node[n + p] = field_nodes_find(r->recovery, place, 0, r->contacts[partner[p]].partner);
  return CHATTER_OK;
}

static chatter_status add_basis(const extraction *self, const field_nodes *of) {
  static const char *const units[] = {"m", "m/s", "Pa"};
  const recovery *r = self->reduced->recovery;
  int components;
  const double *from = field_basis(r, self->plan->output.of, &components);
  const size_t n = (size_t)(self->plan->n_modes + self->plan->n_forces);
  const size_t size[] = {n, (size_t)of->n, (size_t)components};
  const double *view =
      of->n == r->n_nodes ? from : NULL; // not copied: it is large, and there may be many parts
  void *data = NULL;
  const int is_there = add_variable(
      self, "_basis", RESULT_DOUBLE, 3, (const char *[]){"_coordinate", "_node", "_component"}, size,
      units[self->plan->output.of],
      components == 3 ? "field of each coordinate: x, y, z" : "field of each: xx, yy, zz, xy, yz, zx", view,
      &data);
  double *to = data;
  if (!is_there) return CHATTER_DEVICE;
  if (view) return CHATTER_OK;
  for (size_t k = 0; k < n; k++)
    for (int a = 0; a < of->n; a++, to += components)
      memcpy(to, from + ((long)k * r->n_nodes + of->node[a]) * components, (size_t)components * sizeof *to);
  return CHATTER_OK;
}

static chatter_status add_mesh(const extraction *self, const field_nodes *of) {
  const recovery *r = self->reduced->recovery;
  const size_t n = (size_t)of->n, cells = (size_t)of->n_cells, size[] = {n, 3};
  int *id = add(self, "_node", RESULT_INT, 1, (const char *[]){"_node"}, &n, "1", "node ids");
  double *x = add(self, "_position", RESULT_DOUBLE, 2, (const char *[]){"_node", "_axis"}, size, "m",
                  "places of the nodes: x, y, z");
  int *cell =
      add(self, "_cells", RESULT_INT, 1, (const char *[]){"_cell_entry"}, &cells, "1",
          "elements as XDMF counts them in its mixed topology: type, nodes by their places in the list");
  if (!id || !x || !cell) return CHATTER_DEVICE;
  for (int a = 0; a < of->n; a++, x += 3) {
    id[a] = (int)r->id[of->node[a]];
    memcpy(x, r->position[of->node[a]], 3 * sizeof *x);
  }
  memcpy(cell, of->cells, cells * sizeof *cell);
  return CHATTER_OK;
}

static chatter_status add_shift(const extraction *self, const field_nodes *of) {
  if (!self->plan->has_shift) return CHATTER_OK;
  const size_t n = (size_t)of->n, size[] = {self->rows->n, (size_t)self->plan->instants, 3};
  double *to = add(self, "_shift", RESULT_DOUBLE, 3, (const char *[]){"series", "_instant", "_axis"}, size,
                   self->plan->output.of == FIELD_OF_VELOCITY ? "m/s" : "m",
                   "what is added to the field of nodes that move as a whole");
  int *moves = add(self, "_moves", RESULT_INT, 1, (const char *[]){"_node"}, &n, "1",
                   "1: the node is one of those that move as a whole");
  if (!to || !moves) return CHATTER_DEVICE;
  fill(self, (int)self->plan->length - 3, 3, to);
  for (int a = 0; a < of->n; a++) moves[a] = of->node[a] < self->reduced->recovery->n_moving;
  return CHATTER_OK;
}

chatter_status field_add(const field_plan *plan, const reduced_model *reduced, const field_rows *rows,
                         result_set *out) {
  const extraction self = {reduced, plan, rows, out};
  field_nodes of;
  if (rows->n == 0) return CHATTER_OK;
  TRY(field_nodes_create(reduced->recovery, plan->output.nodes, "nodes", &of));
  chatter_status status = add_series(&self);
  if (status == CHATTER_OK) status = add_coordinates(&self);
  if (status == CHATTER_OK) status = add_times(&self);
  if (status == CHATTER_OK) status = add_basis(&self, &of);
  if (status == CHATTER_OK) status = add_mesh(&self, &of);
  if (status == CHATTER_OK) status = add_forces(&self, of.place);
  if (status == CHATTER_OK) status = add_shift(&self, &of);
  field_nodes_destroy(&of);
  return status;
}

// Finds the chosen columns.
static chatter_status find_rows(const engine_layout *layout, long n, const kernel_batch *host, arena *memory,
                                field_rows *out) {
  out->column = arena_allocate(memory, (size_t)(n + 1) * sizeof *out->column);
  out->kept = arena_allocate(memory, (size_t)(n + 1) * sizeof *out->kept);
  out->step = arena_allocate(memory, (size_t)(n + 1) * sizeof *out->step);
  if (!out->column || !out->kept || !out->step) return error_raise(CHATTER_DEVICE, "out of memory");
  const int which = layout->engine->columns.step_parameter;
  for (long i = 0; i < n; i++) {
    const double row = engine_parameter(host, PARAMETER_SERIES_ROW, i);
    if (row < 0) continue;
    out->column[out->n] = (int)i;
    out->kept[out->n] = host->series + (long)row * layout->series_values;
    out->step[out->n++] = which ? engine_parameter(host, which, i) : 1;
  }
  return CHATTER_OK;
}

static chatter_status extract(const engine_layout *layout, long n, const kernel_batch *host, arena *memory,
                              result_set *out) {
  for (int f = 0; f < layout->n_fields; f++) {
    field_rows rows = {.ends = layout->engine->fields.ends, .units = layout->engine->fields.units};
    TRY(find_rows(layout, n, host, memory, &rows));
    for (size_t row = 0; row < rows.n; row++) rows.kept[row] += layout->fields[f].place;
    TRY(field_add(&layout->fields[f], layout->reduced, &rows, out));
  }
  return CHATTER_OK;
}

chatter_status fields_extract(const engine_layout *layout, long n, const kernel_batch *host,
                              result_set *out) {
  if (layout->n_fields == 0 || !layout->engine->fields.motion) return CHATTER_OK;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = extract(layout, n, host, memory, out);
  arena_destroy(memory);
  return status;
}

double fields_shared_values(const engine_layout *layout) {
  double sum = 0;
  for (int f = 0; f < layout->n_fields; f++) {
    const field_plan *plan = &layout->fields[f];
    const recovery *r = layout->reduced->recovery;
    int components;
    field_basis(r, plan->output.of, &components);
    sum += (double)r->n_nodes * (components * (double)(plan->n_modes + plan->n_forces) + 4) +
           0.5 * (double)r->n_cells;
  }
  return sum;
}
