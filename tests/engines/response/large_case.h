// Response curves of a synthetic structure with many contact points, packed directly for the
// kernel: any number of unknowns, in members that differ in their load. For tests and benchmarks.
#ifndef CHATTER_TESTS_LARGE_CASE_H
#define CHATTER_TESTS_LARGE_CASE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "tests/check.h"
#include "engines/response/bind/library_factorisation.h"
#include "engines/response/bind/response_pack.h"
#include "engines/response/bind/response_plan.h"
#include "machines/backend.h"
#include "machines/kernel_kind.h"

typedef struct large_shape {
  int points, count, harmonics, law; // contact points, coordinates of each (the first is the
                                     // normal), law (hb_law)
  int samples, modes, members, kept;
} large_shape;

// Returns a small case with which both factorisations are fast.
static inline large_shape large_three_points(int law, int count, int members, int kept) {
  return (large_shape){.points = 3,
                       .count = count,
                       .harmonics = 3,
                       .law = law,
                       .samples = 256,
                       .modes = 4,
                       .members = members,
                       .kept = kept};
}

typedef struct large_case {
  large_shape shape;
  engine_layout layout;
  kernel_batch batch;
  double *parameters, *model;
  long *offset;
  int *varies, *tables;
} large_case;

static inline double large_random(uint64_t *seed) { // uniform in [-1, 1)
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}
static inline void *large_array(long n, size_t size) {
  void *array = calloc((size_t)(n > 0 ? n : 1), size);
  if (!array) exit(1);
  return array;
}

static inline void large_sizes(const large_shape *s, kernel_sizes *sizes) {
  int *dim = sizes->dim;
  const int width = 1 + 2 * s->harmonics, elastic = s->law == HB_LAW_ELASTIC;
  *sizes = (kernel_sizes){.kind = &kernel_response};
  dim[DIM_HB_MODES] = s->modes, dim[DIM_HB_BOUNDARY] = s->points * s->count, dim[DIM_HB_POINTS] = s->points;
  dim[DIM_HB_RESPONSES] = 1, dim[DIM_HB_HARMONICS] = s->harmonics, dim[DIM_HB_STATIC] = 1;
  dim[DIM_HB_SAMPLES] = elastic ? 0 : s->samples, dim[DIM_HB_LOADS] = 1;
  dim[DIM_HB_SLOPE_NUMBERS] = s->points * s->count * width * s->count * width;
  const response_point point = {.law = s->law, .count = s->count, .has_normal = 1};
  dim[DIM_HB_ELASTIC_NUMBERS] = (int)response_path_numbers(dim, &point);
  dim[DIM_HB_SAMPLED_NUMBERS] = (int)response_sampled_numbers(dim, &point);
  dim[DIM_HB_FORCES] = 1, dim[DIM_HB_MAX_POINTS] = s->kept;
}

// Makes modes from 1 rad/s on, random shapes of all ports, and a diagonal flexibility: each contact
// coordinate has its own spring to the structure.
static inline void large_model(large_case *c) {
  const int *dim = c->batch.sizes.dim;
  const int modes = c->shape.modes, boundary = dim[DIM_HB_BOUNDARY];
  uint64_t seed = 11;
  for (int k = 0; k < modes; k++) c->model[hb_model_at(dim, HB_MODEL_OMEGA2) + k] = pow(1 + 1.7 * k, 2);
  double *shapes = c->model + hb_model_at(dim, HB_MODEL_SHAPES);
  for (long i = 0; i < (long)hb_n_ports(dim) * modes; i++) shapes[i] = large_random(&seed);
  for (int b = 0; b < boundary; b++)
    for (int k = 0; k < modes; k++) shapes[(long)b * modes + k] *= 1 / sqrt((double)boundary);
  for (int b = 0; b < boundary; b++)
    c->model[hb_model_at(dim, HB_MODEL_FLEXIBILITY) + (long)b * boundary + b] =
        0.5 + 0.1 * large_random(&seed);
  for (int k = 0; k < modes; k++) c->model[hb_model_at(dim, HB_MODEL_LOADS) + k] = 1.0 / (1 + k);
  for (int i = 0; i < c->shape.samples && dim[DIM_HB_SAMPLES]; i++)
    c->model[hb_model_at(dim, HB_MODEL_COSINES) + i] = cos(2 * M_PI * i / c->shape.samples);
}

static inline void large_parameters(large_case *c, double from, double to, double load) {
  const int *dim = c->batch.sizes.dim, n = hb_n_parameters(dim);
  const long stride = c->batch.stride;
  for (int p = 0; p < n; p++) c->offset[p] = (long)p * stride, c->varies[p] = 1;
  for (long i = 0; i < stride; i++) {
#define PARAMETER(which) c->parameters[(long)(which)*stride + i]
    PARAMETER(PARAMETER_STEPS) = 40 * c->shape.kept;
    PARAMETER(HB_STAGE_SET) = 1 << STAGE_CURVE;
    PARAMETER(HB_OMEGA_FROM) = from, PARAMETER(HB_OMEGA_TO) = to;
    PARAMETER(HB_FACTOR) = PARAMETER(HB_FACTOR_TO) = 1;
    PARAMETER(HB_PEAK_OMEGA_MAX) = 1e30;
    PARAMETER(HB_MAX_OMEGA_STEP) = 0.1 * (to - from);
    PARAMETER(HB_MAX_GROWTH) = 0.3, PARAMETER(HB_MIN_STEP) = 1e-9, PARAMETER(HB_TOLERANCE) = 1e-9;
    PARAMETER(HB_STATIC_GRIP) = 1e-6;
    for (int k = 0; k < c->shape.modes; k++) PARAMETER(hb_damping_parameter(dim, k)) = 0.04 * (1 + 1.7 * k);
    PARAMETER(hb_load_parameter(dim, 0) + HB_LOAD_COS) = load * (1 + 0.05 * (double)(i % 8));
    for (int p = 0; p < c->shape.points; p++) {
      const int at = hb_contact_parameter(dim, p);
      PARAMETER(at + HB_FRICTION) = 0.3;
      PARAMETER(at + HB_PRELOAD) = 1;
      PARAMETER(at + HB_TANGENTIAL_STIFFNESS) = PARAMETER(at + HB_NORMAL_STIFFNESS) = 1.5;
      PARAMETER(at + HB_LAGRANGE_NORMAL) = PARAMETER(at + HB_LAGRANGE_TANGENT) = 2;
    }
#undef PARAMETER
  }
}

