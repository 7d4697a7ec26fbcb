// Where a damped nonlinear normal mode begins: the linear mode with all contacts stuck, small enough that
// they do stick.
#include <complex.h>
#include <math.h>

#include "engines/response/damped_mode.h"
#include "engines/response/response_engine.h"

// A mode: its frequency, damping and shape, and the amplitude to begin with, half of what lets a point slip
// and of what the loads at their end keep up. Then scratch, of coupled modes the last ones too.
typedef struct start {
  double omega, xi, amplitude;
  double complex *p, *q; // [n_modes] and [n_boundary], modes and contact coordinates
  double *stiffness;     // [n_boundary], of contacts that stick
  double complex *z, *before;
  double *damping, *turned, *work;
} start;

// Places in `scratch` (NULL: none), behind the stuck modes; returns the bytes up to their end.
static size_t place(const int *dim, void *scratch, start *out) {
  const size_t modes = (size_t)dim[DIM_HB_MODES], rows = (size_t)dim[DIM_HB_BOUNDARY],
               coupled = dim[DIM_HB_COUPLED] ? modes : 0;
  const stuck_system system = {.n_modes = dim[DIM_HB_MODES], .n_boundary = dim[DIM_HB_BOUNDARY]};
  const size_t pairs[] = {modes, rows, coupled, coupled},
               numbers[] = {rows, coupled * coupled, coupled * coupled, 2 * coupled * (2 * coupled + 1)};
  double complex **const pair[] = {&out->p, &out->q, &out->z, &out->before};
  double **const number[] = {&out->stiffness, &out->damping, &out->turned, &out->work};
  const size_t aligned = sizeof(double complex);
  size_t at = (stuck_modes_bytes(&system) + aligned - 1) / aligned * aligned;
  for (int i = 0; i < 4; at += pairs[i++] * sizeof(double complex))
    if (scratch) *pair[i] = (double complex *)(void *)((char *)scratch + at);
  for (int i = 0; i < 4; at += numbers[i++] * sizeof(double))
    if (scratch) *number[i] = (double *)(void *)((char *)scratch + at);
  return at;
}

size_t response_mode_bytes(const int *dim) {
  start none;
  return place(dim, NULL, &none);
}

static stuck_system system_of(const engine_layout *layout) {
  const int *dim = layout->sizes.dim;
  return (stuck_system){.n_modes = dim[DIM_HB_MODES],
                        .n_boundary = dim[DIM_HB_BOUNDARY],
                        .omega2 = layout->model + hb_model(dim, HB_MODEL_OMEGA2),
                        .phi = layout->model + hb_model(dim, HB_MODEL_SHAPES),
                        .flexibility = layout->model + hb_model(dim, HB_MODEL_FLEXIBILITY)};
}

static void stiffness_of(const engine_layout *layout, const double *parameter, double *stiffness) {
  const response_own *own = layout->own;
  for (int j = 0; j < own->n_points; j++) {
    const response_point *point = &own->point[j];
    const double *of = parameter + hb_contact(layout->sizes.dim, j);
    for (int i = 0; i < point->count; i++)
      stiffness[point->first + i] = i < point->has_normal ? of[HB_NORMAL] : of[HB_TANGENTIAL];
  }
}

// The amplitude of a mode whose contact coordinates are q at which the first point slips, or its cubic
// spring is no longer small against the structure.
static double amplitude_of_onset(const engine_layout *layout, const double *parameter, double omega,
                                 const double complex *q) {
  const response_own *own = layout->own;
  double least = INFINITY;
  for (int j = 0; j < own->n_points; j++) {
    const response_point *point = &own->point[j];
    const double *of = parameter + hb_contact(layout->sizes.dim, j);
    const double normal = point->has_normal ? cabs(q[point->first]) : 0;
    const double tangential =
        point->count > point->has_normal ? cabs(q[point->first + point->has_normal]) : 0;
    const double limit = of[HB_FRICTION] * (of[HB_PRELOAD] - of[HB_NORMAL] * of[HB_GAP]);
    // |kt X - μ kn Y| + |kt X + μ kn Y| = 2 μ N0 of numbers in phase
    const double load = fmax(of[HB_TANGENTIAL] * tangential, of[HB_FRICTION] * of[HB_NORMAL] * normal);
    if (load > 0) least = fmin(least, fmax(limit, 0) / load);
    if (point->law == HB_LAW_SPRING && of[HB_CUBIC] != 0)
      least = fmin(least, 0.1 * omega / (normal * normal * sqrt(fabs(of[HB_CUBIC]))));
  }
  return least;
}

// The fundamental of the driven coordinate per amplitude of the mode: q = Φ p + F λ with λ = -K_c q.
static double complex driven_of(const engine_layout *layout, const start *of) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const int drive = hb_ports(dim) - 1;
  const double *phi = layout->model + hb_model(dim, HB_MODEL_SHAPES) + (long)drive * modes;
  const double *flexibility = layout->model + hb_model(dim, HB_MODEL_FLEXIBILITY) + (long)drive * rows;
  double complex sum = 0;
  for (int k = 0; k < modes; k++) sum += phi[k] * of->p[k];
  for (int b = 0; b < rows; b++) sum -= flexibility[b] * of->stiffness[b] * of->q[b];
  return sum;
}

// What cubic springs are worth to a motion q cos ωt: 3/4 k q². Without them the linear mode is a pole of the
// condensed system, whose contact forces are 0 times infinity.
static int stiffen(const engine_layout *layout, const double *parameter, start *of) {
  const response_own *own = layout->own;
  int is_any = 0;
  for (int j = 0; j < own->n_points; j++) {
    const int first = own->point[j].first;
    if (own->point[j].law != HB_LAW_SPRING) continue;
    const double q = cabs(of->q[first]);
    of->stiffness[first] =
        0.75 * parameter[hb_contact(layout->sizes.dim, j) + HB_CUBIC] * of->amplitude * of->amplitude * q * q;
    is_any = 1;
  }
  return is_any;
}

