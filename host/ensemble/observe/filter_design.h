// Digital filters as cascades of the sections of kernels/filter_layout.h, designed in the plane of the
// bilinear transform. Frequencies are in units of the rate of the samples: f Δt, below 1/2.
#ifndef CHATTER_ENSEMBLE_FILTER_DESIGN_H
#define CHATTER_ENSEMBLE_FILTER_DESIGN_H

#include "kernels/filter_layout.h"

// Butterworth's band-pass of order 8 in all, 3 dB down at both edges; from 0: his low-pass of order 4.
void filter_band(double from, double to, double section[BAND_SECTIONS][N_SECTION]);
// Chebyshev's low-pass and high-pass of order 2 n, 3 dB down at the edge, of `ripple` dB before.
void filter_chebyshev_low(int n, double ripple, double edge, double section[][N_SECTION]);
void filter_chebyshev_high(int n, double ripple, double edge, double section[][N_SECTION]);
void filter_nothing(double section[N_SECTION]); // what goes in comes out

// One sample through a section, with the bits of kernels/filter.h.
double filter_run(const double section[N_SECTION], double memory[SECTION_MEMORY], double x);

#endif
