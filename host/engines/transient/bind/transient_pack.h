// Sizes, model, tables.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H

#include "engines/transient/transient_engine.h"

// Whether the forces of all contacts stuck follow from F⁻¹ (eq. 13): not where rows depend on each other.
int transient_predicts_stick(const reduced_model *reduced);
chatter_status transient_pack(const study *config, const reduced_model *reduced, engine_layout *layout);

#endif
