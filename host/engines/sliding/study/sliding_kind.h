// The kind `study: sliding` and its quantities, one row each, for the layers below.
#ifndef CHATTER_ENGINES_SLIDING_STUDY_SLIDING_KIND_H
#define CHATTER_ENGINES_SLIDING_STUDY_SLIDING_KIND_H

#include "engines/sliding/sliding_engine.h"

// NULL: it belongs to another engine
const sliding_quantity *sliding_quantity_of(const output_config *output);

#endif
