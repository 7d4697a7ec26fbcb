// The study's outputs, read from the points that the kernel kept.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/period.h"
#include "engines/response/response_column.h"
#include "engines/response/response_contact.h"
#include "engines/response/response_grids.h"
#include "engines/response/response_stability.h"

static const char *const reduces[] = {[REDUCE_MIN] = "smallest",
                                      [REDUCE_MAX] = "largest",
                                      [REDUCE_MEAN] = "mean",
                                      [REDUCE_RMS] = "root mean square",
                                      [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak"};
static const char *const end_words[N_STAGE] = {
    "why the response curve ended", "why the backbone of maxima ended",
    "why the backbone of phase resonance ended", "why the damped nonlinear normal mode ended"};

// A batch, and scratch for one period.
typedef struct extraction {
  const engine_layout *layout;
  const response_own *own;
  const study *config;
  const kernel_batch *host;
  result_set *out;
  long n;
  response_period period;
  double *coefficient;
} extraction;

static const char *describe(const output_config *output, char text[160]) {
  const response_quantity *quantity = response_quantity_of(output);
  char direction[STUDY_NAME];
  study_direction_text(output->direction, direction, sizeof direction);
  const int is_whole = quantity->contact >= CONTACT_DISSIPATION; // of the period as it is
  if (quantity->contact != CONTACT_NOTHING)
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

// Of what is reduced over the period, output `o` at n places.
static chatter_status find_reduced(const extraction *self, int o, size_t n, const response_place *place,
                                   double *value) {
  if (quantity_of(self, o)->contact != CONTACT_NOTHING)
    return response_contact_values(self->layout, self->config, self->host, o, (long)n, place, value);
  for (size_t i = 0; i < n; i++) {
    value[i] = NAN;
    if (place[i].point < 0) continue;
    const response_column column = response_column_of(self->layout, self->host, place[i].trajectory);
    response_coefficients(&column, place[i].point, self->own->output_row[o], self->coefficient);
    value[i] = period_reduce(&self->period, self->coefficient, self->config->outputs[o].reduce);
  }
  return CHATTER_OK;
}

static response_place *allocate_places(const extraction *self, size_t n) {
  response_place *place = arena_allocate(self->out->memory, (n + 1) * sizeof *place);
  if (!place) error_raise(CHATTER_DEVICE, "out of memory");
  return place;
}

static double omega_at(const response_column *column, int point) {
  return point < 0 ? NAN : response_number(column, point, RECORD_OMEGA);
}

// Where what is reduced over a period is taken from, -1: nowhere.
static int place_of(const response_column *column, response_what what) {
  if (!column->is_ok) return -1;
  return what == RESPONSE_CURVE ? response_last(column, STAGE_CURVE) : response_peak(column);
}

// One number of a trajectory that is no state's. Without a peak there is no resonance to tell of.
static double value_of(const extraction *self, const response_column *column, int o) {
  const response_quantity *quantity = quantity_of(self, o);
  const double unit = quantity->is_angular ? 1 : 2 * M_PI;
  const int peak = column->is_ok ? response_peak(column) : -1;
  if (peak < 0) return NAN;
  switch (quantity->what) {
  case RESPONSE_KIND:
    return response_number(column, peak, RECORD_POINT) == POINT_KINK;
  case RESPONSE_PHASE:
    return omega_at(column, response_phase_resonance(column, peak)) / unit;
  case RESPONSE_DNNM:
    return omega_at(column, response_last(column, STAGE_DNNM)) / unit;
  default:
    return omega_at(column, peak) / unit;
  }
}

static chatter_status extract_value(const extraction *self, int o) {
  const output_config *output = &self->config->outputs[o];
  char words[160];
  double *value = result_set_add(self->out, output->name, RESULT_DOUBLE, "trajectory",
                                 &(size_t){(size_t)self->n}, output->quantity->unit, describe(output, words));
  const response_what what = quantity_of(self, o)->what;
  const int is_reduced = what == RESPONSE_CURVE || what == RESPONSE_PEAK;
  response_place *place = allocate_places(self, (size_t)self->n);
  if (!value || !place) return CHATTER_DEVICE;
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    place[i] = (response_place){i, place_of(&column, what)};
    if (!is_reduced) value[i] = value_of(self, &column, o);
  }
  return is_reduced ? find_reduced(self, o, (size_t)self->n, place, value) : CHATTER_OK;
}

static int is_curve(const extraction *self, int o) {
  return response_is_curve(self->config, &self->config->outputs[o]);
}

static int *add_flags(result_set *out, const char *name, size_t total, const char *words, const char *flags,
                      const char *role) {
  int *value = result_set_add(out, name, RESULT_INT, "point", &total, "1", words);
  result_set_flags(out, name, flags);
  if (role) result_set_role(out, name, role);
  return value;
}

// Variables of every point, whatever the outputs are.
static chatter_status extract_points(const extraction *self, size_t total) {
  result_set *out = self->out;
  int *curve = add_flags(out, "curve", total, "which curve the point is of", "response extremum phase dnnm",
                         RESULT_CURVE),
      *event =
          add_flags(out, "event", total, "what the point is",
                    "none maximum minimum kink fold phase_resonance onset end branch restart", RESULT_EVENT);
  double *number[RESPONSE_NUMBERS];
  for (int k = 0; k < RESPONSE_NUMBERS; k++) {
    const response_point_number *of = &response_point_numbers[k];
    number[k] = result_set_add(out, of->name, RESULT_DOUBLE, "point", &total, of->unit, of->words);
    if (!number[k]) return CHATTER_DEVICE;
    if (of->role) result_set_role(out, of->name, of->role);
  }
  if (!curve || !event) return CHATTER_DEVICE;
  size_t p = 0;
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0; k < column.n_points; k++, p++) {
      const double omega = response_number(&column, k, RECORD_OMEGA);
      curve[p] = (int)response_number(&column, k, RECORD_STAGE);
      event[p] = (int)response_number(&column, k, RECORD_POINT);
      number[0][p] = omega / (2 * M_PI);
      number[1][p] = response_number(&column, k, RECORD_FACTOR);
      number[2][p] = curve[p] == STAGE_DNNM ? response_number(&column, k, RECORD_XI) / (2 * omega) : NAN;
      number[3][p] = response_number(&column, k, RECORD_FACTOR_ALL);
      number[4][p] = response_number(&column, k, RECORD_THETA);
    }
  }
  return CHATTER_OK;
}

