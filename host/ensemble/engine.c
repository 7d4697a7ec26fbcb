#include "ensemble/engine.h"

double engine_parameter(const kernel_batch *host, int which, long i) {
  return host->parameters[host->parameter_offset[which] + (host->parameter_varies[which] ? i : 0)];
}

const char *engine_step(const engine *self) {
  return self->step ? self->step : "step";
}

const engine *engine_find(const study *config) {
  for (const engine *const *const *list = engines; *list; list++)
    for (const engine *const *e = *list; *e; e++)
      if ((*e)->handles(config)) return *e;
  error_raise(CHATTER_BAD_STUDY, "no engine for this kind of study (number %d)", config->kind);
  return NULL;
}
