// Placeholder of the branch: replaced by the engine.
#ifndef CHATTER_SLIDING_ENGINE_H
#define CHATTER_SLIDING_ENGINE_H
#include "ensemble/engine.h"
#include "study/study_kind.h"
extern const study_kind sliding_kind;
extern const engine *const sliding_engines[];
#endif
