// Random pairs of bodies in sliding contact in the form of batch_case.h: smooth mode shapes along a
// polyline of nodes, a slider with one rigid mode, each trajectory near its static equilibrium.
#ifndef CHATTER_TESTS_SLIDING_CASE_H
#define CHATTER_TESTS_SLIDING_CASE_H

#include "tests/machines/batch_case.h"

#include "kernels/sliding/sliding_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/sliding/kernels.h"
#undef KERNEL

enum { SLIDE_CASE_RESPONSES = 2, SLIDE_CASE_SIGNALS = 15 };
static const double SLIDE_CASE_STEP = 1e-6, SLIDE_CASE_PITCH = 1e-3; // s, m between nodes

// `signals`: how many of slide_case_tables are used.
static inline kernel_sizes slide_case_sizes(int slider, int target, int nodes, int signals) {
  kernel_sizes sizes = {.kind = &kernel_sliding};
  int *dim = sizes.dim;
  dim[DIM_SLIDER_MODES] = slider, dim[DIM_TARGET_MODES] = target, dim[DIM_POLYLINE_NODES] = nodes;
  dim[DIM_SLIDE_RESPONSES] = SLIDE_CASE_RESPONSES, dim[DIM_SLIDE_SIGNALS] = signals;
  dim[DIM_SLIDE_ACCUMULATOR_ROWS] = 2 * N_ACCUMULATORS * signals;
  dim[DIM_SLIDE_WINDOW_VALUES] = 2, dim[DIM_SLIDE_SERIES_SIZE] = CASE_SAMPLES,
  dim[DIM_SLIDE_RESPONSE_RATES] = signals > 2;
  return sizes;
}

// Counterpart of case_late in batch_case.h.
static inline void slide_case_late(kernel_sizes *sizes) {
  sizes->dim[DIM_SLIDE_WINDOW_VALUES] = 4, sizes->dim[DIM_SLIDE_SERIES_SIZE] = 2 * CASE_SAMPLES;
}
static inline int slide_case_lates(const int *dim) {
  return dim[DIM_SLIDE_WINDOW_VALUES] > 2 ? 2 : 0;
}

// Adds a drive to the velocity of the guide: a sine (DRIVE_HARMONIC) or the table of batch_case.h.
static inline void slide_case_guide(kernel_sizes *sizes, int kind) {
  sizes->dim[DIM_GUIDE_IS_DRIVEN] = 1;
  sizes->dim[DIM_SLIDE_DRIVE_NUMBERS] = kind == DRIVE_TABLE ? CASE_DRIVES : 1;
}

