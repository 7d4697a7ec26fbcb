// The outputs of a regime study: which are allowed, which coordinates are watched, and how the state reads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/regimes/regimes_engine.h"
#include "study/schema.h"

static int is_watch(const output_config *o) {
  return o->quantity == QUANTITY_DISPLACEMENT;
}

// Chains: the number of the mass, from 0.
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

chatter_status regimes_check_outputs(const study *s, const reduced_model *r, int *n_watches) {
  *n_watches = 0;
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    int index;
    if (!is_watch(o)) {
      if (o->quantity >= QUANTITY_REGIME && o->contact == 0) continue;
      if (o->quantity >= QUANTITY_REGIME)
        return error_raise(CHATTER_BAD_STUDY, "%s: an event-exact regime map has one contact (allowed: 0)",
                           study_output_place(s, o, "contact"));
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: not a quantity of an event-exact regime map (allowed: regime, stops_per_cycle, amplitude, "
          "regime_stick_fraction, cycle_dissipation, beta_lim, beta_lim_s1, beta_nomotion, or the "
          "displacement of a node)",
          study_output_place(s, o, "quantity"));
    }
    if (o->reduce != REDUCE_HALF_PEAK_TO_PEAK && o->reduce != REDUCE_MIN && o->reduce != REDUCE_MAX)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: of a displacement a regime map keeps its extremes over the window (allowed: "
                         "half_peak_to_peak, min, max)",
                         study_output_place(s, o, "reduce"));
    response_term single;
    const response_sum sum = study_output_terms(o, &single);
    for (int t = 0; t < sum.n; t++) {
      if (r)
        TRY(find_response(s, r, o, &sum.term[t], &index));
      else
        TRY(find_mass(s, o, &sum.term[t], regimes_n_modes(s, r), &index));
    }
    ++*n_watches;
  }
  return CHATTER_OK;
}

chatter_status regimes_watch_rows(const study *s, const reduced_model *r, const regimes_system *system,
                                  const int *dim, double *parameter) {
  const int n = dim[DIM_COULOMB_MODES];
  double *row = parameter + coulomb_block_at(dim, BLOCK_WATCH_ROW);
  double *frame = parameter + coulomb_block_at(dim, BLOCK_WATCH_COS);
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    if (!is_watch(o)) continue;
    response_term single;
    const response_sum sum = study_output_terms(o, &single);
    *frame = 0;
    for (int k = 0; k < n; k++) row[k] = 0;
    for (int t = 0; t < sum.n; t++) {
      const double weight = sum.term[t].weight, along = weight * sum.term[t].direction[0];
      int index;
      if (r) {
        TRY(find_response(s, r, o, &sum.term[t], &index));
        for (int k = 0; k < n; k++) row[k] += weight * r->phi_y[(long)index * n + k];
      } else {
        TRY(find_mass(s, o, &sum.term[t], n, &index));
        // The displacement of a node is absolute: in the base's frame x = z + cos τ.
        for (int k = 0; k < n; k++) row[k] += along * system->shape[index * n + k];
        *frame += s->regimes.wall == WALL_BASE ? along : 0;
      }
    }
    row += n, frame++;
  }
  return CHATTER_OK;
}

typedef struct column {
  const engine_layout *layout;
  const kernel_batch *host;
  long i;
} column;

static double state_of(const column *c, int row) {
  return c->host->state[(long)row * c->host->stride + c->i];
}
static double host_row(const column *c, int row) {
  return engine_parameter(c->host, coulomb_n_parameters(c->layout->sizes.dim) + row, c->i);
}

static double regime_of(const column *c) {
  if (state_of(c, COULOMB_STUCK_CYCLES) > 0) return 0;
  return state_of(c, COULOMB_STOPS) > 0 || state_of(c, COULOMB_STICK_TIME) > 1e-9 ? 1 : 2;
}

static double watch_of(const column *c, int watch, int reduce) {
  const int row = coulomb_row_watch(c->layout->sizes.dim) + 2 * watch;
  const double least = state_of(c, row), most = state_of(c, row + 1), scale = host_row(c, REGIMES_SCALE);
  return scale * (reduce == REDUCE_MIN ? least : reduce == REDUCE_MAX ? most : 0.5 * (most - least));
}

