// Contact laws that each scheme supports on each boundary.
#ifndef CHATTER_ENGINES_TRANSIENT_STUDY_TRANSIENT_LAWS_H
#define CHATTER_ENGINES_TRANSIENT_STUDY_TRANSIENT_LAWS_H

#include "engines/transient/transient_engine.h"

extern const study_law_use transient_law_uses[]; // by scheme
// Checks the laws of a study. reduced NULL: for the boundary of the study's own reduction method.
chatter_status transient_check_laws(const study *config, const reduced_model *r);

#endif
