// Steady response of the linear system with open contacts, for comparison with the nonlinear one.
#ifndef CHATTER_ENGINES_LINEAR_RESPONSE_H
#define CHATTER_ENGINES_LINEAR_RESPONSE_H

#include "reduction/reduced.h"
#include "study/study.h"

// Returns the index of the study's only harmonic excitation; -1 if there is none or several.
int linear_excitation(const study *config);

// Finds the amplitude (half peak-to-peak) of response `response` under load `load` = amplitude ·
// sin(2π frequency t) with all contacts open: amplitude · |Φ_y (ω² - Ω² + iΩD)⁻¹ Φ_fᵀ + F_yf|, m.
// `rate`: [n_modes], the damping 2 ζ ω; a dense modal damping matrix takes precedence. NaN where
// the system is singular.
chatter_status linear_amplitude(const reduced_model *m, int response, int load, double amplitude,
                                double frequency, const double *rate, double *out);

#endif
