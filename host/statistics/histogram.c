// Makes histograms.
#include "statistics/histogram.h"

#include <math.h>

#include "statistics/order.h"

// Returns the number of bins for the width 2 (interquartile range) / n^(1/3) (Freedman and Diaconis
// 1981).
static size_t count_bins(const double *sorted, size_t n) {
  const double range = sorted[n - 1] - sorted[0];
  const double width =
      2 * (statistics_quantile(sorted, n, 0.75) - statistics_quantile(sorted, n, 0.25)) / cbrt((double)n);
  if (!(width > 0)) return range > 0 ? 20 : 1;
  if (range / width < 1) return 1;
  return range / width > STATISTICS_BINS ? STATISTICS_BINS : (size_t)ceil(range / width);
}

void statistics_histogram_make(const double *sorted, size_t n, statistics_histogram *out) {
  *out = (statistics_histogram){.low = sorted[0], .bins = count_bins(sorted, n)};
  double range = sorted[n - 1] - sorted[0];
  if (range <= 0) out->low -= 0.5, range = 1;
  out->width = range / (double)out->bins;
  size_t next = 0;
  for (size_t b = 0; b < out->bins; b++)
    while (next < n && (b + 1 == out->bins || sorted[next] < out->low + (double)(b + 1) * out->width))
      out->count[b]++, next++;
}
