#include "engines/stability/stability_engine.h"
#include "engines/stability/extract/stability_outputs.h"

#include <math.h>

#include "engines/sliding/pair/bodies.h"
#include "engines/sliding/pair/equilibrium.h"
#include "engines/sliding/study/sliding_keys.h"

static int handles(const study *config) {
  return config->kind == &stability_kind;
}

static chatter_status prepare(const study *config, const reduced_model *joined, engine_layout *layout) {
  stability_setup *setup = arena_allocate(layout->memory, sizeof *setup);
  if (!setup) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->setup = setup;
  setup->modes = (int)stability_of(config)->modes;
  setup->force = stability_of(config)->force;
  TRY(pair_of(joined, layout->memory, &setup->pair));
  TRY(stability_plan_outputs(config, joined, layout->memory, setup));
  layout->n_state = STABILITY_EIGENVALUES + 2 * setup->modes + config->n_outputs;
  layout->n_parameters = N_STABILITY_PARAMETERS;
  // About 300 evaluations of the secular equation, 30 operations a mode.
  layout->flops_per_step = 300 * 30.0 * setup->pair.n_modes;
  layout->bytes_per_trajectory = 8.0 * (layout->n_state + layout->n_parameters);
  return CHATTER_OK;
}

static chatter_status estimate(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_estimate *estimate) {
  (void)scratch;
  const stability_setup *setup = layout->setup;
  pair_contact contact;
  if (slider_of(config)->velocity == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "trajectory %ld: slider.velocity is 0: nothing slides (allowed: any other)",
                       trajectory);
  if (!pair_at_arc(&setup->pair, stability_position(config), &contact)) {
    estimate->status = TRAJECTORY_OFF_TARGET;
    return CHATTER_OK;
  }
  estimate->steps = estimate->recorded = estimate->cost = 1;
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  (void)state;
  const stability_point at = stability_point_of(config);
  TRY(estimate(layout, config, trajectory, scratch, out));
  parameter[PARAMETER_STEPS] = out->steps;
  parameter[STABILITY_POSITION] = at.position;
  parameter[STABILITY_DEFORMED] = at.deformed;
  parameter[STABILITY_FRICTION] = at.friction;
  parameter[STABILITY_SENSE] = at.sense;
  parameter[STABILITY_PRELOAD] = at.preload;
  parameter[STABILITY_AT] = stability_of(config)->frequency;
  return CHATTER_OK;
}

static engine_time time_of(const study *config) {
  (void)config;
  return (engine_time){"m", "position of the contact along the target's path"};
}

static void advise(const study *config, const engine_outcome *outcome) {
  pair_advise(config, outcome->count[TRAJECTORY_SOLVER_STALLED], "position", "positions");
}

static const engine_command *const commands[] = {&zones_command, NULL};

static const engine stability_engine = {
    .name = "stability",
    .studies = {.handles = handles, .reduce = bodies_reduce},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
    .results = {.extract = stability_extract, .time = time_of},
    .messages = {.step = "position", .refused = "the position is not on the target", .advise = advise},
    .advance = stability_advance,
    .commands = commands};

const engine *const stability_engines[] = {&stability_engine, NULL};
