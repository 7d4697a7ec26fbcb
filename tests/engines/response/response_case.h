// A small structure for harmonic balance in the form of batch_case.h: a rod fixed at one end with
// known modes, with friction contacts along it and a load near its free end. Its normal motion, if
// any, is that of a second rod under the same load. Trajectories differ in their loads, from full
// stick to separation, and in the stages that they compute.
#ifndef CHATTER_TESTS_RESPONSE_CASE_H
#define CHATTER_TESTS_RESPONSE_CASE_H

#include "tests/machines/batch_case.h"

#include "kernels/laws/laws.h"
#include "kernels/response/response_layout.h"
#include "kernels/response/sampled/sampled_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/response/kernels.h"
#undef KERNEL

typedef enum {
  RESPONSE_TANGENT,       // one elastic contact without normal motion, H = 3, all backbones
  RESPONSE_NORMAL,        // two with normal motion and a static harmonic, H = 2
  RESPONSE_SAMPLED,       // one set-valued contact, H = 3, 64 samples
  RESPONSE_FORCES,        // RESPONSE_TANGENT with H = 1, sampled marching, and the forces of each
                          // point
  RESPONSE_COUPLED,       // RESPONSE_TANGENT with H = 2 and damping that couples the modes
  RESPONSE_RESTART,       // RESPONSE_TANGENT with backbones of maxima that jump over onsets
  RESPONSE_FEWER,         // RESPONSE_NORMAL with up to 6 harmonics, by a tolerance of each
                          // trajectory
  RESPONSE_FEWER_SAMPLED, // RESPONSE_SAMPLED with up to 5 harmonics, likewise
  RESPONSE_COMPLIANT,     // compliant laws: a stop with a damper, Bouc-Wen's; H = 3
  N_RESPONSE_CASE
} response_case_variant;

enum { RESPONSE_CASE_SAMPLES = 64, RESPONSE_CASE_PARAMETERS = 128 };
static inline int response_case_basis(int variant) { // the variant without its choice of the number
                                                     // of harmonics
  return variant == RESPONSE_FEWER           ? RESPONSE_NORMAL
         : variant == RESPONSE_FEWER_SAMPLED ? RESPONSE_SAMPLED
                                             : variant;
}
static const double RESPONSE_CASE_OMEGA = 100, RESPONSE_CASE_STIFFNESS = 5e3; // rad/s of the first mode; N/m
static const double RESPONSE_CASE_DASHPOT = 1.5;                              // N s/m

static const struct {
  int law, numbers, states;
  double number[6];
} RESPONSE_CASE_COMPLIANT[] = {{LAW_KELVIN_VOIGT, 2, 0, {5e3, 10}},
                               {LAW_BOUC_WEN, 6, 1, {500, 4e3, 1, 2e3, 1e3, 1}}};

