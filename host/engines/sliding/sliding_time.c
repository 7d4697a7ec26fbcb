// Steps, and what bounds them.
#include <math.h>
#include <string.h>

#include "engines/sliding/sliding_engine.h"

double sliding_sense(const study *config) {
  return slider_of(config)->velocity < 0 ? -1 : 1; // the path runs from left to right
}

double sliding_steps(const study *config) {
  const sliding_config *c = sliding_of(config);
  return floor(c->duration / c->step + 0.5);
}

double sliding_recorded(const study *config) {
  const sliding_config *c = sliding_of(config);
  const double steps = sliding_steps(config), wanted = floor(c->record / c->step + 0.5);
  return wanted > 0 && wanted < steps ? wanted : steps;
}

int sliding_is_sampled(const study *config, const char *part) {
  for (int p = 0; p < config->ensemble.n_parameters; p++) {
    study_scalar scalar;
    if (study_find_scalar(config, config->ensemble.parameters[p].path, "ensemble", &scalar) == CHATTER_OK &&
        strstr(scalar.path, part))
      return 1;
  }
  return 0;
}

chatter_status sliding_check_time(const study *config, const reduced_model *joined,
                                  const contact_pair *pair) {
  const sliding_config *c = sliding_of(config);
  const slider_config *s = slider_of(config);
  const double way = s->velocity * c->duration, length = pair->arc[pair->n_nodes - 1];
  if (!sliding_is_sampled(config, "step") && c->step > joined->limit_open)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the time step %.6g s is above the stability limit %.6g s of these bodies (allowed: below "
        "that)",
        study_place(config, "sliding.step"), c->step, joined->limit_open);
  if (sliding_is_sampled(config, "duration") || sliding_is_sampled(config, "velocity")) return CHATTER_OK;
  if (s->start + way > length || s->start + way < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: %g s at %g m/s take the slider from %g m to %g m of the target's path, which is %g m long "
        "(allowed: 0 to that)",
        study_place(config, "sliding.duration"), c->duration, s->velocity, s->start, s->start + way, length);
  return CHATTER_OK;
}
