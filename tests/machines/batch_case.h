// Random batches of the time steppers for tests of equality: impacts, slip and stick all occur (the
// caller checks it), and windows, series, counters and apexes are on. Any backend runs the same
// batch, and the result is hashed.
#ifndef CHATTER_TESTS_BATCH_CASE_H
#define CHATTER_TESTS_BATCH_CASE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "ensemble/observe/filter_design.h"
#include "machines/backend.h"
#include "machines/kernel_kind.h"
#include "tests/machines/batch_own.h"
#include "kernels/transient/transient_layout.h"
#include "study/contact_laws.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

enum { CASE_WINDOWS = 3, CASE_SAMPLES = 16, CASE_MOST_PARAMETERS = 4096 };

typedef struct batch_case {
  kernel_batch host; // pointers to host memory
  batch_own own;     // the arrays of `host` that kernels only read
  long n_model, n_tables, n_values, n_parameters, n_state, n_windows, n_series;
} batch_case;

// Returns a random number, uniform in [-1, 1), the same on every machine.
static inline double case_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static inline void *case_array(long n, size_t size) {
  void *array = calloc((size_t)(n > 0 ? n : 1), size);
  if (!array) exit(1);
  return array;
}

static inline void case_sizes(const kernel_kind *kernel, int modes, int points, int layout,
                              kernel_sizes *sizes) {
  *sizes = (kernel_sizes){.kind = kernel};
  int *dim = sizes->dim;
  const int tangents = layout / 2;
  dim[DIM_MODES] = modes, dim[DIM_CONTACT_POINTS] = points, dim[DIM_POINT_LAYOUT] = layout;
  dim[DIM_BOUNDARY] = points * ((layout & 1) + tangents);
  dim[DIM_LOADS] = 2, dim[DIM_CONTACT_ENTRIES] = 1, dim[DIM_RESPONSES] = 1, dim[DIM_SIGNALS] = 2;
  dim[DIM_ACCUMULATOR_ROWS] = 4 * N_ACCUMULATORS;
  dim[DIM_WINDOW_VALUES] = 2, dim[DIM_SERIES_SIZE] = CASE_SAMPLES;
  dim[DIM_CONTACT_COUNTERS] = 1, dim[DIM_MAX_APEXES] = 2, dim[DIM_DISSIPATION] = tangents > 0;
  dim[DIM_COEFFICIENTS_VARY] = 1, dim[DIM_LOADS_SWEEP] = 1, dim[DIM_MOVING_GAP] = 1, dim[DIM_PRELOAD] = 1;
  dim[DIM_MEAN_VELOCITY] = 1, dim[DIM_DELASSUS] = kernel == &kernel_moreau;
  dim[DIM_NEWTON_KIND] = transient_newton_kind(dim);
}

// Returns the number of entries of a sparse stiffness for so many coordinates; its slices have 3, 4
// and 5 entries in a row.
static inline int case_sparse_entries(int modes) {
  int n = 0;
  for (int s = 0; s * SPARSE_SLICE < modes; s++) n += (3 + s % 3) * SPARSE_SLICE;
  return n;
}

// Fills a sparse stiffness: ω² on the diagonal and parts of it elsewhere in the row; half of the
// coordinates act on q_b.
static inline void case_sparse(batch_case *c, int *tables) {
  const int *dim = c->host.sizes.dim, modes = dim[DIM_MODES], slices = transient_n_sparse_slices(dim);
  double *model = c->own.model, *value = model + transient_model_at(dim, MODEL_SPARSE);
  int *first = tables + transient_sparse_table(dim) + 1, *column = tables + transient_sparse_columns(dim);
  tables[transient_sparse_table(dim)] = modes / 2;
  for (int s = 0; s < slices; s++) first[s + 1] = first[s] + 3 + s % 3;
  for (int k = 0; k < modes; k++) model[transient_model_at(dim, MODEL_OMEGA2) + k] = 1;
  for (int i = 0; i < dim[DIM_BOUNDARY] * modes; i++)
    if (i % modes >= modes / 2) model[transient_model_at(dim, MODEL_PHI_B) + i] = 0;
  for (int s = 0; s < slices; s++)
    for (int e = 0; e < first[s + 1] - first[s]; e++)
      for (int r = 0; r < SPARSE_SLICE; r++) {
        const int at = (first[s] + e) * SPARSE_SLICE + r, k = s * SPARSE_SLICE + r;
        const double omega = 600.0 * (k + 1);
        value[at] = k >= modes ? 0 : omega * omega * (e == r ? 1 : 0.01 * e);
        column[first[s] + e] = (s * SPARSE_SLICE + e) % modes; // the first entries are the diagonal
      }
}

