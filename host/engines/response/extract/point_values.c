#include "engines/response/extract/point_values.h"

#include <math.h>
#include <string.h>

#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/extract/truncation_error.h"

typedef struct point_table {
  const engine_layout *layout;
  const study *config;
  const kernel_batch *host;
  long n; // trajectories
  size_t total;
  result_set *out;
} point_table;

static int *add_flags(const point_table *self, const char *name, const char *words, const char *flags,
                      const char *role) {
  int *value = result_set_add(self->out, name, RESULT_INT, "point", &self->total, "1", words);
  if (!value) return NULL;
  result_set_flags(self->out, name, flags);
  if (role) result_set_role(self->out, name, role);
  return value;
}

static chatter_status add_numbers(const point_table *self) {
  result_set *out = self->out;
  int *curve = add_flags(self, "curve", "which curve the point is of", "response extremum phase dnnm",
                         RESULT_CURVE),
      *event = add_flags(self, "event", "what the point is",
                         "none maximum minimum kink fold phase_resonance onset end branch restart "
                         "antiresonance kink_minimum",
                         RESULT_EVENT);
  double *number[RESPONSE_NUMBERS];
  for (int k = 0; k < RESPONSE_NUMBERS; k++) {
    const response_point_number *of = &response_point_numbers[k];
    number[k] = result_set_add(out, of->name, RESULT_DOUBLE, "point", &self->total, of->unit, of->words);
    if (!number[k]) return CHATTER_DEVICE;
    if (of->role) result_set_role(out, of->name, of->role);
  }
  if (!curve || !event) return CHATTER_DEVICE;
  size_t p = 0;
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0; k < column.n_points; k++, p++) {
      const double omega = response_record_number(&column, k, RECORD_OMEGA);
      curve[p] = (int)response_record_number(&column, k, RECORD_STAGE);
      event[p] = (int)response_record_number(&column, k, RECORD_POINT_KIND);
      number[0][p] = omega / (2 * M_PI);
      number[1][p] = response_record_number(&column, k, RECORD_LOAD_FACTOR);
      number[2][p] =
          curve[p] == STAGE_DNNM ? response_record_number(&column, k, RECORD_XI) / (2 * omega) : NAN;
      number[3][p] = response_record_number(&column, k, RECORD_LOAD_FACTOR_ALL);
      number[4][p] = response_record_number(&column, k, RECORD_KINK_WEIGHT);
    }
  }
  return CHATTER_OK;
}

// Adds the piece number of each point: a backbone that restarts begins a new piece.
static chatter_status add_pieces(const point_table *self) {
  const response_setup *setup = self->layout->setup;
  if (!setup->restarts) return CHATTER_OK;
  int *piece = result_set_add(self->out, "piece", RESULT_INT, "point", &self->total, "1",
                              "which connected piece the point is of");
  if (!piece) return CHATTER_DEVICE;
  result_set_role(self->out, "piece", RESULT_PIECE);
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0, n = 0; k < column.n_points; k++) {
      n += response_record_number(&column, k, RECORD_POINT_KIND) == POINT_RESTART;
      *piece++ = n;
    }
  }
  return CHATTER_OK;
}

// Adds the number of harmonics of each point.
static chatter_status add_adapted(const point_table *self) {
  if (!response_adapts_harmonics(self->config)) return CHATTER_OK;
  int *harmonics = result_set_add(self->out, "harmonics", RESULT_INT, "point", &self->total, "1",
                                  "number of harmonics of the balance at the point");
  if (!harmonics) return CHATTER_DEVICE;
  result_set_role(self->out, "harmonics", RESULT_DETAIL);
  const int at = hb_record_adapted_at(self->layout->sizes.dim);
  for (long i = 0; i < self->n; i++) {
    const response_column column = response_column_of(self->layout, self->host, i);
    for (int k = 0; k < column.n_points; k++)
      *harmonics++ = (int)response_record_number(&column, k, at + ADAPTED_HARMONICS);
  }
  return CHATTER_OK;
}

chatter_status response_points_add(const engine_layout *layout, const study *config, long n,
                                   const kernel_batch *host, size_t total, result_set *out) {
  const point_table self = {
      .layout = layout, .config = config, .host = host, .n = n, .total = total, .out = out};
  TRY(add_numbers(&self));
  TRY(add_pieces(&self));
  TRY(add_adapted(&self));
  TRY(response_truncation_points(layout, n, host, total, out));
  return add_flags(&self, "stable", "stability of the motion", RESPONSE_STABLE_FLAGS, RESULT_STABLE)
             ? CHATTER_OK
             : CHATTER_DEVICE;
}

chatter_status response_points_stability(const response_stability *stability, result_set *out) {
  const size_t total = (size_t)stability->first[stability->n];
  memcpy(result_set_find(out, "stable")->own, stability->kind, total * sizeof *stability->kind);
  if (!response_wants_multipliers(stability->config)) return CHATTER_OK;
  const char *const names[] = {"multiplier", "multiplier_error"};
  const double *const numbers[] = {stability->multiplier, stability->error};
  static const char *const words[] = {"largest modulus of the Floquet multipliers",
                                      "what the largest modulus may be off by"};
  for (int k = 0; k < 2; k++) {
    double *to = result_set_add(out, names[k], RESULT_DOUBLE, "point", &total, "1", words[k]);
    if (!to) return CHATTER_DEVICE;
    memcpy(to, numbers[k], total * sizeof *to);
    if (k) result_set_role(out, names[k], RESULT_DETAIL);
  }
  return CHATTER_OK;
}
