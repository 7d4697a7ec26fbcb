#include "engines/response/bind/dnnm/dnnm_start.h"

#include <complex.h>
#include <math.h>

#include "engines/response/bind/dnnm/damped_mode.h"
#include "engines/response/bind/dnnm/equivalent_law.h"
#include "engines/response/bind/dnnm/ridge_mode.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/stability/stuck_mode.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/stability/motion_system.h"
#include "base/dot.h"

// A mode: its frequency, damping and shape; the start amplitude, which is half of the amplitude at
// which a point slips and half of the amplitude under the least loads; and the amplitude under the
// largest loads (0: unknown). Then scratch; its last arrays are used by coupled modes only.
typedef struct start {
  double omega, xi, amplitude, loaded;
  int is_held;           // 1: contacts exert forces on motions within all gaps too
  double complex *p, *q; // [n_modes] and [n_boundary], modes and contact coordinates
  double *stiffness;     // [n_boundary], of sticking contacts
  double *viscous;       // [n_boundary], N s/m, equivalent damping of compliant laws
  double *mean;          // [n_boundary], m, the mean displacement of the motion
  double *balance;       // [n_boundary][n_boundary + 1], scratch for the means
  double complex *z, *before;
  double *damping, *turned, *work;
  double complex *load; // [n_modes], of all stuck modes, as the arrays below
  double *every, *rate, *motion,
      *open; // frequencies, damping, monitored displacement; frequencies of open contacts
} start;

// Sets the array pointers of `out` behind the stuck modes in `scratch` (NULL: sizes only). Returns
// the bytes up to their end.
static size_t place(const int *dim, void *scratch, start *out) {
  const size_t modes = (size_t)dim[DIM_HB_MODES], rows = (size_t)dim[DIM_HB_BOUNDARY],
               coupled = dim[DIM_HB_COUPLED] ? modes : 0;
  const stuck_system system = {.n_modes = dim[DIM_HB_MODES], .n_boundary = dim[DIM_HB_BOUNDARY]};
  enum { PAIRS = 5, NUMBERS = 11 };
  const size_t pairs[PAIRS] = {modes, rows, coupled, coupled, modes},
               numbers[NUMBERS] = {rows,
                                   coupled * coupled,
                                   coupled * coupled,
                                   2 * coupled * (2 * coupled + 1),
                                   modes,
                                   modes,
                                   modes,
                                   modes,
                                   rows,
                                   rows,
                                   rows * (rows + 1)};
  double complex **const pair[PAIRS] = {&out->p, &out->q, &out->z, &out->before, &out->load};
  double **const number[NUMBERS] = {&out->stiffness, &out->damping, &out->turned, &out->work,
                                    &out->every,     &out->rate,    &out->motion, &out->open,
                                    &out->viscous,   &out->mean,    &out->balance};
  const size_t aligned = sizeof(double complex);
  size_t at = (stuck_modes_bytes(&system) + aligned - 1) / aligned * aligned;
  for (int i = 0; i < PAIRS; at += pairs[i++] * sizeof(double complex))
    if (scratch) *pair[i] = (double complex *)(void *)((char *)scratch + at);
  for (int i = 0; i < NUMBERS; at += numbers[i++] * sizeof(double))
    if (scratch) *number[i] = (double *)(void *)((char *)scratch + at);
  return at;
}

size_t dnnm_start_bytes(const int *dim) {
  start none;
  return place(dim, NULL, &none);
}

static stuck_system system_of(const engine_layout *layout) {
  const int *dim = layout->sizes.dim;
  return (stuck_system){.n_modes = dim[DIM_HB_MODES],
                        .n_boundary = dim[DIM_HB_BOUNDARY],
                        .omega2 = layout->model + hb_model_at(dim, HB_MODEL_OMEGA2),
                        .phi = layout->model + hb_model_at(dim, HB_MODEL_SHAPES),
                        .flexibility = layout->model + hb_model_at(dim, HB_MODEL_FLEXIBILITY)};
}

// Amplitude of a mode if no contact limits it, m.
#define SMALL_AMPLITUDE 1e-6

