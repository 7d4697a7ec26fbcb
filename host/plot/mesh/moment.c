// Finds the field and the instant of a figure of a mesh.
#include "plot/mesh/moment.h"

#include <math.h>
#include <string.h>

#include "study/file/key_place.h"

int moment_has_field(const figure *self) {
  for (int i = 0; i < self->results->n_variables; i++)
    if (field_is_named_by(&self->results->variables[i])) return 1;
  return 0;
}

static chatter_status find_shown_field(const figure *self, field *out) {
  const result_variable *chosen = NULL;
  for (int i = 0; i < self->results->n_variables && !chosen; i++)
    if (field_is_named_by(&self->results->variables[i])) chosen = &self->results->variables[i];
  if (!chosen)
    return figure_raise_missing(self, "a figure of a mesh needs a field (an output with `quantity: field`)");
  TRY(figure_pick_variable(self, "plot.y", self->wanted->y, field_is_named_by, "that is a field", &chosen));
  return field_open(self->results, chosen, out);
}

static chatter_status find_row(const figure *self, const field *of, size_t *row, long *trajectory) {
  const number_list *wanted = figure_trajectories(self);
  const result_variable *series = result_set_find(self->results, "series");
  char place[STUDY_PATH];
  *row = 0, *trajectory = 0;
  if (wanted->n > 1)
    return error_raise(CHATTER_BAD_STUDY, "%splot.trajectories: a mesh is drawn of one trajectory, not of %d",
                       figure_key_place(self, "plot.trajectories", place), wanted->n);
  if (!series || series->type != RESULT_INT || series->n_dims != 1 || of->value->size[0] == 0)
    return figure_raise_missing(self, "the field '%s' is of no trajectory", of->name);
  if (!series->data) return CHATTER_OK;
  *trajectory = wanted->n ? (long)wanted->value[0] : ((const int *)series->data)[0];
  return field_find_row(of, series->data, series->size[0], *trajectory, row);
}

chatter_status moment_check(const figure *self) {
  field shown;
  size_t row;
  long trajectory;
  TRY(find_shown_field(self, &shown));
  return find_row(self, &shown, &row, &trajectory);
}

static const double *values_of_instant(const result_variable *variable, size_t row, size_t instants,
                                       size_t instant) {
  const size_t n = variable->n_dims == 3 ? variable->size[2] : 1;
  return (const double *)variable->data + (row * instants + instant) * n;
}

static int instant_is_reached(const field *of, size_t row, size_t instant) {
  const double *coordinate = values_of_instant(of->value, row, of->instants, instant);
  int reached = isfinite(*values_of_instant(of->time, row, of->instants, instant)) != 0;
  for (size_t k = 0; k < of->coordinates; k++) reached &= isfinite(coordinate[k]) != 0;
  return reached;
}

// Computes a field at an instant; rigid motion of a moving body is no deformation and is left out.
static void form_field(const field *of, size_t row, size_t instant, double *out) {
  field_combine_basis(of, of->basis->data, values_of_instant(of->value, row, of->instants, instant), out);
  if (of->shift && !field_is_displacement(of))
    field_add_shift(of, values_of_instant(of->shift, row, of->instants, instant), of->moves->data, out);
}

// Computes the undeformed positions, moved by that rigid motion.
static void form_positions(const field *of, size_t row, size_t instant, double *out) {
  memcpy(out, of->position->data, 3 * of->nodes * sizeof *out);
  if (of->shift && field_is_displacement(of))
    field_add_shift(of, values_of_instant(of->shift, row, of->instants, instant), of->moves->data, out);
}

static double largest_size(const field *of, const double *value) {
  double largest = 0;
  for (size_t i = 0; i < of->nodes; i++)
    largest = fmax(largest, field_magnitude(of, value + i * of->components));
  return largest;
}

// Returns 1 if a field has the nodes and instants of another one.
static int has_same_nodes_and_instants(const field *a, const field *b, size_t row) {
  if (a->nodes != b->nodes || a->instants != b->instants) return 0;
  if (memcmp(a->node->data, b->node->data, a->nodes * sizeof(int)) != 0) return 0;
  for (size_t i = 0; i < a->instants; i++)
    if (*values_of_instant(a->time, row, a->instants, i) !=
            *values_of_instant(b->time, row, b->instants, i) &&
        instant_is_reached(a, row, i))
      return 0;
  return 1;
}

