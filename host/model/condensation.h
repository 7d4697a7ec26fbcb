// Changes of a loaded model's matrices: static condensation of motions inside elements, and the
// lumped mass matrix.
#ifndef CHATTER_MODEL_CONDENSATION_H
#define CHATTER_MODEL_CONDENSATION_H

#include "base/status.h"
#include "model/model.h"
#include "study/study.h"

// Condenses away the rows of motions inside elements.
chatter_status model_condense(model *out);

// Makes M diagonal by row sums; to be called after model_condense.
chatter_status model_lump(const study *s, model *out);

#endif