static inline large_case large_create(large_shape shape, double from, double to, double load) {
  large_case c = {.shape = shape};
  large_sizes(&shape, &c.batch.sizes);
  const int *dim = c.batch.sizes.dim;
  const int n_parameters = hb_n_parameters(dim), width = hb_n_coefficients(dim);
  c.batch.n_trajectories = shape.members;
  c.batch.stride = (shape.members + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  c.batch.step_end = 1e9;
  c.batch.model = c.model = large_array(response_n_model(dim), sizeof *c.model);
  c.batch.tables = c.tables = large_array(hb_n_tables(dim), sizeof *c.tables);
  c.batch.parameters = c.parameters = large_array(n_parameters * c.batch.stride, sizeof *c.parameters);
  c.batch.parameter_offset = c.offset = large_array(n_parameters, sizeof *c.offset);
  c.batch.parameter_varies = c.varies = large_array(n_parameters, sizeof *c.varies);
  c.batch.state = large_array(hb_n_state(dim) * c.batch.stride, sizeof *c.batch.state);
  c.batch.windows = large_array(hb_n_windows(dim) * c.batch.stride, sizeof *c.batch.windows);
  for (int p = 0; p < shape.points; p++) {
    int *table = c.tables + p * N_HB_POINT_INTEGERS;
    table[HB_POINT_LAW] = shape.law, table[HB_POINT_FIRST_COORDINATE] = p * shape.count;
    table[HB_POINT_N_COORDINATES] = shape.count, table[HB_POINT_HAS_NORMAL] = 1;
    table[HB_POINT_SLOPES_AT] = p * shape.count * width * shape.count * width;
  }
  large_model(&c);
  large_parameters(&c, from, to, load);
  c.layout.sizes = c.batch.sizes;
  return c;
}

static inline void large_free(large_case *c) {
  free(c->model), free(c->tables), free(c->parameters), free(c->offset), free(c->varies);
  free(c->batch.state), free(c->batch.windows);
}

static inline double large_state(const large_case *c, int row, long i) {
  return c->batch.state[(long)row * c->batch.stride + i];
}
static inline double large_kept(const large_case *c, int point, int which, long i) {
  return c->batch.windows[((long)point * hb_record_size(c->batch.sizes.dim) + which) * c->batch.stride + i];
}

// Runs the kernel itself on the CPU; lanes 0: chosen by the number of trajectories.
static inline void large_run_kernel(large_case *c, int threads, int lanes) {
  backend cpu;
  backend_options options = backend_default();
  options.threads = threads, options.lanes = lanes;
  TEST_CHECK(backend_cpu_open(options, &cpu) == BACKEND_OK);
  TEST_CHECK(cpu.launch(&cpu, &c->batch) == BACKEND_OK);
  cpu.close(&cpu);
}
static inline void large_run_library(large_case *c, int threads, int gpu) {
  TEST_CHECK(response_advance_by_library(&c->layout, &c->batch,
                                         (engine_machine){.threads = threads, .gpu = gpu}) == CHATTER_OK);
}

static inline int large_end_of(const large_case *c, long i) {
  for (int k = 0; k < (int)large_state(c, HB_N_POINTS, i); k++)
    if (large_kept(c, k, RECORD_POINT_KIND, i) == POINT_END) return k;
  return -1;
}

// Compares points at exactly the same frequency by different factorisations, which differ in the
// order of sums. Newton's last correction is far below its tolerance of 1e-9, and rounding times
// the condition number of the system is below 1e-10.
static inline void large_check_point(const large_case *a, int at_a, const large_case *b, int at_b, long i) {
  const int record = hb_record_size(a->batch.sizes.dim);
  double most = 0;
  CHECK_NEAR(large_kept(b, at_b, RECORD_OMEGA, i), large_kept(a, at_a, RECORD_OMEGA, i), 0, 1e-12);
  for (int which = N_RECORD; which < record; which++) most = fmax(most, fabs(large_kept(a, at_a, which, i)));
  for (int which = N_RECORD; which < record; which++)
    CHECK_NEAR(large_kept(b, at_b, which, i), large_kept(a, at_a, which, i), 1e-10 * most, 0);
}

// Compares the ends of curves: step lengths adapt to the number of iterations, which may differ by
// one.
static inline void large_check_ends(const large_case *a, const large_case *b) {
  for (long i = 0; i < a->shape.members; i++) {
    const int at_a = large_end_of(a, i), at_b = large_end_of(b, i);
    TEST_CHECK(at_a > 5 && at_b > 5);
    TEST_CHECK(large_state(a, STATE_STATUS, i) == TRAJECTORY_ENDED &&
               large_state(b, STATE_STATUS, i) == TRAJECTORY_ENDED);
    if (at_a >= 0 && at_b >= 0) large_check_point(a, at_a, b, at_b, i);
  }
}

#endif
