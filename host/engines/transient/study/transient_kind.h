// Declaration of `study: transient` for the common layers.
#ifndef CHATTER_ENGINES_TRANSIENT_STUDY_TRANSIENT_KIND_H
#define CHATTER_ENGINES_TRANSIENT_STUDY_TRANSIENT_KIND_H

#include "study/study_kind.h"

extern const study_kind transient_kind;

#endif
