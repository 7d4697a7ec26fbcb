// Reduction of the model of a study to its one reduced form, through the cache.
#ifndef CHATTER_REDUCTION_REDUCE_H
#define CHATTER_REDUCTION_REDUCE_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/reduced.h"
#include "study/study.h"

// Reduces the study's model (or loads a saved one), through the cache unless the study says otherwise. A
// second call with the same content reads the cache and gives the same bits.
chatter_status reduce_study(const study *study, reduced_model *out);

// Refuses more modes than the n equations of a model, which is known before any boundary is.
chatter_status reduce_check_modes(const char *place, long method, double modes, int n);

// As reduce_study with the study's model at hand: it is not imported again.
chatter_status reduce_imported(const study *study, const model *imported, reduced_model *out);

// The reduction of a model that is in memory, without the study's damping: what reduce_study caches.
// out->memory is the caller's, also on failure.
chatter_status reduce_model(const study *s, const model *m, reduced_model *out);

#endif
