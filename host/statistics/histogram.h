// Histograms of samples.
#ifndef CHATTER_STATISTICS_HISTOGRAM_H
#define CHATTER_STATISTICS_HISTOGRAM_H

#include <stddef.h>

enum { STATISTICS_BINS = 200 }; // at most

typedef struct statistics_histogram {
  double low, width; // of the bins; low: of the first
  size_t bins, count[STATISTICS_BINS];
} statistics_histogram;

// Makes a histogram of n > 0 sorted values, from the least to the largest, with the bins of
// Freedman and Diaconis 1981.
void statistics_histogram_make(const double *sorted, size_t n, statistics_histogram *out);

#endif
