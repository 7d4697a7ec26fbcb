// Initial state of a trajectory.
#include "engines/transient/bind/transient_start.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "base/log.h"
#include "engines/transient/bind/static_equilibrium.h"
#include "engines/transient/bind/steady_start.h"
#include "engines/transient/bind/transient_drives.h"
#include "ensemble/state/start_states.h"
#include "kernels/laws/compliant.h"
#include "model/sparse_matrix.h"
#include "reduction/reduced_entries.h"
#include "study/file/key_place.h"

// Returns the force of point j at the start for a boundary with mass; internal states and sliders
// start relaxed.
static double force_at_start(const engine_layout *layout, const contact_config *entries,
                             const double *parameter, int j, double q, double v) {
  const transient_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, e = setup->point_entry[j];
  const reduced_contact *point = &layout->reduced->contacts[j];
  const double *entry = parameter + transient_entry_parameter(dim, e);
  const double gap = reduced_contact_gap(&entries[point->entry], point);
  const int law = entries[point->entry].law;
  if (law_is_compliant(law))
    return law_force(law, parameter + transient_law_parameter(dim) + e * dim[DIM_LAW_PARAMETERS],
                     dim[DIM_LAW_PARAMETERS], law_force_arguments(law) & LAW_HAS_GAP ? q + gap : q, v)
        .force;
  return point->row_normal < 0 ? 0 : fmax(-entry[ENTRY_PRELOAD], -entry[ENTRY_STIFFNESS] * (q + gap));
}

// Adds the part of springs and dashpots, -Δt/2 Φ_bᵀ λ, if λ follows from p and v alone.
static void start_springs(const engine_layout *layout, const study *config, const double *parameter,
                          const double *p, const double *v, double *u) {
  const transient_setup *setup = layout->setup;
  const reduced_model *r = layout->reduced;
  const int modes = r->n_modes;
  if (setup->springs < SPRINGS_EXPLICIT || !integrator_of(config)->half_step) return;
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    const int row = point->row_normal >= 0 ? point->row_normal : point->row_tangent[0];
    if (row < 0) continue;
    const double *phi = r->phi_b + (long)row * modes;
    const double q = dot(modes, phi, p), rate = dot(modes, phi, v);
    const double force = force_at_start(layout, config->contacts, parameter, j, q, rate);
    for (int k = 0; k < modes; k++) u[k] -= 0.5 * parameter[TRANSIENT_DT] * phi[k] * force;
  }
}

// Computes diag(ω²) p, or A (p + b v) for a model that is not reduced. lagged: scratch of all
// coordinates for the latter.
static void elastic_forces(const reduced_model *r, const double *parameter, const double *p, const double *v,
                           double *lagged, double *to) {
  for (int k = 0; k < r->n_modes; k++)
    if (r->sparse)
      lagged[k] = p[k] + parameter[TRANSIENT_DAMPING_LAG] * v[k];
    else
      to[k] = r->omega2[k] * p[k];
  if (r->sparse) sparse_multiply(r->sparse, lagged, to);
}

// Returns p'' of mode k at time t without contact forces.
static double acceleration_of(const engine_layout *layout, int n_loads, const double *parameter, double t,
                              int k, const double *elastic, const double *v) {
  const reduced_model *r = layout->reduced;
  const int *dim = layout->sizes.dim, modes = r->n_modes;
  const double *phi_f = layout->model + transient_model_at(dim, MODEL_PHI_F);
  double acceleration = -elastic[k];
  for (int j = 0; j < n_loads; j++)
    acceleration += phi_f[(long)j * modes + k] *
                    transient_load_at(layout, j, parameter + transient_drive_parameter(dim, j), t);
  if (!r->damping) acceleration -= parameter[transient_damping_parameter(dim) + k] * v[k];
  for (int l = 0; r->damping && l < modes; l++) acceleration -= r->damping[(long)k * modes + l] * v[l];
  return acceleration;
}

// Half step of Monjaraz-Tec et al. 2022, section 2.3: u^{-1/2} = u(0) - Δt/2 u'(0) without contact
// forces, or u^{-1/2} = u(0).
static void start_modes(const engine_layout *layout, const study *config, const double *parameter,
                        const double *p, const double *v, double *room, double *u) {
  const int modes = layout->reduced->n_modes;
  const double half = integrator_of(config)->half_step ? 0.5 * parameter[TRANSIENT_DT] : 0;
  elastic_forces(layout->reduced, parameter, p, v, room + modes, room);
  for (int k = 0; k < modes; k++)
    u[k] = half > 0 ? v[k] - half * acceleration_of(layout, config->n_excitations, parameter, 0, k, room, v)
                    : v[k];
}

