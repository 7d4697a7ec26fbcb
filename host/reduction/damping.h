// The damping of a mode: one formula for the reduction, for samples that change it, and for every engine.
#ifndef CHATTER_REDUCTION_DAMPING_H
#define CHATTER_REDUCTION_DAMPING_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/canonical.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

// Ratio of mode k by the study's numbers alone: reduction.damping, or modal_damping (of a shorter list the
// last one holds for the modes above, those of the boundary in Craig–Bampton and Rubin), plus Rayleigh's ½
// (a/ω + b ω). ω in the unit of the model, rad/s or that of a dimensionless chain; 0 (a rigid-body mode): no
// Rayleigh part.
double damping_ratio(const reduction_config *config, double omega, int k);

// Ratio of mode k of the reduced model under the study's numbers, which may be a sample's: they come on top
// of what the model's own damping gives. Not of a model with a dense matrix (self->damping).
double damping_mode_ratio(const reduced_model *self, const reduction_config *config, int k);
// The same as the rate 2 ζ ω in 1/s, in which a rigid-body mode has Rayleigh's a.
double damping_rate(const reduced_model *self, const reduction_config *config, int k);

// 1 when some ensemble parameter is one of the damping's numbers.
int damping_varies(const study *study);
// 1 when both give the same damping.
int damping_is_same(const reduction_config *a, const reduction_config *b);

// Modal damping matrix from the model's C, NULL where that is proportional (then ratios in out->zeta).
chatter_status damping_from_model(const model *m, const canonical_basis *basis, reduced_model *out);

// Ratios, list and Rayleigh coefficients of the study, on top of what the model brought.
chatter_status damping_from_study(const study *s, reduced_model *self);

#endif
