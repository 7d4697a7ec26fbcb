// The table of engines: one line each.
#include "ensemble/engine.h"

#include "ensemble/regimes.h"
#include "ensemble/transient.h"

static const engine *const ENGINES[] = {
    &transient_engine,
    &regimes_engine,
    &regimes_stepped_engine,
};

const char *engine_step(const engine *self) {
  return self->step ? self->step : "step";
}

const engine *engine_find(const study *config) {
  for (size_t i = 0; i < sizeof ENGINES / sizeof *ENGINES; i++)
    if (ENGINES[i]->handles(config)) return ENGINES[i];
  error_raise(CHATTER_BAD_STUDY, "no engine for this kind of study (number %d)", config->kind);
  return NULL;
}
