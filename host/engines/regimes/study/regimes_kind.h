// Declaration of `study: regimes` for the common layers.
#ifndef CHATTER_ENGINES_REGIMES_STUDY_REGIMES_KIND_H
#define CHATTER_ENGINES_REGIMES_STUDY_REGIMES_KIND_H

#include "study/study_kind.h"

extern const study_kind regimes_kind;

#endif
