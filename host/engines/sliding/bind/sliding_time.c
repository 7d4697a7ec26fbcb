// Steps of a sliding study and their limits.
#include "engines/sliding/bind/sliding_time.h"

#include <math.h>

#include "engines/sliding/sliding_engine.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

double sliding_steps(const study *config) {
  const sliding_config *c = sliding_of(config);
  return floor(c->duration / c->step + 0.5);
}

double sliding_recorded(const study *config) {
  const sliding_config *c = sliding_of(config);
  const double steps = sliding_steps(config), wanted = floor(c->record / c->step + 0.5);
  return wanted > 0 && wanted < steps ? wanted : steps;
}

chatter_status sliding_check_time(const study *config, const reduced_model *joined,
                                  const contact_pair *pair) {
  const sliding_config *c = sliding_of(config);
  const slider_config *s = slider_of(config);
  const double way = s->velocity * c->duration, length = pair->arc[pair->n_nodes - 1];
  if (!study_varies(config, "step") && c->step > joined->limit_open)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the time step %.6g s is above the stability limit %.6g s of these bodies (allowed: below "
        "that)",
        study_place(config, "sliding.step"), c->step, joined->limit_open);
  // With a driven guide the run itself detects the end of the path (off_target); a continued one is
  // checked by its estimate.
  if (study_varies(config, "duration") || study_varies(config, "velocity") || guide_is_driven(config) ||
      config->initial.from[0])
    return CHATTER_OK;
  if (s->start + way > length || s->start + way < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: %g s at %g m/s take the slider from %g m to %g m of the target's path, which is %g m long "
        "(allowed: 0 to that)",
        study_place(config, "sliding.duration"), c->duration, s->velocity, s->start, s->start + way, length);
  return CHATTER_OK;
}
