#include "engines/response/extract/response_extract.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/response_advice.h"
#include "engines/response/stability/stability.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/extract/contact_values.h"
#include "engines/response/extract/period/period_fields.h"
#include "engines/response/extract/response_grids.h"
#include "engines/response/extract/truncation_error.h"
#include "engines/response/extract/period/sampling_error.h"
#include "engines/response/extract/period/period.h"
#include "engines/response/extract/point_values.h"
#include "results/result_rows.h"
#include "study/file/entries.h"

static const char *const reduces[] = {[REDUCE_MIN] = "smallest",
                                      [REDUCE_MAX] = "largest",
                                      [REDUCE_MEAN] = "mean",
                                      [REDUCE_RMS] = "root mean square",
                                      [REDUCE_MAX_ABS] = "largest magnitude of",
                                      [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak"};
static const char *const end_words[N_STAGE] = {
    "why the response curve ended", "why the backbone of maxima ended",
    "why the backbone of phase resonance ended", "why the damped nonlinear normal mode ended"};

typedef struct extraction {
  const engine_layout *layout;
  const response_setup *setup;
  const study *config;
  const kernel_batch *host;
  result_set *out;
  arena *scratch;                // freed at the end of the extraction
  response_stability *stability; // of all points
  long n;                        // trajectories of the batch
  response_period period;
  double *coefficient; // coefficients of one period
  double **value;      // [n_outputs], values as they are added
} extraction;

static const char *describe(const output_config *output, char text[160]) {
  const response_quantity *quantity = response_quantity_of(output);
  char direction[STUDY_NAME];
  study_direction_text(output->direction, direction, sizeof direction);
  // takes the period without reduction
  const int is_whole = quantity->contact >= CONTACT_DISSIPATION;
  if (quantity->contact == CONTACT_ENERGY)
    snprintf(text, 160, "%s %s", reduces[output->reduce], quantity->is.name);
  else if (quantity->contact != CONTACT_NOTHING)
    snprintf(text, 160, "%s%s%s, contact point %g", is_whole ? "" : reduces[output->reduce],
             is_whole ? "" : " ", quantity->is.name, output->contact);
  else if (quantity->is.place != QUANTITY_OF_NODE)
    snprintf(text, 160, "%s", quantity->is.name);
  else if (output->sum.n > 0)
    snprintf(text, 160, "%s %s, sum of %d terms", reduces[output->reduce], quantity->is.name, output->sum.n);
  else
    snprintf(text, 160, "%s %s of %.40s along %.40s", reduces[output->reduce], quantity->is.name,
             output->node, direction);
  return text;
}

static const response_quantity *quantity_of(const extraction *self, int o) {
  return response_quantity_of(&self->config->outputs[o]);
}

static int is_of_contact(const extraction *self, int o) {
  return quantity_of(self, o)->contact != CONTACT_NOTHING;
}

// Finds the coefficients of output `o`, a motion, at a point: its displacement, velocity or
// acceleration.
static void find_coefficients(const extraction *self, int o, const response_column *column, int point) {
  response_coefficients(column, point, self->setup->output_row[o], self->coefficient);
  period_derivative(&self->period, quantity_of(self, o)->derivative,
                    response_record_number(column, point, RECORD_OMEGA), self->coefficient);
}

// Finds output `o`, a motion, reduced over the period at n places.
static void find_motion(const extraction *self, int o, size_t n, const response_curve_point *place) {
  for (size_t i = 0; i < n; i++) {
    self->value[o][i] = NAN;
    if (place[i].point < 0) continue;
    const response_column column = response_column_of(self->layout, self->host, place[i].trajectory);
    find_coefficients(self, o, &column, place[i].point);
    self->value[o][i] = period_reduce(&self->period, self->coefficient, self->config->outputs[o].reduce);
  }
}

// Finds all contact outputs of kind `what` together: they share the trace of the contact.
static chatter_status find_contacts(const extraction *self, response_quantity_kind what, size_t n,
                                    const response_curve_point *place) {
  const int outputs = self->config->n_outputs;
  double **value = arena_allocate(self->scratch, ((size_t)outputs + 1) * sizeof *value);
  if (!value) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < outputs; o++)
    if (is_of_contact(self, o) && quantity_of(self, o)->what == what) value[o] = self->value[o];
  return response_contact_values(self->layout, self->config, self->host, (long)n, place, self->scratch,
                                 value);
}

static response_curve_point *allocate_places(const extraction *self, size_t n) {
  response_curve_point *place = arena_allocate(self->scratch, (n + 1) * sizeof *place);
  if (!place) error_raise(CHATTER_DEVICE, "out of memory");
  return place;
}

// Returns the point of the state that outputs are of; -1: none.
static int point_of(const response_column *column, response_quantity_kind what) {
  if (what == RESPONSE_CURVE) return response_end_point(column, STAGE_CURVE);
  const int peak = response_peak_point(column);
  return what == RESPONSE_PHASE && peak >= 0 ? response_phase_resonance_point(column, peak) : peak;
}

static double omega_at(const response_column *column, int point) {
  return point < 0 ? NAN : response_record_number(column, point, RECORD_OMEGA);
}

// Returns a number of a trajectory that does not belong to a state. Without a peak there is no
// resonance.
static double value_of(const extraction *self, const response_column *column, int o) {
  const response_quantity *quantity = quantity_of(self, o);
  const double unit = quantity->is_angular ? 1 : 2 * M_PI;
  const int peak = column->is_ok ? response_peak_point(column) : -1;
  if (peak < 0) return NAN;
  switch (quantity->what) {
  case RESPONSE_KIND:
    return response_is_kink(column, peak);
  case RESPONSE_PHASE:
    return omega_at(column, point_of(column, RESPONSE_PHASE)) / unit;
  case RESPONSE_DNNM:
    return omega_at(column, response_dnnm_end_point(column)) / unit;
  default:
    return omega_at(column, peak) / unit;
  }
}

static int is_curve(const extraction *self, int o) {
  return response_is_curve(self->config, &self->config->outputs[o]);
}

// Returns the point of each trajectory whose period is reduced; -1: none.
static response_curve_point *places_of(const extraction *self, response_quantity_kind what) {
  response_curve_point *place = allocate_places(self, (size_t)self->n);
  for (long i = 0; place && i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    place[i] = (response_curve_point){i, column.is_ok ? point_of(&column, what) : -1};
  }
  return place;
}

static chatter_status add_value(const extraction *self, int o, const char *dimension, size_t n) {
  const output_config *output = &self->config->outputs[o];
  char words[160];
  self->value[o] = result_set_add(self->out, output->name, RESULT_DOUBLE, dimension, &n,
                                  output->quantity->unit, describe(output, words));
  return self->value[o] ? CHATTER_OK : CHATTER_DEVICE;
}

// Adds NAME_stable for a number that belongs to a state.
static chatter_status add_stability(const extraction *self, int o, const response_curve_point *place) {
  const size_t n = (size_t)self->n;
  int *point;
  TRY(response_stability_add(self->stability, self->out, self->config->outputs[o].name, "trajectory", &n, 0,
                             &point));
  for (size_t i = 0; i < n && point; i++) point[i] = place[i].point;
  return CHATTER_OK;
}

// Extracts outputs with one value per trajectory.
static chatter_status extract_values(const extraction *self) {
  const size_t n = (size_t)self->n;
  const response_curve_point *at = places_of(self, RESPONSE_CURVE), *peak = places_of(self, RESPONSE_PEAK),
                             *phase = places_of(self, RESPONSE_PHASE);
  if (!at || !peak || !phase) return CHATTER_DEVICE;
  for (int o = 0; o < self->config->n_outputs; o++) {
    const response_quantity_kind what = quantity_of(self, o)->what;
    if (is_curve(self, o) || what == RESPONSE_FIELD) continue;
    TRY(add_value(self, o, "trajectory", n));
    if (is_of_contact(self, o)) continue;
    if (what == RESPONSE_CURVE || what == RESPONSE_PEAK) {
      find_motion(self, o, n, what == RESPONSE_CURVE ? at : peak);
      continue;
    }
    for (long i = 0; i < self->n; i++) {
      const response_column column = response_column_of(self->layout, self->host, i);
      self->value[o][i] = value_of(self, &column, o);
    }
  }
  for (int o = 0; o < self->config->n_outputs; o++) {
    const response_quantity_kind what = quantity_of(self, o)->what;
    if (response_has_stability(self->config, &self->config->outputs[o]))
      TRY(add_stability(self, o, what == RESPONSE_CURVE ? at : what == RESPONSE_PHASE ? phase : peak));
  }
  TRY(response_truncation_values(self->layout, self->config, self->n, self->host, at, peak, self->out));
  TRY(find_contacts(self, RESPONSE_CURVE, n, at));
  return find_contacts(self, RESPONSE_PEAK, n, peak);
}

// Adds a variable NAME + `end` over `dims` and returns its values.
static double *add_of(const extraction *self, const char *name, const char *end, const char *dims,
                      const size_t *size, const char *unit, const char *text) {
  char full[2 * STUDY_NAME], words[160];
  snprintf(full, sizeof full, "%s%s", name, end);
  snprintf(words, sizeof words, "%s of %.60s", text, name);
  return result_set_add(self->out, full, RESULT_DOUBLE, dims, size, unit, words);
}

// Returns the phase of the coefficients relative to the first load. A damped nonlinear normal mode
// has no load, and its driven displacement moves as cos τ: the load of phase resonance would be
// -sin τ.
static double phase_of(const extraction *self, const response_column *column, int point) {
  const int load = hb_load_parameter(self->layout->sizes.dim, 0);
  if (response_record_number(column, point, RECORD_STAGE) == STAGE_DNNM)
    return period_phase(&self->period, self->coefficient, 0, -1);
  return period_phase(&self->period, self->coefficient, response_column_parameter(column, load + HB_LOAD_COS),
                      response_column_parameter(column, load + HB_LOAD_SIN));
}

// Adds the phases, and on request the coefficients, of a motion at every point.
static chatter_status extract_harmonics(const extraction *self, int o, size_t total,
                                        const response_curve_point *place) {
  const output_config *output = &self->config->outputs[o];
  const int harmonics = self->period.harmonics;
  const size_t size[] = {total, (size_t)harmonics};
  double *phase = add_of(self, output->name, "_phase", "point", size, "rad",
                         "lead of the first harmonic before the first load,"),
         *part[2] = {NULL, NULL};
  if (!phase) return CHATTER_DEVICE;
  self->out->variables[self->out->n_variables - 1].role = RESULT_PHASE;
  for (int k = 0; k < 2 && response_config_of(self->config)->coefficients; k++) {
    part[k] = add_of(self, output->name, k ? "_sin" : "_cos", "point,harmonic", size, output->quantity->unit,
                     k ? "coefficients of sin hωt" : "coefficients of cos hωt");
    if (!part[k]) return CHATTER_DEVICE;
  }
  for (size_t p = 0; p < total; p++) {
    const response_column column = response_column_of(self->layout, self->host, place[p].trajectory);
    find_coefficients(self, o, &column, place[p].point);
    phase[p] = phase_of(self, &column, place[p].point);
    for (int h = 0; part[0] && h < 2 * harmonics; h++)
      part[h % 2][p * (size_t)harmonics + (size_t)h / 2] = self->coefficient[self->period.is_static + h];
  }
  return CHATTER_OK;
}

// Adds the static harmonic, which NAME_cos and NAME_sin do not contain.
static chatter_status extract_mean(const extraction *self, int o, size_t total,
                                   const response_curve_point *place) {
  double *mean = add_of(self, self->config->outputs[o].name, "_mean", "point", &total,
                        self->config->outputs[o].quantity->unit, "static harmonic");
  if (!mean) return CHATTER_DEVICE;
  for (size_t p = 0; p < total; p++) {
    const response_column column = response_column_of(self->layout, self->host, place[p].trajectory);
    find_coefficients(self, o, &column, place[p].point);
    mean[p] = self->coefficient[0];
  }
  return CHATTER_OK;
}

// Adds the harmonic coordinate of NAME_cos and NAME_sin.
static chatter_status add_harmonics(const extraction *self) {
  const size_t n = (size_t)self->period.harmonics;
  if (!response_config_of(self->config)->coefficients) return CHATTER_OK;
  int *harmonic =
      result_set_add(self->out, "harmonic", RESULT_INT, "harmonic", &n, "1", "harmonic of the loads");
  if (!harmonic) return CHATTER_DEVICE;
  for (size_t h = 0; h < n; h++) harmonic[h] = (int)h + 1;
  return CHATTER_OK;
}

// Extracts outputs of every point.
static chatter_status extract_outputs(const extraction *self, size_t total,
                                      const response_curve_point *place) {
  response_grids grids;
  TRY(response_grids_begin(self->layout, self->config, self->host, self->n, &self->period, self->scratch,
                           self->stability, self->out, &grids));
  for (int o = 0; o < self->config->n_outputs; o++) {
    if (!is_curve(self, o)) continue;
    TRY(add_value(self, o, "point", total));
    if (is_of_contact(self, o)) continue;
    find_motion(self, o, total, place);
    TRY(extract_harmonics(self, o, total, place));
    if (response_has_means(self->config)) TRY(extract_mean(self, o, total, place));
  }
  TRY(find_contacts(self, RESPONSE_CURVE, total, place));
  for (int o = 0; o < self->config->n_outputs; o++)
    if (is_curve(self, o)) TRY(response_grids_output(&grids, o, self->value[o]));
  return response_grids_end(&grids);
}

static chatter_status extract_curves(const extraction *self) {
  int *length = arena_allocate(self->scratch, ((size_t)self->n + 1) * sizeof *length), is_any = 0;
  size_t total;
  if (!length) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < self->config->n_outputs; o++) is_any |= is_curve(self, o);
  if (!is_any) return CHATTER_OK;
  for (long i = 0; i < self->n; i++) length[i] = response_column_of(self->layout, self->host, i).n_points;
  TRY(result_set_add_row_sizes(self->out, "point", (size_t)self->n, length, &total));
  TRY(response_points_add(self->layout, self->config, self->n, self->host, total, self->out));
  TRY(add_harmonics(self));
  response_curve_point *place = allocate_places(self, total);
  if (!place) return CHATTER_DEVICE;
  size_t p = 0;
  for (long i = 0; i < self->n; i++)
    for (int k = 0; k < length[i]; k++) place[p++] = (response_curve_point){i, k};
  return extract_outputs(self, total, place);
}

