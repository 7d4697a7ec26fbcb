// Second-order sections in lanes (signals.h), as state-variable filters with trapezoidal
// integrators (Simper's form). They are the bilinear transform of their analogue models, like other
// biquads, but store the values of the two integrators instead of two past samples. At frequencies
// small against the sampling rate, past samples differ by rounding only: their error is ε / (f
// Δt)², here it is ε / (f Δt). Always in double precision.
#ifndef CHATTER_KERNELS_FILTER_H
#define CHATTER_KERNELS_FILTER_H

#include "signals.h"
#include "lane.h"

// Passes one sample x through a section and returns the output; updates `memory`.
KERNEL_FN wide_t filter_section(const wide_t *c, wide_t *memory, wide_t x) {
  const wide_t difference = x - memory[1], two = wide_set(2);
  const wide_t band = wide_fma(c[SECTION_A2], difference, c[SECTION_A1] * memory[0]);
  const wide_t low = wide_fma(c[SECTION_A3], difference, wide_fma(c[SECTION_A2], memory[0], memory[1]));
  memory[0] = wide_fma(two, band, -memory[0]);
  memory[1] = wide_fma(two, low, -memory[1]);
  return wide_fma(c[SECTION_INPUT_WEIGHT], x,
                  wide_fma(c[SECTION_BAND_WEIGHT], band, c[SECTION_LOW_WEIGHT] * low));
}

// Sets the memory of a section to the steady state under x and returns the output.
KERNEL_FN wide_t filter_settle_section(const wide_t *c, wide_t *memory, wide_t x) {
  memory[0] = wide_set(0);
  memory[1] = x;
  return (c[SECTION_INPUT_WEIGHT] + c[SECTION_LOW_WEIGHT]) * x;
}

#endif
