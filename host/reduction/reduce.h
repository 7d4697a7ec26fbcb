// Reduction of the model of a study to its canonical form, through the cache.
#ifndef CHATTER_REDUCTION_REDUCE_H
#define CHATTER_REDUCTION_REDUCE_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/reduced.h"
#include "study/study.h"

// Reduces the study's model (or loads a saved one), through the cache unless the study disables it.
// A second call with the same content reads the cache and gives the same bits.
chatter_status reduce_study(const study *study, reduced_model *out);

// Refuses more modes than the model's n equations, before any boundary is known.
chatter_status reduce_check_modes(const char *place, long method, double modes, int n);

// Does the same with the study's model at hand, which is not imported again.
chatter_status reduce_imported(const study *study, const model *imported, reduced_model *out);

// Reduces a model in memory without the study's damping, which is what reduce_study caches.
// out->memory belongs to the caller, also on failure.
chatter_status reduce_model(const study *s, const model *m, reduced_model *out);

#endif
