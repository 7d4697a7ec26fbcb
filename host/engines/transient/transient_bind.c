// Parameters and initial state of one trajectory.
#include <math.h>
#include <string.h>

#include "engines/transient/transient_engine.h"
#include "kernels/laws/respond.h"
#include "reduction/damping.h"
#include "study/contact_laws.h"

static const double PI = 3.14159265358979323846;

static void bind_damping(const reduced_model *r, const study *config, double *rate) {
  for (int k = 0; k < r->n_modes; k++) rate[k] = damping_rate(r, &config->reduction, k);
}

static void bind_entry(const study *config, const reduced_model *r, const transient_contact_plan *plan,
                       double *entry, double *number) {
  const contact_config *c = &config->contacts[plan->entry];
  const reduced_contact *point = &r->contacts[plan->point];
  entry[ENTRY_GAP] = c->gap;
  entry[ENTRY_GAP_AMPLITUDE] = c->gap_amplitude;
  entry[ENTRY_GAP_FREQUENCY] = c->gap_frequency;
  entry[ENTRY_GAP_TURNS] = reduced_gap_phase(c, point) / (2 * PI);
  entry[ENTRY_PRELOAD] = reduced_preload(c, point, plan->index);
  entry[ENTRY_FRICTION] = c->law == LAW_UNILATERAL || law_responds(c->law) ? 0 : c->friction;
  entry[ENTRY_SPRING] = c->normal_stiffness;
  entry[ENTRY_SPRING + 1] = c->tangential_stiffness;
  entry[ENTRY_RESTITUTION] = c->restitution;
  entry[ENTRY_WALL] = c->wall_velocity[0];
  entry[ENTRY_WALL + 1] = c->wall_velocity[1];
  entry[ENTRY_MERGE] = c->merge;
  law_numbers_of(c, entry[ENTRY_PRELOAD], number);
}

// Keys that are each in range, but not together.
static chatter_status check_laws(const study *config, long trajectory) {
  for (int i = 0; i < config->n_contacts; i++) {
    const char *wrong = law_wrong(&config->contacts[i]);
    if (wrong) return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: contact.%d: %s", trajectory, i, wrong);
  }
  return CHATTER_OK;
}

// What is packed into the model or the tables cannot differ between trajectories.
static chatter_status check_fixed(const engine_layout *layout, const study *config, double dt) {
  const transient_own *own = layout->own;
  if (integrator_of(config)->windows != own->integrator.windows)
    return error_raise(CHATTER_BAD_STUDY,
                       "integrator.windows differs between trajectories (%g and %g); it cannot be "
                       "an ensemble parameter",
                       own->integrator.windows, integrator_of(config)->windows);
  if (!layout->reduced->damping) return CHATTER_OK;
  if (dt != own->dt || !damping_same(&config->reduction, &own->reduction))
    return error_raise(
        CHATTER_BAD_STUDY,
        "a model with a general damping matrix has one time step and one damping for all trajectories; "
        "step %g s differs from %g s, or the damping does",
        dt, own->dt);
  return CHATTER_OK;
}

chatter_status transient_price(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_price *price) {
  const transient_own *own = layout->own;
  const double dt = transient_step(config);
  TRY(transient_check_period(config));
  TRY(check_laws(config, trajectory));
  TRY(check_fixed(layout, config, dt));
  TRY(signals_check(config, dt));
  if (!(dt > 0) || dt > layout->reduced->limit_open) {
    price->status = TRAJECTORY_UNSTABLE_STEP;
    return CHATTER_OK;
  }
  price->steps = price->cost = transient_steps(config, dt);
  if (!(price->steps >= 1 && price->steps < 1e15))
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: %g steps of %g s (allowed: 1 to 1e15): integrator.duration "
                       "or periods does not fit the step",
                       trajectory, price->steps, dt);
  TRY(transient_check_drives(layout, config, trajectory, price->steps * dt, dt));
  price->recorded = transient_recorded(config, dt);
  price->doubtful = transient_is_doubtful(own, config, layout->reduced, dt, scratch);
  return CHATTER_OK;
}

