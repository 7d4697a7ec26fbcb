// Amplitude spectra of evenly sampled values, by KissFFT.
#ifndef CHATTER_PLOT_FOURIER_H
#define CHATTER_PLOT_FOURIER_H

#include "base/memory.h"
#include "base/status.h"

typedef struct fourier fourier;

// Prepares transforms of n values at a distance of `step` seconds: the mean is subtracted, a Hann
// window applied, and zeros appended up to `padding` times n and on to a length that transforms
// fast. Lives in the memory.
chatter_status fourier_create(arena *memory, size_t n, double padding, double step, fourier **out);
size_t fourier_count(const fourier *self);          // frequencies: 0 ... Nyquist
double fourier_frequency_step(const fourier *self); // Hz between frequencies
// Computes amplitude [count]: a sine of amplitude a gives a at its frequency. Single precision,
// scaled by the largest value: rounding noise lies about 130 dB below the largest amplitude.
void fourier_amplitudes(fourier *self, const double *value, double *amplitude);

#endif
