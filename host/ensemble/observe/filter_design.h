// Digital filters as cascades of the sections of kernels/signals.h, designed in the plane of the
// bilinear transform. Frequencies are in units of the rate of the samples: f Δt, below 1/2.
#ifndef CHATTER_ENSEMBLE_FILTER_DESIGN_H
#define CHATTER_ENSEMBLE_FILTER_DESIGN_H

#include "kernels/signals.h"

// Butterworth's band-pass of order 8 in all, 3 dB down at both edges; from 0: his low-pass of order 4.
void filter_band(double from, double to, double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS]);
// Chebyshev's low-pass and high-pass of order 2 n, 3 dB down at the edge, of `ripple` dB before.
void filter_chebyshev_low(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]);
void filter_chebyshev_high(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]);
void filter_nothing(double section[N_SECTION_COEFFICIENTS]); // what goes in comes out

// One sample through a section, with the bits of kernels/filter.h.
double filter_run(const double section[N_SECTION_COEFFICIENTS], double memory[N_SECTION_MEMORY], double x);

#endif
