#include "engines/response/bind/response_bind.h"

#include <math.h>

#include "engines/response/bind/dnnm/dnnm_start.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/bind/response_drives.h"
#include "drives/point_drives.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"
#include "study/file/entries.h"

static const double NO_END = 1e30; // rad/s
// Yield of dependent contacts, relative to the flexibility of the boundary: small beside it, and
// large beside the rounding of Newton's method, whose condition is its inverse.
static const double DEPENDENT_YIELD = 1e-6;

// Finds the ends of the curve, Hz. A curve that begins at its end begins one step before it.
static void find_ends(const response_setup *setup, const response_config *r, double *from, double *to) {
  *from = r->from;
  *to = r->to;
  if (!setup->is_at) return;
  if (r->branch == 1) *from = r->to, *to = r->from;
  if (*from == r->at) *from -= r->step * (*to - *from);
  *to = r->at;
}

static void bind_curve(const response_setup *setup, const study *config, const response_program *program,
                       double *parameter) {
  const response_config *r = response_config_of(config);
  const ridge_config ridge = response_ridge(config, (int)r->ridge - 1);
  const double circle = 2 * M_PI;
  double from, to;
  find_ends(setup, r, &from, &to);
  parameter[HB_STAGE_SET] = program->stages;
  parameter[HB_OMEGA_FROM] = circle * from;
  parameter[HB_OMEGA_TO] = circle * to;
  parameter[HB_WHOLE_RANGE] = !setup->is_at;
  parameter[HB_FACTOR] = program->factor;
  parameter[HB_FACTOR_TO] = program->factor_to;
  parameter[HB_PEAK_OMEGA_MIN] = circle * ridge.from;
  parameter[HB_PEAK_OMEGA_MAX] = ridge.to > 0 ? circle * ridge.to : NO_END;
  parameter[HB_PEAK_TAKES_LAST] = ridge.take == RIDGE_LAST || ridge.take == RIDGE_LAST_MINIMUM;
  parameter[HB_PEAK_IS_MINIMUM] = response_is_trench(&ridge);
  parameter[HB_MAX_OMEGA_STEP] = circle * r->step * fabs(r->to - r->from);
  parameter[HB_MAX_GROWTH] = r->growth;
  parameter[HB_MIN_STEP] = r->least;
  parameter[HB_TOLERANCE] = r->tolerance;
  parameter[HB_RESTART_FACTOR] = program->restart;
  parameter[HB_AMPLITUDE_TO] = program->amplitude_to;
  parameter[HB_ADAPT_TOLERANCE] = r->adapt;
  parameter[HB_STATIC_GRIP] = 1e-6; // small: where friction slips its mean is determined
}

// Binds a load: size · sin(ωt + phase), or size times a drive.
static chatter_status bind_load(const study *config, const response_setup *setup, const excitation_config *e,
                                double *load) {
  const drive_use use = {
      .drive = study_find_drive(config, e->drive), .factor = study_load_size(e), .phase = e->phase};
  if (use.drive >= 0) return response_drive_harmonics(config, setup, &use, 1 + setup->more_harmonics, load);
  if (!study_load_is_harmonic(e)) {
    load[HB_LOAD_STATIC] = study_load_size(e);
    return CHATTER_OK;
  }
  load[HB_LOAD_COS] = study_load_size(e) * sin(e->phase);
  load[HB_LOAD_SIN] = study_load_size(e) * cos(e->phase);
  return CHATTER_OK;
}

// Binds the motion of a gap. The mean of the drive is added to the gap itself.
static chatter_status bind_gap(const engine_layout *layout, const study *config, const response_point *point,
                               double *mean, double *moves) {
  const response_setup *setup = layout->setup;
  const drive_use use = point_drive(config, &layout->reduced->contacts[point->contact], point->index, 0);
  const int n = setup->gap_harmonics;
  double all[1 + 2 * RESPONSE_HARMONICS_MOST];
  if (use.drive < 0) return CHATTER_OK;
  TRY(response_drive_harmonics(config, setup, &use, n, all));
  *mean += all[0];
  for (int i = 0; i < 2 * n; i++) moves[i] = all[1 + i];
  return CHATTER_OK;
}

// Returns the default parameter ε of the dynamic Lagrangian along a normal: the stiffness of the
// massless boundary behind the coordinate, with which it converges best; with mass at the boundary,
// the stiffness of all modes together.
static double usual_lagrangian(const reduced_model *r, int row) {
  double flexibility = r->flexibility[(long)row * r->n_boundary + row];
  for (int k = 0; flexibility == 0 && k < r->n_modes; k++) {
    const double phi = r->phi_b[(long)row * r->n_modes + k];
    if (r->omega2[k] > 0) flexibility += phi * phi / r->omega2[k];
  }
  return flexibility > 0 ? 1 / flexibility : 1;
}