// Adds the place where each response curve begins.
static chatter_status extract_starts(const extraction *self) {
  if (!(self->setup->stages >> STAGE_CURVE & 1)) return CHATTER_OK;
  int *start = result_set_add(
      self->out, RESPONSE_START, RESULT_INT, "trajectory", &(size_t){(size_t)self->n}, "1",
      "where the response curve begins: at which end of the range, from rest or with a load that grew");
  if (!start) return CHATTER_DEVICE;
  result_set_flags(self->out, RESPONSE_START,
                   "from from_grown to beyond to_from_beyond from_again from_beside beside");
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    const int from = response_column_start(&column);
    start[i] = from < START_BESIDE_FIRST ? from : START_BESIDE_FIRST;
  }
  return CHATTER_OK;
}

static chatter_status extract_ends(const extraction *self) {
  for (int stage = 0; stage < N_STAGE; stage++) {
    if (!(self->setup->stages >> stage & 1)) continue;
    int *reason = result_set_add(self->out, response_end_names[stage], RESULT_INT, "trajectory",
                                 &(size_t){(size_t)self->n}, "1", end_words[stage]);
    if (!reason) return CHATTER_DEVICE;
    result_set_flags(
        self->out, response_end_names[stage],
        "not_run end_of_range step_too_small no_first_point no_peak ridge_ends no_room returned left_range "
        "no_resonance");
    for (long i = 0; i < self->n; i++) {
      const response_column column = response_column_of(self->layout, self->host, i);
      reason[i] = response_end_reason(&column, stage);
    }
  }
  return CHATTER_OK;
}

