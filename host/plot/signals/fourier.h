// Amplitude spectra of pieces of evenly sampled values, by KissFFT.
#ifndef CHATTER_PLOT_FOURIER_H
#define CHATTER_PLOT_FOURIER_H

#include "base/memory.h"
#include "base/status.h"

typedef struct fourier fourier;

// For pieces of n values at a distance of `step` seconds: their mean is taken off, a Hann window laid over
// them and zeros put behind, up to `padding` times n and on to a length that transforms fast. Lives in the
// memory.
chatter_status fourier_create(arena *memory, size_t n, double padding, double step, fourier **out);
size_t fourier_count(const fourier *self);          // of frequencies: 0 … Nyquist
double fourier_frequency_step(const fourier *self); // Hz between them
// amplitude [count]: a sine of amplitude a gives a at its frequency. Computed in single precision, scaled by
// the largest value: about 130 dB below the largest amplitude is noise of the arithmetic.
void fourier_amplitudes(fourier *self, const double *value, double *amplitude);

#endif