static inline kernel_sizes response_case_sizes(int variant) {
  kernel_sizes sizes = {.kind = &kernel_response};
  int *dim = sizes.dim;
  static const int harmonics[] = {
      [RESPONSE_TANGENT] = 3, [RESPONSE_NORMAL] = 2,        [RESPONSE_SAMPLED] = 3,
      [RESPONSE_FORCES] = 1,  [RESPONSE_COUPLED] = 2,       [RESPONSE_RESTART] = 3,
      [RESPONSE_FEWER] = 6,   [RESPONSE_FEWER_SAMPLED] = 5, [RESPONSE_COMPLIANT] = 3};
  dim[DIM_HB_HARMONICS] = harmonics[variant], dim[DIM_HB_ADAPT] = variant != response_case_basis(variant);
  variant = response_case_basis(variant);
  const int normal = variant == RESPONSE_NORMAL || variant == RESPONSE_SAMPLED,
            is_compliant = variant == RESPONSE_COMPLIANT,
            points = 1 + (variant == RESPONSE_NORMAL || is_compliant);
  dim[DIM_HB_STATIC] = normal;
  dim[DIM_HB_MODES] = normal ? 6 : 4, dim[DIM_HB_POINTS] = points;
  dim[DIM_HB_BOUNDARY] = points * (1 + normal), dim[DIM_HB_RESPONSES] = 1 + normal, dim[DIM_HB_LOADS] = 1;
  dim[DIM_HB_SECOND_DERIVATIVES] = variant != RESPONSE_FORCES && !is_compliant,
  dim[DIM_HB_COUPLED] = variant == RESPONSE_COUPLED;
  dim[DIM_HB_MODAL] =
      variant == RESPONSE_TANGENT || variant == RESPONSE_COUPLED || variant == RESPONSE_RESTART;
  dim[DIM_HB_FORCES] = variant == RESPONSE_FORCES, dim[DIM_HB_MAX_POINTS] = 150;
  const int width = hb_n_coefficients(dim), m = (1 + normal) * width;
  dim[DIM_HB_SLOPE_NUMBERS] = points * m * m;
  if (variant == RESPONSE_SAMPLED || variant == RESPONSE_FORCES) {
    dim[DIM_HB_SAMPLES] = RESPONSE_CASE_SAMPLES;
    dim[DIM_HB_SAMPLED_NUMBERS] =
        (int)sampled_work_size(normal ? SAMPLED_LAW_FRICTION : SAMPLED_LAW_ELASTIC, dim[DIM_HB_HARMONICS],
                               RESPONSE_CASE_SAMPLES, 1 + normal);
  } else if (is_compliant) {
    dim[DIM_HB_RATE_DEPENDENT] = 1, dim[DIM_HB_SAMPLES] = RESPONSE_CASE_SAMPLES;
    for (int point = 0; point < points; point++)
      dim[DIM_HB_LAW_PARAMETERS] += RESPONSE_CASE_COMPLIANT[point].numbers;
    dim[DIM_HB_SAMPLED_NUMBERS] = (int)compliant_work_size(
        RESPONSE_CASE_COMPLIANT[1].numbers, dim[DIM_HB_HARMONICS], normal, RESPONSE_CASE_SAMPLES);
  } else {
    dim[DIM_HB_ELASTIC_NUMBERS] = hb_elastic_numbers(dim[DIM_HB_HARMONICS], normal, normal);
  }
  return sizes;
}

// Mode k at fraction x of the length of the rod: the modes of the two rods alternate.
static inline double response_case_shape(const int *dim, int k, int is_normal, double x) {
  const int rods = dim[DIM_HB_STATIC] ? 2 : 1;
  if (k % rods != is_normal) return 0;
  return sqrt(2) * sin((k / rods + 0.5) * acos(-1) * x);
}
static inline double response_case_omega(const int *dim, int k) {
  const int rods = dim[DIM_HB_STATIC] ? 2 : 1;
  return RESPONSE_CASE_OMEGA * (2 * (k / rods) + 1) * (k % rods ? 1.3 : 1);
}
static inline double response_case_damping(const int *dim, int k) {
  const double shape = response_case_shape(dim, k, 0, 0.6);
  // 1 % of critical damping.
  return 0.02 * response_case_omega(dim, k) + dim[DIM_HB_COUPLED] * RESPONSE_CASE_DASHPOT * shape * shape;
}