// Gives signal 1 windows and a series of its last steps too. Signal 0 tells whether it is above a
// limit; the two parameters of this come after all others.
static inline void case_late(kernel_sizes *sizes) {
  sizes->dim[DIM_WINDOW_VALUES] = 4, sizes->dim[DIM_SERIES_SIZE] = 2 * CASE_SAMPLES;
}
static inline int case_lates(const int *dim) {
  return dim[DIM_WINDOW_VALUES] > 2 ? 2 : 0;
}
static inline void case_limited_signal(int parameter, int *signal) {
  signal[SIGNAL_KEEP] |= KEEP_ABOVE | KEEP_MEAN;
  signal[SIGNAL_LIMIT] = parameter;
}
static inline void case_late_signal(int parameter, int *signal) {
  signal[SIGNAL_KEEP] |= KEEP_FROM_STEP | (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW_SHIFT;
  signal[SIGNAL_FROM_STEP] = parameter, signal[SIGNAL_WINDOW_VALUE] = 2;
  signal[SIGNAL_SERIES_INTERVAL] = 3,
  signal[SIGNAL_SERIES_FIRST] = signal[SIGNAL_SERIES_CAPACITY] = CASE_SAMPLES;
}

// Inverse of a positive definite matrix by Gauss–Jordan elimination.
static inline void case_invert(int n, const double *a, double *inverse) {
  double *rest = case_array((long)n * n, sizeof *rest);
  memcpy(rest, a, (size_t)(n * n) * sizeof *rest);
  for (int i = 0; i < n * n; i++) inverse[i] = i % (n + 1) == 0;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      const double pivot = rest[k * n + k], l = i == k ? 1 - 1 / pivot : rest[i * n + k] / pivot;
      for (int j = 0; j < n; j++) {
        rest[i * n + j] -= l * rest[k * n + j];
        inverse[i * n + j] -= l * inverse[k * n + j];
      }
    }
  free(rest);
}

// A table over one turn with CASE_KNOTS rows at unequal distances and two columns, followed by the
// sums of noise.
enum {
  CASE_KNOTS = 9,
  CASE_ABSCISSAS = 2 * TABLE_ENTRY,
  CASE_NOISE = CASE_ABSCISSAS + 3 * TABLE_BLOCKS * CASE_KNOTS,
  CASE_SIGNS = 64,
  CASE_DRIVES = CASE_NOISE + NOISE_PER_SIGN * CASE_SIGNS / NOISE_GROUP * NOISE_SUMS
};
static inline void case_drive(double *table) {
  for (int c = 0; c < 2; c++) {
    double *entry = table + c * TABLE_ENTRY;
    const int values = CASE_ABSCISSAS + (1 + c) * TABLE_BLOCKS * CASE_KNOTS;
    entry[TABLE_KNOTS] = CASE_KNOTS;
    entry[TABLE_ABSCISSAS] = entry[TABLE_VALUES] = 0;
    entry[TABLE_ABSCISSAS + 1] = CASE_ABSCISSAS, entry[TABLE_VALUES + 1] = values;
    for (int i = 0; i < CASE_KNOTS; i++) {
      const double at = (double)i * (20 + i) / ((CASE_KNOTS - 1.0) * (19 + CASE_KNOTS));
      double *knot = table + CASE_ABSCISSAS + i, *value = table + values + i;
      knot[0] = (double)(float)at, knot[CASE_KNOTS] = at - knot[0];
      value[0] = sin(2 * 3.141592653589793 * at * (1 + c)), value[CASE_KNOTS] = 6 * cos(6.283185307 * at);
    }
  }
  for (int i = CASE_NOISE; i < CASE_DRIVES; i++) table[i] = 0.1 * sin(0.7 * i * i);
}

