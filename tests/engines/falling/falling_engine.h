// An engine for tests only: `study: falling`, a mass that falls until it lands.
#ifndef CHATTER_TESTS_FALLING_ENGINE_H
#define CHATTER_TESTS_FALLING_ENGINE_H

#include "ensemble/engine.h"
#include "study/study_kind.h"

extern const study_kind falling_kind;
extern const engine *const falling_engines[]; // NULL after the last one

#endif