static inline void response_case_model(batch_case *c) {
  const int *dim = c->host.sizes.dim, modes = dim[DIM_HB_MODES], boundary = dim[DIM_HB_BOUNDARY],
            per_point = boundary / dim[DIM_HB_POINTS], ports = hb_n_ports(dim);
  double *model = case_array(c->n_model, sizeof *model), *shapes = model + hb_model_at(dim, HB_MODEL_SHAPES);
  for (int k = 0; k < modes; k++) {
    const double load = response_case_shape(dim, k, 0, 0.9) +
                        (dim[DIM_HB_STATIC] ? 0.5 * response_case_shape(dim, k, 1, 0.9) : 0);
    model[hb_model_at(dim, HB_MODEL_OMEGA2) + k] = response_case_omega(dim, k) * response_case_omega(dim, k);
    model[hb_model_at(dim, HB_MODEL_LOADS) + k] = load;
    for (int b = 0; b < boundary; b++)
      shapes[b * modes + k] =
          response_case_shape(dim, k, per_point == 2 && b % 2 == 0, 0.4 + 0.3 * (b / per_point));
    for (int i = 0; i < dim[DIM_HB_RESPONSES]; i++)
      shapes[(boundary + i) * modes + k] = response_case_shape(dim, k, i, 1);
    shapes[(ports - 1) * modes + k] = load;
  }
  for (int b = 0; b < boundary; b++) // of the truncated modes
    model[hb_model_at(dim, HB_MODEL_FLEXIBILITY) + b * boundary + b] = 1e-6;
  for (int i = 0; i < dim[DIM_HB_SAMPLES]; i++)
    model[hb_model_at(dim, HB_MODEL_COSINES) + i] = cos(2 * acos(-1) * i / dim[DIM_HB_SAMPLES]);
  for (int i = 0; i < modes && dim[DIM_HB_COUPLED]; i++)
    for (int j = 0; j < modes; j++) // of a dashpot along the rod
      model[hb_model_at(dim, HB_MODEL_COUPLING) + i * modes + j] =
          i == j ? 0
                 : RESPONSE_CASE_DASHPOT * response_case_shape(dim, i, 0, 0.6) *
                       response_case_shape(dim, j, 0, 0.6);
  c->host.model = c->own.model = model;
}

static inline void response_case_tables(batch_case *c, int variant) {
  const int *dim = c->host.sizes.dim, count = dim[DIM_HB_BOUNDARY] / dim[DIM_HB_POINTS],
            m = count * hb_n_coefficients(dim);
  int *tables = case_array(c->n_tables, sizeof *tables);
  for (int point = 0; point < dim[DIM_HB_POINTS]; point++) {
    int *at = tables + point * N_HB_POINT_INTEGERS;
    at[HB_POINT_LAW] = response_case_basis(variant) == RESPONSE_SAMPLED ? HB_LAW_SET_VALUED
                       : variant == RESPONSE_FORCES                     ? HB_LAW_ELASTIC_SAMPLED
                                                                        : HB_LAW_ELASTIC;
    at[HB_POINT_FIRST_COORDINATE] = point * count, at[HB_POINT_N_COORDINATES] = count,
    at[HB_POINT_HAS_NORMAL] = count == 2;
    at[HB_POINT_SLOPES_AT] = point * m * m;
    if (variant != RESPONSE_COMPLIANT) continue;
    at[HB_POINT_LAW] = HB_LAW_COMPLIANT, at[HB_POINT_COMPLIANT_LAW] = RESPONSE_CASE_COMPLIANT[point].law;
    at[HB_POINT_PARAMETERS_AT] = point ? RESPONSE_CASE_COMPLIANT[0].numbers : 0;
    at[HB_POINT_N_PARAMETERS] = RESPONSE_CASE_COMPLIANT[point].numbers;
    at[HB_POINT_N_STATES] = RESPONSE_CASE_COMPLIANT[point].states;
  }
  c->host.tables = c->own.tables = tables;
}

// Returns the stages of trajectory i, as bits of hb_stage.
static inline int response_case_stages(const int *dim, long i) {
  const int curve = 1 << STAGE_CURVE, extremum = 1 << STAGE_EXTREMUM, phase = 1 << STAGE_PHASE,
            modal = 1 << STAGE_DNNM;
  const int all[] = {curve | extremum, curve | extremum | phase, modal, curve | phase | modal};
  if (dim[DIM_HB_MODAL]) return all[i % 4];
  return !dim[DIM_HB_SECOND_DERIVATIVES] ? curve | phase : i % 2 ? curve : curve | extremum;
}

