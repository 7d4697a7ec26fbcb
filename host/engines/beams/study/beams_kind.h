// The kind `study: beams` and its quantities, one row each, for the layers below.
#ifndef CHATTER_ENGINES_BEAMS_STUDY_BEAMS_KIND_H
#define CHATTER_ENGINES_BEAMS_STUDY_BEAMS_KIND_H

#include "engines/beams/beams_engine.h"

// NULL: it belongs to another engine
const beams_quantity *beams_quantity_of(const output_config *output);

#endif