// Φ Φᵀ for two rows.
static inline double slide_case_gram(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

static inline void slide_case_rows(const int *dim, double *model, uint64_t *seed) {
  const int n1 = dim[DIM_SLIDER_MODES], n2 = dim[DIM_TARGET_MODES], nodes = dim[DIM_POLYLINE_NODES],
            n = n1 + n2;
  double *contact = model + sliding_model_at(dim, SLIDE_MODEL_CONTACT),
         *row = model + sliding_model_at(dim, SLIDE_MODEL_NODES),
         *response = model + sliding_model_at(dim, SLIDE_MODEL_RESPONSE);
  for (int k = 0; k < n1; k++) { // mode 0: rigid, vertical
    contact[k] = k ? 6 * case_random(seed) : 0;
    contact[n1 + k] = k ? 6 * case_random(seed) : 12;
    model[sliding_model_at(dim, SLIDE_MODEL_PRELOAD) + k] = k ? -2 * case_random(seed) : -12;
    model[sliding_model_at(dim, SLIDE_MODEL_DRAG) + k] = k ? 0.1 * case_random(seed) : 0;
    response[k] = case_random(seed);
  }
  for (int k = 1; k < n1 && dim[DIM_GUIDE_IS_DRIVEN];
       k++) // bends the slider about as much as the preload does
    model[sliding_model_at(dim, SLIDE_MODEL_INERTIA) + k] = 2e-4 * cos(5.0 * k);
  for (int k = 0; k < n2; k++) {
    const double turn = case_random(seed), along = 4 * case_random(seed), up = 8 + 4 * case_random(seed);
    for (int i = 0; i < nodes; i++) {
      const double angle = 3 * turn + 3.1 * (k + 1) * i / (nodes - 1) / (1 + 0.1 * k);
      row[(2 * i) * n2 + k] = along * cos(angle);
      row[(2 * i + 1) * n2 + k] = up * sin(angle);
    }
    response[n + n1 + k] = case_random(seed);
  }
  model[sliding_model_at(dim, SLIDE_MODEL_RIGID_RESPONSE)] = 1;
}

// `bumps`: height of the corners of the polyline.
static inline void slide_case_model(batch_case *c, double bumps, uint64_t *seed) {
  const int *dim = c->host.sizes.dim;
  const int n1 = dim[DIM_SLIDER_MODES], n2 = dim[DIM_TARGET_MODES], nodes = dim[DIM_POLYLINE_NODES];
  double *model = case_array(c->n_model, sizeof *model);
  for (int k = 0; k < n1 + n2; k++) {
    const int i = k < n1 ? k : k - n1 + 1, most = k < n1 ? n1 : n2;
    const double omega = i ? 1.2 / SLIDE_CASE_STEP * pow(0.1 + 0.9 * i / most, 1.5) : 0; // h ω up to 1.2
    model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + k] = omega * omega;
    model[sliding_model_at(dim, SLIDE_MODEL_DAMPING) + k] = 40 + 2e-8 * omega * omega;
  }
  slide_case_rows(dim, model, seed);
  if (dim[DIM_SLIDE_DRIVE_NUMBERS] >= CASE_DRIVES)
    case_drive(model + sliding_model_at(dim, SLIDE_MODEL_DRIVES));
  const double *contact = model + sliding_model_at(dim, SLIDE_MODEL_CONTACT),
               *row = model + sliding_model_at(dim, SLIDE_MODEL_NODES);
  for (int i = 0; i < 3; i++)
    model[sliding_model_at(dim, SLIDE_MODEL_GRAM_CONTACT) + i] =
        slide_case_gram(contact + (i == 2) * n1, contact + (i > 0) * n1, n1);
  for (int e = 0; e + 1 < nodes; e++)
    for (int i = 0, at = 0; i < 4; i++)
      for (int j = i; j < 4; j++, at++)
        model[sliding_model_at(dim, SLIDE_MODEL_GRAM) + e * N_SLIDE_GRAM + at] =
            slide_case_gram(row + (2 * e + i) * n2, row + (2 * e + j) * n2, n2);
  double *position = model + sliding_model_at(dim, SLIDE_MODEL_POSITION),
         *arc = model + sliding_model_at(dim, SLIDE_MODEL_ARC);
  position[0] = 0, position[1] = 3e-6; // C: its position follows from x_A
  for (int i = 0; i < nodes; i++) {
    position[2 + 2 * i] = SLIDE_CASE_PITCH * (i + 0.2 * case_random(seed));
    position[3 + 2 * i] = bumps * case_random(seed);
    arc[i] = i == 0 ? 0
                    : arc[i - 1] + hypot(position[2 + 2 * i] - position[2 * i],
                                         position[3 + 2 * i] - position[2 * i + 1]);
  }
  c->host.model = c->own.model = model;
}

