// The damping of a mode: the same formula for the reduction, for samples that change it, and for
// every engine.
#ifndef CHATTER_REDUCTION_DAMPING_H
#define CHATTER_REDUCTION_DAMPING_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/canonical.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

// Returns the damping ratio of mode k by the study's numbers alone: reduction.damping, or
// modal_damping (the last number of a short list holds for all modes above, boundary modes of
// Craig–Bampton and Rubin included), plus Rayleigh's ½ (a/ω + b ω). ω: in the model's unit, rad/s
// or that of a dimensionless chain; 0 (a rigid-body mode): no Rayleigh part.
double damping_ratio(const reduction_config *config, double omega, int k);

// Returns the ratio of mode k of the reduced model: the model's own ratio plus that of the study's
// numbers, which may be a sample's. Not for models with a dense matrix (self->damping).
double damping_mode_ratio(const reduced_model *self, const reduction_config *config, int k);
// Returns the rate 2 ζ ω, 1/s; Rayleigh's a for a rigid-body mode.
double damping_rate(const reduced_model *self, const reduction_config *config, int k);

// Returns 1 if an ensemble parameter is one of the damping's numbers.
int damping_varies(const study *study);
// Returns 1 if both give the same damping.
int damping_is_same(const reduction_config *a, const reduction_config *b);

// Computes the modal damping matrix of the model's C; NULL if it is proportional (then ratios in
// out->zeta).
chatter_status damping_from_model(const model *m, const canonical_basis *basis, reduced_model *out);

// Adds the study's ratios, list and Rayleigh coefficients to the model's own damping.
chatter_status damping_from_study(const study *s, reduced_model *self);

#endif
