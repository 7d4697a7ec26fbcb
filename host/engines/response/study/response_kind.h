// Declaration of `study: response` for the common layers.
#ifndef CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_KIND_H
#define CHATTER_ENGINES_RESPONSE_STUDY_RESPONSE_KIND_H

#include "study/study_kind.h"

extern const study_kind response_kind;

// Accepts every contact law (study_law_use).
const char *response_refuses_no_law(int law, int massless);

#endif