// Sets the parameters of trajectory i of n.
static inline void response_case_parameters(const int *dim, long i, long n, double steps, double *p) {
  const double load = 0.01 * pow(30, (double)i / (double)(n > 1 ? n - 1 : 1));
  const int set_valued = dim[DIM_HB_SAMPLES] && dim[DIM_HB_STATIC];
  p[PARAMETER_STEPS] = i % 5 == 4 ? floor(0.6 * steps) : steps, p[PARAMETER_SERIES_ROW] = -1;
  p[HB_STAGE_SET] = response_case_stages(dim, i);
  // Springs, and rigid contacts even more, raise the frequency of the first mode.
  const double low = 0.85 * RESPONSE_CASE_OMEGA,
               high = (dim[DIM_HB_STATIC] ? 2.1 : 1.4) * RESPONSE_CASE_OMEGA;
  p[HB_OMEGA_FROM] = i % 3 == 2 ? high : low, p[HB_OMEGA_TO] = i % 3 == 2 ? low : high;
  p[HB_FACTOR] = load, p[HB_FACTOR_TO] = i % 2 ? 20 * load : load / 20;
  p[HB_PEAK_OMEGA_MAX] = 1e9, p[HB_PEAK_TAKES_LAST] = i % 4 == 1;
  p[HB_MAX_OMEGA_STEP] = 0.05 * RESPONSE_CASE_OMEGA, p[HB_MAX_GROWTH] = 0.4, p[HB_MIN_STEP] = 1e-6;
  p[HB_TOLERANCE] = 1e-8, p[HB_STATIC_GRIP] = 1e-6;
  p[HB_WHOLE_RANGE] = i % 4 == 0;
  // 0: all harmonics
  p[HB_ADAPT_TOLERANCE] = dim[DIM_HB_ADAPT] && i % 7 < 6 ? pow(10, -1 - (double)(i % 7)) : 0;
  for (int k = 0; k < dim[DIM_HB_MODES]; k++) p[hb_damping_parameter(dim, k)] = response_case_damping(dim, k);
  p[hb_load_parameter(dim, 0) + HB_LOAD_COS] = 1, p[hb_load_parameter(dim, 0) + HB_LOAD_SIN] = 0.25;
  for (int point = 0; point < dim[DIM_HB_POINTS]; point++) {
    double *contact = p + hb_contact_parameter(dim, point);
    contact[HB_TANGENTIAL_STIFFNESS] = RESPONSE_CASE_STIFFNESS,
    contact[HB_NORMAL_STIFFNESS] = RESPONSE_CASE_STIFFNESS;
    contact[HB_FRICTION] = 0.3, contact[HB_PRELOAD] = 1 + point;
    contact[HB_GAP] = set_valued ? 0 : 2e-5 * point,
    contact[HB_LAGRANGE_NORMAL] = contact[HB_LAGRANGE_TANGENT] = 2 * RESPONSE_CASE_STIFFNESS;
  }
  double *number = p + hb_law_parameter(dim);
  for (int point = 0; point < dim[DIM_HB_POINTS] && dim[DIM_HB_LAW_PARAMETERS]; point++)
    for (int k = 0; k < RESPONSE_CASE_COMPLIANT[point].numbers; k++)
      *number++ = RESPONSE_CASE_COMPLIANT[point].number[k];
}

// Sets backbones from loads with stick to loads with slip, or back; some jumps are too short to be
// the only one.
static inline void response_case_restart(long i, double *p) {
  const double stuck = 0.01, slipping = 0.3;
  p[HB_FACTOR] = i % 2 ? stuck : slipping, p[HB_FACTOR_TO] = i % 2 ? slipping : stuck;
  p[HB_RESTART_FACTOR] = 1e-5 * pow(30, (double)(i % 3));
}

