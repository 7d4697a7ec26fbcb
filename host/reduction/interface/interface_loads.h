// Loads of a study as vectors over the model's equations, per unit of their size (study_load_size).
#ifndef CHATTER_REDUCTION_INTERFACE_INTERFACE_LOADS_H
#define CHATTER_REDUCTION_INTERFACE_INTERFACE_LOADS_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/interface/interface.h"
#include "reduction/store/reduction_input.h"

// Fills n_loads and the arrays of loads.
chatter_status interface_add_loads(const reduction_input *in, const model *m, interface *out);

#endif
