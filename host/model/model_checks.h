// Checks of a study against its model: numbers of models that the study describes itself, and node
// names, which are looked up before ccx makes the matrices.
#ifndef CHATTER_MODEL_MODEL_CHECKS_H
#define CHATTER_MODEL_MODEL_CHECKS_H

#include "base/status.h"
#include "model/model.h"
#include "study/study.h"

// Raises all nodes, sets and (if has_surfaces) surfaces that the study names and the model lacks,
// and a number of modes above most_equations.
chatter_status model_check_names(const study *s, model *m, int has_surfaces, long most_equations);

// Raise that the number model.KEY is not `allowed` (if `within` is 0), is not positive, or is no
// whole number from 1 to most. unit: with a leading blank.
chatter_status model_check_number(const study *s, const char *key, double value, int within,
                                  const char *allowed, const char *unit);
chatter_status model_check_positive(const study *s, const char *key, double value, const char *unit);
chatter_status model_check_count(const study *s, const char *key, double value, int most);

#endif
