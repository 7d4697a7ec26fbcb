// Finds the engine of a study and calls it with defaults.
#include "ensemble/engine.h"

#include <string.h>

#include "reduction/reduce.h"
#include "study/file/key_place.h"
#include "study/study_kind.h"

double engine_parameter(const kernel_batch *host, int which, long i) {
  return host->parameters[host->parameter_offset[which] + (host->parameter_varies[which] ? i : 0)];
}

const char *engine_step(const engine *self) {
  return self->messages.step ? self->messages.step : "step";
}

engine_time engine_time_of(const engine *self, const study *config) {
  return self->results.time ? self->results.time(config) : (engine_time){"s", "time reached"};
}

int engine_needs_model(const engine *self, const study *config) {
  const engine_studies *own = &self->studies;
  return !own->without_model && (!own->needs_model || own->needs_model(config));
}

chatter_status engine_reduce(const engine *self, const study *config, reduced_model *out) {
  if (self->studies.reduce) return self->studies.reduce(config, out);
  if (config->reduction.method == REDUCTION_NONE && config->model.type != MODEL_REDUCED &&
      !self->studies.steps_unreduced)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: a study of this kind (%s) needs modes (allowed: another reduction.method than none)",
        study_place(config, "reduction.method"), self->name);
  return reduce_study(config, out);
}

chatter_status engine_check_precision(const engine *self, const char *precision) {
  if (!self->studies.double_only || strcmp(precision, "single") != 0) return CHATTER_OK;
  return error_raise(CHATTER_USAGE, "--precision single: studies of the engine %s need double: %s",
                     self->name, self->studies.double_only);
}

const engine *engine_find(const study *config) {
  for (const engine *const *const *list = engines; *list; list++)
    for (const engine *const *e = *list; *e; e++)
      if ((*e)->studies.handles(config)) return *e;
  error_raise(CHATTER_BAD_STUDY, "no engine for a study of kind %s", config->kind ? config->kind->name : "?");
  return NULL;
}