static void start_observers(const engine_layout *layout, double *state) {
  const transient_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, rows = transient_n_counter_rows(dim);
  signals_start(&setup->signals, state + transient_row_observed(dim));
  for (int j = 0; rows > 0 && j < dim[DIM_CONTACT_POINTS]; j++) {
    double *count = state + transient_row_counters(dim) + j * rows;
    count[COUNTER_APEX_HEIGHT] = -INFINITY;
    for (int i = 0; i < 3 * dim[DIM_MAX_APEXES]; i++) count[COUNTER_FIRST_APEX + i] = NAN;
  }
}

// Finds p and the velocities v at t = 0, and q_b. Friction holds the boundary at the initial
// displacement whatever the load at t = 0 is; the first step decides whether it slips.
static void start_fields(const reduced_model *r, const initial_config *c, double *p, double *v, double *q) {
  for (int k = 0; k < r->n_modes; k++) {
    const double field = reduced_field_mode(r, c, k);
    p[k] = c->displacement != 0 ? c->displacement * field : 0;
    v[k] = c->velocity != 0 ? c->velocity * field : 0;
    if (c->modal.n > 0) p[k] += c->modal.value[k];
  }
  for (int b = 0; b < r->n_boundary; b++) {
    q[b] = c->displacement != 0 ? c->displacement * reduced_field_boundary(r, c, b) : 0;
    for (int k = 0; k < c->modal.n; k++) q[b] += r->phi_b[(long)b * r->n_modes + k] * c->modal.value[k];
  }
}

size_t transient_start_scratch(const engine_layout *layout, const initial_config *of) {
  const reduced_model *r = layout->reduced;
  const size_t modes = (size_t)r->n_modes * sizeof(double), room = (r->sparse ? 3 : 2) * modes;
  const size_t steady = of->is_steady ? modes + transient_steady_scratch(r) : 0;
  return of->is_static ? static_equilibrium_scratch(layout) : steady > room ? steady : room;
}

static void warn_of_no_rest(const engine_layout *layout, const study *config, long trajectory, int point) {
  const reduced_contact *at = &layout->reduced->contacts[point < 0 ? 0 : point];
  if (point < 0)
    log_warning_here("%s: trajectory %ld has no static equilibrium: nothing holds the body against its loads",
                     study_place(config, "initial.static"), trajectory);
  else
    log_warning_here(
        "%s: trajectory %ld: no static equilibrium was found, contact point %d (node %ld) keeps to no law",
        study_place(config, "initial.static"), trajectory, point, at->node);
}

// Sets a static equilibrium. Several threads bind trajectories; the first one logs the warning.
static void start_at_rest(const engine_layout *layout, const study *config, long trajectory,
                          const double *parameter, void *scratch, double *state,
                          trajectory_estimate *estimate) {
  transient_setup *setup = layout->setup;
  int point;
  if (static_equilibrium_find(layout, config, parameter, scratch, state, &point)) return;
  estimate->status = TRAJECTORY_NO_EQUILIBRIUM;
  estimate->steps = 0;
  if (!__atomic_exchange_n(&setup->has_warned, 1, __ATOMIC_RELAXED))
    warn_of_no_rest(layout, config, trajectory, point);
}

int transient_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_MODES], rows = dim[DIM_BOUNDARY];
  const engine_rows all[] = {
      {"modal_coordinate", transient_row_p(dim), modes, "m kg1/2", "modal coordinates", ROWS_MOTION},
      {"modal_velocity", transient_row_u(dim), modes, "m kg1/2 s-1",
       "modal velocities half a step before the state's time", ROWS_MOTION},
      {"boundary_force", transient_row_force(dim), rows, "N", "contact forces of the step before",
       ROWS_MOTION},
      {"boundary", transient_row_boundary(dim), rows, "m", "boundary coordinates of the step before",
       ROWS_MOTION},
      {"boundary_force_change", transient_row_force_change(dim), transient_n_force_changes(dim), "N",
       "change of the contact forces over the step before", ROWS_GUESS},
      {"law", transient_row_law_states(dim, 0), dim[DIM_CONTACT_POINTS] * dim[DIM_LAW_STATES], "1",
       "internal states of the contact laws", ROWS_MOTION},
  };
  memcpy(to, all, sizeof all);
  return (int)(sizeof all / sizeof *all);
}

