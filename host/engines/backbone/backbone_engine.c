#include "engines/backbone/backbone_engine.h"

#include "engines/response/bind/response_bind.h"
#include "engines/response/bind/response_estimate.h"
#include "engines/response/bind/response_pack.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/grid_curve.h"
#include "engines/response/extract/response_extract.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/study/response_keys.h"

#include "base/log.h"
#include "engines/response/extract/response_grids.h"
#include "engines/response/response_engine.h"
#include "study/file/key_place.h"

static int handles(const study *config) {
  return config->kind == &backbone_kind;
}

// Returns the numbers in results over the grid of loads: for each backbone its frequency and the
// outputs of every point.
static double grid_values(const study *config, const response_setup *setup) {
  int backbones = 0, variables = 1;
  for (int stage = STAGE_EXTREMUM; stage < N_STAGE; stage++) backbones += setup->stages >> stage & 1;
  for (int o = 0; o < config->n_outputs; o++) variables += response_is_curve(config, &config->outputs[o]);
  return (double)backbones * variables * setup->load_grid.n;
}

// Refuses fields: a point of a backbone is a point of a response curve, whose fields `study:
// response` gives.
static chatter_status refuse_fields(const study *config) {
  for (int o = 0; o < config->n_outputs; o++)
    if (study_is_field(&config->outputs[o]))
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: output '%s': a backbone has no fields (allowed: in `study: response` at the load "
          "and frequency of one of its points)",
          study_output_place(config, &config->outputs[o], "quantity"), config->outputs[o].name);
  return CHATTER_OK;
}

static chatter_status prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  TRY(refuse_fields(config));
  const int has_grid = response_config_of(config)->grid.n == 3 || backbone_config_of(config)->grid.n == 3;
  TRY(response_pack(config, reduced, backbone_stages(config), has_grid, layout));
  response_setup *setup = layout->setup;
  const number_list *grid = &backbone_config_of(config)->grid;
  setup->restarts = backbone_restarts(config);
  if (grid->n == 3)
    setup->load_grid =
        (response_grid){.from = grid->value[0], .to = grid->value[1], .n = (int)grid->value[2]};
  layout->trajectory_values += grid_values(config, setup);
  if (response_uses_differences(setup))
    log_info("%s: second derivatives of contact laws that have none are differences of their first",
             study_place(config, "backbone"));
  if (setup->stages >> STAGE_PHASE & 1 && config->n_excitations > 1)
    log_warning("%s: backbone.methods: phase goes by the first of %d loads alone",
                study_place(config, "backbone"), config->n_excitations);
  return CHATTER_OK;
}

static response_program program_of(const engine_layout *layout, const study *config) {
  const response_setup *setup = layout->setup;
  const backbone_config *b = backbone_config_of(config);
  return (response_program){.stages = setup->stages,
                            .factor = b->from,
                            .factor_to = b->to,
                            .amplitude_to = b->amplitude_to,
                            .restart = b->restart};
}

static chatter_status estimate(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_estimate *estimate) {
  const backbone_config *b = backbone_config_of(config);
  if (b->from == b->to)
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: backbone.from and backbone.to are both %g",
                       trajectory, b->from);
  const response_program program = program_of(layout, config);
  TRY(response_estimate(layout, config, trajectory, scratch, estimate));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  response_estimate_restarts(&program, estimate);
  response_expect_backbones(layout, config, b->from, b->to, estimate);
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_estimate *out) {
  const response_program program = program_of(layout, config);
  TRY(estimate(layout, config, trajectory, scratch, out));
  return response_bind_program(layout, config, trajectory, &program, out, scratch, parameter, state);
}

static chatter_status extract_restarts(const engine_layout *layout, long n, const kernel_batch *host,
                                       result_set *out) {
  const response_setup *setup = layout->setup;
  if (!setup->restarts || result_set_find(out, "extremum_restarts")) return CHATTER_OK;
  int *restarts = result_set_add(out, "extremum_restarts", RESULT_INT, "trajectory", &(size_t){(size_t)n},
                                 "1", "how often the backbone of maxima began anew");
  if (!restarts) return CHATTER_DEVICE;
  for (long i = 0; i < n; i++) restarts[i] = (int)host->state[(long)HB_RESTARTS * host->stride + i];
  return CHATTER_OK;
}

static chatter_status extract(const engine_layout *layout, const study *config, long n,
                              const kernel_batch *host, result_set *out) {
  TRY(response_extract(layout, config, n, host, out));
  return extract_restarts(layout, n, host, out);
}

static chatter_status outline(const study *config, outline_add add, void *to) {
  TRY(response_outline(config, add, to));
  if (backbone_config_of(config)->grid.n != 3) return CHATTER_OK;
  return response_grids_outline(config, backbone_stages(config), add, to);
}

static const engine backbone_engine = {
    .name = "backbone",
    .studies = {.handles = handles, .double_only = RESPONSE_DOUBLE_ONLY},
    .columns = {.prepare = prepare, .estimate = estimate, .bind = bind},
    .results = {.extract = extract, .outline = outline, .time = response_time},
    RESPONSE_ENGINE};

const engine *const backbone_engines[] = {&backbone_engine, NULL};
