// Messages about step limits and about trajectories that failed.
#ifndef CHATTER_ENGINES_TRANSIENT_TRANSIENT_ADVICE_H
#define CHATTER_ENGINES_TRANSIENT_TRANSIENT_ADVICE_H

#include "ensemble/engine.h"

#define TRANSIENT_REFUSED "the step is above the stability limit with open contacts"

#define TRANSIENT_DOUBTFUL "a step between the two stability limits"

void transient_caution(const engine_layout *layout, engine_caution *out);

void transient_advise(const study *config, const engine_outcome *outcome);

#endif
