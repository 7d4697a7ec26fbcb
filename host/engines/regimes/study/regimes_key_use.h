// Refuses keys that are given or varied and have no effect in this study.
#ifndef CHATTER_ENGINES_REGIMES_STUDY_REGIMES_USE_H
#define CHATTER_ENGINES_REGIMES_STUDY_REGIMES_USE_H

#include "engines/regimes/regimes_engine.h"

chatter_status regimes_check_keys(const study *study);

#endif
