// What every import reports of its matrices.
#ifndef CHATTER_REDUCTION_MODEL_REPORT_H
#define CHATTER_REDUCTION_MODEL_REPORT_H

#include <stdio.h>

#include "model/model.h"

// Symmetry as read, definiteness by the inertia of M and K, rigid-body modes, mass along x, y, z of the free
// coordinates, lowest frequencies of the free interface (rigid-body modes are 0; none where a matrix is
// indefinite: that is reported, not an error). Costs about as much as a reduction.
chatter_status model_report_compute(const model *self, model_report *out);
void model_report_print(const model_report *self, FILE *out);

#endif
