// A number that samples tell, and between what it is likely to lie.
#ifndef CHATTER_STATISTICS_INTERVAL_H
#define CHATTER_STATISTICS_INTERVAL_H

#define STATISTICS_LEVEL                                                                                     \
  0.95 // how many of such intervals hold what they are about, where nothing else is said

typedef struct statistics_estimate {
  double value, low, high;
} statistics_estimate;

#endif
