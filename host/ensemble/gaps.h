// Warns of gaps that are implausible for the size of the structure.
#ifndef CHATTER_ENSEMBLE_GAPS_H
#define CHATTER_ENSEMBLE_GAPS_H

#include "reduction/reduced.h"
#include "study/samples/samples.h"

// Warns of contact entries with an interference deeper than the structure's largest dimension, or
// with a wider gap if nothing moves the wall or the whole body. Chains have no dimensions and are
// not checked.
void gaps_warn(const study *config, const samples *values, const reduced_model *reduced);

#endif