static void bind_steps(const engine_layout *layout, const study *config, long trajectory,
                       const trajectory_price *price, double *parameter) {
  const transient_own *own = layout->own;
  const integrator_config *c = integrator_of(config);
  parameter[PARAMETER_STEPS] = price->steps;
  parameter[PARAMETER_RECORD] = price->steps - price->recorded;
  parameter[PARAMETER_SERIES] = own->signals.series_values > 0 && signals_chosen(config, trajectory) ? 0 : -1;
  parameter[TRANSIENT_DT] = transient_step(config);
  parameter[TRANSIENT_DIVERGENCE] = c->divergence > 0 ? c->divergence : INFINITY;
  parameter[TRANSIENT_TOLERANCE] = c->tolerance;
  parameter[TRANSIENT_ITERATIONS] = c->max_iterations;
  parameter[TRANSIENT_RELAXATION] = fmin(c->relaxation > 0 ? c->relaxation : 1, own->most_relaxation);
}

// Force of point j at the start of a boundary with mass; its internal states and sliders are relaxed.
static double force_at_start(const engine_layout *layout, const study *config, const double *parameter, int j,
                             double q, double v) {
  const transient_own *own = layout->own;
  const int *dim = layout->sizes.dim, e = own->point_entry[j];
  const reduced_contact *point = &layout->reduced->contacts[j];
  const double *entry = parameter + transient_entry(dim, e);
  const double gap = reduced_gap(&config->contacts[point->entry], point);
  const int law = config->contacts[point->entry].law;
  if (law_responds(law))
    return law_respond(law, parameter + transient_laws(dim) + e * dim[DIM_LAW_NUMBERS], dim[DIM_LAW_NUMBERS],
                       law_needs(law) & LAW_HAS_GAP ? q + gap : q, v)
        .force;
  return point->row_normal < 0 ? 0 : fmax(-entry[ENTRY_PRELOAD], -entry[ENTRY_SPRING] * (q + gap));
}

// The part of the springs and dashpots, -Δt/2 Φ_bᵀ λ, where λ follows from p and u alone.
static void start_springs(const engine_layout *layout, const study *config, const double *parameter,
                          const double *p, double *u) {
  const transient_own *own = layout->own;
  const reduced_model *r = layout->reduced;
  const int modes = r->n_modes;
  const double velocity = r->initial_velocity ? config->initial.velocity : 0;
  if (own->springs < SPRINGS_EXPLICIT || !integrator_of(config)->half_step) return;
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    const int row = point->row_normal >= 0 ? point->row_normal : point->row_tangent[0];
    if (row < 0) continue;
    const double *phi = r->phi_b + (long)row * modes;
    double q = 0, v = 0;
    for (int k = 0; k < modes; k++) {
      q += phi[k] * p[k];
      if (velocity != 0) v += phi[k] * velocity * r->initial_velocity[k];
    }
    const double force = force_at_start(layout, config, parameter, j, q, v);
    for (int k = 0; k < modes; k++) u[k] -= 0.5 * parameter[TRANSIENT_DT] * phi[k] * force;
  }
}

// Section 2.3: the proper half step, u^{-1/2} = u(0) - Δt/2 u'(0) without contact forces, or u^{-1/2} = u(0).
static void start_modes(const engine_layout *layout, const study *config, const double *parameter, double *p,
                        double *u) {
  const reduced_model *r = layout->reduced;
  const int *dim = layout->sizes.dim, modes = r->n_modes;
  const double *phi_f = layout->model + transient_model(dim, MODEL_PHI_F);
  const double *damping = parameter + transient_damping(dim), half = 0.5 * parameter[TRANSIENT_DT];
  const double velocity = r->initial_velocity ? config->initial.velocity : 0;
  for (int k = 0; k < modes; k++) {
    const double initial = velocity != 0 ? velocity * r->initial_velocity[k] : 0;
    p[k] = r->initial_displacement ? config->initial.displacement * r->initial_displacement[k] : 0;
    u[k] = initial;
    if (!integrator_of(config)->half_step) continue;
    double acceleration = -r->omega2[k] * p[k];
    for (int j = 0; j < config->n_excitations; j++)
      acceleration +=
          phi_f[(long)j * modes + k] * transient_load_at(layout, j, parameter + transient_drive(dim, j), 0);
    if (!r->damping) acceleration -= damping[k] * initial;
    for (int l = 0; r->damping && velocity != 0 && l < modes; l++)
      acceleration -= r->damping[(long)k * modes + l] * velocity * r->initial_velocity[l];
    u[k] -= half * acceleration;
  }
}