// Returns the gap of an elastic stop at rest, m; negative where it is pressed together.
static double open_by(const double *of) {
  return of[HB_GAP] - (of[HB_NORMAL_STIFFNESS] > 0 ? of[HB_PRELOAD] / of[HB_NORMAL_STIFFNESS] : 0);
}
// Returns 1 if point j has a compliant law, or an elastic stop that is not preloaded and so acts on
// one side. Its equivalent stiffness depends on the amplitude.
static int is_equivalent(const engine_layout *layout, const double *parameter, int j) {
  const response_point *point = &((const response_setup *)layout->setup)->point[j];
  const double *of = parameter + hb_contact_parameter(layout->sizes.dim, j);
  const int is_elastic = point->law == HB_LAW_ELASTIC || point->law == HB_LAW_ELASTIC_SAMPLED;
  return point->law == HB_LAW_COMPLIANT ||
         (is_elastic && point->has_normal && of[HB_NORMAL_STIFFNESS] > 0 && open_by(of) >= 0);
}

// Returns the equivalent spring and dashpot of such a point for a motion with this amplitude about
// its mean.
static equivalent_law equivalent_of(const engine_layout *layout, const double *parameter, int j, double mean,
                                    double amplitude, double omega) {
  const int *dim = layout->sizes.dim;
  const response_point *point = &((const response_setup *)layout->setup)->point[j];
  const double *of = parameter + hb_contact_parameter(dim, j);
  const double moved = fmax(amplitude, 1e-12);
  if (point->law != HB_LAW_COMPLIANT)
    return equivalent_of_elastic_stop(of[HB_NORMAL_STIFFNESS], open_by(of), mean, moved);
  return equivalent_of_compliant_law(point, parameter + hb_law_parameter(dim) + point->numbers, of[HB_GAP],
                                     mean, moved, omega);
}
static void take_equivalent(const engine_layout *layout, const double *parameter, int j, double amplitude,
                            double omega, start *to) {
  const int b = ((const response_setup *)layout->setup)->point[j].first;
  const equivalent_law is = equivalent_of(layout, parameter, j, to->mean[b], amplitude, omega);
  to->stiffness[b] = is.stiffness, to->viscous[b] = is.damping;
}

static void stiffness_of(const engine_layout *layout, const double *parameter, start *to) {
  const response_setup *setup = layout->setup;
  double *stiffness = to->stiffness;
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const double *of = parameter + hb_contact_parameter(layout->sizes.dim, j);
    const int is_open = point->has_normal && open_by(of) > 0;
    for (int i = 0; i < point->count; i++) {
      to->viscous[point->first + i] = to->mean[point->first + i] = 0;
      stiffness[point->first + i] = is_open                 ? 0
                                    : i < point->has_normal ? of[HB_NORMAL_STIFFNESS]
                                                            : of[HB_TANGENTIAL_STIFFNESS];
    }
    if (is_equivalent(layout, parameter, j))
      take_equivalent(layout, parameter, j, SMALL_AMPLITUDE,
                      fabs(parameter[HB_OMEGA_FROM]) + fabs(parameter[HB_OMEGA_TO]), to);
  }
}

// Returns the amplitude of a mode with contact coordinates q at which the first point slips or
// closes, or at which its cubic spring shifts ω² by SHIFT_MOST. *cubic: the amplitude of the last
// condition alone.
#define SHIFT_MOST 0.0075
static double amplitude_of_onset(const engine_layout *layout, const double *parameter, double omega,
                                 const double complex *q, double *cubic) {
  const response_setup *setup = layout->setup;
  double least = INFINITY;
  *cubic = INFINITY;
  for (int j = 0; j < setup->n_points; j++) {
    const response_point *point = &setup->point[j];
    const double *of = parameter + hb_contact_parameter(layout->sizes.dim, j);
    const double normal = point->has_normal ? cabs(q[point->first]) : 0;
    const double tangential =
        point->count > point->has_normal ? cabs(q[point->first + point->has_normal]) : 0;
    const double limit = of[HB_FRICTION] * (of[HB_PRELOAD] - of[HB_NORMAL_STIFFNESS] * of[HB_GAP]);
    // in phase: |kt X - μ kn Y| + |kt X + μ kn Y| = 2 μ N0
    const double load =
        fmax(of[HB_TANGENTIAL_STIFFNESS] * tangential, of[HB_FRICTION] * of[HB_NORMAL_STIFFNESS] * normal);
    if (load > 0 && limit > 0) least = fmin(least, limit / load);
    if (normal > 0 && of[HB_NORMAL_STIFFNESS] > 0 && open_by(of) > 0)
      least = fmin(least, open_by(of) / normal);
    if (point->law == HB_LAW_SPRING && of[HB_CUBIC_STIFFNESS] != 0 && normal > 0)
      *cubic =
          fmin(*cubic, omega * sqrt(SHIFT_MOST / (0.75 * fabs(of[HB_CUBIC_STIFFNESS]))) / (normal * normal));
  }
  return fmin(least, *cubic);
}

