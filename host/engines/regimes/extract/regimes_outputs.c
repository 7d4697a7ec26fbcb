// Outputs of a regime study: the allowed ones, the watched coordinates, and reading the state.
#include "engines/regimes/extract/regimes_outputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/extract/regimes_quantities.h"
#include "engines/transient/extract/transient_quantities.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"

static int is_watch(const output_config *o) {
  return transient_derivative_of(o) >= 0;
}

// Finds the mass of an output of a chain, from 0.
static chatter_status find_mass(const study *s, const output_config *o, const response_term *term, int n,
                                int *mass) {
  char *end;
  const long id = strtol(term->node, &end, 10);
  if (*end || id < 1 || id > n)
    return error_raise(CHATTER_BAD_STUDY, "%s: no mass '%s' in a chain of %d (allowed: 1 to %d)",
                       study_output_place(s, o, o->sum.n ? "sum" : "node"), term->node, n, n);
  *mass = (int)id - 1;
  return CHATTER_OK;
}

static chatter_status find_response(const study *s, const reduced_model *r, const output_config *o,
                                    const response_term *term, int *response) {
  char direction[48], name[2 * STUDY_NAME];
  study_direction_text(term->direction, direction, sizeof direction);
  snprintf(name, sizeof name, "%.63s:%s", term->node, direction);
  return reduced_find_response(r, name, study_output_place(s, o, o->sum.n ? "sum" : "node"), response);
}

static chatter_status check_output(const study *s, const output_config *o) {
  if (o->band[0] < o->band[1])
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': an event-exact regime map has no steps in time that a band could be taken of",
        study_output_place(s, o, "band"), o->name);
  if (o->last > 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': an event-exact regime map keeps the extremes of its window (allowed: "
        "no key 'last'; regimes.window says how many cycles that is)",
        study_output_place(s, o, "last"), o->name);
  if (is_watch(o)) {
    if (o->reduce == REDUCE_HALF_PEAK_TO_PEAK || o->reduce == REDUCE_MIN || o->reduce == REDUCE_MAX ||
        o->reduce == REDUCE_MAX_ABS)
      return CHATTER_OK;
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: of the motion of a node a regime map keeps its extremes over the window "
                       "(allowed: half_peak_to_peak, min, max, max_abs)",
                       study_output_place(s, o, "reduce"));
  }
  if (!regimes_quantity_of(o)) {
    char words[256];
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: not a quantity of an event-exact regime map (allowed: %s, or displacement, velocity and "
        "acceleration of a node)",
        study_output_place(s, o, "quantity"), regimes_quantities_text(0, words, sizeof words));
  }
  if (o->contact != 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: an event-exact regime map has one contact (allowed: 0)",
                       study_output_place(s, o, "contact"));
  return CHATTER_OK;
}

chatter_status regimes_plan_watches(const study *s, const reduced_model *r, arena *memory,
                                    regimes_watches *out) {
  size_t n_terms = 0, at = 0;
  *out = (regimes_watches){0};
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    TRY(check_output(s, o));
    response_term single;
    out->n += is_watch(o);
    n_terms += is_watch(o) ? (size_t)study_output_terms(o, &single).n : 0;
  }
  out->index = arena_allocate(memory, (n_terms + 1) * sizeof *out->index);
  out->order = arena_allocate(memory, ((size_t)out->n + 1) * sizeof *out->order);
  if (!out->index || !out->order) return CHATTER_DEVICE;
  int *order = out->order;
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    response_term single;
    const response_sum sum = study_output_terms(o, &single);
    if (is_watch(o)) *order++ = transient_derivative_of(o);
    for (int t = 0; is_watch(o) && t < sum.n; t++, at++)
      TRY(r ? find_response(s, r, o, &sum.term[t], &out->index[at])
            : find_mass(s, o, &sum.term[t], regimes_n_modes(s, r), &out->index[at]));
  }
  return CHATTER_OK;
}