// Backbones that begin anew do so behind gaps.
static chatter_status extract_pieces(const extraction *self, size_t total) {
  if (!self->own->restarts) return CHATTER_OK;
  int *piece = result_set_add(self->out, "piece", RESULT_INT, "point", &total, "1",
                              "which connected piece the point is of");
  if (!piece) return CHATTER_DEVICE;
  result_set_role(self->out, "piece", RESULT_PIECE);
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0, n = 0; k < column.n_points; k++) {
      n += response_number(&column, k, RECORD_POINT) == POINT_RESTART;
      *piece++ = n;
    }
  }
  return CHATTER_OK;
}

// How many harmonics each point has, and what the others would be.
static chatter_status extract_adapted(const extraction *self, size_t total) {
  if (!response_adapts(self->config)) return CHATTER_OK;
  int *harmonics = result_set_add(self->out, "harmonics", RESULT_INT, "point", &total, "1",
                                  "number of harmonics of the balance at the point");
  if (!harmonics) return CHATTER_DEVICE;
  double *left = result_set_add(self->out, "left_out", RESULT_DOUBLE, "point", &total, "1",
                                "what left-out harmonics of contacts would be, of their motion");
  if (!left) return CHATTER_DEVICE;
  result_set_role(self->out, "harmonics", RESULT_DETAIL);
  result_set_role(self->out, "left_out", RESULT_DETAIL);
  const int at = hb_record_adapted(self->layout->sizes.dim);
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0; k < column.n_points; k++) {
      *harmonics++ = (int)response_number(&column, k, at + ADAPTED_NUMBER);
      *left++ = response_number(&column, k, at + ADAPTED_LEFT);
    }
  }
  return CHATTER_OK;
}

