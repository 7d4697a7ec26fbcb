// A saved reduced model in place of the model: `model: {type: reduced, file: MODEL.h5}`.
#ifndef CHATTER_REDUCTION_STORE_SAVED_MODEL_H
#define CHATTER_REDUCTION_STORE_SAVED_MODEL_H

#include "reduction/reduced.h"

// Loads it and selects the study's loads and responses by name; contact points must be the saved
// ones. The study's damping, if it gives any, replaces the saved ratios.
chatter_status saved_model_load(const study *s, reduced_model *out);

#endif
