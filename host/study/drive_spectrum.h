// One-sided power spectral densities of noise: a band, or rows of a file.
#ifndef CHATTER_STUDY_DRIVE_SPECTRUM_H
#define CHATTER_STUDY_DRIVE_SPECTRUM_H

#include "base/memory.h"
#include "study/sections.h"

typedef struct drive_spectrum {
  int n;                     // at least 2
  double *frequency, *power; // [n], Hz, rising; unit²/Hz
} drive_spectrum;

// That of a drive of noise: of its band, 1 unit²/Hz, or of its file at `path`, what lies in its band. Raises
// what is wrong in the file with its line and column.
chatter_status drive_spectrum_read(const char *path, const drive_config *of, arena *memory,
                                   drive_spectrum *out);
// Its integral from one frequency to another, unit².
double drive_spectrum_power(const drive_spectrum *self, double from, double to);

#endif
