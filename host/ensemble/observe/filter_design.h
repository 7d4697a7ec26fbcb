// Digital filters as cascades of the sections of kernels/signals.h, designed in the plane of the
// bilinear transform. Frequencies are f Δt, in units of the sampling rate, below 1/2.
#ifndef CHATTER_ENSEMBLE_FILTER_DESIGN_H
#define CHATTER_ENSEMBLE_FILTER_DESIGN_H

#include "kernels/signals.h"

// Designs Butterworth's band-pass of total order 8, 3 dB down at both edges; with from = 0 the
// low-pass of order 4.
void filter_band(double from, double to, double section[BAND_PASS_SECTIONS][N_SECTION_COEFFICIENTS]);
// Design Chebyshev's low-pass and high-pass of order 2 n, 3 dB down at the edge, with a pass-band
// ripple in dB.
void filter_chebyshev_low(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]);
void filter_chebyshev_high(int n, double ripple, double edge, double section[][N_SECTION_COEFFICIENTS]);
void filter_nothing(double section[N_SECTION_COEFFICIENTS]); // the identity

// Filters one sample through a section, with the same bits as kernels/filter.h.
double filter_run(const double section[N_SECTION_COEFFICIENTS], double memory[N_SECTION_MEMORY], double x);

#endif
