// Signals of outputs, kernel sizes, the packed model and tables.
#ifndef CHATTER_ENGINES_SLIDING_BIND_SLIDING_PACK_H
#define CHATTER_ENGINES_SLIDING_BIND_SLIDING_PACK_H

#include "engines/sliding/sliding_engine.h"

chatter_status sliding_prepare(const study *config, const reduced_model *joined, engine_layout *layout);

#endif