// Returns 1 if any contact exerts forces on motions within all gaps.
static int is_held(const engine_layout *layout, const double *parameter, const start *at) {
  const response_setup *setup = layout->setup;
  for (int b = 0; b < layout->sizes.dim[DIM_HB_BOUNDARY]; b++)
    if (at->stiffness[b] > 0 || at->viscous[b] > 0) return 1;
  for (int j = 0; j < setup->n_points; j++)
    if (parameter[hb_contact_parameter(layout->sizes.dim, j) + HB_CUBIC_STIFFNESS] != 0) return 1;
  return 0;
}

// Returns the amplitude that closes the nearest stop if nothing else acts on the mode: within all
// gaps the contact forces, the only unknowns, are 0 at every amplitude. Returns 0 otherwise.
#define CONTACT_MARGIN 1.1
static double amplitude_of_touch(const engine_layout *layout, const double *parameter, const start *at) {
  const response_setup *setup = layout->setup;
  double least = INFINITY;
  for (int j = 0; j < setup->n_points && !at->is_held; j++) {
    const response_point *point = &setup->point[j];
    const double gap = open_by(parameter + hb_contact_parameter(layout->sizes.dim, j)),
                 moved = cabs(at->q[point->first]);
    if (point->law == HB_LAW_COMPLIANT && !(law_force_arguments(point->compliant_law) & LAW_HAS_GAP))
      continue;
    if (is_equivalent(layout, parameter, j) && gap > 0 && moved > 0) least = fmin(least, gap / moved);
  }
  return isfinite(least) ? least : 0;
}

// Returns the fundamental of a port per amplitude of the mode: q = Φ p + F λ with λ = -K_c q.
static double complex port_of(const engine_layout *layout, const start *of, int port) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const double *phi = layout->model + hb_model_at(dim, HB_MODEL_SHAPES) + (long)port * modes;
  const double *flexibility = layout->model + hb_model_at(dim, HB_MODEL_FLEXIBILITY) + (long)port * rows;
  double complex sum = 0;
  for (int k = 0; k < modes; k++) sum += phi[k] * of->p[k];
  for (int b = 0; b < rows; b++) sum -= flexibility[b] * of->stiffness[b] * of->q[b];
  return sum;
}

// Returns Fᴴ q summed over all loads of factor 1, per amplitude of the mode; 0 if the terms cancel
// except for rounding.
static double complex work_of(const engine_layout *layout, const double *parameter, const start *of) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], loads = dim[DIM_HB_LOADS];
  const double *shape = layout->model + hb_model_at(dim, HB_MODEL_LOADS),
               *direct = layout->model + hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY);
  double complex work = 0;
  double load2 = 0, moved2 = 0, by_contacts = 0;
  for (int i = 0; i < modes + dim[DIM_HB_BOUNDARY]; i++) {
    const int b = i - modes;
    double complex load = 0;
    for (int l = 0; l < loads; l++) {
      const double *part = parameter + hb_load_parameter(dim, l);
      load += (i < modes ? shape[(long)l * modes + i] : direct[(long)b * loads + l]) *
              CMPLX(part[HB_LOAD_COS], -part[HB_LOAD_SIN]);
    }
    const double complex moved = i < modes ? of->p[i] : -of->stiffness[b] * of->q[b];
    work += conj(load) * moved;
    if (i < modes) load2 += creal(load * conj(load)), moved2 += creal(moved * conj(moved));
    if (i >= modes) by_contacts += cabs(load * moved);
  }
  return cabs(work) > 1e-12 * (sqrt(load2 * moved2) + by_contacts) ? work : 0;
}