static inline void slide_case_tables(batch_case *c) {
  static const struct {
    int kind, index;
  } SIGNALS[SLIDE_CASE_SIGNALS] = {{SLIDE_FORCE, 0},
                                   {SLIDE_CONTACT_VELOCITY_X, 0},
                                   {SLIDE_ACCELERATION, 0},
                                   {SLIDE_ACCELERATION, 1},
                                   {SLIDE_DISPLACEMENT, 0},
                                   {SLIDE_DISPLACEMENT, 1},
                                   {SLIDE_VELOCITY, 0},
                                   {SLIDE_VELOCITY, 1},
                                   {SLIDE_CONTACT_VELOCITY_Y, 0},
                                   {SLIDE_SLIP_VELOCITY, 0},
                                   {SLIDE_CONTACT_X, 0},
                                   {SLIDE_CONTACT_Y, 0},
                                   {SLIDE_ARC, 0},
                                   {SLIDE_ANGLE, 0},
                                   {SLIDE_GAP, 0}};
  const int *dim = c->host.sizes.dim;
  int *tables = case_array(c->n_tables, sizeof *tables);
  for (int s = 0; s < dim[DIM_SLIDE_SIGNALS]; s++) {
    int *signal = tables + sliding_signal_table(dim, s);
    const int keep = KEEP_MIN | KEEP_MAX | KEEP_FINAL | KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT;
    signal[SIGNAL_KIND] = SIGNALS[s].kind, signal[SIGNAL_INDEX] = SIGNALS[s].index;
    signal[SIGNAL_KEEP] =
        s == 0 && dim[DIM_SLIDE_WINDOW_VALUES] ? keep | (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW_SHIFT : keep;
    signal[SIGNAL_ACCUMULATOR_ROW] = 2 * s * N_ACCUMULATORS;
    if (dim[DIM_SLIDE_SERIES_SIZE] && s == 0)
      signal[SIGNAL_SERIES_INTERVAL] = 10, signal[SIGNAL_SERIES_CAPACITY] = CASE_SAMPLES;
    if (slide_case_lates(dim) && s == 1) case_late_signal(sliding_n_parameters(dim), signal);
    if (slide_case_lates(dim) && s == 0) case_limited_signal(sliding_n_parameters(dim) + 1, signal);
  }
  tables[sliding_window_count_at(dim)] = CASE_WINDOWS;
  for (int i = 0; i < dim[DIM_SLIDE_RESPONSES]; i++)
    tables[sliding_response_table(dim, i)] = i ? SLIDE_OF_TARGET : SLIDE_OF_SLIDER;
  if (dim[DIM_GUIDE_IS_DRIVEN]) {
    int *drive = tables + sliding_guide_table(dim);
    drive[DRIVE_KIND] = dim[DIM_SLIDE_DRIVE_NUMBERS] >= CASE_DRIVES ? DRIVE_TABLE : DRIVE_HARMONIC;
    drive[TABLE_COLUMNS] = 2, drive[TABLE_OPTIONS] = TABLE_CUBIC | TABLE_PERIODIC | TABLE_BY_TURNS;
  }
  c->host.tables = c->own.tables = tables;
}

// Parameters of trajectory i of n, all of which slide for at least `steps` steps.
static inline void slide_case_parameters(const int *dim, long i, long n, double steps, double *p) {
  const double x = (double)(i + 1) / (double)n, length = SLIDE_CASE_PITCH * (dim[DIM_POLYLINE_NODES] - 1);
  const int back = i % 3 == 2;
  const double h = dim[DIM_SHARED_STEP] ? SLIDE_CASE_STEP : SLIDE_CASE_STEP * (1 - 0.1 * x);
  const double speed = (back ? -1 : 1) * (0.5 + 0.3 * x) * length / (steps * h);
  p[PARAMETER_STEPS] = i % 4 == 1 ? steps - 37 : steps, p[PARAMETER_SERIES_ROW] = -1;
  p[PARAMETER_FIRST_RECORDED] = i % 2 ? 0 : 0.25 * steps - 0.25 * fmod(steps, 4);
  p[SLIDE_DT] = h, p[SLIDE_DIVERGENCE_LIMIT] = 1e3;
  p[SLIDE_GUIDE_SPEED] = speed, p[SLIDE_GUIDE_ADVANCE] = speed * h;
  p[SLIDE_GUIDE_OFFSET] = back ? 0.93 * length : 0.07 * length;
  p[SLIDE_FRICTION] = 0.4 * x, p[SLIDE_DIRECTION] = back ? -1 : 1, p[SLIDE_PRELOAD] = 1 + x;
  if (slide_case_lates(dim)) {
    p[sliding_n_parameters(dim)] = steps - 1 - floor(0.6 * x * steps);
    p[sliding_n_parameters(dim) + 1] = 1e-7 * (x - 0.5);
  }
  if (!dim[DIM_GUIDE_IS_DRIVEN]) return;
  double *drive = p + sliding_guide_parameter(dim); // never reverses the direction; about ten
                                                    // periods in a run
  drive[DRIVE_AMPLITUDE] = 0.3 * speed, drive[DRIVE_OFFSET] = 0.02 * speed;
  drive[TURNS_FREQUENCY] = (9 + x) / (steps * h), drive[TURNS_PHASE] = 0.1 + x;
  if (dim[DIM_SLIDE_DRIVE_NUMBERS] >= CASE_DRIVES) drive[TABLE_COLUMN] = x > 0.5;
}

// Static equilibrium under the preload at x_A = offset on undeformed, level elements, with C on its
// element.
static inline void slide_case_start(const batch_case *c, const double *p, double *state) {
  const int *dim = c->host.sizes.dim;
  const int n1 = dim[DIM_SLIDER_MODES], n2 = dim[DIM_TARGET_MODES];
  const long stride = c->host.stride;
  const double *model = c->host.model, *omega2 = model + sliding_model_at(dim, SLIDE_MODEL_OMEGA2),
               *contact = model + sliding_model_at(dim, SLIDE_MODEL_CONTACT),
               *row = model + sliding_model_at(dim, SLIDE_MODEL_NODES),
               *position = model + sliding_model_at(dim, SLIDE_MODEL_POSITION);
  const double grip = p[SLIDE_DIRECTION] * p[SLIDE_FRICTION], x = position[0] + p[SLIDE_GUIDE_OFFSET];
  int e = 0;
  while (e + 2 < dim[DIM_POLYLINE_NODES] && position[2 + 2 * (e + 1)] <= x) e++;
  const double ratio = (x - position[2 + 2 * e]) / (position[4 + 2 * e] - position[2 + 2 * e]);
  double force = p[SLIDE_PRELOAD], height = (1 - ratio) * position[3 + 2 * e] + ratio * position[5 + 2 * e];
  state[SLIDE_ELEMENT * stride] = e;
  for (int k = 0; k < n2; k++) {
    const double *r = row + (long)(2 * e) * n2 + k;
    const double up = (1 - ratio) * r[n2] + ratio * r[3 * n2], side = (1 - ratio) * r[0] + ratio * r[2 * n2];
    const double value = -force * (up - grip * side) / omega2[n1 + k];
    state[(sliding_row_p(dim) + n1 + k) * stride] = value;
    height += up * value;
  }
  double own = position[1];
  for (int k = 1; k < n1; k++) {
    const double load = force * (contact[n1 + k] - grip * contact[k]) +
                        force * model[sliding_model_at(dim, SLIDE_MODEL_PRELOAD) + k];
    const double value = load / omega2[k];
    state[(sliding_row_p(dim) + k) * stride] = value;
    own += contact[n1 + k] * value;
  }
  state[sliding_row_p(dim) * stride] = (height - own) / contact[n1];
}

static inline batch_case slide_case_create(kernel_sizes sizes, long n, double steps, uint64_t seed) {
  const int *dim = sizes.dim;
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {.host = {.sizes = sizes, .n_trajectories = n, .stride = stride, .step_end = steps}};
  c.n_model = sliding_n_model(dim), c.n_tables = sliding_n_tables(dim);
  c.n_parameters = sliding_n_parameters(dim) + slide_case_lates(dim), c.n_values = c.n_parameters * stride;
  c.n_state = sliding_n_state(dim) * stride;
  c.n_windows = (long)CASE_WINDOWS * dim[DIM_SLIDE_WINDOW_VALUES] * stride,
  c.n_series = 2L * dim[DIM_SLIDE_SERIES_SIZE];
  slide_case_model(&c, 5e-11 * steps, &seed); // the faster the sliding, the flatter
  slide_case_tables(&c);
  double *values = case_array(c.n_values, sizeof *values), *state = case_array(c.n_state, sizeof *state);
  long *offset = case_array(c.n_parameters, sizeof *offset);
  int *varies = case_array(c.n_parameters, sizeof *varies);
  for (long s = 0; s < c.n_parameters; s++) offset[s] = s * stride, varies[s] = 1;
  for (long i = 0; i < stride; i++) {
    double p[CASE_MOST_PARAMETERS] = {0};
    slide_case_parameters(dim, i % n, n, steps, p);
    if (i < 2) p[PARAMETER_SERIES_ROW] = (double)i;
    for (long s = 0; s < c.n_parameters; s++) values[s * stride + i] = p[s];
    slide_case_start(&c, p, state + i);
    for (int a = 0; a < dim[DIM_SLIDE_ACCUMULATOR_ROWS]; a++) {
      const int kind = a % N_ACCUMULATORS;
      state[(sliding_row_observed(dim) + a) * stride + i] = kind == ACCUMULATOR_MIN   ? 1e300
                                                            : kind == ACCUMULATOR_MAX ? -1e300
                                                                                      : 0;
    }
  }
  c.host.parameters = c.own.parameters = values, c.host.state = state;
  c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.windows = case_array(c.n_windows, sizeof(double));
  c.host.series = case_array(c.n_series, sizeof(double));
  return c;
}

#endif