// Computes the first mode with the contact stuck, with a spring at the first point: u, ω, ξ at the
// start of a dNNM.
static inline void response_case_mode(const batch_case *c, double *mode) {
  const int *dim = c->host.sizes.dim, modes = dim[DIM_HB_MODES], n = hb_n_unknowns(dim);
  const double *omega2 = c->host.model + hb_model_at(dim, HB_MODEL_OMEGA2),
               *shape = c->host.model + hb_model_at(dim, HB_MODEL_SHAPES);
  double low = omega2[0], high = omega2[1], size = 0, damping = 0, moved = 0;
  for (int i = 0; i < 200; i++) { // 1 + k Σ φ²/(ω_k² - ω²) = 0 has a root between the first two
    const double middle = 0.5 * (low + high);
    double sum = 1 / RESPONSE_CASE_STIFFNESS;
    for (int k = 0; k < modes; k++) sum += shape[k] * shape[k] / (omega2[k] - middle);
    *(sum < 0 ? &low : &high) = middle;
  }
  for (int k = 0; k < modes; k++) {
    const double part = shape[k] / (omega2[k] - low);
    size += part * part, damping += part * part * response_case_damping(dim, k), moved += part * shape[k];
  }
  memset(mode, 0, (size_t)(n + 2) * sizeof *mode);
  mode[dim[DIM_HB_STATIC]] = 1e-6 * fabs(moved) / sqrt(size);
  mode[n] = sqrt(low), mode[n + 1] = damping / size;
}

static inline batch_case response_case_create(int variant, long n, double steps) {
  const kernel_sizes sizes = response_case_sizes(variant);
  const int *dim = sizes.dim;
  const long stride = (n + BATCH_ALIGN - 1) / BATCH_ALIGN * BATCH_ALIGN;
  batch_case c = {.host = {.sizes = sizes, .n_trajectories = n, .stride = stride, .step_end = steps}};
  double p[RESPONSE_CASE_PARAMETERS], mode[RESPONSE_CASE_PARAMETERS];
  c.n_model = response_n_model(dim), c.n_tables = hb_n_tables(dim);
  c.n_parameters = hb_n_parameters(dim), c.n_values = c.n_parameters * stride;
  c.n_state = hb_n_state(dim) * stride, c.n_windows = hb_n_windows(dim) * stride;
  response_case_model(&c);
  response_case_tables(&c, variant);
  response_case_mode(&c, mode);
  double *values = case_array(c.n_values, sizeof *values), *state = case_array(c.n_state, sizeof *state);
  long *offset = case_array(c.n_parameters, sizeof *offset);
  int *varies = case_array(c.n_parameters, sizeof *varies);
  for (long s = 0; s < c.n_parameters; s++) offset[s] = s * stride, varies[s] = 1;
  for (long i = 0; i < stride; i++) {
    int first = 0;
    memset(p, 0, sizeof p);
    response_case_parameters(dim, i % n, n, steps, p);
    if (variant == RESPONSE_RESTART) response_case_restart(i % n, p);
    for (long s = 0; s < c.n_parameters; s++) values[s * stride + i] = p[s];
    while (!((int)p[HB_STAGE_SET] >> first & 1)) first++;
    state[HB_CURRENT_STAGE * stride + i] = first;
    for (int k = 0; dim[DIM_HB_MODAL] && k < hb_n_unknowns(dim) + 2; k++)
      state[(hb_state_row(dim, HB_ROW_MODE_START) + k) * stride + i] = mode[k];
  }
  c.host.parameters = c.own.parameters = values, c.host.state = state;
  c.host.parameter_offset = c.own.parameter_offset = offset,
  c.host.parameter_varies = c.own.parameter_varies = varies;
  c.host.windows = case_array(c.n_windows, sizeof(double)), c.host.series = case_array(0, sizeof(double));
  return c;
}

// Returns the number of points of a kind and a stage (each -1: any) of all trajectories.
static inline long response_case_points(const batch_case *c, const case_result *r, int kind, int stage) {
  const int *dim = c->host.sizes.dim;
  const long stride = c->host.stride;
  long n = 0;
  for (long i = 0; i < c->host.n_trajectories; i++)
    for (int k = 0; k < (int)r->state[HB_N_POINTS * stride + i]; k++) {
      const double *record = r->windows + (long)k * hb_record_size(dim) * stride + i;
      n += (kind < 0 || record[RECORD_POINT_KIND * stride] == kind) &&
           (stage < 0 || record[RECORD_STAGE * stride] == stage);
    }
  return n;
}

#endif
