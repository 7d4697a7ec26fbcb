// The engine of `study: backbone`: backbones from the peak of a response curve, by the kernel of
// the harmonic balance.
#ifndef CHATTER_ENGINES_BACKBONE_ENGINE_H
#define CHATTER_ENGINES_BACKBONE_ENGINE_H

#include "engines/backbone/backbone_kind.h"
#include "ensemble/engine.h"

extern const engine *const backbone_engines[]; // NULL behind the last

#endif
