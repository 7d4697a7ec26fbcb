// One-sided power spectral densities of noise: a constant band, or rows of a file.
#ifndef CHATTER_STUDY_DRIVE_SPECTRUM_H
#define CHATTER_STUDY_DRIVE_SPECTRUM_H

#include "base/memory.h"
#include "study/sections.h"

typedef struct drive_spectrum {
  int n;                     // at least 2
  double *frequency, *power; // [n], Hz, ascending; unit²/Hz
} drive_spectrum;

// Makes the spectrum of a noise drive: 1 unit²/Hz in its band, or the part of the file at `path` in
// its band. Raises mistakes in the file with line and column.
chatter_status drive_spectrum_read(const char *path, const drive_config *of, arena *memory,
                                   drive_spectrum *out);
// Integrates it from one frequency to another, unit².
double drive_spectrum_power(const drive_spectrum *self, double from, double to);

#endif
