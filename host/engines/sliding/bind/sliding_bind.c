// Parameters and initial state of one trajectory: the quasi-static sliding equilibrium, in position
// and velocity.
#include "engines/sliding/bind/sliding_bind.h"

#include <math.h>

#include "engines/sliding/bind/sliding_start.h"
#include "engines/sliding/bind/sliding_time.h"
#include "ensemble/observe/field_outputs.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"

// Returns 1 if the undeformed C stays on the path of a guide of constant velocity, with x_A =
// `from` at first.
static int stays_on_path(const study *config, const contact_pair *pair, double from) {
  const slider_config *s = slider_of(config);
  const double end = s->start + from + s->velocity * sliding_of(config)->duration;
  return end >= 0 && end <= pair->arc[pair->n_nodes - 1];
}

static roughness_noise_spec noise_of(const study *config) {
  const roughness_config *r = roughness_of(config);
  return (roughness_noise_spec){.deviation = r->deviation * slider_of(config)->preload,
                                .from = r->band[0],
                                .to = r->band[1],
                                .seed = r->seed};
}

drive_use sliding_roughness_use(const study *config) {
  return (drive_use){.drive = study_find_drive(config, roughness_of(config)->drive), .factor = 1};
}

static chatter_status check_drives(const engine_layout *layout, const study *config, long trajectory,
                                   double end) {
  const sliding_setup *setup = layout->setup;
  const sliding_config *c = sliding_of(config);
  const drive_use rough = sliding_roughness_use(config), guide = guide_use(config);
  if (layout->sizes.dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_DRIVE)
    TRY(drive_check(config, setup->drives, &rough, trajectory, end, c->step));
  if (!layout->sizes.dim[DIM_GUIDE_IS_DRIVEN]) return CHATTER_OK;
  return drive_check(config, setup->drives, &guide, trajectory, end, c->step);
}

chatter_status sliding_estimate(const engine_layout *layout, const study *config, long trajectory,
                                void *scratch, trajectory_estimate *estimate) {
  (void)scratch;
  const sliding_setup *setup = layout->setup;
  const sliding_config *c = sliding_of(config);
  const double steps = sliding_steps(config);
  guide_begin begin = {.now = 0};
  if (c->windows != setup->windows)
    return error_raise(
        CHATTER_BAD_STUDY,
        "sliding.windows differs between trajectories (%g and %g); it cannot be an ensemble parameter",
        setup->windows, c->windows);
  const int driven = guide_is_driven(config);
  if (slider_of(config)->velocity == 0 && !driven)
    estimate->status = TRAJECTORY_STUCK; // only for a sample; nothing slides
  else if (!(c->step <= layout->reduced->limit_open))
    estimate->status = TRAJECTORY_UNSTABLE_STEP;
  else if (layout->start)
    TRY(sliding_estimate_start(layout, config, trajectory, estimate, &begin));
  const double end = c->duration + estimate->from.first * c->step;
  if (estimate->status == TRAJECTORY_OK && !driven && !stays_on_path(config, &setup->pair, begin.now))
    estimate->status = TRAJECTORY_OFF_TARGET;
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  if (!(steps >= 1 && steps < 1e15))
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: %g steps of %g s (allowed: 1 to 1e15)", trajectory,
                       steps, c->step);
  if (layout->sizes.dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_NOISE) {
    const roughness_noise_spec noise = noise_of(config);
    TRY(roughness_check(&noise, c->step, study_place(config, "roughness.band")));
  }
  TRY(check_drives(layout, config, trajectory, end));
  if (setup->rough.n > 0 &&
      setup->rough.start + (double)(setup->rough.n - 1) * setup->rough.distance < end * (1 - 1e-9))
    return error_raise(CHATTER_BAD_STUDY, "%s: the file ends at %g s, trajectory %ld runs for %g s",
                       study_place(config, "roughness.file"),
                       setup->rough.start + (double)(setup->rough.n - 1) * setup->rough.distance, trajectory,
                       end);
  TRY(signals_check(config, c->step));
  TRY(fields_check(layout, config, trajectory, c->step, estimate->from.first + steps));
  estimate->steps = estimate->cost = steps;
  estimate->recorded = sliding_recorded(config);
  estimate->step = c->step;
  return CHATTER_OK;
}

