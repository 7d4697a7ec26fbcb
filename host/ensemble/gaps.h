// Gaps that are out of all proportion to the structure.
#ifndef CHATTER_ENSEMBLE_GAPS_H
#define CHATTER_ENSEMBLE_GAPS_H

#include "reduction/reduced.h"
#include "study/samples/samples.h"

// Warns of contact entries with an interference deeper than the structure's largest dimension, or, where
// nothing moves the wall or the whole body, a gap that is wider. Nothing is said of chains, which have none.
void gaps_warn(const study *config, const samples *values, const reduced_model *reduced);

#endif
