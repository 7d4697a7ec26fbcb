// Checks of what a study says of its model: numbers of models that it describes itself, and the nodes that
// it names, which are looked for in a deck before ccx makes its matrices.
#ifndef CHATTER_MODEL_MODEL_CHECKS_H
#define CHATTER_MODEL_MODEL_CHECKS_H

#include "base/status.h"
#include "model/model.h"
#include "study/study.h"

// Raises all nodes and sets that the study names and the model lacks, where has_surfaces its surfaces too,
// and more modes than most_equations.
chatter_status model_check_names(const study *s, model *m, int has_surfaces, long most_equations);

// Raise that the number model.KEY is not `allowed` (where `within` is 0), not positive, or no whole number
// from 1 to most. unit: with a blank before it.
chatter_status model_check_number(const study *s, const char *key, double value, int within,
                                  const char *allowed, const char *unit);
chatter_status model_check_positive(const study *s, const char *key, double value, const char *unit);
chatter_status model_check_count(const study *s, const char *key, double value, int most);

#endif