static void start_observers(const engine_layout *layout, double *state) {
  const transient_own *own = layout->own;
  const int *dim = layout->sizes.dim, rows = transient_contact_rows(dim);
  signals_start(&own->signals, state + transient_row_observed(dim));
  for (int j = 0; rows > 0 && j < dim[DIM_POINTS]; j++) {
    double *count = state + transient_row_contacts(dim) + j * rows;
    count[COUNT_TOP] = -INFINITY;
    for (int i = 0; i < 2 * dim[DIM_APEXES]; i++) count[COUNT_APEXES + i] = NAN;
  }
}

static void start(const engine_layout *layout, const study *config, const double *parameter, double *state) {
  const reduced_model *r = layout->reduced;
  const int *dim = layout->sizes.dim;
  double *q = state + transient_row_boundary(dim);
  start_modes(layout, config, parameter, state + transient_row_p(dim), state + transient_row_u(dim));
  start_springs(layout, config, parameter, state + transient_row_p(dim), state + transient_row_u(dim));
  // Friction holds the boundary where the initial displacement has it, whatever the load at t = 0 is: the
  // first step decides whether that moves it.
  for (int b = 0; b < r->n_boundary; b++)
    q[b] = config->initial.displacement != 0 ? config->initial.displacement * r->initial_boundary[b] : 0;
  start_observers(layout, state);
}

chatter_status transient_bind(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, double *parameter, double *state, trajectory_price *price) {
  const int *dim = layout->sizes.dim;
  TRY(transient_price(layout, config, trajectory, scratch, price));
  const transient_own *own = layout->own;
  for (int e = 0; e < own->n_entries; e++)
    bind_entry(config, layout->reduced, &own->entries[e], parameter + transient_entry(dim, e),
               parameter + transient_laws(dim) + e * dim[DIM_LAW_NUMBERS]);
  for (int which = 0; which < transient_drives(dim); which++)
    TRY(transient_bind_drive(config, layout->reduced, own, which, trajectory,
                             parameter + transient_drive(dim, which)));
  bind_damping(layout->reduced, config, parameter + transient_damping(dim));
  signals_bind(&own->signals, transient_step(config), price->steps, parameter + transient_filters(dim),
               parameter + transient_n_parameters(dim));
  if (price->status != TRAJECTORY_OK) return CHATTER_OK;
  bind_steps(layout, config, trajectory, price, parameter);
  start(layout, config, parameter, state);
  return CHATTER_OK;
}

// Whether parameter `which` of the batch is other than zero or differs somewhere.
static int is_used(const kernel_batch *batch, int which) {
  return batch->parameter_varies[which] || batch->parameters[batch->parameter_offset[which]] != 0;
}

void transient_specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes) {
  const transient_own *own = layout->own;
  int *dim = sizes->dim, varies = batch->parameter_varies[TRANSIENT_DT];
  for (int k = 0; k < dim[DIM_MODES]; k++) varies |= batch->parameter_varies[transient_damping(dim) + k];
  if (!dim[DIM_DENSE]) dim[DIM_VARY] = varies;
  dim[DIM_SWEEP] = dim[DIM_MOVING_GAP] = dim[DIM_PRELOAD] = 0;
  for (int j = 0; j < transient_drives(dim); j++)
    dim[DIM_SWEEP] |= layout->tables[transient_drive_table(dim, j) + DRIVE_KIND] != DRIVE_NOISE &&
                      is_used(batch, transient_drive(dim, j) + TURNS_RATE);
  for (int e = 0; dim[DIM_DRIVES] && e < dim[DIM_ENTRIES]; e++)
    dim[DIM_MOVING_GAP] |=
        layout->tables[transient_drive_table(dim, transient_gap_drive(dim, e)) + DRIVE_KIND] != DRIVE_NONE;
  for (int e = 0; e < dim[DIM_ENTRIES]; e++) {
    dim[DIM_MOVING_GAP] |= is_used(batch, transient_entry(dim, e) + ENTRY_GAP_AMPLITUDE);
    dim[DIM_PRELOAD] |= is_used(batch, transient_entry(dim, e) + ENTRY_PRELOAD);
  }
  dim[DIM_STICKING] = own->springs == SPRINGS_NONE && transient_predicts_stick(layout->reduced) &&
                      (own->integrator.preloaded || dim[DIM_PRELOAD]);
}