static inline void case_model(batch_case *c, uint64_t *seed) {
  const int *dim = c->host.sizes.dim, modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY];
  double *model = case_array(c->n_model, sizeof *model);
  for (long i = 0; i < c->n_model; i++) model[i] = 1e-9 * case_random(seed);
  for (int i = 0; i < rows * modes; i++)
    model[transient_model_at(dim, MODEL_PHI_B) + i] = 0.5 * case_random(seed);
  for (int i = 0; transient_has_boundary_columns(dim) && i < rows * modes; i++)
    model[transient_model_at(dim, MODEL_PHI_B_COLUMNS) + i] =
        model[transient_model_at(dim, MODEL_PHI_B) + i % rows * modes + i / rows];
  for (int i = 0; i < dim[DIM_LOADS] * modes; i++)
    model[transient_model_at(dim, MODEL_PHI_F) + i] = case_random(seed);
  for (int k = 0; k < modes; k++) {
    const double omega = 600.0 * (k + 1);
    model[transient_model_at(dim, MODEL_OMEGA2) + k] = omega * omega;
    model[transient_model_at(dim, MODEL_PHI_Y) + k] = case_random(seed);
  }
  double *f = model + transient_model_at(dim, MODEL_FLEXIBILITY),
         *k = model + transient_model_at(dim, MODEL_STIFFNESS);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i; j++) {
      const double coupling = 2e-9 * case_random(seed);
      // diagonally dominant: positive definite
      f[i * rows + j] = f[j * rows + i] = i == j ? 2e-7 : coupling;
    }
  case_invert(rows, f, k);
  for (int i = 0; i < rows * rows && dim[DIM_SPRING_KIND] >= SPRINGS_EXPLICIT; i++) f[i] = k[i] = 0;
  // Relaxation parameter 0.8 / row sum of |G|: G = F, or Φ Φᵀ if the boundary carries mass.
  const double *phi = model + transient_model_at(dim, MODEL_PHI_B);
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < rows; j++) {
      double g = dim[DIM_DELASSUS] ? 0 : f[i * rows + j];
      for (int n = 0; dim[DIM_DELASSUS] && n < modes; n++) g += phi[i * modes + n] * phi[j * modes + n];
      sum += fabs(g);
    }
    model[transient_model_at(dim, MODEL_ROW_SCALE) + i] = 0.8 / sum;
  }
  if (dim[DIM_DRIVE_NUMBERS]) case_drive(model + transient_model_at(dim, MODEL_DRIVES));
  c->host.model = c->own.model = model;
}

// Rigid point among elastic ones where q_b depends on λ. `case_compliant`, set before a batch is
// made: the compliant law that replaces the elastic law.
static int case_compliant;
static inline int case_law(const int *dim, int j) {
  if (dim[DIM_SPRING_KIND] == SPRINGS_NONE) return LAW_UNILATERAL;
  if (j % 3 == 1 && dim[DIM_SPRING_KIND] == SPRINGS_IMPLICIT) return LAW_UNILATERAL;
  return dim[DIM_LAW_PARAMETERS] && (j % 3 != 1 || dim[DIM_SPRING_KIND] == SPRINGS_VISCOUS) ? case_compliant
                                                                                            : LAW_ELASTIC;
}

// Sets the numbers of that law at fraction x of the ensemble: stiffnesses of about 1/F,
// displacements of about 1e-6 m.
static inline law_size case_law_numbers(double x, double *number) {
  double powers[] = {1, 3}, coefficients[] = {1e6, 4e18 * (0.5 + x)};
  const contact_config keys[LAW_SPRING] = {
      [LAW_CUBIC] = {.cubic_stiffness = 4e18 * (0.5 + x)},
      [LAW_KELVIN_VOIGT] = {.normal_stiffness = 4e6 * (0.5 + x), .normal_damping = 200},
      [LAW_POLYNOMIAL] = {.powers = {2, powers}, .coefficients = {2, coefficients}},
      [LAW_DASHPOT] = {.normal_damping = 20 * (1 + x), .power = 1.5},
      [LAW_TANH_FRICTION] = {.friction = 0.6 * x, .preload = 3, .velocity_scale = 1e-3},
      [LAW_BOUC_WEN] = {.stiffness = 4e6, .alpha = 0.1, .a = 1, .beta = 2e6, .gamma = 1e6, .exponent = 1 + x},
      [LAW_IWAN] = {
          .limit_force = 2 * x, .tangential_stiffness = 4e6, .chi = -0.5, .beta = 0.5, .sliders = 5}};
  contact_config c = keys[case_compliant];
  c.law = case_compliant;
  law_numbers_of(&c, c.preload, number);
  return law_size_of(&c);
}

