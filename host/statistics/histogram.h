// Histograms of samples.
#ifndef CHATTER_STATISTICS_HISTOGRAM_H
#define CHATTER_STATISTICS_HISTOGRAM_H

#include <stddef.h>

enum { STATISTICS_BINS = 200 }; // at most

typedef struct statistics_histogram {
  double low, width; // of the first bin
  size_t bins, count[STATISTICS_BINS];
} statistics_histogram;

// Of n > 0 sorted values, from the least to the largest, with bins as Freedman and Diaconis choose them.
void statistics_histogram_make(const double *sorted, size_t n, statistics_histogram *out);

#endif
