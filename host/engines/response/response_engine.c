#include "engines/response/response_engine.h"

#include "engines/response/bind/response_bind.h"
#include "engines/response/bind/response_estimate.h"
#include "engines/response/bind/response_pack.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/response_extract.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/study/response_kind.h"
#include "engines/response/extract/period/period_fields.h"
#include "ensemble/observe/signal_outputs.h"
#include "study/study_kind.h"

static int handles(const study *config) {
  return config->kind == &response_kind;
}

// Returns the stages of a study: the curve, and those that outputs need.
static int stages_of(const study *config) {
  int stages = 1 << STAGE_CURVE;
  for (int o = 0; o < config->n_outputs; o++) {
    const response_quantity *quantity = response_quantity_of(&config->outputs[o]);
    if (quantity && quantity->what == RESPONSE_DNNM) stages |= 1 << STAGE_DNNM;
  }
  return stages;
}

static chatter_status prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  TRY(response_pack(config, reduced, stages_of(config), response_config_of(config)->grid.n == 3, layout));
  return response_fields_plan(config, layout);
}

// Estimates the points of a trajectory. A mode starts at a small amplitude: the estimate takes the
// last decade of its load.
static chatter_status estimate(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_estimate *estimate) {
  TRY(response_estimate(layout, config, trajectory, scratch, estimate));
  if (estimate->status == TRAJECTORY_OK) response_expect_backbones(layout, config, 0.1, 1, estimate);
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  const response_setup *setup = layout->setup;
  const response_program program = {.stages = setup->stages, .factor = 1, .factor_to = 1};
  TRY(estimate(layout, config, trajectory, scratch, out));
  if (layout->n_fields > 0 && signals_chosen(config->n_outputs, config->outputs, trajectory))
    parameter[PARAMETER_SERIES_ROW] = 0;
  return response_bind_program(layout, config, trajectory, &program, out, scratch, parameter, state);
}

engine_time response_time(const study *config) {
  (void)config;
  return (engine_time){"1", "steps done"};
}

static const engine response_engine = {
    .name = "response",
    .studies = {.handles = handles, .double_only = RESPONSE_DOUBLE_ONLY},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
    .results = {.extract = response_extract, .outline = response_outline, .time = response_time},
    RESPONSE_ENGINE};

const engine *const response_engines[] = {&response_engine, NULL};