static inline void case_tables(batch_case *c) {
  const int *dim = c->host.sizes.dim, layout = dim[DIM_POINT_LAYOUT], stride = (layout & 1) + layout / 2;
  int *tables = case_array(c->n_tables, sizeof *tables);
  for (int j = 0; j < dim[DIM_CONTACT_POINTS]; j++) {
    int *point = tables + transient_point_table(dim, j);
    point[POINT_NORMAL] = layout & 1 ? j * stride : -1;
    point[POINT_TANGENT] = layout / 2 > 0 ? j * stride + (layout & 1) : -1;
    point[POINT_TANGENT_2] = layout / 2 > 1 ? j * stride + (layout & 1) + 1 : -1;
    point[POINT_LAW] = case_law(dim, j);
  }
  tables[transient_drive_table(dim, 0) + DRIVE_KIND] = DRIVE_HARMONIC;
  if (dim[DIM_LOADS] > 1) tables[transient_drive_table(dim, 1) + DRIVE_KIND] = DRIVE_CONSTANT;
  for (int which = 1; dim[DIM_DRIVE_NUMBERS] && which < transient_drives(dim);
       which++) { // a load, a gap, a wall
    int *drive = tables + transient_drive_table(dim, which);
    drive[DRIVE_KIND] = which == 1 ? DRIVE_TABLE : which == 2 ? DRIVE_HARMONIC : DRIVE_NOISE;
    drive[TABLE_COLUMNS] = 2, drive[TABLE_OPTIONS] = TABLE_CUBIC | TABLE_PERIODIC | TABLE_BY_TURNS;
    if (which > 2)
      drive[DRIVE_BLOCK_AT] = CASE_NOISE, drive[NOISE_SIGNS] = CASE_SIGNS, drive[NOISE_STREAM] = 99;
  }
  for (int s = 0; s < dim[DIM_SIGNALS]; s++) {
    int *signal = tables + transient_signal_table(dim, s);
    const int keep = KEEP_MIN | KEEP_MAX;
    signal[SIGNAL_KIND] = s > 1 ? SIGNAL_NORMAL_SUM + s - 2 : s ? SIGNAL_TOTAL : SIGNAL_DISPLACEMENT;
    signal[SIGNAL_KEEP] = s                        ? keep | KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT
                          : dim[DIM_WINDOW_VALUES] ? keep | keep << KEEP_WINDOW_SHIFT
                                                   : keep;
    signal[SIGNAL_ACCUMULATOR_ROW] = 2 * s * N_ACCUMULATORS;
    signal[SIGNAL_FILTER] = s < dim[DIM_FILTERS] ? s + 1 : 0;
    if (dim[DIM_SERIES_SIZE] && s == 0)
      signal[SIGNAL_SERIES_INTERVAL] = 10, signal[SIGNAL_SERIES_CAPACITY] = CASE_SAMPLES;
    if (case_lates(dim) && s == 1) case_late_signal(transient_n_parameters(dim), signal);
    if (case_lates(dim) && s == 0) case_limited_signal(transient_n_parameters(dim) + 1, signal);
  }
  tables[transient_window_count_at(dim)] = CASE_WINDOWS;
  if (dim[DIM_MODE_COUPLING] > 1) case_sparse(c, tables);
  c->host.tables = c->own.tables = tables;
}

