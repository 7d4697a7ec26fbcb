// The engine of `study: transient`: what it accepts, in which order its parts work.
#include "ensemble/transient.h"

#include <math.h>
#include <string.h>

static int handles(const study *config) {
  return config->kind == STUDY_TRANSIENT;
}

static chatter_status check_scheme(const study *config, const reduced_model *r) {
  const char *place = study_place(config, "integrator.scheme");
  if (r->n_boundary == 0) return CHATTER_OK;
  if (config->integrator.scheme == SCHEME_LEAPFROG && !r->massless)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: scheme leapfrog needs a massless boundary, but reduction.method %s gives a mass-carrying "
        "one (allowed with leapfrog: macneal, massless_craig_bampton; or take scheme moreau)",
        place, r->method);
  if (config->integrator.scheme == SCHEME_MOREAU && r->massless)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: scheme moreau needs a boundary with mass, but reduction.method %s gives a massless one, "
        "whose Delassus matrix is singular (allowed with moreau: craig_bampton, rubin, modal; or take "
        "scheme leapfrog)",
        place, r->method);
  return CHATTER_OK;
}

static chatter_status prepare(const study *config, const reduced_model *reduced, engine_layout *layout) {
  TRY(check_scheme(config, reduced));
  TRY(transient_check_time(config, reduced));
  transient_own *own = arena_allocate(layout->memory, sizeof *own);
  if (!own) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->own = own;
  layout->engine = &transient_engine;
  layout->reduced = reduced;
  own->reduction = config->reduction;
  own->integrator = config->integrator;
  own->dt = transient_step(config);
  TRY(transient_plan_outputs(config, reduced, layout->memory, own));
  return transient_pack(config, reduced, layout);
}

static int doubtful(const engine_layout *layout, const double *parameter) {
  return parameter[TRANSIENT_DT] > layout->reduced->limit_stuck;
}

const engine transient_engine = {.name = "transient",
                                 .handles = handles,
                                 .prepare = prepare,
                                 .bind = transient_bind,
                                 .start = transient_start,
                                 .extract = transient_extract,
                                 .specialise = transient_specialise,
                                 .doubtful = doubtful};
