// `chatter run --verify`: recomputes points of curves and backbones by time stepping with the
// engine of transient studies, with the same reduced model and laws but without truncation to
// harmonics.
#ifndef CHATTER_ENGINES_RESPONSE_VERIFY_RESPONSE_VERIFY_H
#define CHATTER_ENGINES_RESPONSE_VERIFY_RESPONSE_VERIFY_H

#include <stdio.h>

#include "study/study.h"

// Steps points of the study's curves in time and writes both results side by side.
chatter_status response_verify(const study *config, FILE *stream);

#endif