// Sets the parameters of trajectory i, at fraction x of the ensemble.
static inline void case_parameters(const int *dim, double x, double steps, double *p) {
  const double dt = 0.2 / (600.0 * dim[DIM_MODES]);
  p[PARAMETER_STEPS] = steps, p[PARAMETER_FIRST_RECORDED] = 0.25 * steps - 0.25 * fmod(steps, 4),
  p[PARAMETER_SERIES_ROW] = -1;
  p[TRANSIENT_DT] = dim[DIM_COEFFICIENTS_VARY] ? dt * (1 - 0.1 * x) : dt, p[TRANSIENT_DIVERGENCE_LIMIT] = 1e3,
  p[TRANSIENT_TOLERANCE] = 1e-9;
  p[TRANSIENT_MAX_ITERATIONS] = 4000, p[TRANSIENT_RELAXATION] = 1;
  p[TRANSIENT_DAMPING_LAG] = dim[DIM_MODE_COUPLING] > 1 ? 1e-6 * x : 0;
  double *entry = p + transient_entry_parameter(dim, 0);
  // If sticking is predicted, some trajectories are pressed together and others lift off.
  entry[ENTRY_GAP] = dim[DIM_PREDICTS_STICK] ? 0 : 2e-6 * x, entry[ENTRY_GAP_AMPLITUDE] = 5e-7,
  entry[ENTRY_GAP_FREQUENCY] = 400;
  entry[ENTRY_GAP_TURNS] = 0.1, entry[ENTRY_PRELOAD] = !(dim[DIM_POINT_LAYOUT] & 1) ? 3
                                                       : dim[DIM_PREDICTS_STICK]    ? x * x
                                                                                    : 0.02 * x;
  entry[ENTRY_FRICTION] = dim[DIM_POINT_LAYOUT] == POINT_LAYOUT_TANGENT ? 0.6 * x : 3 * x,
  entry[ENTRY_WALL_VELOCITY] = 2e-3 * (x - 0.5), entry[ENTRY_WALL_VELOCITY + 1] = 1e-3;
  // similar to the stiffness 1/F
  entry[ENTRY_STIFFNESS] = 4e6 * (0.5 + x), entry[ENTRY_STIFFNESS + 1] = 3e6;
  if (dim[DIM_LAW_PARAMETERS]) case_law_numbers(x, p + transient_law_parameter(dim));
  double *load = p + transient_drive_parameter(dim, 0);
  load[DRIVE_AMPLITUDE] = 4 * x, load[TURNS_FREQUENCY] = 150, load[TURNS_PHASE] = 0.25 * x;
  load[TURNS_SWEEP_FROM] = 90, load[TURNS_SWEEP_RATE] = 6e4, load[TURNS_SWEEP_END] = 1e-3;
  load[TURNS_DURING_SWEEP] = 90e-3 + 3e4 * 1e-6;
  if (dim[DIM_LOADS] > 1) p[transient_drive_parameter(dim, 1) + DRIVE_AMPLITUDE] = -0.5;
  for (int which = 1; dim[DIM_DRIVE_NUMBERS] && which < transient_drives(dim); which++) {
    static const double SIZE[] = {-0.5, 2e-7, 1e-3}; // a load, a gap, a wall
    double *drive = p + transient_drive_parameter(dim, which);
    drive[DRIVE_AMPLITUDE] = SIZE[which - 1], drive[DRIVE_OFFSET] = 0.1 * x * SIZE[which - 1];
    if (which < 3) {
      drive[TURNS_FREQUENCY] = 2e4;
      drive[TURNS_PHASE] = 0.7 - 2 * x; // some begin before the table, all pass its end
      drive[TABLE_COLUMN] = x > 0.5;
    } else { // from several knots per step to several steps per knot
      drive[NOISE_RATE] = 1e6 * x * x, drive[NOISE_SEED] = 7, drive[NOISE_TRAJECTORY] = floor(1e10 * x);
      drive[NOISE_CELL] = -9;
    }
  }
  for (int k = 0; k < dim[DIM_MODES]; k++)
    p[transient_damping_parameter(dim) + k] = 2 * 0.01 * 600.0 * (k + 1);
  if (case_lates(dim)) {
    p[transient_n_parameters(dim)] = steps - 1 - floor(0.6 * x * steps);
    p[transient_n_parameters(dim) + 1] = 1e-6 * (x - 0.5);
  }
  for (int f = 0; f < dim[DIM_FILTERS]; f++) {
    double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS];
    filter_band(f ? 0 : 0.001 * (1 + x), 0.02, section);
    for (int i = 0; i < FILTER_PARAMETERS; i++)
      p[transient_filter_parameter(dim) + f * FILTER_PARAMETERS + i] =
          section[i / N_SECTION_COEFFICIENTS][i % N_SECTION_COEFFICIENTS];
  }
}