// Adds the equivalent stiffness of cubic springs, 3/4 k q², compliant laws and one-sided stops for
// a motion q cos ωt. Without it the linear mode is a pole of the condensed system: contact forces
// of 0 times an infinite flexibility.
static int stiffen(const engine_layout *layout, const double *parameter, start *of) {
  const response_setup *setup = layout->setup;
  int is_any = 0;
  for (int j = 0; j < setup->n_points; j++) {
    const int first = setup->point[j].first;
    if (is_equivalent(layout, parameter, j))
      take_equivalent(layout, parameter, j, of->amplitude * cabs(of->q[first]), of->omega, of), is_any = 1;
    if (setup->point[j].law != HB_LAW_SPRING) continue;
    const double q = cabs(of->q[first]);
    of->stiffness[first] = 0.75 * parameter[hb_contact_parameter(layout->sizes.dim, j) + HB_CUBIC_STIFFNESS] *
                           of->amplitude * of->amplitude * q * q;
    is_any = 1;
  }
  return is_any;
}

// Finds the mean displacements of the mode, x = H_0 Σ r_0(x), by Newton's method: one-sided forces
// have a mean. They stay 0 if H_0 does not exist or the balance has no static harmonic.
static void find_means(const engine_layout *layout, const double *parameter, start *at) {
  enum { MEANS_MOST = 30 };
  const response_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], n = dim[DIM_HB_BOUNDARY];
  const double *omega2 = layout->model + hb_model_at(dim, HB_MODEL_OMEGA2),
               *phi = layout->model + hb_model_at(dim, HB_MODEL_SHAPES),
               *flexibility = layout->model + hb_model_at(dim, HB_MODEL_FLEXIBILITY);
  double *right = at->balance + (long)n * n;
  if (!dim[DIM_HB_STATIC] || dim[DIM_HB_RIGID_BODY]) return;
  for (int k = 0; k < MEANS_MOST; k++) {
    for (int b = 0; b < n; b++) right[b] = -at->mean[b];
    for (int i = 0; i < n * n; i++) at->balance[i] = i % (n + 1) == 0;
    for (int j = 0; j < setup->n_points; j++)
      for (int c = setup->point[j].first; c < setup->point[j].first + setup->point[j].count; c++) {
        equivalent_law is = {.force = -at->stiffness[c] * at->mean[c], .slope = at->stiffness[c]};
        if (c == setup->point[j].first && is_equivalent(layout, parameter, j))
          is = equivalent_of(layout, parameter, j, at->mean[c], at->amplitude * cabs(at->q[c]), at->omega);
        for (int b = 0; b < n; b++) {
          double h = flexibility[(long)b * n + c];
          for (int m = 0; m < modes; m++)
            h += phi[(long)b * modes + m] * phi[(long)c * modes + m] / omega2[m];
          right[b] += h * is.force;
          at->balance[(long)b * n + c] += h * is.slope;
        }
      }
    if (!motion_solve_linear(n, at->balance, 1, right)) return;
    for (int b = 0; b < n; b++) at->mean[b] += right[b];
  }
}

// Sets the start to one of the stuck modes, with the damping of that mode alone.
static void take_mode(const int *dim, const double *parameter, const stuck_modes *found, int mode,
                      start *out) {
  const int modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const double *shape = found->shape + (long)mode * modes;
  out->omega = sqrt(fmax(found->lambda[mode], 0));
  out->xi = 0;
  for (int k = 0; k < modes; k++) {
    out->xi += parameter[hb_damping_parameter(dim, k)] * shape[k] * shape[k];
    out->p[k] = shape[k];
  }
  for (int b = 0; b < rows; b++) {
    const double q = found->coordinate[(long)mode * rows + b];
    out->q[b] = q;
    out->xi += out->viscous[b] * q * q;
  }
}

