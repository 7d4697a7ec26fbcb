// The filter of a drive of noise (kernels/drives/noise.h).
#ifndef CHATTER_ENSEMBLE_DRIVES_NOISE_FILTER_H
#define CHATTER_ENSEMBLE_DRIVES_NOISE_FILTER_H

#include "study/drive_spectrum.h"

typedef struct noise_filter {
  int signs;        // signs per knot
  double rate;      // knots per s
  double deviation; // √ of the spectrum's power: standard deviation of the noise
  double misfit;    // ∫ |spectrum of the noise - wanted spectrum| df over that power
  double *weight;   // [signs NOISE_PER_SIGN] by the time after a sign, in knots; variance 1
} noise_filter;

// Makes the filter for the part of the spectrum between two frequencies, Hz.
chatter_status noise_filter_make(const drive_spectrum *spectrum, double from, double to, arena *memory,
                                 noise_filter *out);
// Packs what the kernels read: [noise_block_size(signs)].
void noise_filter_pack(const noise_filter *self, double *numbers);

// Computes the factors in the mean square Σ part_m r_m of the C¹ cubic through knots with the
// covariances r_0 … r_3 at distances of 0 … 3 knots.
void knots_mean_square(double part[4]);

#endif