static inline batch_case case_create(kernel_sizes sizes, long n, double steps, uint64_t seed) {
  const int *dim = sizes.dim;
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {.host = {.sizes = sizes, .n_trajectories = n, .stride = stride, .step_end = steps}};
  c.n_model = transient_model_at(dim, MODEL_END), c.n_tables = transient_n_tables(dim);
  c.n_parameters = transient_n_parameters(dim) + case_lates(dim), c.n_values = c.n_parameters * stride;
  c.n_state = transient_n_state(dim) * stride;
  c.n_windows = (long)CASE_WINDOWS * dim[DIM_WINDOW_VALUES] * stride, c.n_series = 2L * dim[DIM_SERIES_SIZE];
  case_model(&c, &seed);
  case_tables(&c);
  double *values = case_array(c.n_values, sizeof *values), *state = case_array(c.n_state, sizeof *state);
  long *offset = case_array(c.n_parameters, sizeof *offset);
  int *varies = case_array(c.n_parameters, sizeof *varies);
  for (long s = 0; s < c.n_parameters; s++) offset[s] = s * stride, varies[s] = 1;
  for (long i = 0; i < stride; i++) {
    double p[CASE_MOST_PARAMETERS] = {0};
    // Trajectories of three lengths: lanes and warps must not delay each other.
    case_parameters(dim, (double)(i % n + 1) / (double)n, i % 3 == 1 ? steps - 37 : steps, p);
    if (i < 2) p[PARAMETER_SERIES_ROW] = (double)i;
    for (long s = 0; s < c.n_parameters; s++) values[s * stride + i] = p[s];
    for (int k = 0; k < dim[DIM_MODES]; k++) {
      state[(transient_row_p(dim) + k) * stride + i] = 1e-6 * case_random(&seed) / (k + 1);
      state[(transient_row_u(dim) + k) * stride + i] = 1e-3 * case_random(&seed) / (k + 1);
    }
    for (int a = 0; a < dim[DIM_ACCUMULATOR_ROWS]; a++) {
      const int kind = a % N_ACCUMULATORS;
      const double start = kind == ACCUMULATOR_MIN ? 1e300 : kind == ACCUMULATOR_MAX ? -1e300 : 0;
      state[(transient_row_observed(dim) + a) * stride + i] = start;
    }
  }
  c.host.parameters = c.own.parameters = values, c.host.state = state;
  c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.windows = case_array(c.n_windows, sizeof(double));
  c.host.series = case_array(c.n_series, sizeof(double));
  return c;
}

static inline void case_free(batch_case *c) {
  batch_own_free(&c->own);
  free(c->host.state), free(c->host.windows), free(c->host.series);
}

typedef struct case_result {
  double *state, *windows, *series;
} case_result;

static inline void case_result_free(case_result *r) {
  free(r->state), free(r->windows), free(r->series);
}

// Uploads one array; exits on failure, because the test has nothing left to compare.
static inline void *case_upload(backend *b, const void *from, long n, size_t size) {
  void *pointer = NULL;
  if (b->allocate(b, (size_t)n * size, &pointer) != BACKEND_OK ||
      b->upload(b, pointer, from, (size_t)n * size) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", b->name, b->message);
    exit(1);
  }
  return pointer;
}

// A batch in the memory of a machine.
typedef struct device_case {
  kernel_batch batch;
  batch_own own;
} device_case;