void regimes_watch_rows(const study *s, const reduced_model *r, const regimes_system *system,
                        const regimes_watches *watches, const int *dim, double *parameter) {
  const int n = dim[DIM_COULOMB_MODES], *index = watches->index;
  if (watches->n == 0) return;
  double *row = parameter + coulomb_block_at(dim, BLOCK_WATCH_ROW);
  double *frame = parameter + coulomb_block_at(dim, BLOCK_WATCH_COS);
  for (int i = 0; i < s->n_outputs; i++) {
    if (!is_watch(&s->outputs[i])) continue;
    response_term single;
    const response_sum sum = study_output_terms(&s->outputs[i], &single);
    *frame = 0;
    for (int k = 0; k < n; k++) row[k] = 0;
    for (int t = 0; t < sum.n; t++, index++) {
      const double weight = sum.term[t].weight, along = weight * sum.term[t].direction[0];
      for (int k = 0; k < n && r; k++) row[k] += weight * r->phi_y[(long)*index * n + k];
      if (r) continue;
      // The displacement of a node is absolute: x = z + cos τ in the base's frame.
      for (int k = 0; k < n; k++) row[k] += along * system->shape[*index * n + k];
      *frame += regimes_of(s)->wall == WALL_BASE ? along : 0;
    }
    row += n, frame++;
  }
}

static double watched_value(const regimes_column *c, int watch, const output_config *o) {
  const int row = coulomb_row_watch(c->layout->sizes.dim) + 2 * watch;
  const double least = regimes_state(c, row), most = regimes_state(c, row + 1);
  double scale = regimes_host_row(c, REGIMES_SCALE) * (o->factor > 0 ? o->factor : 1);
  for (int k = 0; k < transient_derivative_of(o); k++) scale /= regimes_host_row(c, REGIMES_TIME);
  return scale * (o->reduce == REDUCE_MIN       ? least
                  : o->reduce == REDUCE_MAX     ? most
                  : o->reduce == REDUCE_MAX_ABS ? fmax(fabs(least), fabs(most))
                                                : 0.5 * (most - least));
}

// Returns the unit of an output of a physical model. Dimensionless chains use Y, k1 Y and k1 Y²,
// with times in radians.
static const char *unit_of(const study *s, const output_config *o) {
  return regimes_is_chain(s) ? "1" : o->quantity->unit;
}

static void long_name_of(const output_config *o, char *text, size_t size) {
  if (regimes_quantity_of(o)) {
    snprintf(text, size, "%s", o->quantity->name);
    return;
  }
  snprintf(text, size, "%s of %s%.40s, %s over the window", o->quantity->name,
           o->sum.n ? "a sum of nodes" : "node ", o->node,
           o->reduce == REDUCE_MIN       ? "least"
           : o->reduce == REDUCE_MAX     ? "largest"
           : o->reduce == REDUCE_MAX_ABS ? "largest magnitude"
                                         : "half peak-to-peak");
}

// Adds the friction force in physical models, for comparison with the boundaries.
static chatter_status add_force(const engine_layout *layout, long n, const kernel_batch *host,
                                result_set *out) {
  const size_t size = (size_t)n;
  double *force = result_set_add(out, "friction_force", RESULT_DOUBLE, "trajectory", &size, "N",
                                 "friction force of the sliding contact");
  if (!force) return CHATTER_DEVICE;
  result_set_role(out, "friction_force", RESULT_OUTPUT);
  for (long t = 0; t < n; t++) {
    const regimes_column c = {layout, host, t};
    force[t] = regimes_host_row(&c, REGIMES_BETA);
  }
  return CHATTER_OK;
}

chatter_status regimes_extract(const engine_layout *layout, const study *s, long n, const kernel_batch *host,
                               result_set *out) {
  int watch = 0;
  const size_t size = (size_t)n;
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    const regimes_quantity *quantity = regimes_quantity_of(o);
    char text[160];
    long_name_of(o, text, sizeof text);
    double *value = result_set_add(out, o->name, RESULT_DOUBLE, "trajectory", &size, unit_of(s, o), text);
    if (!value) return CHATTER_DEVICE;
    for (long t = 0; t < n; t++) {
      const regimes_column c = {layout, host, t};
      const int ok = regimes_state(&c, STATE_STATUS) == TRAJECTORY_OK;
      value[t] = !ok ? NAN : quantity ? quantity->value(&c) : watched_value(&c, watch, o);
    }
    watch += is_watch(o);
  }
  return regimes_is_chain(s) || result_set_find(out, "friction_force") ? CHATTER_OK
                                                                       : add_force(layout, n, host, out);
}