static chatter_status extract_stability(const extraction *self, size_t total) {
  result_set *out = self->out;
  int *stable = add_flags(out, "stable", total, "stability of the motion", "unstable stable unknown",
                          RESULT_STABLE),
      *kind = NULL;
  double *multiplier = NULL;
  if (!stable) return CHATTER_DEVICE;
  if (response_of(self->config)->stability == STABILITY_FLOQUET) {
    multiplier = result_set_add(out, "multiplier", RESULT_DOUBLE, "point", &total, "1",
                                "largest modulus of the Floquet multipliers");
    kind =
        add_flags(out, "instability", total, "what the largest Floquet multiplier beyond the unit circle is",
                  "none fold period_doubling neimark_sacker unknown", NULL);
    if (!multiplier || !kind) return CHATTER_DEVICE;
  }
  return response_find_stability(self->layout, self->config, self->n, self->host, stable, multiplier, kind);
}

// Adds NAMEend, over `dims`.
static double *add_of(const extraction *self, const char *name, const char *end, const char *dims,
                      const size_t *size, const char *unit, const char *text) {
  char full[2 * STUDY_NAME], words[160];
  snprintf(full, sizeof full, "%s%s", name, end);
  snprintf(words, sizeof words, "%s of %.60s", text, name);
  return result_set_add(self->out, full, RESULT_DOUBLE, dims, size, unit, words);
}

// Phases, and where they are wanted coefficients, of a displacement at every point.
static chatter_status extract_harmonics(const extraction *self, int o, size_t total,
                                        const response_place *place) {
  const output_config *output = &self->config->outputs[o];
  const int harmonics = self->period.harmonics, loads = hb_load(self->layout->sizes.dim, 0),
            row = self->own->output_row[o];
  const size_t size[] = {total, (size_t)harmonics};
  double *phase = add_of(self, output->name, "_phase", "point", size, "rad",
                         "lead of the first harmonic before the first load,"),
         *part[2] = {NULL, NULL};
  if (!phase) return CHATTER_DEVICE;
  self->out->variables[self->out->n_variables - 1].role = RESULT_PHASE;
  for (int k = 0; k < 2 && response_of(self->config)->coefficients; k++) {
    part[k] = add_of(self, output->name, k ? "_sin" : "_cos", "point,harmonic", size, "m",
                     k ? "coefficients of sin hωt" : "coefficients of cos hωt");
    if (!part[k]) return CHATTER_DEVICE;
  }
  for (size_t p = 0; p < total; p++) {
    const response_column column = response_column_of(self->layout, self->host, place[p].trajectory);
    const double c = response_parameter(&column, loads + HB_LOAD_COS),
                 s = response_parameter(&column, loads + HB_LOAD_SIN);
    response_coefficients(&column, place[p].point, row, self->coefficient);
    phase[p] = period_phase(&self->period, self->coefficient, c, s);
    for (int h = 0; part[0] && h < 2 * harmonics; h++)
      part[h % 2][p * (size_t)harmonics + (size_t)h / 2] = self->coefficient[self->period.is_static + h];
  }
  return CHATTER_OK;
}

// The static harmonic, which NAME_cos and NAME_sin have not.
static chatter_status extract_mean(const extraction *self, int o, size_t total, const response_place *place) {
  double *mean =
      add_of(self, self->config->outputs[o].name, "_mean", "point", &total, "m", "static harmonic");
  if (!mean) return CHATTER_DEVICE;
  for (size_t p = 0; p < total; p++) {
    const response_column column = response_column_of(self->layout, self->host, place[p].trajectory);
    response_coefficients(&column, place[p].point, self->own->output_row[o], self->coefficient);
    mean[p] = self->coefficient[0];
  }
  return CHATTER_OK;
}

