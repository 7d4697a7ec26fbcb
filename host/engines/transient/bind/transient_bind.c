// Parameters of one trajectory.
#include "engines/transient/bind/transient_bind.h"

#include <math.h>
#include <string.h>

#include "engines/transient/bind/transient_drives.h"
#include "engines/transient/bind/transient_limits.h"
#include "engines/transient/bind/transient_pack.h"
#include "engines/transient/bind/transient_start.h"
#include "engines/transient/bind/transient_time.h"
#include "engines/transient/transient_engine.h"
#include "ensemble/observe/field_outputs.h"
#include "reduction/damping.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"

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
  entry[ENTRY_GAP_TURNS] = reduced_contact_phase(c, point, plan->index) / (2 * M_PI);
  entry[ENTRY_PRELOAD] = reduced_contact_preload(c, point, plan->index);
  entry[ENTRY_FRICTION] = c->law == LAW_UNILATERAL || law_is_compliant(c->law) ? 0 : c->friction;
  entry[ENTRY_STIFFNESS] = c->normal_stiffness;
  entry[ENTRY_STIFFNESS + 1] = c->tangential_stiffness;
  entry[ENTRY_RESTITUTION] = c->restitution;
  entry[ENTRY_WALL_VELOCITY] = c->wall_velocity[0];
  entry[ENTRY_WALL_VELOCITY + 1] = c->wall_velocity[1];
  entry[ENTRY_IMPACT_MERGE_TIME] = c->merge;
  entry[ENTRY_IMPACT_IMPULSE] = c->impulse_limit;
  law_numbers_of(c, entry[ENTRY_PRELOAD], number);
}

// Checks combinations of keys that are each in range.
static chatter_status check_laws(const study *config, long trajectory) {
  for (int i = 0; i < config->n_contacts; i++) {
    const char *wrong = law_check_keys(&config->contacts[i]);
    if (wrong) return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: contact.%d: %s", trajectory, i, wrong);
  }
  return CHATTER_OK;
}

// Refuses variation of values that are packed into the model or the tables.
static chatter_status check_fixed(const engine_layout *layout, const study *config, double dt) {
  const transient_setup *setup = layout->setup;
  if (integrator_of(config)->windows != setup->integrator.windows)
    return error_raise(CHATTER_BAD_STUDY,
                       "integrator.windows differs between trajectories (%g and %g); it cannot be "
                       "an ensemble parameter",
                       setup->integrator.windows, integrator_of(config)->windows);
  if (!layout->reduced->damping) return CHATTER_OK;
  if (dt != setup->dt || !damping_is_same(&config->reduction, &setup->reduction))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: a model with a general damping matrix has one time step and one damping for all trajectories; "
        "step %g s differs from %g s, or the damping does (allowed: integrator.step, which is the same at "
        "all frequencies, in place of steps_per_period; dampings in studies of their own)",
        study_place(config, "integrator.steps_per_period"), dt, setup->dt);
  return CHATTER_OK;
}

chatter_status transient_estimate(const engine_layout *layout, const study *config, long trajectory,
                                  void *scratch, trajectory_estimate *estimate) {
  const transient_setup *setup = layout->setup;
  const double dt = transient_step(config);
  TRY(transient_check_period(config));
  TRY(check_laws(config, trajectory));
  TRY(check_fixed(layout, config, dt));
  TRY(signals_check(config, dt));
  if (!(dt > 0) || dt > transient_open_limit(&config->reduction, layout->reduced)) {
    estimate->status = TRAJECTORY_UNSTABLE_STEP;
    return CHATTER_OK;
  }
  if (layout->start) TRY(transient_estimate_start(layout, config, trajectory, dt, estimate));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  estimate->steps = estimate->cost = transient_steps(config, dt, estimate->from.first * dt);
  if (!(estimate->steps >= 1 && estimate->steps < 1e15))
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: %g steps of %g s (allowed: 1 to 1e15): integrator.duration "
                       "or periods does not fit the step",
                       trajectory, estimate->steps, dt);
  TRY(transient_check_drives(layout, config, trajectory, (estimate->from.first + estimate->steps) * dt, dt));
  TRY(fields_check(layout, config, trajectory, dt, estimate->from.first + estimate->steps));
  estimate->recorded = transient_recorded(config, dt, estimate->from.first * dt);
  estimate->step = dt;
  estimate->doubtful = transient_is_doubtful(setup, config, layout->reduced, dt, scratch);
  return CHATTER_OK;
}

