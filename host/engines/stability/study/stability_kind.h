// Declaration of `study: stability` for the common layers.
#ifndef CHATTER_ENGINES_STABILITY_STUDY_STABILITY_KIND_H
#define CHATTER_ENGINES_STABILITY_STUDY_STABILITY_KIND_H

#include "study/study_kind.h"

extern const study_kind stability_kind;

#endif
