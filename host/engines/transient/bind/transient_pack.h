// Sizes, model, tables.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H

#include "engines/transient/transient_engine.h"

// Returns 1 where F⁻¹ gives the forces of all contacts stuck (eq. 13): rows are independent.
int transient_predicts_stick(const reduced_model *reduced);
chatter_status transient_pack(const study *config, const reduced_model *reduced, engine_layout *layout);

#endif
