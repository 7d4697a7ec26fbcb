// Where a damped nonlinear normal mode begins: the linear mode with all contacts stuck, small enough that
// they do stick.
#include <math.h>

#include "engines/response/response_engine.h"

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
                                 const double *q) {
  const response_own *own = layout->own;
  double least = INFINITY;
  for (int j = 0; j < own->n_points; j++) {
    const response_point *point = &own->point[j];
    const double *of = parameter + hb_contact(layout->sizes.dim, j);
    const double normal = point->has_normal ? fabs(q[point->first]) : 0;
    const double tangential =
        point->count > point->has_normal ? fabs(q[point->first + point->has_normal]) : 0;
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
static double driven_of(const engine_layout *layout, const double *stiffness, const double *shape,
                        const double *q) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const int drive = hb_ports(dim) - 1;
  const double *phi = layout->model + hb_model(dim, HB_MODEL_SHAPES) + (long)drive * modes;
  const double *flexibility = layout->model + hb_model(dim, HB_MODEL_FLEXIBILITY) + (long)drive * rows;
  double sum = 0;
  for (int k = 0; k < modes; k++) sum += phi[k] * shape[k];
  for (int b = 0; b < rows; b++) sum -= flexibility[b] * stiffness[b] * q[b];
  return fabs(sum);
}

// What cubic springs are worth to a motion q cos ωt: 3/4 k q². Without them the linear mode is a pole of the
// condensed system, whose contact forces are 0 times infinity.
static int stiffen(const engine_layout *layout, const double *parameter, double amplitude, const double *q,
                   double *stiffness) {
  const response_own *own = layout->own;
  int is_any = 0;
  for (int j = 0; j < own->n_points; j++) {
    const int first = own->point[j].first;
    if (own->point[j].law != HB_LAW_SPRING) continue;
    stiffness[first] = 0.75 * parameter[hb_contact(layout->sizes.dim, j) + HB_CUBIC] * amplitude * amplitude *
                       q[first] * q[first];
    is_any = 1;
  }
  return is_any;
}

// A mode: its frequency, damping and shape, and the amplitude to begin with, half of what lets a point slip
// and of what the loads at their end keep up.
typedef struct start {
  double omega, xi, amplitude;
  const double *coordinate;
} start;

static void measure(const engine_layout *layout, const double *parameter, const double *stiffness,
                    const stuck_modes *found, int mode, start *out) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES];
  const double *shape = found->shape + (long)mode * modes;
  const double force =
      hypot(parameter[hb_load(dim, 0) + HB_LOAD_COS], parameter[hb_load(dim, 0) + HB_LOAD_SIN]);
  out->coordinate = found->coordinate + (long)mode * dim[DIM_HB_BOUNDARY];
  out->omega = sqrt(fmax(found->lambda[mode], 0));
  out->xi = 0;
  for (int k = 0; k < modes; k++) out->xi += parameter[hb_damping(dim, k)] * shape[k] * shape[k];
  double most = amplitude_of_onset(layout, parameter, out->omega, out->coordinate);
  if (out->xi > 0)
    most = fmin(most, fmax(parameter[HB_FACTOR], parameter[HB_FACTOR_TO]) * force *
                          driven_of(layout, stiffness, shape, out->coordinate) / (out->xi * out->omega));
  out->amplitude = isfinite(most) ? 0.5 * most : 1e-6;
}

chatter_status response_bind_mode(const engine_layout *layout, const study *config, long trajectory,
                                  const double *parameter, void *scratch, double *state) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const stuck_system system = system_of(layout);
  stuck_modes *found = stuck_modes_at(&system, scratch);
  const int mode = (int)response_ridge(config, (int)response_of(config)->ridge - 1).mode - 1;
  double *stiffness = (double *)(void *)((char *)scratch + stuck_modes_bytes(&system));
  double *to = state + hb_state(dim, HB_ROW_MODE);
  start at;
  if (mode >= modes)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: ridges.%g.mode: there is no mode %d (allowed: 1 to %d)", trajectory,
                       response_of(config)->ridge - 1, mode + 1, modes);
  stiffness_of(layout, parameter, stiffness);
  TRY(stuck_modes_solve(&system, stiffness, found));
  measure(layout, parameter, stiffness, found, mode, &at);
  if (stiffen(layout, parameter, at.amplitude, at.coordinate, stiffness)) {
    const double amplitude = at.amplitude;
    TRY(stuck_modes_solve(&system, stiffness, found));
    measure(layout, parameter, stiffness, found, mode, &at);
    at.amplitude = amplitude;
  }
  for (int b = 0; b < rows; b++) to[b * hb_width(dim) + dim[DIM_HB_STATIC]] = at.amplitude * at.coordinate[b];
  to[hb_unknowns(dim)] = at.omega;
  to[hb_unknowns(dim) + 1] = at.xi;
  return CHATTER_OK;
}