// One of the stuck modes, damped by itself.
static void take_mode(const int *dim, const double *parameter, const stuck_modes *found, int mode,
                      start *out) {
  const int modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const double *shape = found->shape + (long)mode * modes;
  out->omega = sqrt(fmax(found->lambda[mode], 0));
  out->xi = 0;
  for (int k = 0; k < modes; k++) {
    out->xi += parameter[hb_damping(dim, k)] * shape[k] * shape[k];
    out->p[k] = shape[k];
  }
  for (int b = 0; b < rows; b++) out->q[b] = found->coordinate[(long)mode * rows + b];
}

// D in terms of the stuck modes, V D Vᵀ.
static void turn_damping(const engine_layout *layout, const double *parameter, const stuck_modes *found,
                         start *at) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES];
  const double *coupling = layout->model + hb_model(dim, HB_MODEL_COUPLING);
  for (int i = 0; i < modes; i++)
    for (int l = 0; l < modes; l++) {
      double sum = 0;
      for (int k = 0; k < modes; k++)
        sum += found->shape[(long)i * modes + k] *
               (k == l ? parameter[hb_damping(dim, k)] : coupling[(long)k * modes + l]);
      at->turned[(long)i * modes + l] = sum;
    }
  for (int i = 0; i < modes; i++)
    for (int j = 0; j < modes; j++) {
      double sum = 0;
      for (int l = 0; l < modes; l++)
        sum += at->turned[(long)i * modes + l] * found->shape[(long)j * modes + l];
      at->damping[(long)i * modes + j] = sum;
    }
}

// The mode that damping makes of it together with the others; its parts are out of phase. Where there is none
// the stuck mode stays.
static void couple_mode(const engine_layout *layout, const double *parameter, const stuck_modes *found,
                        int mode, start *out) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  damped_mode with = {.n = modes,
                      .lambda = found->lambda,
                      .damping = out->damping,
                      .z = out->z,
                      .before = out->before,
                      .work = out->work};
  turn_damping(layout, parameter, found, out);
  if (!damped_mode_find(mode, &with)) return;
  out->omega = with.omega;
  out->xi = with.xi;
  for (int k = 0; k < modes; k++) {
    out->p[k] = 0;
    for (int j = 0; j < modes; j++) out->p[k] += with.z[j] * found->shape[(long)j * modes + k];
  }
  for (int b = 0; b < rows; b++) {
    out->q[b] = 0;
    for (int j = 0; j < modes; j++) out->q[b] += with.z[j] * found->coordinate[(long)j * rows + b];
  }
  const double complex driven = driven_of(layout, out);
  const double complex turn = driven != 0 ? conj(driven) / cabs(driven) : 1; // its phase is that of cos ωt
  for (int k = 0; k < modes; k++) out->p[k] *= turn;
  for (int b = 0; b < rows; b++) out->q[b] *= turn;
}

static void measure(const engine_layout *layout, const double *parameter, const stuck_modes *found, int mode,
                    start *out) {
  const int *dim = layout->sizes.dim;
  const double force =
      hypot(parameter[hb_load(dim, 0) + HB_LOAD_COS], parameter[hb_load(dim, 0) + HB_LOAD_SIN]);
  double square = 1; // of a stuck mode
  take_mode(dim, parameter, found, mode, out);
  if (dim[DIM_HB_COUPLED]) {
    couple_mode(layout, parameter, found, mode, out);
    square = 0;
    for (int k = 0; k < dim[DIM_HB_MODES]; k++) square += creal(out->p[k] * conj(out->p[k]));
  }
  double most = amplitude_of_onset(layout, parameter, out->omega, out->q);
  if (out->xi > 0)
    most = fmin(most, fmax(parameter[HB_FACTOR], parameter[HB_FACTOR_TO]) * force *
                          cabs(driven_of(layout, out)) / (out->xi * out->omega * square));
  out->amplitude = isfinite(most) ? 0.5 * most : 1e-6;
}

chatter_status response_bind_mode(const engine_layout *layout, const study *config, long trajectory,
                                  const double *parameter, void *scratch, double *state) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const stuck_system system = system_of(layout);
  stuck_modes *found = stuck_modes_at(&system, scratch);
  const int mode = (int)response_ridge(config, (int)response_of(config)->ridge - 1).mode - 1;
  double *to = state + hb_state(dim, HB_ROW_MODE);
  start at;
  if (mode >= modes)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: ridges.%g.mode: there is no mode %d (allowed: 1 to %d)", trajectory,
                       response_of(config)->ridge - 1, mode + 1, modes);
  place(dim, scratch, &at);
  stiffness_of(layout, parameter, at.stiffness);
  TRY(stuck_modes_solve(&system, at.stiffness, found));
  measure(layout, parameter, found, mode, &at);
  if (stiffen(layout, parameter, &at)) {
    const double amplitude = at.amplitude;
    TRY(stuck_modes_solve(&system, at.stiffness, found));
    measure(layout, parameter, found, mode, &at);
    at.amplitude = amplitude;
  }
  for (int b = 0; b < rows; b++) {
    double *coefficient = to + b * hb_width(dim) + dim[DIM_HB_STATIC];
    coefficient[0] = at.amplitude * creal(at.q[b]);
    coefficient[1] = 0 - at.amplitude * cimag(at.q[b]);
  }
  to[hb_unknowns(dim)] = at.omega;
  to[hb_unknowns(dim) + 1] = at.xi;
  return CHATTER_OK;
}
