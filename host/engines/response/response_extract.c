// The study's outputs, read from the points that the kernel kept.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/period.h"
#include "engines/response/response_column.h"
#include "engines/response/response_grid.h"
#include "engines/response/response_stability.h"

static const char *const reduces[] = {[REDUCE_MIN] = "smallest",
                                      [REDUCE_MAX] = "largest",
                                      [REDUCE_MEAN] = "mean",
                                      [REDUCE_RMS] = "root mean square",
                                      [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak"};
static const char *const end_names[N_STAGE] = {"response_end", "extremum_end", "phase_end", "dnnm_end"};
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
  if (quantity->is.place != QUANTITY_OF_NODE)
    snprintf(text, 160, "%s", quantity->is.name);
  else if (output->sum.n > 0)
    snprintf(text, 160, "%s %s, sum of %d terms", reduces[output->reduce], quantity->is.name, output->sum.n);
  else
    snprintf(text, 160, "%s %s of %.40s along %.40s", reduces[output->reduce], quantity->is.name,
             output->node, direction);
  return text;
}

static double reduced_at(const extraction *self, const response_column *column, int point, int o) {
  if (point < 0) return NAN;
  response_coefficients(column, point, self->own->output_row[o], self->coefficient);
  return period_reduce(&self->period, self->coefficient, self->config->outputs[o].reduce);
}

static double omega_at(const response_column *column, int point) {
  return point < 0 ? NAN : response_number(column, point, RECORD_OMEGA);
}

// One number of a trajectory. Without a peak there is no resonance to tell of.
static double value_of(const extraction *self, const response_column *column, int o) {
  const response_quantity *quantity = response_quantity_of(&self->config->outputs[o]);
  const double unit = quantity->is_angular ? 1 : 2 * M_PI;
  if (!column->is_ok) return NAN;
  if (quantity->what == RESPONSE_CURVE)
    return reduced_at(self, column, response_last(column, STAGE_CURVE), o);
  const int peak = response_peak(column);
  if (peak < 0) return NAN;
  switch (quantity->what) {
  case RESPONSE_PEAK:
    return reduced_at(self, column, peak, o);
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
  if (!value) return CHATTER_DEVICE;
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    value[i] = value_of(self, &column, o);
  }
  return CHATTER_OK;
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
      *event = add_flags(out, "event", total, "what the point is",
                         "none maximum minimum kink fold phase_resonance onset end", RESULT_EVENT);
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

static chatter_status extract_harmonics(const extraction *self, size_t total) {
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

static chatter_status extract_curve(const extraction *self, int o, size_t total) {
  const output_config *output = &self->config->outputs[o];
  const int harmonics = self->period.harmonics, loads = hb_load(self->layout->sizes.dim, 0),
            row = self->own->output_row[o];
  const size_t size[] = {total, (size_t)harmonics};
  char words[160];
  double *value = result_set_add(self->out, output->name, RESULT_DOUBLE, "point", size, "m",
                                 describe(output, words)),
         *phase = add_of(self, output->name, "_phase", "point", size, "rad",
                         "lead of the first harmonic before the first load,"),
         *part[2] = {NULL, NULL};
  if (!value || !phase) return CHATTER_DEVICE;
  self->out->variables[self->out->n_variables - 1].role = RESULT_PHASE;
  for (int k = 0; k < 2 && response_of(self->config)->coefficients; k++) {
    part[k] = add_of(self, output->name, k ? "_sin" : "_cos", "point,harmonic", size, "m",
                     k ? "coefficients of sin hωt" : "coefficients of cos hωt");
    if (!part[k]) return CHATTER_DEVICE;
  }
  size_t p = 0;
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    const double c = response_parameter(&column, loads + HB_LOAD_COS),
                 s = response_parameter(&column, loads + HB_LOAD_SIN);
    for (int k = 0; k < column.n_points; k++, p++) {
      response_coefficients(&column, k, row, self->coefficient);
      value[p] = period_reduce(&self->period, self->coefficient, output->reduce);
      phase[p] = period_phase(&self->period, self->coefficient, c, s);
      for (int h = 0; part[0] && h < 2 * harmonics; h++)
        part[h % 2][p * (size_t)harmonics + (size_t)h / 2] = self->coefficient[self->period.is_static + h];
    }
  }
  return CHATTER_OK;
}

// The smallest and the largest value of the curve at each frequency of the grid.
static chatter_status extract_grid(const extraction *self, int o) {
  const number_list *grid = &response_of(self->config)->grid;
  const output_config *output = &self->config->outputs[o];
  const size_t count = (size_t)grid->value[2], size[] = {(size_t)self->n, count};
  const double circle = 2 * M_PI;
  const response_grid at = {.from = circle * grid->value[0], .to = circle * grid->value[1], .n = (int)count};
  double *lower = add_of(self, output->name, "_lower", "trajectory,grid_frequency", size, "m",
                         "smallest value at the frequency,"),
         *upper = add_of(self, output->name, "_upper", "trajectory,grid_frequency", size, "m",
                         "largest value at the frequency,");
  double *omega =
      arena_allocate(self->out->memory, (size_t)self->layout->sizes.dim[DIM_HB_KEPT] * 2 * sizeof *omega);
  if (!lower || !upper || !omega) return CHATTER_DEVICE;
  double *value = omega + self->layout->sizes.dim[DIM_HB_KEPT];
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    int n = 0;
    for (int k = 0; column.is_ok && k < column.n_points; k++) {
      if (response_number(&column, k, RECORD_STAGE) != STAGE_CURVE) break;
      omega[n] = response_number(&column, k, RECORD_OMEGA);
      value[n++] = reduced_at(self, &column, k, o);
    }
    response_grid_values(&at, n, omega, value, lower + (size_t)i * count, upper + (size_t)i * count);
  }
  return CHATTER_OK;
}

static chatter_status add_grid(const extraction *self) {
  const number_list *grid = &response_of(self->config)->grid;
  const size_t n = grid->n == 3 ? (size_t)grid->value[2] : 0;
  if (n == 0) return CHATTER_OK;
  double *frequency = result_set_add(self->out, "grid_frequency", RESULT_DOUBLE, "grid_frequency", &n, "Hz",
                                     "frequency of the loads");
  if (!frequency) return CHATTER_DEVICE;
  for (size_t k = 0; k < n; k++)
    frequency[k] = grid->value[0] + (grid->value[1] - grid->value[0]) * (double)k / (double)(n - 1);
  return CHATTER_OK;
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
  TRY(extract_harmonics(self, total));
  TRY(extract_stability(self, total));
  TRY(add_grid(self));
  for (int o = 0; o < self->config->n_outputs; o++) {
    if (!is_curve(self, o)) continue;
    TRY(extract_curve(self, o, total));
    if (response_of(self->config)->grid.n == 3) TRY(extract_grid(self, o));
  }
  return CHATTER_OK;
}

static chatter_status extract_ends(const extraction *self) {
  for (int stage = 0; stage < N_STAGE; stage++) {
    if (!(self->own->stages >> stage & 1) || result_set_find(self->out, end_names[stage])) continue;
    int *reason = result_set_add(self->out, end_names[stage], RESULT_INT, "trajectory",
                                 &(size_t){(size_t)self->n}, "1", end_words[stage]);
    if (!reason) return CHATTER_DEVICE;
    result_set_flags(self->out, end_names[stage],
                     "not_run end_of_range step_too_small no_first_point no_peak ridge_ends no_room");
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