static double value_of(const column *c, const output_config *o, int watch) {
  const double recorded = state_of(c, COULOMB_RECORDED), scale = host_row(c, REGIMES_SCALE);
  switch (o->quantity) {
  case QUANTITY_DISPLACEMENT:
    return watch_of(c, watch, o->reduce);
  case QUANTITY_REGIME:
    return regime_of(c);
  case QUANTITY_STOPS_PER_CYCLE:
    return state_of(c, COULOMB_STOPS) / recorded;
  case QUANTITY_AMPLITUDE:
    return scale * 0.5 * (state_of(c, COULOMB_U_MAX) - state_of(c, COULOMB_U_MIN));
  case QUANTITY_REGIME_STICK_FRACTION:
    return state_of(c, COULOMB_STICK_TIME) / (recorded * 2 * M_PI);
  case QUANTITY_CYCLE_DISSIPATION:
    return host_row(c, REGIMES_BETA) * scale * state_of(c, COULOMB_SLIP_PATH) / recorded;
  case QUANTITY_BETA_LIM:
    return host_row(c, REGIMES_LIMIT);
  case QUANTITY_BETA_LIM_S1:
    return host_row(c, REGIMES_LIMIT_S1);
  default:
    return host_row(c, REGIMES_NO_MOTION);
  }
}

// Units of a physical model, and of a dimensionless chain in Y, k1 Y and k1 Y².
static const char *unit_of(const study *s, const output_config *o) {
  return regimes_is_chain(s) ? "1" : schema_quantity_unit(o->quantity);
}

static void long_name_of(const output_config *o, char *text, size_t size) {
  static const struct {
    int quantity;
    const char *text;
  } NAMES[] = {{QUANTITY_REGIME, "motion regime: 0 no motion, 1 stick-slip, 2 continuous"},
               {QUANTITY_STOPS_PER_CYCLE, "stick phases per excitation cycle"},
               {QUANTITY_AMPLITUDE, "half peak-to-peak relative motion of the contact in the window"},
               {QUANTITY_REGIME_STICK_FRACTION, "share of the window in stick"},
               {QUANTITY_CYCLE_DISSIPATION, "energy dissipated by friction per excitation cycle"},
               {QUANTITY_BETA_LIM, "friction force below which motion is continuous, exact"},
               {QUANTITY_BETA_LIM_S1, "friction force below which motion is continuous, with S = 1"},
               {QUANTITY_BETA_NOMOTION, "friction force above which there is no motion"}};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (NAMES[i].quantity == o->quantity) {
      snprintf(text, size, "%s", NAMES[i].text);
      return;
    }
  snprintf(text, size, "displacement of %s%.40s, %s over the window", o->sum.n ? "a sum of nodes" : "node ",
           o->node,
           o->reduce == REDUCE_MIN   ? "least"
           : o->reduce == REDUCE_MAX ? "largest"
                                     : "half peak-to-peak");
}

// In physical models the boundaries are forces: what they are to be compared with.
static chatter_status add_force(const engine_layout *layout, long n, const kernel_batch *host,
                                result_set *out) {
  const size_t size = (size_t)n;
  double *force = result_set_add(out, "friction_force", RESULT_DOUBLE, "trajectory", &size, "N",
                                 "friction force of the sliding contact");
  if (!force) return CHATTER_DEVICE;
  result_set_role(out, "friction_force", RESULT_OUTPUT);
  for (long t = 0; t < n; t++) {
    const column c = {layout, host, t};
    force[t] = host_row(&c, REGIMES_BETA);
  }
  return CHATTER_OK;
}

chatter_status regimes_extract(const engine_layout *layout, const study *s, long n, const kernel_batch *host,
                               result_set *out) {
  int watch = 0;
  const size_t size = (size_t)n;
  for (int i = 0; i < s->n_outputs; i++) {
    const output_config *o = &s->outputs[i];
    char text[160];
    long_name_of(o, text, sizeof text);
    double *value = result_set_add(out, o->name, RESULT_DOUBLE, "trajectory", &size, unit_of(s, o), text);
    if (!value) return CHATTER_DEVICE;
    for (long t = 0; t < n; t++) {
      const column c = {layout, host, t};
      value[t] = state_of(&c, STATE_STATUS) == TRAJECTORY_OK ? value_of(&c, o, watch) : NAN;
    }
    watch += is_watch(o);
  }
  return regimes_is_chain(s) || result_set_find(out, "friction_force") ? CHATTER_OK
                                                                       : add_force(layout, n, host, out);
}
