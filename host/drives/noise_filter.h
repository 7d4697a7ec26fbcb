// The filter of a drive of noise (kernels/drives/noise.h).
#ifndef CHATTER_ENSEMBLE_DRIVES_NOISE_FILTER_H
#define CHATTER_ENSEMBLE_DRIVES_NOISE_FILTER_H

#include "study/drive_spectrum.h"

typedef struct noise_filter {
  int signs;        // in a knot
  double rate;      // knots per s
  double deviation; // √ of the spectrum's power: of a spectrum of the study that of the noise
  double misfit;    // ∫ |spectrum of the noise - the one asked for| over that power
  double *weight;   // [signs NOISE_PER_SIGN], of the times that lie behind a sign, in knots; variance 1
} noise_filter;

// For the part of the spectrum between two frequencies, Hz.
chatter_status noise_filter_make(const drive_spectrum *spectrum, double from, double to, arena *memory,
                                 noise_filter *out);
// What the kernels read of it: [noise_block_size(signs)].
void noise_filter_pack(const noise_filter *self, double *numbers);

// The mean square of the C¹ cubic through knots of the covariances r_0 … r_3 at distances of 0 … 3 knots is
// Σ part_m r_m.
void knots_mean_square(double part[4]);

#endif