// The coordinate of NAME_cos and NAME_sin.
static chatter_status add_harmonics(const extraction *self) {
  const size_t n = (size_t)self->period.harmonics;
  if (!response_of(self->config)->coefficients) return CHATTER_OK;
  int *harmonic =
      result_set_add(self->out, "harmonic", RESULT_INT, "harmonic", &n, "1", "harmonic of the loads");
  if (!harmonic) return CHATTER_DEVICE;
  for (size_t h = 0; h < n; h++) harmonic[h] = (int)h + 1;
  return CHATTER_OK;
}

static chatter_status extract_curve(const extraction *self, int o, size_t total,
                                    const response_place *place) {
  const output_config *output = &self->config->outputs[o];
  char words[160];
  double *value = result_set_add(self->out, output->name, RESULT_DOUBLE, "point", &total,
                                 output->quantity->unit, describe(output, words));
  if (!value) return CHATTER_DEVICE;
  TRY(find_reduced(self, o, total, place, value));
  if (quantity_of(self, o)->contact == CONTACT_NOTHING) TRY(extract_harmonics(self, o, total, place));
  if (quantity_of(self, o)->contact == CONTACT_NOTHING && response_has_means(self->config))
    TRY(extract_mean(self, o, total, place));
  return response_grids_output(self->layout, self->config, self->n, self->host, o, value, self->out);
}

static chatter_status extract_curves(const extraction *self) {
  int *length = arena_allocate(self->out->memory, ((size_t)self->n + 1) * sizeof *length), is_any = 0;
  size_t total;
  if (!length) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < self->config->n_outputs; o++) is_any |= is_curve(self, o);
  if (!is_any) return CHATTER_OK;
  for (long i = 0; i < self->n; i++) length[i] = response_column_of(self->layout, self->host, i).n_points;
  TRY(result_set_add_row_sizes(self->out, "point", (size_t)self->n, length, &total));
  TRY(extract_points(self, total));
  TRY(extract_pieces(self, total));
  TRY(extract_adapted(self, total));
  TRY(extract_stability(self, total));
  TRY(add_harmonics(self));
  TRY(response_grids_begin(self->layout, self->config, self->out));
  response_place *place = allocate_places(self, total);
  if (!place) return CHATTER_DEVICE;
  size_t p = 0;
  for (long i = 0; i < self->n; i++)
    for (int k = 0; k < length[i]; k++) place[p++] = (response_place){i, k};
  for (int o = 0; o < self->config->n_outputs; o++)
    if (is_curve(self, o)) TRY(extract_curve(self, o, total, place));
  return response_grids_end(self->layout, self->n, self->host, self->out);
}

static chatter_status extract_ends(const extraction *self) {
  for (int stage = 0; stage < N_STAGE; stage++) {
    if (!(self->own->stages >> stage & 1) || result_set_find(self->out, response_end_names[stage])) continue;
    int *reason = result_set_add(self->out, response_end_names[stage], RESULT_INT, "trajectory",
                                 &(size_t){(size_t)self->n}, "1", end_words[stage]);
    if (!reason) return CHATTER_DEVICE;
    result_set_flags(
        self->out, response_end_names[stage],
        "not_run end_of_range step_too_small no_first_point no_peak ridge_ends no_room returned");
    for (long i = 0; i < self->n; i++) {
      const response_column column = response_column_of(self->layout, self->host, i);
      reason[i] = response_reason(&column, stage);
    }
  }
  return CHATTER_OK;
}

chatter_status response_extract(const engine_layout *layout, const study *config, long n,
                                const kernel_batch *host, result_set *out) {
  const int *dim = layout->sizes.dim;
  extraction self = {
      .layout = layout, .own = layout->own, .config = config, .host = host, .out = out, .n = n};
  self.coefficient = arena_allocate(out->memory, (size_t)hb_width(dim) * sizeof *self.coefficient);
  if (!self.coefficient) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(period_of(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], out->memory, &self.period));
  for (int o = 0; o < config->n_outputs; o++)
    if (!is_curve(&self, o)) TRY(extract_value(&self, o));
  TRY(extract_curves(&self));
  return extract_ends(&self);
}
