// Computes amplitude spectra.
#include "plot/signals/fourier.h"

#include <kiss_fftr.h>
#include <math.h>

struct fourier {
  size_t n, padded;
  double step, weights; // sum of the window function
  double *window;       // [n]
  float *piece;         // [padded]
  kiss_fft_cpx *bin;    // [padded / 2 + 1]
  kiss_fftr_cfg plan;
};

chatter_status fourier_create(arena *memory, size_t n, double padding, double step, fourier **out) {
  fourier *self = *out = arena_allocate(memory, sizeof *self);
  if (!self || padding * (double)n > 1 << 28)
    return error_raise(CHATTER_DEVICE, "out of memory for a transform of %zu samples", n);
  self->n = n, self->step = step;
  self->padded = (size_t)kiss_fftr_next_fast_size_real((int)ceil(padding * (double)n));
  size_t bytes = 0;
  kiss_fftr_alloc((int)self->padded, 0, NULL, &bytes);
  void *room = arena_allocate(memory, bytes);
  self->window = arena_allocate(memory, n * sizeof *self->window);
  self->piece = arena_allocate(memory, self->padded * sizeof *self->piece);
  self->bin = arena_allocate(memory, (self->padded / 2 + 1) * sizeof *self->bin);
  if (!room || !self->window || !self->piece || !self->bin)
    return error_raise(CHATTER_DEVICE, "out of memory for a transform of %zu samples", n);
  self->plan = kiss_fftr_alloc((int)self->padded, 0, room, &bytes);
  for (size_t k = 0; k < n; k++) {
    self->window[k] = 0.5 - 0.5 * cos(2 * M_PI * ((double)k + 0.5) / (double)n);
    self->weights += self->window[k];
  }
  return self->plan ? CHATTER_OK : error_raise(CHATTER_INTERNAL, "no transform of %zu samples", self->padded);
}

size_t fourier_count(const fourier *self) {
  return self->padded / 2 + 1;
}

double fourier_frequency_step(const fourier *self) {
  return 1 / ((double)self->padded * self->step);
}

void fourier_amplitudes(fourier *self, const double *value, double *amplitude) {
  const size_t count = fourier_count(self);
  double mean = 0, largest = 0;
  for (size_t k = 0; k < self->n; k++) mean += value[k] / (double)self->n;
  for (size_t k = 0; k < self->n; k++) largest = fmax(largest, fabs(value[k] - mean));
  for (size_t k = 0; k < count; k++) amplitude[k] = 0;
  if (!(largest > 0)) return;
  for (size_t k = 0; k < self->n; k++)
    self->piece[k] = (float)(self->window[k] * ((value[k] - mean) / largest));
  kiss_fftr(self->plan, self->piece, self->bin);
  for (size_t k = 0; k < count;
       k++) { // except for 0 and Nyquist, half of a line's amplitude is at negative frequencies
    const double sides = k == 0 || k + 1 == count ? 1 : 2;
    amplitude[k] = largest * sides * hypot((double)self->bin[k].r, (double)self->bin[k].i) / self->weights;
  }
}
