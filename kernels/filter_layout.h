// Digital filters as cascades of second-order sections: the coefficients and the memory of a section. Plain
// numbers, no machine; filter.h runs them, host/ensemble/observe/filter_design.h designs them.
#ifndef CHATTER_KERNELS_FILTER_LAYOUT_H
#define CHATTER_KERNELS_FILTER_LAYOUT_H

// With the frequency g = tan(π f Δt) of a section and its damping k = 1/Q: a1 = 1 / (1 + g (g + k)), a2 = g
// a1, a3 = g a2; then the weights of the input and of the two integrators' outputs in what comes out.
enum { SECTION_A1, SECTION_A2, SECTION_A3, SECTION_INPUT, SECTION_BAND, SECTION_LOW, N_SECTION };
enum { SECTION_MEMORY = 2 }; // numbers that a section keeps between samples
enum { BAND_SECTIONS = 4 };  // of the band-pass that a signal may go through before it is kept

#endif