static inline void case_to_device(backend *b, const batch_case *c, device_case *device) {
  kernel_batch *batch = &device->batch;
  *batch = c->host;
  device->own =
      (batch_own){.model = case_upload(b, c->host.model, c->n_model, sizeof(double)),
                  .tables = case_upload(b, c->host.tables, c->n_tables, sizeof(int)),
                  .parameters = case_upload(b, c->host.parameters, c->n_values, sizeof(double)),
                  .parameter_offset = case_upload(b, c->host.parameter_offset, c->n_parameters, sizeof(long)),
                  .parameter_varies = case_upload(b, c->host.parameter_varies, c->n_parameters, sizeof(int))};
  batch_own_show(&device->own, batch);
  batch->state = case_upload(b, c->host.state, c->n_state, sizeof(double));
  batch->windows = case_upload(b, c->host.windows, c->n_windows, sizeof(double));
  batch->series = case_upload(b, c->host.series, c->n_series, sizeof(double));
}

static inline void case_release(backend *b, device_case *device) {
  batch_own_release(b, &device->own);
  b->release(b, device->batch.state), b->release(b, device->batch.windows);
  b->release(b, device->batch.series);
}

static inline double *case_download(backend *b, const double *from, long n) {
  double *to = case_array(n, sizeof *to);
  if (b->download(b, to, from, (size_t)n * sizeof *to) != BACKEND_OK) {
    fprintf(stderr, "%s: %s\n", b->name, b->message);
    exit(1);
  }
  return to;
}

// Runs the batch to its end in `chunks` launches.
static inline case_result case_run(backend *b, const batch_case *c, int chunks) {
  device_case device;
  case_to_device(b, c, &device);
  for (int i = 1; i <= chunks; i++) {
    device.batch.step_end = (double)(long)(c->host.step_end * i / chunks);
    if (b->launch(b, &device.batch) != BACKEND_OK) {
      fprintf(stderr, "%s: %s\n", b->name, b->message);
      exit(1);
    }
  }
  case_result r = {case_download(b, device.batch.state, c->n_state),
                   case_download(b, device.batch.windows, c->n_windows),
                   case_download(b, device.batch.series, c->n_series)};
  case_release(b, &device);
  return r;
}

// Returns how many numbers of real trajectories differ in any bit; the first one is reported.
static inline long case_compare(const batch_case *c, const case_result *a, const case_result *b,
                                const char *what) {
  const long stride = c->host.stride, n = c->host.n_trajectories;
  long differ = 0;
  for (int part = 0; part < 3; part++) {
    const double *x = part == 0 ? a->state : part == 1 ? a->windows : a->series;
    const double *y = part == 0 ? b->state : part == 1 ? b->windows : b->series;
    const long size = part == 0 ? c->n_state : part == 1 ? c->n_windows : c->n_series;
    for (long i = 0; i < size; i++) {
      if ((part < 2 && i % stride >= n) || memcmp(x + i, y + i, sizeof *x) == 0) continue;
      if (differ++ == 0)
        fprintf(stderr, "%s: %s row %ld of trajectory %ld: %.17g and %.17g\n", what,
                part == 0   ? "state"
                : part == 1 ? "windows"
                            : "series",
                i / stride, i % stride, x[i], y[i]);
    }
  }
  return differ;
}

// Checks that the case is worth comparing: open and closed steps, stick and slip, every trajectory
// at its end.
static inline void case_check_events(const batch_case *c, const case_result *r) {
  const int *dim = c->host.sizes.dim;
  const long stride = c->host.stride;
  double closed = 0, stuck = 0, impacts = 0, recorded = 0;
  for (long i = 0; i < c->host.n_trajectories; i++) {
    TEST_CHECK(r->state[STATE_STATUS * stride + i] == TRAJECTORY_OK);
    recorded += r->state[STATE_STEPS * stride + i] * dim[DIM_CONTACT_POINTS];
    for (int j = 0; j < dim[DIM_CONTACT_POINTS]; j++) {
      const double *count =
          r->state + (transient_row_counters(dim) + (long)j * transient_n_counter_rows(dim)) * stride + i;
      closed += count[COUNTER_CLOSED * stride], stuck += count[COUNTER_STUCK * stride];
      impacts += count[COUNTER_IMPACTS * stride];
    }
  }
  TEST_CHECK(closed > 0);
  if (dim[DIM_POINT_LAYOUT] & 1)
    TEST_CHECK(closed < 0.7 * recorded && impacts > (double)c->host.n_trajectories);
  if (dim[DIM_POINT_LAYOUT] / 2) TEST_CHECK(stuck > 0 && stuck < closed);
}

#endif