// Transforms the damping matrix into the stuck modes, V D Vᵀ.
static void turn_damping(const engine_layout *layout, const double *parameter, const stuck_modes *found,
                         start *at) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES];
  const double *coupling = layout->model + hb_model_at(dim, HB_MODEL_COUPLING);
  for (int i = 0; i < modes; i++)
    for (int l = 0; l < modes; l++) {
      double sum = 0;
      for (int k = 0; k < modes; k++)
        sum += found->shape[(long)i * modes + k] *
               (k == l ? parameter[hb_damping_parameter(dim, k)] : coupling[(long)k * modes + l]);
      at->turned[(long)i * modes + l] = sum;
    }
  for (int i = 0; i < modes; i++)
    for (int j = 0; j < modes; j++)
      at->damping[(long)i * modes + j] =
          dot(modes, at->turned + (long)i * modes, found->shape + (long)j * modes);
}

// Replaces the stuck mode by the mode that damping couples with the others; its parts are out of
// phase. If there is none, the stuck mode is kept.
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
  const double complex driven = port_of(layout, out, hb_n_ports(dim) - 1);
  // makes the phase that of cos ωt
  const double complex turn = driven != 0 ? conj(driven) / cabs(driven) : 1;
  for (int k = 0; k < modes; k++) out->p[k] *= turn;
  for (int b = 0; b < rows; b++) out->q[b] *= turn;
}

static void measure(const engine_layout *layout, const double *parameter, const stuck_modes *found, int mode,
                    start *out) {
  // least shift of a pole by cubic springs is ω² / LEAST_SHIFT, above rounding
  enum { LEAST_SHIFT = 100000000 };
  const int *dim = layout->sizes.dim;
  double square = 1, cubic; // of a stuck mode
  take_mode(dim, parameter, found, mode, out);
  if (dim[DIM_HB_COUPLED]) {
    couple_mode(layout, parameter, found, mode, out);
    square = 0;
    for (int k = 0; k < dim[DIM_HB_MODES]; k++) square += creal(out->p[k] * conj(out->p[k]));
  }
  // A response curve alone has a single load factor.
  const double a = parameter[HB_FACTOR], b = parameter[HB_FACTOR_TO] > 0 ? parameter[HB_FACTOR_TO] : a;
  const double per_load =
      out->xi > 0 ? cabs(work_of(layout, parameter, out)) / (out->xi * out->omega * square) : 0;
  double most = amplitude_of_onset(layout, parameter, out->omega, out->q, &cubic);
  const double graze = amplitude_of_touch(layout, parameter, out);
  const double seen = isfinite(cubic) ? 2 * cubic / sqrt(SHIFT_MOST * LEAST_SHIFT) : 0;
  if (per_load > 0) most = fmin(most, fmax(fmin(a, b) * per_load, seen));
  out->amplitude = fmax(isfinite(most) ? 0.5 * most : SMALL_AMPLITUDE, CONTACT_MARGIN * graze);
  out->loaded = fmax(a, b) * per_load;
}

// Returns the largest displacement of a port under the largest loads with all contacts open, the
// limit of full slip. INFINITY if that motion has neither stiffness nor damping.
static double open_motion(const engine_layout *layout, const double *parameter, int mode) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], loads = dim[DIM_HB_LOADS];
  const double *phi = layout->model + hb_model_at(dim, HB_MODEL_SHAPES),
               *shape = layout->model + hb_model_at(dim, HB_MODEL_LOADS);
  const double rate = parameter[hb_damping_parameter(dim, mode)] *
                      sqrt(fmax(layout->model[hb_model_at(dim, HB_MODEL_OMEGA2) + mode], 0));
  double complex load = 0;
  double most = 0;
  for (int l = 0; l < loads; l++)
    load += shape[(long)l * modes + mode] * CMPLX(parameter[hb_load_parameter(dim, l) + HB_LOAD_COS],
                                                  -parameter[hb_load_parameter(dim, l) + HB_LOAD_SIN]);
  for (int p = 0; p < hb_n_ports(dim); p++) most = fmax(most, fabs(phi[(long)p * modes + mode]));
  if (!(rate > 0)) return INFINITY;
  return fmax(parameter[HB_FACTOR], parameter[HB_FACTOR_TO]) * cabs(load) / rate * most;
}

