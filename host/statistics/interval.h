// An estimate with its confidence interval.
#ifndef CHATTER_STATISTICS_INTERVAL_H
#define CHATTER_STATISTICS_INTERVAL_H

#define STATISTICS_LEVEL 0.95 // default confidence level

typedef struct statistics_estimate {
  double value, low, high;
} statistics_estimate;

#endif