static void bind_steps(const engine_layout *layout, const study *config, long trajectory,
                       const trajectory_estimate *estimate, double *parameter) {
  const transient_setup *setup = layout->setup;
  const integrator_config *c = integrator_of(config);
  parameter[PARAMETER_STEPS] = estimate->from.first + estimate->steps;
  parameter[PARAMETER_FIRST_RECORDED] = estimate->from.first + estimate->steps - estimate->recorded;
  parameter[PARAMETER_SERIES_ROW] =
      layout->series_values > 0 && signals_chosen(config->n_outputs, config->outputs, trajectory) ? 0 : -1;
  parameter[TRANSIENT_DT] = transient_step(config);
  parameter[TRANSIENT_DAMPING_LAG] = layout->reduced->sparse ? config->reduction.rayleigh_stiffness : 0;
  parameter[TRANSIENT_DIVERGENCE_LIMIT] = c->divergence > 0 ? c->divergence : INFINITY;
  parameter[TRANSIENT_TOLERANCE] = c->tolerance;
  parameter[TRANSIENT_MAX_ITERATIONS] = c->max_iterations;
  parameter[TRANSIENT_RELAXATION] = fmin(c->relaxation > 0 ? c->relaxation : 1, setup->most_relaxation);
}

chatter_status transient_bind(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, double *parameter, double *state,
                              trajectory_estimate *estimate) {
  const int *dim = layout->sizes.dim;
  TRY(transient_estimate(layout, config, trajectory, scratch, estimate));
  const transient_setup *setup = layout->setup;
  for (int e = 0; e < setup->n_entries; e++)
    bind_entry(config, layout->reduced, &setup->entries[e], parameter + transient_entry_parameter(dim, e),
               parameter + transient_law_parameter(dim) + e * dim[DIM_LAW_PARAMETERS]);
  for (int which = 0; which < transient_drives(dim); which++)
    TRY(transient_bind_drive(config, layout->reduced, setup, which, trajectory,
                             parameter + transient_drive_parameter(dim, which)));
  bind_damping(layout->reduced, config, parameter + transient_damping_parameter(dim));
  const double last = estimate->from.first + estimate->steps;
  signals_bind(&setup->signals, transient_step(config), last - estimate->recorded, last,
               parameter + transient_filter_parameter(dim), parameter + transient_n_parameters(dim));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  bind_steps(layout, config, trajectory, estimate, parameter);
  return transient_start(layout, config, trajectory, parameter, scratch, state, estimate);
}

// Returns 1 if parameter `which` is nonzero or differs between trajectories.
static int is_used(const kernel_batch *batch, int which) {
  return batch->parameter_varies[which] || batch->parameters[batch->parameter_offset[which]] != 0;
}

void transient_specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes) {
  const transient_setup *setup = layout->setup;
  int *dim = sizes->dim, varies = batch->parameter_varies[TRANSIENT_DT];
  for (int k = 0; k < dim[DIM_MODES]; k++)
    varies |= batch->parameter_varies[transient_damping_parameter(dim) + k];
  if (dim[DIM_MODE_COUPLING] != 1)
    dim[DIM_COEFFICIENTS_VARY] = varies; // a dense damping matrix has no varying coefficients
  dim[DIM_LOADS_SWEEP] = dim[DIM_MOVING_GAP] = dim[DIM_PRELOAD] = 0;
  for (int j = 0; j < transient_drives(dim); j++)
    dim[DIM_LOADS_SWEEP] |= layout->tables[transient_drive_table(dim, j) + DRIVE_KIND] != DRIVE_NOISE &&
                            is_used(batch, transient_drive_parameter(dim, j) + TURNS_SWEEP_RATE);
  for (int e = 0; dim[DIM_DRIVE_NUMBERS] && e < dim[DIM_CONTACT_ENTRIES]; e++)
    dim[DIM_MOVING_GAP] |=
        layout->tables[transient_drive_table(dim, transient_gap_drive(dim, e)) + DRIVE_KIND] != DRIVE_NONE;
  for (int e = 0; e < dim[DIM_CONTACT_ENTRIES]; e++) {
    dim[DIM_MOVING_GAP] |= is_used(batch, transient_entry_parameter(dim, e) + ENTRY_GAP_AMPLITUDE);
    dim[DIM_PRELOAD] |= is_used(batch, transient_entry_parameter(dim, e) + ENTRY_PRELOAD);
  }
  dim[DIM_PREDICTS_STICK] = setup->springs == SPRINGS_NONE && transient_predicts_stick(layout->reduced) &&
                            (setup->integrator.preloaded || dim[DIM_PRELOAD]);
}
