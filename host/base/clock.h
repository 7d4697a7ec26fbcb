// The clocks of the program.
#ifndef CHATTER_BASE_CLOCK_H
#define CHATTER_BASE_CLOCK_H

#include <time.h>

static inline double clock_read(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Returns monotonic seconds, for durations.
static inline double clock_seconds(void) {
  return clock_read(CLOCK_MONOTONIC);
}

// Returns seconds since 1970.
static inline double clock_today(void) {
  return clock_read(CLOCK_REALTIME);
}

// Returns the time this number of nanoseconds (less than a second) from now, for timed waits.
static inline struct timespec clock_after(long nanoseconds) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_nsec += nanoseconds;
  if (t.tv_nsec >= 1000000000) t.tv_nsec -= 1000000000, t.tv_sec++;
  return t;
}

#endif