// Returns the largest amplitude of a dNNM whose load grows no more: a thousand times the largest
// linear motion at the first point or, if that is more, under the largest loads with contacts stuck
// or open. Root mean squares, as Am; 0: no limit.
static double amplitude_to(const engine_layout *layout, const double *parameter, int mode, const start *of) {
  double most = 0;
  for (int port = 0; port < hb_n_ports(layout->sizes.dim); port++)
    most = fmax(most, cabs(port_of(layout, of, port)));
  most = fmax(most * fmax(of->amplitude, of->loaded), open_motion(layout, parameter, mode));
  return isfinite(most) ? 1000 * M_SQRT1_2 * most : 0;
}

// Returns the mode of the peak that the ridge has under small loads.
static int mode_of_ridge(const engine_layout *layout, const double *parameter, const stuck_modes *found,
                         start *at) {
  const int *dim = layout->sizes.dim;
  const ridge_modes all = {.n = dim[DIM_HB_MODES],
                           .omega = at->every,
                           .open = at->open,
                           .rate = at->rate,
                           .load = at->load,
                           .motion = at->motion};
  const double low = fmin(parameter[HB_OMEGA_FROM], parameter[HB_OMEGA_TO]),
               high = fmax(parameter[HB_OMEGA_FROM], parameter[HB_OMEGA_TO]);
  for (int k = 0; k < all.n; k++) {
    take_mode(dim, parameter, found, k, at);
    at->every[k] = at->omega, at->rate[k] = at->xi;
    at->open[k] = sqrt(fmax(layout->model[hb_model_at(dim, HB_MODEL_OMEGA2) + k], 0));
    at->load[k] = conj(work_of(layout, parameter, at)); // shapes are real
    at->motion[k] = dim[DIM_HB_RESPONSES] ? creal(port_of(layout, at, dim[DIM_HB_BOUNDARY])) : 1;
  }
  return ridge_mode_choose(&all, fmax(low, parameter[HB_PEAK_OMEGA_MIN]),
                           fmin(high, parameter[HB_PEAK_OMEGA_MAX]), parameter[HB_PEAK_TAKES_LAST] != 0);
}

chatter_status dnnm_start_bind(const engine_layout *layout, const study *config, long trajectory,
                               double *parameter, void *scratch, double *state) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_HB_MODES], rows = dim[DIM_HB_BOUNDARY];
  const stuck_system system = system_of(layout);
  stuck_modes *found = stuck_modes_at(&system, scratch);
  enum { TURNS = 4 }; // iterations between the equivalent stiffness of contacts and the mode
  int mode = (int)response_ridge(config, (int)response_config_of(config)->ridge - 1).mode - 1;
  double *to = state + hb_state_row(dim, HB_ROW_MODE_START);
  start at;
  if (mode >= modes)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: ridges.%g.mode: there is no mode %d (allowed: 1 to %d)", trajectory,
                       response_config_of(config)->ridge - 1, mode + 1, modes);
  place(dim, scratch, &at);
  stiffness_of(layout, parameter, &at);
  TRY(stuck_modes_solve(&system, at.stiffness, found));
  if (mode < 0) mode = mode_of_ridge(layout, parameter, found, &at);
  at.is_held = is_held(layout, parameter, &at);
  measure(layout, parameter, found, mode, &at);
  for (int k = 0; k < TURNS && stiffen(layout, parameter, &at); k++) {
    const double amplitude = at.amplitude;
    TRY(stuck_modes_solve(&system, at.stiffness, found));
    measure(layout, parameter, found, mode, &at);
    at.amplitude = fmax(amplitude, CONTACT_MARGIN * amplitude_of_touch(layout, parameter, &at));
    find_means(layout, parameter, &at);
  }
  if (!(parameter[HB_AMPLITUDE_TO] > 0))
    parameter[HB_AMPLITUDE_TO] = amplitude_to(layout, parameter, mode, &at);
  for (int b = 0; b < rows; b++) {
    double *coefficient = to + b * hb_n_coefficients(dim) + dim[DIM_HB_STATIC];
    if (dim[DIM_HB_STATIC]) coefficient[-1] = at.mean[b];
    coefficient[0] = at.amplitude * creal(at.q[b]);
    coefficient[1] = 0 - at.amplitude * cimag(at.q[b]);
  }
  to[hb_n_unknowns(dim)] = at.omega;
  to[hb_n_unknowns(dim) + 1] = at.xi;
  return CHATTER_OK;
}
