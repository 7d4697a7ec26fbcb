// A saved reduced model that stands for the deck: `model: {type: reduced, file: MODEL.h5}`.
#ifndef CHATTER_REDUCTION_STORE_SAVED_MODEL_H
#define CHATTER_REDUCTION_STORE_SAVED_MODEL_H

#include "reduction/reduced.h"

// Loads it and picks the study's loads and responses by name; contact points must be the saved ones. The
// study's damping, where it gives any, replaces the saved ratios.
chatter_status saved_model_load(const study *s, reduced_model *out);

#endif
