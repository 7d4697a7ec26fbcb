#include "engines/backbone/backbone_engine.h"

#include "engines/response/response_engine.h"

static int handles(const study *config) {
  return config->kind == &backbone_kind;
}

static chatter_status prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  return response_pack(config, reduced, backbone_stages(config), layout);
}

static chatter_status price(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                            trajectory_price *price) {
  const backbone_config *b = backbone_of(config);
  if (b->from == b->to)
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: backbone.from and backbone.to are both %g",
                       trajectory, b->from);
  TRY(response_price(layout, config, trajectory, scratch, price));
  if (price->status == TRAJECTORY_OK) response_expect_backbones(layout, config, b->from, b->to, price);
  return CHATTER_OK;
}

static chatter_status bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           double *parameter, double *state, trajectory_price *out) {
  const response_own *own = layout->own;
  const backbone_config *b = backbone_of(config);
  const response_program program = {.stages = own->stages, .factor = b->from, .factor_to = b->to};
  TRY(price(layout, config, trajectory, scratch, out));
  return response_bind_program(layout, config, trajectory, &program, out, scratch, parameter, state);
}

static const engine backbone_engine = {.name = "backbone",
                                       .handles = handles,
                                       .prepare = prepare,
                                       .price = price,
                                       .bind = bind,
                                       .extract = response_extract,
                                       RESPONSE_ENGINE};

const engine *const backbone_engines[] = {&backbone_engine, NULL};