chatter_status transient_estimate_start(const engine_layout *layout, const study *config, long trajectory,
                                        double dt, trajectory_estimate *estimate) {
  TRY(start_states_find(layout, config, trajectory, dt, estimate));
  const int refers_back = layout->reduced->massless && layout->sizes.dim[DIM_LAW_PARAMETERS] > 0;
  if (estimate->status != TRAJECTORY_OK || estimate->from.step == dt || !refers_back) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: trajectory %ld: a step of %g s after one of %g s: on a massless boundary the contact "
      "laws' velocities are differences over the step before (allowed: the same step)",
      study_place(config, "initial.from"), trajectory, dt, estimate->from.step);
}

// Moves u, half a step before the state, to another step by a (Δt_old - Δt_new) / 2, with the
// contact forces of the step before. These differ from the next ones by O(Δt).
static void move_velocities(const engine_layout *layout, const study *config, const double *parameter,
                            const start_point *from, double *v, double *state) {
  const reduced_model *r = layout->reduced;
  double *elastic = v + r->n_modes;
  const int *dim = layout->sizes.dim;
  const double *p = state + transient_row_p(dim), *force = state + transient_row_force(dim);
  const double dt = parameter[TRANSIENT_DT], t = from->first * dt;
  double *u = state + transient_row_u(dim), *change = state + transient_row_force_change(dim);
  if (from->step == dt) return;
  for (int b = 0; b < transient_n_force_changes(dim); b++) change[b] *= dt / from->step;
  memcpy(v, u, (size_t)r->n_modes * sizeof *v);
  elastic_forces(r, parameter, p, v, elastic + r->n_modes, elastic);
  for (int k = 0; k < r->n_modes; k++) {
    double acceleration = acceleration_of(layout, config->n_excitations, parameter, t, k, elastic, v);
    for (int b = 0; b < r->n_boundary; b++) acceleration += r->phi_b[(long)b * r->n_modes + k] * force[b];
    u[k] += 0.5 * (from->step - dt) * acceleration;
  }
}

// Finds p, the velocities (at the start of `scratch`), and q_b without contact forces.
static chatter_status start_steady(const engine_layout *layout, const study *config, const double *parameter,
                                   void *scratch, double *state) {
  const reduced_model *r = layout->reduced;
  const int *dim = layout->sizes.dim, loads = dim[DIM_LOADS];
  const double *f_f = layout->model + transient_model_at(dim, MODEL_F_F);
  double *p = state + transient_row_p(dim), *q = state + transient_row_boundary(dim), *v = scratch;
  TRY(transient_steady_start(layout, config, parameter, v + r->n_modes, p, v));
  for (int b = 0; b < r->n_boundary; b++) {
    q[b] = 0;
    for (int k = 0; k < r->n_modes; k++) q[b] += r->phi_b[(long)b * r->n_modes + k] * p[k];
    for (int l = 0; l < loads; l++)
      q[b] += f_f[(long)b * loads + l] *
              transient_load_at(layout, l, parameter + transient_drive_parameter(dim, l), 0);
  }
  return CHATTER_OK;
}

chatter_status transient_start(const engine_layout *layout, const study *config, long trajectory,
                               const double *parameter, void *scratch, double *state,
                               trajectory_estimate *estimate) {
  const int *dim = layout->sizes.dim;
  double *p = state + transient_row_p(dim), *u = state + transient_row_u(dim), *v = scratch;
  start_observers(layout, state);
  if (layout->start) {
    start_states_copy(layout, &estimate->from, state);
    move_velocities(layout, config, parameter, &estimate->from, v, state);
    return CHATTER_OK;
  }
  if (config->initial.is_static) {
    start_at_rest(layout, config, trajectory, parameter, scratch, state, estimate);
    return CHATTER_OK;
  }
  if (config->initial.is_steady)
    TRY(start_steady(layout, config, parameter, scratch, state));
  else
    start_fields(layout->reduced, &config->initial, p, v, state + transient_row_boundary(dim));
  start_modes(layout, config, parameter, p, v, v + layout->reduced->n_modes, u);
  start_springs(layout, config, parameter, p, v, u);
  return CHATTER_OK;
}