// Finds the wanted instant (the nearest one that was reached), else the one with the largest field.
static chatter_status find_largest_instant(const figure *self, const field *of, size_t row, double *work,
                                           size_t *out) {
  const int is_given = self->config && study_given(self->config, "plot.instant");
  double best = -INFINITY;
  for (size_t i = 0; i < of->instants; i++) {
    if (!instant_is_reached(of, row, i)) continue;
    double merit = -fabs(*values_of_instant(of->time, row, of->instants, i) - self->wanted->instant);
    if (!is_given) {
      form_field(of, row, i, work);
      merit = largest_size(of, work);
    }
    if (merit > best) best = merit, *out = i;
  }
  if (best > -INFINITY) return CHATTER_OK;
  return figure_raise_missing(self, "the trajectory reached no instant of the field '%s'", of->name);
}

// Finds the displacement that deforms the drawn part; out->name NULL: none.
static chatter_status find_displacement(const figure *self, const field *shown, size_t row, size_t instant,
                                        field *out) {
  *out = *shown;
  if (field_is_displacement(shown)) return CHATTER_OK;
  for (int i = 0; i < self->results->n_variables; i++) {
    if (!field_is_named_by(&self->results->variables[i])) continue;
    TRY(field_open(self->results, &self->results->variables[i], out));
    if (field_is_displacement(out) && has_same_nodes_and_instants(shown, out, row) &&
        instant_is_reached(out, row, instant))
      return CHATTER_OK;
  }
  *out = (field){.name = NULL};
  return CHATTER_OK;
}

static void sum_contact_forces(const field *of, size_t row, size_t instant, moment *out) {
  const double *force = values_of_instant(of->force, row, of->instants, instant);
  const int *node = of->force_node->data;
  for (size_t p = 0; p < of->points; p++) {
    const double *one = force + 3 * p;
    if (node[p] < 0 || (size_t)node[p] >= of->nodes || !isfinite(one[0] + one[1] + one[2])) continue;
    if (one[0] == 0 && one[1] == 0 && one[2] == 0) continue;
    memcpy(out->force[out->n_forces], one, sizeof out->force[0]);
    out->force_node[out->n_forces++] = node[p];
  }
}

static double bounding_box_diagonal(const double *position, size_t n) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
  for (size_t i = 0; i < 3 * n; i++)
    low[i % 3] = fmin(low[i % 3], position[i]), high[i % 3] = fmax(high[i % 3], position[i]);
  for (int k = 0; k < 3; k++) sum += (high[k] - low[k]) * (high[k] - low[k]);
  return sqrt(sum);
}

static void set_values(moment *out, const double *value) {
  for (size_t i = 0; i < out->shown.nodes; i++) {
    out->value[i] = field_magnitude(&out->shown, value + i * out->shown.components);
    out->largest = fmax(out->largest, out->value[i]);
  }
}

static int are_all_finite(const double *value, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(value[i])) return 0;
  return 1;
}

static chatter_status check_finite(const figure *self, const moment *at) {
  const size_t n = at->shown.nodes;
  if (n > 0 && are_all_finite(at->value, n) && are_all_finite(at->before, 3 * n) &&
      are_all_finite(at->move, 3 * n))
    return CHATTER_OK;
  return figure_raise_missing(self, "the field '%s' or its mesh holds what are no numbers", at->shown.name);
}

chatter_status moment_find(const figure *self, moment *out) {
  field *shown = &out->shown, motion;
  size_t row, instant = 0;
  *out = (moment){.time = 0};
  TRY(find_shown_field(self, shown));
  TRY(find_row(self, shown, &row, &out->trajectory));
  double *work = arena_allocate(self->memory, (6 * shown->nodes + 1) * sizeof *work);
  out->value = arena_allocate(self->memory, (shown->nodes + 1) * sizeof *out->value);
  out->move = arena_allocate(self->memory, (3 * shown->nodes + 1) * sizeof *out->move);
  out->before = arena_allocate(self->memory, (3 * shown->nodes + 1) * sizeof *out->before);
  if (!work || !out->value || !out->move || !out->before)
    return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(find_largest_instant(self, shown, row, work, &instant));
  form_field(shown, row, instant, work);
  set_values(out, work);
  out->time = *values_of_instant(shown->time, row, shown->instants, instant);
  TRY(find_displacement(self, shown, row, instant, &motion));
  form_positions(motion.name ? &motion : shown, row, instant, out->before);
  out->size = bounding_box_diagonal(out->before, shown->nodes);
  const field *loaded = shown->force ? shown : &motion;
  out->is_deformed = motion.name != NULL;
  if (out->is_deformed) {
    form_field(&motion, row, instant, out->move);
    out->longest = largest_size(&motion, out->move);
  }
  TRY(check_finite(self, out));
  if (!loaded->force) return CHATTER_OK;
  out->force = arena_allocate(self->memory, (loaded->points + 1) * sizeof *out->force);
  out->force_node = arena_allocate(self->memory, (loaded->points + 1) * sizeof *out->force_node);
  if (!out->force || !out->force_node) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  sum_contact_forces(loaded, row, instant, out);
  return CHATTER_OK;
}