// Returns the default ε along tangents `rows`. Friction resists velocity there, so ε is the
// geometric mean of the values that suit the fundamental and the last harmonic, each by its
// mobility per radian, h |H_h|.
static double usual_lagrangian_slip(const engine_layout *layout, const study *config, const int *rows,
                                    int n) {
  const reduced_model *r = layout->reduced;
  const response_config *c = response_config_of(config);
  const double omega2 = 4 * M_PI * M_PI * c->from * c->to;
  double product = 1;
  for (int i = 0; i < 2 * n; i++) {
    const int row = rows[i / 2], h = i % 2 ? (int)c->harmonics : 1;
    double re = r->flexibility[(long)row * r->n_boundary + row], im = 0;
    for (int k = 0; k < r->n_modes; k++) {
      const double phi = r->phi_b[(long)row * r->n_modes + k], stiff = r->omega2[k] - h * h * omega2,
                   rate = h * sqrt(omega2) * response_damping(layout, &config->reduction, k);
      const double size2 = stiff * stiff + rate * rate;
      if (size2 > 0) re += phi * phi * stiff / size2, im -= phi * phi * rate / size2;
    }
    const double mobility = h * hypot(re, im);
    if (mobility > 0) product *= pow(mobility, 0.5 / n);
  }
  return 1 / product;
}

static void bind_point(const engine_layout *layout, const study *config, const response_point *point,
                       double *to, double *number) {
  const response_setup *setup = layout->setup;
  const reduced_model *r = layout->reduced;
  const contact_config *c = &config->contacts[point->entry];
  const reduced_contact *at = &r->contacts[point->contact];
  const double given = response_config_of(config)->lagrangian;
  to[HB_TANGENTIAL_STIFFNESS] = c->law == LAW_ELASTIC ? c->tangential_stiffness : 0;
  to[HB_NORMAL_STIFFNESS] = c->law == LAW_ELASTIC ? c->normal_stiffness : 0;
  to[HB_CUBIC_STIFFNESS] = c->law == LAW_CUBIC ? c->cubic_stiffness : 0;
  const int rubs = point->count > point->has_normal && c->law != LAW_CUBIC;
  to[HB_FRICTION] = rubs ? c->friction : 0;
  to[HB_PRELOAD] = c->law == LAW_CUBIC ? 0 : reduced_contact_preload(c, at, point->index);
  to[HB_GAP] = reduced_contact_gap(c, at);
  if (point->law == HB_LAW_COMPLIANT) law_numbers_of(c, to[HB_PRELOAD], number);
  if (point->law != HB_LAW_SET_VALUED) return;
  to[HB_DEPENDENT_YIELD] = point->is_dependent ? DEPENDENT_YIELD : 0;
  const int *row = setup->coordinate + point->first, tangents = point->count - point->has_normal;
  to[HB_LAGRANGE_NORMAL] = given > 0 ? given : usual_lagrangian(r, row[0]);
  to[HB_LAGRANGE_TANGENT] = given > 0 || tangents == 0
                                ? to[HB_LAGRANGE_NORMAL]
                                : usual_lagrangian_slip(layout, config, row + point->has_normal, tangents);
}

chatter_status response_bind_program(const engine_layout *layout, const study *config, long trajectory,
                                     const response_program *program, const trajectory_estimate *estimate,
                                     void *scratch, double *parameter, double *state) {
  const response_setup *setup = layout->setup;
  const reduced_model *r = layout->reduced;
  const int *dim = layout->sizes.dim;
  int stage = 0;
  for (int k = 0; k < r->n_modes; k++)
    parameter[hb_damping_parameter(dim, k)] = response_damping(layout, &config->reduction, k);
  for (int i = 0; i < config->n_excitations; i++)
    TRY(bind_load(config, setup, &config->excitations[setup->excitation[i]],
                  parameter + hb_load_parameter(dim, i)));
  for (int j = 0; j < setup->n_points; j++) {
    double *to = parameter + hb_contact_parameter(dim, j);
    bind_point(layout, config, &setup->point[j], to,
               parameter + hb_law_parameter(dim) + setup->point[j].numbers);
    TRY(bind_gap(layout, config, &setup->point[j], &to[HB_GAP], parameter + hb_gap_parameter(dim, j)));
  }
  bind_curve(setup, config, program, parameter);
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  parameter[PARAMETER_STEPS] = estimate->steps;
  while (stage < N_STAGE - 1 && !(program->stages >> stage & 1)) stage++;
  state[HB_CURRENT_STAGE] = stage;
  if (!(program->stages >> STAGE_DNNM & 1)) return CHATTER_OK;
  return dnnm_start_bind(layout, config, trajectory, parameter, scratch, state);
}
