// Kernel sizes, the packed model and the tables.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H
#define CHATTER_ENGINES_TRANSIENT_BIND_TRANSIENT_PACK_H

#include "engines/transient/transient_engine.h"

// Returns 1 if F⁻¹ exists and gives the forces of all contacts stuck (Monjaraz-Tec et al. 2022,
// equation 13): rows are independent.
int transient_predicts_stick(const reduced_model *reduced);
chatter_status transient_pack(const study *config, const reduced_model *reduced, engine_layout *layout);

#endif