static void bind_parameters(const engine_layout *layout, const study *config, long trajectory,
                            const trajectory_estimate *estimate, double *parameter) {
  const sliding_setup *setup = layout->setup;
  const slider_config *s = slider_of(config);
  const double h = sliding_of(config)->step;
  const double last = estimate->from.first + estimate->steps;
  parameter[PARAMETER_STEPS] = last;
  parameter[PARAMETER_FIRST_RECORDED] = last - estimate->recorded;
  parameter[PARAMETER_SERIES_ROW] =
      layout->series_values > 0 && signals_chosen(config->n_outputs, config->outputs, trajectory) ? 0 : -1;
  parameter[SLIDE_DT] = h;
  parameter[SLIDE_DIVERGENCE_LIMIT] = sliding_of(config)->divergence;
  parameter[SLIDE_GUIDE_SPEED] = s->velocity;
  parameter[SLIDE_GUIDE_ADVANCE] = s->velocity * h;
  parameter[SLIDE_FRICTION] = s->friction;
  parameter[SLIDE_PRELOAD] = s->preload;
  signals_bind(&setup->signals, h, last - estimate->recorded, last,
               parameter + sliding_filter_parameter(layout->sizes.dim),
               parameter + sliding_n_parameters(layout->sizes.dim));
}

static chatter_status bind_roughness(const engine_layout *layout, const study *config, long trajectory,
                                     double *parameter, double *state) {
  const sliding_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  double *to = parameter + N_SLIDE_PARAMETERS, *row = state + sliding_row_roughness(dim);
  const roughness_noise_spec noise = noise_of(config);
  if (dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_FILE) roughness_bind_samples(&setup->rough, 1, to, row);
  if (dim[DIM_ROUGHNESS_KIND] == ROUGHNESS_NOISE) roughness_bind(&noise, to, row);
  if (dim[DIM_ROUGHNESS_KIND] != ROUGHNESS_DRIVE) return CHATTER_OK;
  const drive_use use = sliding_roughness_use(config);
  return drive_use_bind(config, setup->drives, &use, trajectory, to);
}

// Sets the numbers of the guide's drive, and the data that the start needs of it.
static chatter_status bind_guide(const engine_layout *layout, const study *config, long trajectory,
                                 double *parameter, pair_load *load) {
  const sliding_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  guide_course course = {.velocity = slider_of(config)->velocity};
  if (dim[DIM_GUIDE_IS_DRIVEN]) {
    const drive_use use = guide_use(config);
    double *number = parameter + sliding_guide_parameter(dim);
    TRY(drive_use_bind(config, setup->drives, &use, trajectory, number));
    course.number = number, course.table = layout->tables + sliding_guide_table(dim);
    course.block = layout->model + sliding_model_at(dim, SLIDE_MODEL_DRIVES);
  }
  *load = guide_load(config, &course, sliding_of(config)->step);
  parameter[SLIDE_DIRECTION] = load->sense;
  return CHATTER_OK;
}

// Computes p_0 and d_0 = h dp/dt; returns why there are none.
static trajectory_status start(const engine_layout *layout, const study *config, const pair_load *load,
                               double *scratch, double *state) {
  const sliding_setup *setup = layout->setup;
  const contact_pair *pair = &setup->pair;
  const int *dim = layout->sizes.dim, n = pair->n_modes;
  const double h = sliding_of(config)->step;
  pair_equilibrium at = {.p = scratch, .w = scratch + n};
  if (load->sense == 0 && load->friction > 0) return TRAJECTORY_STUCK;
  if (!pair_at_arc(pair, slider_of(config)->start, &at.contact)) return TRAJECTORY_SOLVER_STALLED;
  if (!pair_settle(pair, load, 0, &at, scratch + 2 * (long)n)) return TRAJECTORY_SOLVER_STALLED;
  state[SLIDE_ELEMENT] = at.contact.element;
  for (int k = 0; k < n; k++) {
    state[sliding_row_p(dim) + k] = at.p[k];
    state[sliding_row_d(dim) + k] = h * at.w[k];
  }
  signals_start(&setup->signals, state + sliding_row_observed(dim));
  return TRAJECTORY_OK;
}

chatter_status sliding_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                            double *parameter, double *state, trajectory_estimate *estimate) {
  pair_load load;
  TRY(sliding_estimate(layout, config, trajectory, scratch, estimate));
  bind_parameters(layout, config, trajectory, estimate, parameter);
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  TRY(bind_guide(layout, config, trajectory, parameter, &load));
  if (!layout->start) estimate->status = start(layout, config, &load, scratch, state);
  if (estimate->status == TRAJECTORY_OK) TRY(bind_roughness(layout, config, trajectory, parameter, state));
  if (estimate->status == TRAJECTORY_OK && layout->start)
    sliding_go_on(layout, config, &estimate->from, parameter, state);
  if (estimate->status != TRAJECTORY_OK) estimate->steps = 0;
  return CHATTER_OK;
}
