#include "engines/response/bind/response_column.h"

#include <math.h>

#include "kernels/response/response_layout.h"
#include "machines/backend.h"

static double state_of(const response_column *self, int row) {
  return self->host->state[(long)row * self->host->stride + self->i];
}

int response_extract_threads(const engine_layout *layout) {
  return layout->threads > 0 ? layout->threads : backend_cpu_threads();
}

response_column response_column_of(const engine_layout *layout, const kernel_batch *host, long i) {
  response_column self = {.layout = layout, .host = host, .i = i};
  self.is_ok = state_of(&self, STATE_STATUS) == TRAJECTORY_OK &&
               state_of(&self, STATE_STEPS) < response_column_parameter(&self, PARAMETER_STEPS);
  self.n_points = (int)state_of(&self, HB_N_POINTS);
  return self;
}

long response_rows_written(const engine_layout *layout, const kernel_batch *host, long i) {
  return (long)host->state[HB_N_POINTS * host->stride + i] * hb_record_size(layout->sizes.dim);
}

double response_record_number(const response_column *self, int point, int which) {
  const long row = (long)point * hb_record_size(self->layout->sizes.dim) + which;
  return self->host->windows[row * self->host->stride + self->i];
}

double response_column_parameter(const response_column *self, int which) {
  return engine_parameter(self->host, which, self->i);
}

int response_column_start(const response_column *self) {
  return (int)state_of(self, HB_START_KIND);
}

int response_end_reason(const response_column *self, int stage) {
  long reasons = (long)state_of(self, HB_END_REASONS);
  for (int i = 0; i < stage; i++) reasons /= N_HB_REASON;
  return (int)(reasons % N_HB_REASON);
}

void response_coefficients(const response_column *self, int point, int row, double *to) {
  const int width = hb_n_coefficients(self->layout->sizes.dim);
  for (int i = 0; i < width; i++) to[i] = response_record_number(self, point, N_RECORD + row * width + i);
}

static int is_of(const response_column *self, int point, int stage) {
  return response_record_number(self, point, RECORD_STAGE) == stage;
}
static int is_kind(const response_column *self, int point, int kind) {
  return response_record_number(self, point, RECORD_POINT_KIND) == kind;
}

static int is_extreme(const response_column *self, int point, int is_minimum) {
  const int kind = (int)response_record_number(self, point, RECORD_POINT_KIND);
  return is_minimum ? kind == POINT_MINIMUM || kind == POINT_KINK_MINIMUM
                    : kind == POINT_MAXIMUM || kind == POINT_KINK;
}

int response_peak_point(const response_column *self) {
  const double least = response_column_parameter(self, HB_PEAK_OMEGA_MIN),
               most = response_column_parameter(self, HB_PEAK_OMEGA_MAX);
  const int last = response_column_parameter(self, HB_PEAK_TAKES_LAST) != 0,
            is_minimum = response_column_parameter(self, HB_PEAK_IS_MINIMUM) != 0,
            which = last ? RECORD_OMEGA : RECORD_AMPLITUDE;
  const double upwards = is_minimum && !last ? -1 : 1;
  int best = -1;
  for (int k = 0; k < self->n_points; k++) {
    const double omega = response_record_number(self, k, RECORD_OMEGA);
    if (!is_of(self, k, STAGE_CURVE) || !is_extreme(self, k, is_minimum)) continue;
    if (omega < least || omega > most) continue;
    if (best < 0 || upwards * response_record_number(self, k, which) >
                        upwards * response_record_number(self, best, which))
      best = k;
  }
  return best;
}

int response_is_kink(const response_column *self, int point) {
  return is_kind(self, point, POINT_KINK) || is_kind(self, point, POINT_KINK_MINIMUM);
}

// Returns the next phase resonance of the response curve from a peak on, forwards or backwards,
// unless a valley separates them (as resonance_belongs_to_peak of the kernel decides); -1: none.
static int resonance_from(const response_column *self, int peak, int by) {
  double least = INFINITY;
  for (int k = peak; k >= 0 && k < self->n_points && is_of(self, k, STAGE_CURVE); k += by) {
    const double amplitude = response_record_number(self, k, RECORD_AMPLITUDE);
    if (is_kind(self, k, POINT_PHASE)) return least >= (1 - HB_VALLEY_FALL) * amplitude ? k : -1;
    least = fmin(least, amplitude);
  }
  return -1;
}

int response_phase_resonance_point(const response_column *self, int peak) {
  const int before = resonance_from(self, peak, -1), behind = resonance_from(self, peak, 1);
  const double omega = response_record_number(self, peak, RECORD_OMEGA);
  if (before < 0 || behind < 0) return before < 0 ? behind : before;
  return fabs(response_record_number(self, behind, RECORD_OMEGA) - omega) <
                 fabs(response_record_number(self, before, RECORD_OMEGA) - omega)
             ? behind
             : before;
}

int response_end_point(const response_column *self, int stage) {
  for (int k = self->n_points - 1; k >= 0; k--)
    if (is_of(self, k, stage)) return is_kind(self, k, POINT_END) ? k : -1;
  return -1;
}

int response_dnnm_end_point(const response_column *self) {
  const double to =
      fmax(response_column_parameter(self, HB_FACTOR), response_column_parameter(self, HB_FACTOR_TO));
  const int last = response_end_point(self, STAGE_DNNM);
  return last >= 0 && fabs(response_record_number(self, last, RECORD_LOAD_FACTOR) - to) <= 1e-6 * to ? last
                                                                                                     : -1;
}
