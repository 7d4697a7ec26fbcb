// When the samples of a time series were taken, and when windows begin and end: coordinates of the results.
#include <math.h>
#include <stdio.h>

#include "engines/transient/transient_engine.h"

// Of a trajectory that was bound; one that could not be run has no step, and NaN for every time.
static double step_of(const kernel_batch *host, long i) {
  const double dt = engine_parameter(host, TRANSIENT_DT, i);
  return dt > 0 ? dt : NAN;
}

chatter_status transient_series_times(const kernel_batch *host, long n, const transient_signal_plan *signal,
                                      const char *output, result_set *out) {
  char name[STUDY_NAME + 16], dims[2 * STUDY_NAME];
  const result_variable *rows = result_set_find(out, "series");
  const size_t size[2] = {rows->size[0], (size_t)signal->capacity};
  snprintf(name, sizeof name, "%s_time", output);
  snprintf(dims, sizeof dims, "series,%s_sample", output);
  double *time = result_set_add(out, name, RESULT_DOUBLE, dims, size, "s",
                                "time of a sample, from the start of the run");
  if (!time) return CHATTER_DEVICE;
  result_set_role(out, name, RESULT_TIME);
  for (long i = 0; i < n; i++) {
    if (engine_parameter(host, PARAMETER_SERIES, i) < 0) continue;
    const double record = engine_parameter(host, PARAMETER_RECORD, i), dt = step_of(host, i);
    for (size_t k = 0; k < size[1]; k++) *time++ = (record + (double)k * (double)signal->every) * dt;
  }
  return CHATTER_OK;
}

// The steps of a window as kernels/observe.h cuts them; a window ends where the next one begins.
chatter_status transient_window_times(const kernel_batch *host, long n, int n_windows, result_set *out) {
  const size_t size[2] = {(size_t)n, (size_t)n_windows};
  const char *dims = "trajectory,window";
  double *start = result_set_add(out, "window_start", RESULT_DOUBLE, dims, size, "s",
                                 "time when a window begins, from the start of the run");
  double *end = result_set_add(out, "window_end", RESULT_DOUBLE, dims, size, "s", "time when a window ends");
  if (!start || !end) return CHATTER_DEVICE;
  result_set_role(out, "window_start", RESULT_TIME), result_set_role(out, "window_end", RESULT_TIME);
  for (long i = 0; i < n; i++) {
    const double record = engine_parameter(host, PARAMETER_RECORD, i), dt = step_of(host, i);
    const double length = engine_parameter(host, PARAMETER_STEPS, i) - record;
    for (int w = 0; w < n_windows; w++) {
      *start++ = (record + floor(w * length / n_windows)) * dt;
      *end++ = (record + floor((w + 1) * length / n_windows)) * dt;
    }
  }
  return CHATTER_OK;
}