static chatter_status extract_all(extraction *self) {
  const int *dim = self->layout->sizes.dim;
  int has_curves = 0;
  self->coefficient =
      arena_allocate(self->scratch, (size_t)hb_n_coefficients(dim) * sizeof *self->coefficient);
  self->value = arena_allocate(self->scratch, ((size_t)self->config->n_outputs + 1) * sizeof *self->value);
  if (!self->coefficient || !self->value) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(response_period_create(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], self->scratch, &self->period));
  response_stability stability;
  TRY(response_stability_begin(self->layout, self->config, self->host, self->n, self->scratch, &stability));
  self->stability = &stability;
  for (int o = 0; o < self->config->n_outputs; o++) has_curves |= is_curve(self, o);
  stability.is_all &= has_curves;
  TRY(extract_values(self));
  TRY(extract_curves(self));
  TRY(response_fields_add(self->layout, self->n, self->host, self->out));
  TRY(response_stability_find(&stability));
  if (has_curves) TRY(response_points_stability(&stability, self->out));
  TRY(response_sampling_error_add(self->layout, self->n, self->host, self->out));
  TRY(extract_starts(self));
  return extract_ends(self);
}

chatter_status response_extract(const engine_layout *layout, const study *config, long n,
                                const kernel_batch *host, result_set *out) {
  extraction self = {.layout = layout,
                     .setup = layout->setup,
                     .config = config,
                     .host = host,
                     .out = out,
                     .scratch = arena_create(),
                     .n = n};
  if (!self.scratch) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = extract_all(&self);
  arena_destroy(self.scratch);
  return status;
}
