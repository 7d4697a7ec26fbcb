// Batches of the kernel of this folder: one trajectory per specification, with every step of every
// signal in the series.
#ifndef CHATTER_TESTS_NOISY_CASE_H
#define CHATTER_TESTS_NOISY_CASE_H

#include "tests/machines/batch_case.h"

#include "engines/sliding/bind/roughness_bind.h"
#include "ensemble/observe/filter_design.h"
#include "tests/kernels/noisy/noisy_layout.h"

#define KERNEL KERNEL_DECLARE
#include "tests/kernels/noisy/kernels.h"
#undef KERNEL

typedef struct noisy_spec {
  double step, steps, record;
  double amplitude, frequency, constant;
  roughness_noise_spec noise;
  double band[2]; // Hz, of the filtered signals
} noisy_spec;

// Signals: the force, a sine, and both in the band.
enum { NOISY_BAND = 2, NOISY_FILTERS = 2, NOISY_SIGNALS = NOISY_BAND + NOISY_FILTERS, NOISY_WINDOWS = 3 };

static inline double *noisy_series(const batch_case *c, const case_result *r, long i, int signal) {
  const int *dim = c->host.sizes.dim;
  return r->series + i * dim[DIM_NOISY_SERIES] + signal * (dim[DIM_NOISY_SERIES] / NOISY_SIGNALS);
}
static inline double noisy_value(const batch_case *c, const case_result *r, long i, int signal, int kept) {
  const int row = noisy_signals(c->host.sizes.dim).row + 2 * signal * N_ACCUMULATORS + kept;
  return r->state[row * c->host.stride + i];
}

static inline void noisy_case_tables(int *dim, int *tables) {
  const int keep = KEEP_MIN | KEEP_MAX | KEEP_SQUARE;
  for (int s = 0; s < NOISY_SIGNALS; s++) {
    int *signal = tables + s * N_SIGNAL_NUMBERS;
    signal[SIGNAL_KIND] = s % NOISY_BAND;
    signal[SIGNAL_FILTER] = s < NOISY_BAND ? 0 : s - NOISY_BAND + 1;
    signal[SIGNAL_KEEP] = keep | KEEP_SQUARE << KEEP_WINDOW_SHIFT;
    signal[SIGNAL_ACCUMULATOR_ROW] = 2 * s * N_ACCUMULATORS;
    signal[SIGNAL_WINDOW_VALUE] = s;
    signal[SIGNAL_SERIES_INTERVAL] = 1;
    signal[SIGNAL_SERIES_CAPACITY] = dim[DIM_NOISY_SERIES] / NOISY_SIGNALS;
    signal[SIGNAL_SERIES_FIRST] = s * signal[SIGNAL_SERIES_CAPACITY];
  }
  tables[noisy_signals(dim).windows] = NOISY_WINDOWS;
}

static inline void noisy_bind(const noisy_spec *spec, const roughness_samples *file, const int *dim,
                              double *p, double *state) {
  const signal_layout signals = noisy_signals(dim);
  p[PARAMETER_STEPS] = spec->steps, p[PARAMETER_FIRST_RECORDED] = spec->record;
  p[NOISY_STEP] = spec->step, p[NOISY_AMPLITUDE] = spec->amplitude;
  p[NOISY_FREQUENCY] = spec->frequency, p[NOISY_CONSTANT] = spec->constant;
  if (file)
    roughness_bind_samples(file, 1, p + NOISY_ROUGHNESS, state + STATE_STEPPER_FIRST);
  else
    roughness_bind(&spec->noise, p + NOISY_ROUGHNESS, state + STATE_STEPPER_FIRST);
  if (spec->band[0] < spec->band[1])
    for (int f = 0; f < NOISY_FILTERS; f++) {
      double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS];
      filter_band(spec->band[0] * spec->step, spec->band[1] * spec->step, section);
      for (int i = 0; i < FILTER_PARAMETERS; i++)
        p[signals.parameter + f * FILTER_PARAMETERS + i] =
            section[i / N_SECTION_COEFFICIENTS][i % N_SECTION_COEFFICIENTS];
    }
  for (int i = 0; i < dim[DIM_NOISY_OBSERVED]; i++)
    state[signals.row + i] = i % N_ACCUMULATORS == ACCUMULATOR_MIN   ? 1e300
                             : i % N_ACCUMULATORS == ACCUMULATOR_MAX ? -1e300
                                                                     : 0;
}

// `file`: the force of all trajectories, NULL: noise. `recorded`: largest number of recorded steps.
static inline batch_case noisy_case_create(long n, const noisy_spec *spec, const roughness_samples *file,
                                           int recorded) {
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {.host = {.sizes = {.kind = &kernel_noisy}, .n_trajectories = n, .stride = stride}};
  int *dim = c.host.sizes.dim;
  dim[DIM_NOISY_KIND] = file ? ROUGHNESS_FILE : ROUGHNESS_NOISE;
  dim[DIM_NOISY_SAMPLES] = file ? (int)file->n : 0;
  dim[DIM_NOISY_SIGNALS] = NOISY_SIGNALS, dim[DIM_NOISY_OBSERVED] = 2 * NOISY_SIGNALS * N_ACCUMULATORS;
  dim[DIM_NOISY_WINDOW_VALUES] = NOISY_SIGNALS, dim[DIM_NOISY_SERIES] = NOISY_SIGNALS * recorded;
  dim[DIM_NOISY_FILTERS] = NOISY_FILTERS;
  c.n_model = noisy_n_model(dim), c.n_tables = noisy_n_tables(dim);
  c.n_parameters = noisy_n_parameters(dim), c.n_values = c.n_parameters * stride;
  c.n_state = noisy_n_state(dim) * stride;
  c.n_windows = (long)NOISY_WINDOWS * NOISY_SIGNALS * stride, c.n_series = n * dim[DIM_NOISY_SERIES];
  double *values = case_array(c.n_values, sizeof *values), *model = case_array(c.n_model, sizeof *model);
  int *tables = case_array(c.n_tables, sizeof *tables), *varies = case_array(c.n_parameters, sizeof *varies);
  long *offset = case_array(c.n_parameters, sizeof *offset);
  if (file) memcpy(model, file->model, (size_t)c.n_model * sizeof *model);
  noisy_case_tables(dim, tables);
  c.host.state = case_array(c.n_state, sizeof(double));
  for (long s = 0; s < c.n_parameters; s++) offset[s] = s * stride, varies[s] = 1;
  for (long i = 0; i < n; i++) {
    double p[CASE_MOST_PARAMETERS] = {0}, state[CASE_MOST_PARAMETERS] = {0};
    p[PARAMETER_SERIES_ROW] = (double)i;
    noisy_bind(&spec[i], file, dim, p, state);
    if (spec[i].steps > c.host.step_end) c.host.step_end = spec[i].steps;
    for (long s = 0; s < c.n_parameters; s++) values[s * stride + i] = p[s];
    for (long s = 0; s < c.n_state / stride; s++) c.host.state[s * stride + i] = state[s];
  }
  c.host.model = c.own.model = model, c.host.tables = c.own.tables = tables,
  c.host.parameters = c.own.parameters = values;
  c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.windows = case_array(c.n_windows, sizeof(double));
  c.host.series = case_array(c.n_series, sizeof(double));
  return c;
}

// Neighbours with steps of different length, some with a knot in every step and some in every
// twelfth, with different ends and first recorded steps, and partly equal seeds; reproducible.
enum { NOISY_MIXED = 37, NOISY_MIXED_STEPS = 900 };
static inline batch_case noisy_case_mixed(const roughness_samples *file) {
  noisy_spec spec[NOISY_MIXED];
  for (int i = 0; i < NOISY_MIXED; i++)
    spec[i] = (noisy_spec){.step = 6.25e-6 / (1 + 0.9 * (i % 13)),
                           .steps = NOISY_MIXED_STEPS - 11 * (i % 5),
                           .record = 70 * (i % 3),
                           .amplitude = 1 + 0.1 * i,
                           .frequency = 4000,
                           .constant = i % 4,
                           .band = {i % 7 ? 300 * (i % 7) : 0, 5000},
                           .noise = {0.5 + i, i % 2 ? 1000 : 0, 20000, 100 + i / 2}};
  return noisy_case_create(NOISY_MIXED, spec, file, NOISY_MIXED_STEPS);
}

// Runs on the CPU in one launch.
static inline case_result noisy_case_run(const batch_case *c) {
  backend_options options = backend_default();
  backend b;
  options.threads = 1;
  if (backend_open("cpu", options, &b) != BACKEND_OK) exit(1);
  const case_result r = case_run(&b, c, 1);
  b.close(&b);
  return r;
}

#endif
